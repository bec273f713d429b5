"""Tables for a terminal that shows styles, drawn by rich."""

from __future__ import annotations

from karat.report.sheets import headings, write_out
from karat.report.text import lines_of_notes, pieces
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import rich.table

    from karat.report.sheets import Sheet
    from karat.report.tables import Note, Table

_GAP = 3
# Two rules and no other lines: below the header, and above the total.
_RULES = "    \n    \n ── \n    \n ── \n    \n    \n    \n"


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables and the notes below them, as the terminal of standard output shows them."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with console.capture() as capture:
        for table in tables:
            for piece in pieces(write_out(table, digits), console.width, gap=_GAP, marks=False):
                console.print(_draw(piece))
                console.print()
        for line in lines_of_notes(notes):
            # A recipe is there to be copied, so it is not broken into lines.
            console.print(Text(line, style="dim"), soft_wrap=True)
    return capture.get()


def _draw(sheet: Sheet) -> rich.table.Table:
    from rich.text import Text

    drawing = _empty(sheet.title)
    for name, counted in zip(sheet.labels, sheet.counted, strict=True):
        drawing.add_column(Text(name), justify="right" if counted else "left", overflow="fold")
    for name in headings(sheet):
        drawing.add_column(Text(name), justify="right", no_wrap=True)
    last = len(sheet.lines) - 1
    for position, line in enumerate(sheet.lines):
        if (sheet.has_total and position == last) or position in sheet.breaks:
            drawing.add_section()
        drawing.add_row(
            *map(Text, line.labels),
            *(Text(cell.text, style="bold green" if cell.best else "") for cell in line.cells),
        )
    return drawing


def _empty(title: str) -> rich.table.Table:
    from rich.box import Box
    from rich.table import Table as Drawing
    from rich.text import Text

    return Drawing(
        title=Text(title, style="bold") if title else None,
        title_justify="left",
        header_style="bold cyan",
        box=Box(_RULES),
        show_edge=False,
        pad_edge=False,
    )
