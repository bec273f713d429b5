"""Charts and tables as files in a folder: SVG, PDF and PNG, LaTeX and CSV."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.cli.option_groups import OVERWRITE
from karat.cli.options import Options, option
from karat.errors import InvalidOption
from karat.report.formats.figure_files import INDEX, write_figures
from karat.report.page.writing import check_drawing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.tables import Section


class FigureOptions(Options, title="output"):
    """Whether charts are written, and where."""

    figures: str | None = option(
        "--figures", "FOLDER", "also write each chart as SVG, PDF and PNG, and each table as LaTeX and CSV"
    )
    overwrite: bool | None = OVERWRITE


def check_figures(options: FigureOptions, *, alone: bool = True) -> None:
    """Refuse what cannot be written, before anybody waits for it.

    `alone`: the command writes no other files, so that --overwrite is for figures.
    """
    if options.figures is None:
        if options.overwrite and alone:
            raise InvalidOption("--overwrite is for --figures FOLDER. Give both, or neither.")
        return
    check_drawing()
    folder = options.figures
    if os.path.isfile(folder):  # noqa: PTH113 (as in inputs)
        raise InvalidOption(f"--figures is {folder}, which is a file. Name a folder.")
    if not options.overwrite and os.path.exists(os.path.join(folder, INDEX)):  # noqa: PTH110, PTH118
        raise InvalidOption(f"{folder} has figures already. Name another folder, or say --overwrite.")


def write_folder(options: FigureOptions, sections: Sequence[Section]) -> None:
    """The files, where they were asked for."""
    if options.figures is not None:
        write_figures(sections, options.figures, overwrite=bool(options.overwrite))
