"""`karat reproduce`: makes the figures of a page again, and says whether they agree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from karat.cli.commands import report
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.dossier import Input
from karat.dossier.provenance import located, restored_arguments
from karat.dossier.reproduction import ChangedInput, Reproduction, differences, figures_in
from karat.errors import InvalidFile, InvalidOption, UnreadableFile
from karat.report.page.figures import figures
from karat.report.page.writing import read_page
from karat.report.topics import reproduction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.dossier import Provenance

DIFFERS = 1
_NEEDED = ("karat", "arguments", "inputs", "figures")


class ReproduceOptions(Options, title="options"):
    """What `karat reproduce` was asked for."""

    page: str = option("page", "PAGE", "a page that karat report wrote")
    data: str | None = option(
        "--data", "FOLDER", "folder of the input files (default: the current folder, then that of the page)"
    )
    format: str | None = option(
        "--format", "NAME", "json lists every difference in full precision (default: text)", choices=("json",)
    )
    debug: bool | None = OtherOptions.debug
    help: bool | None = OtherOptions.help


COMMAND = Command(
    "reproduce",
    ReproduceOptions,
    usage="karat reproduce PAGE [--data FOLDER] [options]",
    description="""\
Recompute the figures of a page from karat report, and check that they agree.

The page records the command and the files behind it. Karat looks for the files in the current folder, then
beside the page; or only in FOLDER, if you name one. It lists files that have changed, and every figure that
differs, with the difference. The page itself is not changed.

Exit codes: 0, all figures agree; 1, some differ; 2, the figures could not be recomputed.""",
    examples="""\
examples:
  karat reproduce page.html
  karat reproduce page.html --data CORPUS --format json
""",
)


def run(arguments: Sequence[str]) -> int:
    """Make a page's figures again, and print what became of them."""
    options: ReproduceOptions = COMMAND.read(arguments)
    if options.data is not None and not Path(options.data).is_dir():
        raise UnreadableFile(
            f"{options.data}: there is no such folder. --data says where the input files are."
        )
    found = _reproduced(options)

    write(reproduction.as_json(found) if options.format else reproduction.text(found, options.page))
    return 0 if found.agrees else DIFFERS


def _reproduced(options: ReproduceOptions) -> Reproduction:
    page = _page(options.page)
    folders = [Path(options.data)] if options.data else [Path.cwd(), Path(options.page).resolve().parent]
    places = _places(page, folders)
    # Before anything is read: a file that is written meanwhile is no riddle then.
    changed = _changed(page, places)
    again = report.COMMAND.read(restored_arguments(page["arguments"], places))
    dossier, provenance = report.reported(again, page["arguments"])
    return Reproduction(
        figures_in(page["figures"]),
        tuple(differences(page["figures"], figures(dossier))),
        changed,
        _programs(page, provenance),
    )


def _page(path: str) -> dict[str, Any]:
    """What the page says of itself, once it is clear that this is enough."""
    page = read_page(path)
    missing = [name for name in _NEEDED if name not in page]
    if missing or not _is_sound(page):
        what = f"has no {missing[0]}" if missing else "is not as karat report writes it"
        raise InvalidFile.at(path, f"its provenance {what}. Give the page as karat report wrote it.")
    if not page["arguments"]:
        raise InvalidFile.at(path, "it was made from Python, so there is no command to run again.")
    return page


def _is_sound(page: Mapping[str, Any]) -> bool:
    words, inputs = page["arguments"], page["inputs"]
    return (
        isinstance(words, list)
        and all(isinstance(word, str) for word in words)
        and isinstance(inputs, list)
        and all(
            isinstance(one, dict) and isinstance(one.get("file"), str) and isinstance(one.get("sha256"), str)
            for one in inputs
        )
        and isinstance(page["figures"], dict)
    )


def _places(page: Mapping[str, Any], folders: Sequence[Path]) -> dict[str, Path]:
    if "-" in page["arguments"]:
        raise InvalidOption("The page was made of standard input, which is gone. Make one of files.")
    places = {one["file"]: located(one["file"], folders) for one in page["inputs"]}
    missing = [name for name, place in places.items() if place is None]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        where = " or ".join(map(str, dict.fromkeys(folders)))
        raise UnreadableFile(
            f"{missing[0]}{more}: the page was made of it, and it is not in {where}. Say where: --data."
        )
    return {name: place for name, place in places.items() if place is not None}


def _changed(page: Mapping[str, Any], places: Mapping[str, Path]) -> tuple[ChangedInput, ...]:
    now = {name: Input.of(str(place)).sha256 for name, place in places.items()}
    return tuple(
        ChangedInput(one["file"], one["sha256"], now[one["file"]])
        for one in page["inputs"]
        if one["sha256"] != now[one["file"]]
    )


def _programs(page: Mapping[str, Any], now: Provenance) -> dict[str, tuple[str, str]]:
    """Programs that have another version now."""
    return {
        name: (str(page.get(name)), getattr(now, name))
        for name in ("karat", "python", "numpy")
        if page.get(name) != getattr(now, name)
    }
