"""A table with every cell written out, as the formats for people draw it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import TYPE_CHECKING

from karat.report.tables import Table, best_cells, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


MISSING = "–"
LOWER = " ↓"


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written in a cell, and whether it is the best of its kind."""

    text: str
    best: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a sheet."""

    labels: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Header and rows as texts; `lower` has the columns in which lower values are better.

    `breaks` has the lines with which a new group begins.
    """

    title: str
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    lower: tuple[bool, ...]
    lines: Sequence[Line]
    has_total: bool
    breaks: frozenset[int] = frozenset()

    @property
    def counted(self) -> tuple[bool, ...]:
        """For each column of labels whether it holds numbers, which are aligned at their right ends."""
        body = self.lines[:-1] if self.has_total else self.lines
        return tuple(
            all(line.labels[index].isdecimal() for line in body) for index in range(len(self.labels))
        )

    def piece(self, labels: Sequence[int], start: int, end: int) -> Sheet:
        """Some columns of labels, and some neighbouring columns of values."""
        return replace(
            self,
            labels=tuple(self.labels[place] for place in labels),
            columns=self.columns[start:end],
            lower=self.lower[start:end],
            lines=[
                Line(tuple(line.labels[place] for place in labels), line.cells[start:end])
                for line in self.lines
            ],
        )


def write_out(table: Table, digits: int) -> Sheet:
    """Every value with the same number of digits; a name that is empty is written as missing."""
    # Where every column has the same scale, its direction is said once, in the title.
    lower = [column.better == "lower" for column in table.columns]
    once = table.compared == "in rows"
    return Sheet(
        printable(table.title) + (LOWER if once and any(lower) else ""),
        table.labels,
        tuple(printable(column.name) for column in table.columns),
        tuple(is_lower and not once for is_lower in lower),
        _lines(table, digits),
        table.total is not None,
        table.breaks,
    )


def _lines(table: Table, digits: int) -> list[Line]:
    best = best_cells(table, digits)
    return [
        Line(
            tuple(printable(label) or MISSING for label in row.labels),
            tuple(
                Cell(text, (position, index) in best)
                for index, text in enumerate(table.written(row, digits, MISSING))
            ),
        )
        for position, row in enumerate(table.all_rows)
    ]


def split(sheet: Sheet, widths: Sequence[int], width: int, *, title: str = "") -> Iterator[Sheet]:
    """The sheet in pieces that fit, as far as they can: `widths` has that of every column, labels first.

    The first piece has all labels, the others those that tell rows apart, below `title`.
    """
    labels, few = list(range(len(sheet.labels))), telling(sheet)
    values, start = widths[len(labels) :], 0
    shown, later = sheet, replace(sheet, title=f"{title} (continued)" if title else "")

    def room() -> int:
        return width - sum(widths[place] for place in labels)

    if values and values[0] > room() and len(few) < len(labels):
        yield sheet.piece(labels, 0, 0)
        shown, labels = later, few
    while True:
        end = start + _fitting(values[start:], room())
        yield shown.piece(labels, start, end)
        if end >= len(values):
            return
        start, shown, labels = end, later, few


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many of the first columns fit; one always does."""
    used = list(accumulate(widths))
    return max(sum(end <= room for end in used), min(len(used), 1))


def telling(sheet: Sheet) -> list[int]:
    """The columns of labels by which rows are told apart; what stands to the left, and systems, first."""
    kept = list(range(len(sheet.labels)))
    for place in reversed(range(len(sheet.labels))):
        fewer = [other for other in kept if other != place]
        rows = {tuple(line.labels[other] for other in fewer) for line in sheet.lines}
        if fewer and sheet.labels[place] != "system" and len(rows) == len(sheet.lines) > 1:
            kept = fewer
    return kept


def told_once(sheet: Sheet) -> Sheet:
    """The sheet with labels that every row has in the title instead, to save room."""
    same = [
        place
        for place in range(len(sheet.labels))
        if len(sheet.lines) > 1 and len({line.labels[place] for line in sheet.lines}) == 1
    ]
    kept = [place for place in range(len(sheet.labels)) if place not in same]
    if not same or not kept:
        return sheet
    told = ", ".join(f"{sheet.labels[place]}: {sheet.lines[0].labels[place]}" for place in same)
    title = f"{sheet.title} ({told})" if sheet.title else told
    return replace(sheet.piece(kept, 0, len(sheet.columns)), title=title)


def headings(sheet: Sheet) -> list[str]:
    """The names of the columns, with an arrow where lower is better."""
    return [name + LOWER if lower else name for name, lower in zip(sheet.columns, sheet.lower, strict=True)]
