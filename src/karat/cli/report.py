"""`karat report`: everything about an evaluation, as one page."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from karat.cli import report_manual
from karat.cli.agree import AgreeOptions
from karat.cli.inputs import check_inputs
from karat.cli.notes import note
from karat.cli.options import read_options_of
from karat.cli.output import write
from karat.cli.progress import Progress
from karat.cli.report_data import gathered
from karat.cli.scores import check_scores
from karat.dossier import Input, Provenance
from karat.dossier.portable_paths import DEMO, portable, portable_arguments
from karat.errors import InvalidOption
from karat.readers.files.opening import watched
from karat.report.formats.figure_files import INDEX
from karat.report.page.answer import answer
from karat.report.page.sections import sections_of
from karat.report.page.writing import check_drawing, check_page_path, render, write_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.dossier import Dossier

PAGE = "report.html"
FORMATS = ("json",)
COMPOSED = "Composed for demonstration: nothing was measured, and no person judged"
_SIGNS = {"good": "+", "doubtful": "?", "bad": "-"}


class ReportOptions(AgreeOptions):
    """What the user asked for; None where an option was not given."""

    calibration: list[str] | None = None
    language_pair: str | None = None
    threshold: float | None = None
    level: float | None = None  # type: ignore[assignment]
    output: str | None = None
    title: str | None = None
    figures: str | None = None
    overwrite: bool | None = None
    open: bool | None = None


def run(arguments: Sequence[str]) -> int:
    """Gather what the arguments name, write the page, and say what is on it."""
    options = read_report_options(arguments)
    page = options.output or (None if options.format == "json" else PAGE)
    _check(options, page)
    dossier, provenance = reported(options, arguments)
    if page is not None:
        write_report(dossier, provenance, options, page)
    if options.format == "json":
        from karat.report.page.figures import render

        write(render(dossier, provenance))
    else:
        write(told(dossier, page or PAGE, options.figures))
    return 0


def read_report_options(arguments: Sequence[str]) -> ReportOptions:
    """The options of one call of `karat report`."""
    return read_options_of("report", report_manual, arguments, ReportOptions)


def reported(options: ReportOptions, arguments: Sequence[str]) -> tuple[Dossier, Provenance]:
    """The dossier that the options ask for, and where its figures come from."""
    kind = check_inputs(options, command="report")

    with watched() as files, Progress() as progress:
        dossier = gathered(options, kind, progress)
    inputs = _inputs([*files, *(options.calibration or ())])
    return dossier, Provenance.of(dossier, arguments=portable_arguments(arguments), inputs=inputs)


def _inputs(files: Iterable[str]) -> list[Input]:
    """The checksums of all files that were read; what came through a pipe is gone."""
    return [Input.of(name, portable(name)) for name in dict.fromkeys(files) if name != "-"]


def _check(options: ReportOptions, page: str | None) -> None:
    """Refuse what cannot be done, before anything is read."""
    check_scores(options)
    if options.format is not None and options.format not in FORMATS:
        raise InvalidOption.choice("--format", options.format, FORMATS)
    if page is None:
        asked = [name for name in ("open", "figures", "title") if getattr(options, name)]
        if asked:
            raise InvalidOption(f"--{asked[0]} is of the page, and json goes without. Name one: -o FILE.")
        return
    if options.overwrite and not options.figures:
        raise InvalidOption("--overwrite is for --figures FOLDER. Give both, or neither.")
    check_drawing()
    check_page_path(page)
    if options.figures is not None:
        _check_figures(options.figures, overwrite=bool(options.overwrite))


def _check_figures(folder: str, *, overwrite: bool) -> None:
    """Refuse a folder that has figures already, before anybody waits for new ones."""
    if os.path.isfile(folder):  # noqa: PTH113 (as in inputs)
        raise InvalidOption(f"--figures is {folder}, which is a file. Name a folder.")
    if not overwrite and os.path.exists(os.path.join(folder, INDEX)):  # noqa: PTH110, PTH118
        raise InvalidOption(f"{folder} has figures already. Name another folder, or say --overwrite.")


def write_report(dossier: Dossier, provenance: Provenance, options: ReportOptions, page: str) -> None:
    """The page, and its figures as files where they were asked for."""
    sections = sections_of(dossier)
    subtitle = COMPOSED if is_demo(options.inputs[0]) else ""
    write_page(
        page,
        render(dossier, sections, title=options.title or "", subtitle=subtitle, provenance=provenance),
    )
    if options.figures is not None:
        from karat.report.formats.figure_files import write_figures

        write_figures(sections, options.figures, overwrite=bool(options.overwrite))
    if options.open:
        _show(page)


def is_demo(path: str) -> bool:
    """Whether the data are those that come with Karat."""
    return portable(path).startswith(DEMO)


def _show(page: str) -> None:
    if not webbrowser.open(Path(page).resolve().as_uri()):
        note(f"no browser could be started. Open {page} yourself.")


def told(dossier: Dossier, page: str, figures: str | None = None) -> str:
    """The answer in words, and where the page is."""
    lines = [f"{_SIGNS[one.tone]} {one.text}" for one in answer(dossier)]
    size = os.path.getsize(page) / 1000  # noqa: PTH202 (as in inputs)
    lines += ["", f"The page is {page} ({size:,.0f} kB)."]
    if figures is not None:
        lines.append(f"Charts and tables are in {figures}, listed in index.md.")
    return "".join(f"{line}\n" for line in lines)
