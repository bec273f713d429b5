"""A view as HTML and as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.report.formats import text
from karat.report.formats.written_table import write_out
from karat.report.tables import MOST_ROWS, Note, printable
from karat.report.topics.explanation import marked_runs, written_texts

if TYPE_CHECKING:
    from karat.metrics.explain.explanation import Mark, MarkedText
    from karat.report.tables import View

MOST_TABLES = 12
_MOST_CHARACTERS = 400
_MOST_IN_NOTES = 2000
_MOST_UNITS = 1000
# Half-transparent grey is seen on white and on black.
_RULE = "1px solid rgba(128,128,128,0.6)"
# Styles stand at their elements: some notebooks strip style sheets, and in those that keep them ours would
# reach other tables as well.
_STYLES = {
    "box": "overflow-x:auto",
    "table": "border-collapse:collapse;margin:0.5em 0;font-variant-numeric:tabular-nums",
    "caption": "caption-side:top;text-align:left;font-weight:bold;color:inherit",
    "cell": "vertical-align:top;padding:0.1em 0.5em",
    "label": "text-align:left",
    "number": "text-align:right",
    "heading": f"border-bottom:{_RULE}",
    "break": f"border-top:{_RULE}",
    "name": "font-weight:normal",
    "term": "white-space:nowrap",
    "long": "overflow-wrap:anywhere",
    "line": "margin:0.3em 0;text-align:left;overflow-wrap:anywhere",
    "small": "font-size:85%",
    "matched": "background:rgba(0,158,115,0.28);color:inherit",
    "missed": "background:none;color:inherit;outline:1px dashed rgba(213,94,0,0.9)",
}


@dataclass(frozen=True, slots=True)
class _Runs:
    """A text in runs of one mark, and how many of its units are not shown."""

    title: str
    runs: list[tuple[str, Mark]]
    hidden: int


def as_html(view: View, *, digits: int) -> str:
    """The whole view in one element, never so long that it hides the rest of the notebook."""
    # Templates take time to import, and text needs none.
    from karat.report.html import Look, render

    between = " " if view.spaced else ""
    return render(
        "notebook.html",
        look=Look(styles=_STYLES, rows=MOST_ROWS, characters=_MOST_CHARACTERS),
        texts=[_runs(one, between) for one in view.texts],
        between=between,
        written_tables=[write_out(table, digits) for table in view.tables[:MOST_TABLES]],
        hidden_tables=max(len(view.tables) - MOST_TABLES, 0),
        notes=[Note(printable(note.label), printable(note.text)) for note in view.notes],
        most_in_notes=_MOST_IN_NOTES,
    )


def _runs(one: MarkedText, between: str) -> _Runs:
    runs = [
        (between.join(printable(unit[:_MOST_CHARACTERS]) for unit in units), mark)
        for mark, units in marked_runs(one.units[:_MOST_UNITS])
    ]
    return _Runs(printable(one.title), runs, max(len(one.units) - _MOST_UNITS, 0))


def as_text(view: View, *, digits: int) -> str:
    """Texts, tables of at most so many rows as a notebook shows, and notes."""
    cut = [(len(table.rows) - MOST_ROWS, table) for table in view.tables]
    tables = [table.changed(rows=list(table.rows)[:MOST_ROWS]) for _, table in cut]
    hidden = [
        Note(table.title or "rows", f"the first {MOST_ROWS} of {len(table.rows):,}")
        for more, table in cut
        if more > 0
    ]
    notes = [note.changed(hint="") for note in view.notes]
    drawn = text.render(tables, [*hidden, *notes], digits=digits)
    above = written_texts(view.texts, spaced=view.spaced)
    return "\n".join(filter(None, [above, drawn])).rstrip("\n")
