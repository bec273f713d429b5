"""Tables and notes in the format that was asked for, or that suits where the output goes."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.tables import Note, Table

# Rich takes a second for a few thousand rows, and nobody looks for colours in so many.
_MOST_STYLED = 1000


def render(form: str, tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables and notes in a format that is made of these."""
    match form:
        case "tsv":
            from karat.report.formats import tsv

            return tsv.render(tables, digits=digits)
        case "latex":
            from karat.report.formats import latex

            return latex.render(tables, notes, digits=digits)
    return draw(tables, notes, digits=digits)


def untitled(table: Table) -> Table:
    """A table alone in its file, which needs no title."""
    return replace(table, title="")


def draw(tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables for people: with styles where the terminal shows them."""
    from karat.cli.output import is_terminal, shows_styles, terminal_width

    width = terminal_width() if is_terminal(sys.stdout) else None
    if shows_styles() and sum(len(table.rows) for table in tables) <= _MOST_STYLED:
        from karat.report.formats import terminal

        return terminal.render(tables, notes, digits=digits, width=width)
    from karat.report.formats import text

    return text.render(tables, notes, digits=digits, width=width)


def form_for(asked: str | None, *, several: bool = False) -> str:
    """The format that was asked for; else a table for people, TSV for programs, JSON for several tables."""
    from karat.cli.output import is_terminal

    if asked is not None:
        return asked
    return "table" if is_terminal(sys.stdout) else "json" if several else "tsv"
