"""A table with every cell written out, as the formats for people draw it."""

from __future__ import annotations

from karat.records import dataclass, replace
from karat.report.tables import Table, best_cells, printable
from karat.types import TYPE_CHECKING

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

    def piece(self, start: int, end: int) -> Sheet:
        """Some neighbouring columns, with all labels."""
        return replace(
            self,
            columns=self.columns[start:end],
            lower=self.lower[start:end],
            lines=[Line(line.labels, line.cells[start:end]) for line in self.lines],
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


def split(sheet: Sheet, widths: Sequence[int], room: int) -> Iterator[Sheet]:
    """The sheet in pieces, each with as many columns as there is room for, and at least one."""
    start, used = 0, 0
    for index, width in enumerate(widths):
        if index > start and used + width > room:
            yield sheet.piece(start, index)
            start, used = index, 0
        used += width
    yield sheet.piece(start, len(widths))


def headings(sheet: Sheet) -> list[str]:
    """The names of the columns, with an arrow where lower is better."""
    return [name + LOWER if lower else name for name, lower in zip(sheet.columns, sheet.lower, strict=True)]
