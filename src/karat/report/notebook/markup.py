"""A view as HTML: no script, no style sheet, no colour that needs a light or a dark page."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from karat.report.formats.sheets import headings, write_out
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.metrics.explain.explanation import Mark, MarkedText
    from karat.report.formats.sheets import Line, Sheet
    from karat.report.notebook.view import View
    from karat.report.tables import Note, Table

MOST_ROWS = 30
MOST_TABLES = 12
_MOST_CHARACTERS = 400
_MOST_IN_NOTES = 2000
_MOST_UNITS = 1000
# Styles stand at their elements: some notebooks strip style sheets, and in those that keep them ours would
# reach other tables as well. Half-transparent grey is seen on white and on black.
_RULE = "1px solid rgba(128,128,128,0.6)"
_TABLE = "border-collapse:collapse;margin:0.5em 0"
_CAPTION = "caption-side:top;text-align:left;font-weight:bold;color:inherit"
_LEFT = "text-align:left;vertical-align:top;padding:0.1em 0.5em"
_RIGHT = "text-align:right;vertical-align:top;padding:0.1em 0.5em"
_LINE = "margin:0.3em 0;text-align:left;overflow-wrap:anywhere"
_MARKS = {
    "matched": "background:rgba(0,158,115,0.28);color:inherit",
    "missed": "background:none;color:inherit;outline:1px dashed rgba(213,94,0,0.9)",
}


def markup(view: View, *, digits: int) -> str:
    """The whole view in one element."""
    parts = [*_texts(view), *(_table(table, digits) for table in view.tables[:MOST_TABLES])]
    if (more := len(view.tables) - MOST_TABLES) > 0:
        parts.append(f"<p>… and {_counted(more, 'table')} more</p>")
    if view.notes:
        parts.append(_notes(view.notes))
    return f'<div style="overflow-x:auto">{"".join(parts)}</div>'


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _text(text: str, most: int = _MOST_CHARACTERS) -> str:
    """Inert, and never so long that it hides the rest."""
    shown = text if len(text) <= most else f"{text[:most]}…"
    return escape(printable(shown))


def _table(table: Table, digits: int) -> str:
    sheet = write_out(table, digits)
    body = sheet.lines[:-1] if sheet.has_total else sheet.lines
    rows = [_row(line, sheet, begins=place in sheet.breaks) for place, line in enumerate(body[:MOST_ROWS])]
    if (more := len(body) - MOST_ROWS) > 0:
        rows.append(_rest(len(sheet.labels) + len(sheet.columns), more, "row"))
    if sheet.has_total:
        rows.append(_row(sheet.lines[-1], sheet, begins=True))
    caption = f'<caption style="{_CAPTION}">{_text(sheet.title)}</caption>' if sheet.title else ""
    return (
        f'<table style="{_TABLE};font-variant-numeric:tabular-nums">{caption}'
        f"<thead>{_header(sheet)}</thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _rest(across: int, more: int, thing: str) -> str:
    return f'<tr><td colspan="{across}" style="{_LEFT}">… and {_counted(more, thing)} more</td></tr>'


def _header(sheet: Sheet) -> str:
    sides = [*map(_side, sheet.counted), *(_RIGHT for _ in sheet.columns)]
    cells = [
        f'<th scope="col" style="{side};border-bottom:{_RULE}">{_text(name)}</th>'
        for name, side in zip([*sheet.labels, *headings(sheet)], sides, strict=True)
    ]
    return f"<tr>{''.join(cells)}</tr>"


def _row(line: Line, sheet: Sheet, *, begins: bool) -> str:
    """A row under the name that it has: its system, or its first label that is not a number, or its first."""
    rule = f";border-top:{_RULE}" if begins else ""
    words = [place for place, counted in enumerate(sheet.counted) if not counted]
    name = sheet.labels.index("system") if "system" in sheet.labels else next(iter(words), 0)
    cells = []
    for place, (label, counted) in enumerate(zip(line.labels, sheet.counted, strict=True)):
        style = f"{_side(counted)}{rule}"
        if place == name:
            cells.append(f'<th scope="row" style="{style};font-weight:normal">{_text(label)}</th>')
        else:
            cells.append(f'<td style="{style}">{_text(label)}</td>')
    for cell in line.cells:
        shown = f'<strong title="the best">{_text(cell.text)}</strong>' if cell.best else _text(cell.text)
        cells.append(f'<td style="{_RIGHT}{rule}">{shown}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _side(counted: bool) -> str:
    return _RIGHT if counted else _LEFT


def _notes(notes: Sequence[Note]) -> str:
    rows = [
        f'<tr><th scope="row" style="{_LEFT};font-weight:normal;white-space:nowrap">{_text(note.label)}</th>'
        f'<td style="{_LEFT};overflow-wrap:anywhere">{_text(note.text, _MOST_IN_NOTES)}</td></tr>'
        for note in notes[:MOST_ROWS]
    ]
    if (more := len(notes) - MOST_ROWS) > 0:
        rows.append(_rest(2, more, "note"))
    return f'<table style="{_TABLE};font-size:85%"><tbody>{"".join(rows)}</tbody></table>'


def _texts(view: View) -> Iterator[str]:
    if not view.texts:
        return
    between = " " if view.spaced else ""
    for text in view.texts:
        yield f'<p dir="auto" style="{_LINE}">{_text(text.title)}: {_marked(text, between)}</p>'
    yield (
        f'<p style="{_LINE};font-size:85%">{_run("shaded", "matched")}: the other side has it; '
        f"{_run('framed', 'missed')}: it does not.</p>"
    )


def _marked(text: MarkedText, between: str) -> str:
    """Neighbours with the same mark share it."""
    runs: list[tuple[Mark, list[str]]] = []
    for unit, mark in text.units[:_MOST_UNITS]:
        if not runs or runs[-1][0] != mark:
            runs.append((mark, []))
        runs[-1][1].append(_text(unit))
    shown = between.join(_run(between.join(units), mark) for mark, units in runs)
    more = len(text.units) - _MOST_UNITS
    return shown if more <= 0 else f"{shown} … and {_counted(more, 'unit')} more"


def _run(markup: str, mark: Mark) -> str:
    return f'<mark style="{_MARKS[mark]}" title="{mark}">{markup}</mark>' if mark in _MARKS else markup
