"""A table with every cell written out, as the formats for people draw it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import accumulate
from math import nan
from typing import TYPE_CHECKING

from karat.report.tables import INTERVAL_ENDS, Table, best_cells, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.report.tables import Column


MISSING = "–"
INFINITY = "∞"
AT_MOST = "≤ "
LOWER = " ↓"
MINUS = "−"
# A number with its stars, which is a label where it has some.
_NUMBER = re.compile(r"-\d+\.\d+\**")
_LEAST_P = 0.001


@dataclass(frozen=True, slots=True)
class WrittenCell:
    """What is written in a cell, whether it is the best of its kind, and its value in full."""

    text: str
    best: bool = False
    value: float = nan


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row of such a table."""

    labels: tuple[str, ...]
    cells: tuple[WrittenCell, ...]


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """Header and rows as texts; `lower` has the columns in which lower values are better.

    `breaks` has the rows with which a new group begins.
    """

    title: str
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    lower: tuple[bool, ...]
    rows: Sequence[WrittenRow]
    has_total: bool
    breaks: frozenset[int] = frozenset()

    @property
    def headings(self) -> list[str]:
        """The names of the columns, with an arrow where lower is better."""
        return [name + LOWER if lower else name for name, lower in zip(self.columns, self.lower, strict=True)]

    @property
    def body(self) -> Sequence[WrittenRow]:
        """The rows without the total."""
        return self.rows[:-1] if self.has_total else self.rows

    @property
    def name_at(self) -> int:
        """The column that names a row: its system, or its first label that is no number, or its first."""
        words = [place for place, counted in enumerate(self.counted) if not counted]
        return self.labels.index("system") if "system" in self.labels else next(iter(words), 0)

    @property
    def counted(self) -> tuple[bool, ...]:
        """For each column of labels whether it holds numbers, which are aligned at their right ends."""
        return tuple(
            all(row.labels[index].isdecimal() for row in self.body) for index in range(len(self.labels))
        )

    def piece(self, labels: Sequence[int], start: int, end: int) -> WrittenTable:
        """Some columns of labels, and some neighbouring columns of values."""
        return replace(
            self,
            labels=tuple(self.labels[place] for place in labels),
            columns=self.columns[start:end],
            lower=self.lower[start:end],
            rows=[
                WrittenRow(tuple(row.labels[place] for place in labels), row.cells[start:end])
                for row in self.rows
            ],
        )


def write_out(table: Table, digits: int, *, as_prose: bool = False) -> WrittenTable:
    """Every value with the same number of digits; a name that is empty is written as missing.

    Beside sentences, `as_prose`, numbers look as they do there: −0.5, and .006 for a p-value.
    """
    # Where every column has the same scale, its direction is said once, in the title.
    lower = [column.better == "lower" for column in table.columns]
    once = table.compared == "in rows"
    return WrittenTable(
        printable(table.title) + (LOWER if once and any(lower) else ""),
        tuple(map(printable, table.labels)),
        tuple(printable(column.name) for column in table.columns),
        tuple(is_lower and not once for is_lower in lower),
        _rows(table, digits, as_prose=as_prose),
        table.total is not None,
        table.breaks,
    )


def _rows(table: Table, digits: int, *, as_prose: bool) -> list[WrittenRow]:
    best = best_cells(table, digits)
    return [
        WrittenRow(
            tuple(_label(label, as_prose=as_prose) for label in row.labels),
            tuple(
                WrittenCell(
                    _in_prose(text, value, column) if as_prose else text, (position, index) in best, value
                )
                for index, (text, value, column) in enumerate(
                    zip(
                        table.written(row, digits, MISSING, INFINITY, AT_MOST),
                        row.values,
                        table.columns,
                        strict=True,
                    )
                )
            ),
        )
        for position, row in enumerate(table.all_rows)
    ]


def _label(label: str, *, as_prose: bool) -> str:
    if as_prose and _NUMBER.fullmatch(label):
        return label.replace("-", MINUS)
    return printable(label) or MISSING


def _in_prose(text: str, value: float, column: Column) -> str:
    """A number as sentences write it."""
    if column.is_p and value == value:  # noqa: PLR0124 (only NaN is not itself)
        bound = AT_MOST if text.startswith(AT_MOST) else ""
        return "< .001" if value < _LEAST_P else bound + f"{value:.3f}".removeprefix("0")
    return text.replace("-", MINUS)


def split(
    written: WrittenTable, widths: Sequence[int], width: int, *, title: str = ""
) -> Iterator[WrittenTable]:
    """The table in pieces that fit, as far as they can: `widths` has that of every column, labels first.

    The first piece has all labels, the others those that tell rows apart, below `title`.
    """
    labels, few = list(range(len(written.labels))), telling(written)
    values, start = widths[len(labels) :], 0
    shown, later = written, replace(written, title=f"{title} (continued)" if title else "")

    def room() -> int:
        return width - sum(widths[place] for place in labels)

    if values and values[0] > room() and len(few) < len(labels):
        yield written.piece(labels, 0, 0)
        shown, labels = later, few
    while True:
        end = start + _fitting(values[start:], room())
        end = _with_its_interval(written.columns, start, end)
        yield shown.piece(labels, start, end)
        if end >= len(values):
            return
        start, shown, labels = end, later, few


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many of the first columns fit; one always does."""
    used = list(accumulate(widths))
    return max(sum(end <= room for end in used), min(len(used), 1))


def _with_its_interval(columns: Sequence[str], start: int, end: int) -> int:
    """Where to cut instead, so that a value and its interval stay together; as it was where they cannot."""
    cut = end
    while start < cut < len(columns) and columns[cut].split(" ")[-1] in INTERVAL_ENDS:
        cut -= 1
    return cut if cut > start else end


def telling(written: WrittenTable) -> list[int]:
    """The columns of labels by which rows are told apart; what stands to the left, and systems, first."""
    kept = list(range(len(written.labels)))
    for place in reversed(range(len(written.labels))):
        fewer = [other for other in kept if other != place]
        rows = {tuple(line.labels[other] for other in fewer) for line in written.rows}
        if fewer and written.labels[place] != "system" and len(rows) == len(written.rows) > 1:
            kept = fewer
    return kept


def told_once(written: WrittenTable) -> WrittenTable:
    """The table with labels that every row has in the title instead, to save room."""
    same = [
        place
        for place in range(len(written.labels))
        if len(written.rows) > 1 and len({line.labels[place] for line in written.rows}) == 1
    ]
    kept = [place for place in range(len(written.labels)) if place not in same]
    if not same or not kept:
        return written
    told = ", ".join(f"{written.labels[place]}: {written.rows[0].labels[place]}" for place in same)
    title = f"{written.title} ({told})" if written.title else told
    return replace(written.piece(kept, 0, len(written.columns)), title=title)
