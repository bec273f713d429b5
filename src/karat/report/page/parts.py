"""The parts of a section as HTML: tables, notes and charts."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from karat.report.charts.chart import Chart
from karat.report.formats.sheets import headings, write_out
from karat.report.page.folding import arranged
from karat.report.page.html import Markup, element, joined, prose
from karat.report.tables import Note, Table, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from karat.report.formats.sheets import Line, Sheet
    from karat.report.page.section import Part
    from karat.report.tables import Row

# Longer lists of notes are folded: they are there to look something up.
_MANY_NOTES = 3


def parts_markup(parts: Sequence[Part], *, digits: int, draw: Callable[[Chart], str]) -> Markup:
    """The parts one below the other, some of them folded; notes that follow each other make one list."""
    blocks = []
    for block in arranged(parts):
        inside = joined(*_pieces(block.parts, digits, draw))
        blocks.append(inside if block.summary is None else _folded(block.summary, inside))
    return joined(*blocks)


def _folded(summary: str, inside: Markup) -> Markup:
    return element("details", element("summary", element("bdi", summary)), inside, class_="more")


def _pieces(parts: Sequence[Part], digits: int, draw: Callable[[Chart], str]) -> Iterator[Markup]:
    for kind, group in groupby(parts, key=type):
        if issubclass(kind, Note):
            yield from _notes([part for part in group if isinstance(part, Note)])
            continue
        for part in group:
            if isinstance(part, Table):
                yield table_markup(part, digits)
            elif isinstance(part, Chart):
                yield chart_markup(part, draw)


def chart_markup(chart: Chart, draw: Callable[[Chart], str]) -> Markup:
    """A chart with its title and what it says in words; on a phone the one for narrow columns is shown."""
    caption = element(
        "figcaption",
        element("strong", element("bdi", chart.title)),
        element("span", element("bdi", prose(chart.description))),
    )
    if chart.narrow is None:
        return element("figure", caption, _chart_box(chart, draw), id=f"figure-{chart.name}")
    narrow = replace(chart, name=f"{chart.name}-narrow", specification=chart.narrow, narrow=None)
    boxes = _chart_box(chart, draw, "wide"), _chart_box(narrow, draw, "narrow")
    return element("figure", caption, *boxes, id=f"figure-{chart.name}")


def _chart_box(chart: Chart, draw: Callable[[Chart], str], kind: str = "") -> Markup:
    drawn = Markup(draw(chart))
    return element("div", drawn, class_=f"chart-box {kind}".strip(), role="group", aria_label=chart.title)


def table_markup(table: Table, digits: int) -> Markup:
    """A table that can be sorted where scripts run, with its values in full behind what is written."""
    sheet = write_out(table, digits)
    rows = [
        _row(sheet, line, row, "break" if place in table.breaks else None)
        for place, (line, row) in enumerate(zip(sheet.lines, table.all_rows, strict=True))
    ]
    foot = element("tfoot", rows.pop()) if sheet.has_total else None
    caption = element("caption", element("bdi", sheet.title)) if sheet.title else None
    body = element("tbody", *rows)
    whole = element("table", caption, _head(sheet), body, foot, class_="sortable")
    return element("div", whole, class_="table-box", role="group", aria_label=sheet.title or "table")


def _head(sheet: Sheet) -> Markup:
    labels = zip(sheet.labels, sheet.counted, strict=True)
    cells = [
        *(_header(printable(label), is_number) for label, is_number in labels),
        *(_header(name, True) for name in headings(sheet)),
    ]
    return element("thead", element("tr", *cells))


def _header(name: str, is_number: bool) -> Markup:
    content = element("bdi", name) if name else element("span", "row", class_="unseen")
    return element("th", content, scope="col", class_="number" if is_number else None)


def _row(sheet: Sheet, line: Line, row: Row, kind: str | None) -> Markup:
    labels = [
        element(
            "th" if place == 0 else "td",
            element("bdi", label),
            scope="row" if place == 0 else None,
            class_="number" if is_number else None,
            data_value=label if is_number else None,
        )
        for place, (label, is_number) in enumerate(zip(line.labels, sheet.counted, strict=True))
    ]
    values = [
        element(
            "td",
            cell.text,
            element("span", " (best)", class_="unseen") if cell.best else None,
            class_="number best" if cell.best else "number",
            data_value="" if value != value else repr(float(value)),  # noqa: PLR0124 (NaN is missing)
        )
        for cell, value in zip(line.cells, row.values, strict=True)
    ]
    return element("tr", *labels, *values, class_=kind)


def _notes(notes: Sequence[Note]) -> Iterator[Markup]:
    """A note with a label is a term and what it means, and goes on in those without one after it."""
    for is_labelled, group in groupby(_with_terms(notes), key=lambda one: one[0] is not None):
        if not is_labelled:
            paragraphs = [text for _, texts in group for text in texts]
            yield from (element("p", element("bdi", text), class_="note") for text in paragraphs)
            continue
        terms = [(term or "", texts) for term, texts in group]
        # A warning is never folded.
        for is_warning in (True, False):
            some = [one for one in terms if (one[0].casefold() == "warning") == is_warning]
            if some:
                listed = element("dl", *(_term(*one) for one in some), class_="notes")
                many = not is_warning and len(some) > _MANY_NOTES
                yield _folded(f"{len(some)} notes on the figures", listed) if many else listed


def _with_terms(notes: Sequence[Note]) -> list[tuple[str | None, list[str]]]:
    found: list[tuple[str | None, list[str]]] = []
    for note in notes:
        if note.label or not found or found[-1][0] is None:
            found.append((note.label or None, [note.text]))
        else:
            found[-1][1].append(note.text)
    return found


def _term(term: str, texts: Sequence[str]) -> Markup:
    warning = "warning" if term.casefold() == "warning" else None
    return joined(
        element("dt", element("bdi", term), class_=warning),
        *(element("dd", element("bdi", text)) for text in texts),
    )
