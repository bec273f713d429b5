"""`karat reproduce`: makes the figures of a page again, and says whether they agree."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from karat.cli.commands import report
from karat.cli.notes import note
from karat.cli.option_groups import OtherOptions
from karat.cli.options import Command, Options, option
from karat.cli.output import write
from karat.cli.recorded_command import check_words, places_of, words_of_figures
from karat.dossier import Input
from karat.dossier.page_record import PageRecord, page_record
from karat.dossier.provenance import restored_arguments, shell_line
from karat.dossier.reproduction import ChangedInput, Reproduction, differences, figures_in
from karat.errors import InvalidFile, InvalidOption, UnreadableFile
from karat.report.page.figures import figures
from karat.report.page.writing import read_page
from karat.report.tables import printable
from karat.report.topics import reproduction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.dossier import Provenance

DIFFERS = 1


class ReproduceOptions(Options, title="options"):
    """What `karat reproduce` was asked for."""

    page: str = option("page", "PAGE", "a page that karat report wrote")
    data: str | None = option(
        "--data", "FOLDER", "folder of the input files (default: the folder of the page)"
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

The page records the command and the files behind it. Karat looks for the files below the folder of the page,
or below FOLDER if you name one, and reads no others: the page may come from somebody you do not know. It says
which command it runs, lists files that have changed, and every figure that differs, with the difference.
Figures are compared, not the words and charts of the page. The page itself is not changed.

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
    folder = Path(options.data) if options.data else Path(options.page).resolve().parent
    places = places_of(page.inputs, [folder])
    words = words_of_figures(page.arguments)
    check_words(words, places)
    # Before anything is read: a file that is written meanwhile is no riddle then.
    changed = _changed(page, places)
    note(f"this runs {printable(shell_line(words))}")
    again = report.COMMAND.read(restored_arguments(words, places))
    # In an empty folder: whatever a word of the page may name, there is nothing of that name.
    with TemporaryDirectory() as empty, chdir(empty):
        dossier, provenance = report.reported(again, words)
    return Reproduction(
        figures_in(page.figures),
        tuple(differences(page.figures, figures(dossier))),
        changed,
        _programs(page, provenance),
        len(places),
    )


def _page(path: str) -> PageRecord:
    """What the page says of itself, once it is clear that this is enough."""
    try:
        page = page_record(read_page(path))
    except InvalidFile as problem:
        raise InvalidFile.at(path, str(problem).removeprefix(f"{path}: ")) from None
    if not page.arguments:
        raise InvalidFile.at(path, "it was made from Python, so there is no command to run again.")
    if "-" in page.arguments:
        raise InvalidOption("The page was made of standard input, which is gone. Make one of files.")
    if not page.inputs:
        raise InvalidFile.at(path, "it lists no files that it was made of, so nothing could be checked.")
    if not figures_in(page.figures):
        raise InvalidFile.at(path, "it has no figures, so there is nothing to compare.")
    return page


def _changed(page: PageRecord, places: Mapping[str, Path]) -> tuple[ChangedInput, ...]:
    now = {name: Input.of(str(place)).sha256 for name, place in places.items()}
    return tuple(
        ChangedInput(one.file, one.sha256, now[one.file])
        for one in page.inputs
        if one.sha256 != now[one.file]
    )


def _programs(page: PageRecord, now: Provenance) -> dict[str, tuple[str, str]]:
    """Programs that have another version now."""
    return {
        name: (getattr(page, name), getattr(now, name))
        for name in ("karat", "python", "numpy")
        if getattr(page, name) != getattr(now, name)
    }
