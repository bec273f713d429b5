"""The totals of groups and of their cells, while blocks of rows are added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.engines.partials import CellTotals, GroupTotals
from karat.errors import InvalidOption
from karat.kernel import Counts, add_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]

# Cells × groups that are held at once; each has a row of numbers for each metric.
_MOST = 1 << 22
# Rows whose sums are of 64 bits. Those of more are added as Python's numbers, which have no end.
_ROWS = 1 << 20


@dataclass(slots=True)
class _Known:
    """What is known of a group beside its sums: its rows, and the fewest and most references of one."""

    place: int
    segments: int = 0
    fewest: int = 1 << 62
    most: int = 0

    @property
    def label(self) -> str:
        """The number of references, where all rows have as many."""
        return str(self.most) if self.fewest == self.most else "var"


class Sums:
    """The totals of each group of rows; with `cells`, also apart for each of these."""

    def __init__(self, widths: Sequence[int], cells: int) -> None:
        self._widths = tuple(widths)
        self._cells = cells
        self._known: dict[tuple[str, ...], _Known] = {}
        self._whole: list[list[list[int]]] = []
        self._tables = [np.zeros((0, width), dtype=np.int64) for width in (*widths, 1)]
        self._held = 0

    def add(
        self,
        keys: Sequence[tuple[str, ...]],
        codes: Numbers | None,
        cells: Numbers | None,
        counted: Sequence[Any],
        references: Numbers | int,
        rows: int,
    ) -> None:
        """Add the rows of a block. `codes` are their groups among `keys`, None where there is one."""
        groups = [self._group(key) for key in keys]
        sizes = [rows] if codes is None else np.bincount(codes, minlength=len(keys)).tolist()
        for code, (group, size) in enumerate(zip(groups, sizes, strict=True)):
            found = references
            if not isinstance(found, int):
                found = found if codes is None else found[codes == code]
            group.segments += size
            group.fewest = min(group.fewest, int(np.min(found)))
            group.most = max(group.most, int(np.max(found)))
        if codes is None and cells is None:
            for total, counts in zip(self._whole[groups[0].place], counted, strict=True):
                for column, number in enumerate(_total(counts)):
                    total[column] += number
            return
        places = np.array([group.place for group in groups], dtype=np.int64)
        places = places[np.zeros(rows, dtype=np.int64) if codes is None else codes]
        if cells is not None:
            places = places * self._cells + cells
        ones = np.ones((rows, 1), dtype=np.int64)
        self._make_room()
        for table, counts in zip(self._tables, (*counted, ones), strict=True):
            if not add_rows(whole_rows(counts), places, table):
                raise InvalidOption(
                    "The totals have more than 63 bits. If scores come from a column, divide all of them by "
                    "the same power of ten."
                )
        self._held += rows
        if not self._cells and self._held >= _ROWS:
            self._flush()

    def groups(self) -> tuple[GroupTotals, ...]:
        """All groups, in the order of their keys."""
        if not self._cells:
            self._flush()
        return tuple(self._totals(key, self._known[key]) for key in sorted(self._known))

    def _totals(self, key: tuple[str, ...], known: _Known) -> GroupTotals:
        if not self._cells:
            totals = tuple(map(tuple, self._whole[known.place]))
            return GroupTotals(key, known.segments, known.most, known.label, totals)
        mine = slice(known.place * self._cells, (known.place + 1) * self._cells)
        *counts, segments = (table[mine].copy() for table in self._tables)
        totals = tuple(tuple(_exact_total(one)) for one in counts)
        cells = CellTotals(segments[:, 0].copy(), tuple(counts))
        return GroupTotals(key, known.segments, known.most, known.label, totals, cells)

    def _group(self, key: tuple[str, ...]) -> _Known:
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _Known(len(self._known))
            self._whole.append([[0] * width for width in self._widths])
            if self._cells and len(self._known) * self._cells > _MOST:
                raise InvalidOption(
                    f"There are {len(self._known)} groups or more, too many for intervals. Group by fewer "
                    "columns, or leave out the intervals."
                )
        return known

    def _make_room(self) -> None:
        """Rows for every group; twice as many as there were, so that growing stays rare."""
        needed = len(self._known) * (self._cells or 1)
        if (have := len(self._tables[0])) >= needed:
            return
        more = max(needed, 2 * have) - have
        self._tables = [
            np.vstack([table, np.zeros((more, table.shape[1]), dtype=np.int64)]) for table in self._tables
        ]

    def _flush(self) -> None:
        """From tables of 64 bits to numbers of any size."""
        for number, table in enumerate(self._tables[:-1]):
            for place in np.flatnonzero(table.any(axis=1)).tolist():
                total = self._whole[place][number]
                for column, more in enumerate(table[place].tolist()):
                    total[column] += more
            table[:] = 0
        self._held = 0


def _total(counts: Any) -> list[int]:
    return counts.total() if isinstance(counts, Counts) else _exact_total(whole_rows(counts))


def _exact_total(rows: Numbers) -> list[int]:
    """Sums of any size: those of the upper and the lower halves of numbers stay within 64 bits."""
    high, low = rows >> 32, rows & 0xFFFFFFFF
    return [(int(a) << 32) + int(b) for a, b in zip(high.sum(axis=0), low.sum(axis=0), strict=True)]


def whole_rows(counts: Any) -> Numbers:
    """The rows that a metric has counted."""
    rows = counts.array() if isinstance(counts, Counts) else np.asarray(counts)
    if rows.dtype.kind not in "iu":
        raise InvalidOption("Sums of whole numbers add in any order; these are not whole.")
    return np.ascontiguousarray(rows, dtype=np.int64)
