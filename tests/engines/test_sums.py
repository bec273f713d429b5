"""Totals of groups and cells, block by block: against Python's own sums, which have no end."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.engines import sums as module
from karat.engines.sums import Sums, whole_rows
from karat.errors import InvalidOption

GROUPS = (("A",), ("B",), ("C",))
WIDTHS, CELLS = (2, 1), 4

# A row: its group, its cell, how many references it has, and what two metrics counted.
rows_of = st.lists(
    st.tuples(
        st.sampled_from(GROUPS),
        st.integers(0, CELLS - 1),
        st.integers(1, 3),
        st.tuples(st.integers(-5, 1000), st.integers(0, 1 << 40)),
        st.tuples(st.integers(0, 9)),
    ),
    min_size=1,
    max_size=30,
)


def added(sums: Sums, rows: list[Any], *, cells: bool) -> None:
    """One block: its groups by the order in which they come."""
    keys = list(dict.fromkeys(row[0] for row in rows))
    codes = np.array([keys.index(row[0]) for row in rows], dtype=np.int64)
    sums.add(
        keys,
        None if len(keys) == 1 else codes,
        np.array([row[1] for row in rows], dtype=np.int64) if cells else None,
        [np.array([row[3] for row in rows]), np.array([row[4] for row in rows])],
        np.array([row[2] for row in rows]),
        len(rows),
    )


@pytest.mark.parametrize("cells", [False, True])
@given(blocks=st.lists(rows_of, min_size=1, max_size=4))
def test_totals_are_those_of_all_rows(cells: bool, blocks: list[list[Any]]) -> None:
    """However the rows come in blocks: counts, segments, and whether all have as many references."""
    sums = Sums(WIDTHS, CELLS if cells else 0)
    for block in blocks:
        added(sums, block, cells=cells)
    rows = [row for block in blocks for row in block]
    assert [one.key for one in sums.groups()] == sorted({row[0] for row in rows})
    for group in sums.groups():
        mine = [row for row in rows if row[0] == group.key]
        references = {row[2] for row in mine}
        assert group.totals == tuple(
            tuple(map(sum, zip(*(row[place] for row in mine), strict=True))) for place in (3, 4)
        )
        assert group.segments == len(mine)
        assert group.label == (str(max(references)) if len(references) == 1 else "var")
        assert (group.cells is not None) == cells
        if group.cells is not None:
            counted = Counter(row[1] for row in mine)
            assert group.cells.segments.tolist() == [counted[cell] for cell in range(CELLS)]
            assert group.cells.counts[1][:, 0].tolist() == [
                sum(row[4][0] for row in mine if row[1] == cell) for cell in range(CELLS)
            ]


def test_totals_have_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cells, more than 64 bits are added exactly, with one group in a block and with several."""
    monkeypatch.setattr(module, "_ROWS", 4)
    large = (1 << 62) - 1
    sums = Sums((1,), 0)
    expected: dict[tuple[str, ...], int] = defaultdict(int)
    for keys in ([("A",)], [("A",), ("B",)]) * 8:
        counts = np.array([[large - number] for number, _ in enumerate(keys)])
        codes = None if len(keys) == 1 else np.arange(2)
        sums.add(keys, codes, None, [counts], 1, len(keys))
        for key, row in zip(keys, counts.tolist(), strict=True):
            expected[key] += row[0]
    assert {one.key: one.totals[0][0] for one in sums.groups()} == expected
    assert expected["A",] > 1 << 64


def test_cells_that_overflow_are_refused() -> None:
    """Cells are of 64 bits: a sum that does not fit is told, never wrapped around."""
    sums = Sums((1,), 2)
    row = [np.array([[(1 << 62) + 1]])]
    sums.add([("A",)], None, np.array([0]), row, 1, 1)
    with pytest.raises(InvalidOption, match="more than 63 bits"):
        sums.add([("A",)], None, np.array([0]), row, 1, 1)


def test_too_many_groups_with_cells_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their tables would not fit into memory; without cells there is no end."""
    monkeypatch.setattr(module, "_MOST", 8)
    keys = [(f"{number}",) for number in range(3)]
    block: Any = ([np.ones((3, 1), dtype=np.int64)], 1, 3)
    with pytest.raises(InvalidOption, match="too many for intervals"):
        Sums((1,), 4).add(keys, np.arange(3), np.zeros(3, dtype=np.int64), *block)
    whole = Sums((1,), 0)
    whole.add(keys, np.arange(3), None, *block)
    assert len(whole.groups()) == 3


def test_fractions_are_refused() -> None:
    """Their sums would depend on the order of shards."""
    with pytest.raises(InvalidOption, match="not whole"):
        whole_rows(np.array([[0.5]]))
