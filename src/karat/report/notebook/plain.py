"""A view as text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.report.formats import text
from karat.report.notebook.markup import MOST_ROWS
from karat.report.tables import Note
from karat.report.topics.explanation import written_texts

if TYPE_CHECKING:
    from karat.report.notebook.view import View


def plain(view: View, *, digits: int) -> str:
    """Texts, tables of at most so many rows as a notebook shows, and notes."""
    cut = [(len(table.rows) - MOST_ROWS, table) for table in view.tables]
    tables = [replace(table, rows=list(table.rows)[:MOST_ROWS]) for _, table in cut]
    hidden = [
        Note(table.title or "rows", f"the first {MOST_ROWS} of {len(table.rows):,}")
        for more, table in cut
        if more > 0
    ]
    drawn = text.render(tables, [*hidden, *view.notes], digits=digits)
    above = written_texts(view.texts, spaced=view.spaced)
    return "\n".join(filter(None, [above, drawn])).rstrip("\n")
