"""Tables for a terminal that shows styles, drawn by rich."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats.text import lines_of_notes, pieces
from karat.report.formats.written_table import write_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    import rich.table

    from karat.report.formats.written_table import WrittenTable
    from karat.report.tables import Note, Table


_GAP = 3
_WIDEST = 10_000
# Two rules and no other lines: below the header, and above the total.
_RULES = "    \n    \n ── \n    \n ── \n    \n    \n    \n"


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int, width: int | None = None) -> str:
    """Tables and the notes below them, with styles; as wide as they are, or as `width` allows."""
    from rich.console import Console
    from rich.text import Text

    # Whether styles are wanted was decided before, and few colours are enough.
    console = Console(
        highlight=False, force_terminal=True, color_system="standard", no_color=False, width=width or _WIDEST
    )
    with console.capture() as capture:
        for table in tables:
            for piece in pieces(write_out(table, digits), width, gap=_GAP, marks=False):
                if piece.title:
                    console.print(Text(piece.title, style="bold"))
                console.print(_draw(piece))
                console.print()
        for line in lines_of_notes(notes, width):
            console.print(Text(line, style="dim"), soft_wrap=True)
    return capture.get()


def _draw(written: WrittenTable) -> rich.table.Table:
    from rich.text import Text

    drawing = _empty()
    for name, counted in zip(written.labels, written.counted, strict=True):
        drawing.add_column(Text(name), justify="right" if counted else "left", overflow="fold")
    for name in written.headings:
        drawing.add_column(Text(name), justify="right", no_wrap=True)
    last = len(written.rows) - 1
    for position, line in enumerate(written.rows):
        if (written.has_total and position == last) or position in written.breaks:
            drawing.add_section()
        drawing.add_row(
            *map(Text, line.labels),
            *(Text(cell.text, style="bold green" if cell.best else "") for cell in line.cells),
        )
    return drawing


def _empty() -> rich.table.Table:
    from rich.box import Box
    from rich.table import Table as Drawing

    return Drawing(
        header_style="bold cyan",
        box=Box(_RULES),
        show_edge=False,
        pad_edge=False,
    )
