"""Any split of any corpus adds to the whole, draws included."""

import random
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples

from karat import Bleu, Chrf, Ter
from karat.engines import GroupedTotals, add, compare_totals, count_shard, evaluate_shards, shards_of
from karat.errors import InvalidOption, MisalignedCorpus

METRICS = (Bleu(), Chrf(), Ter())


def figures(totals: GroupedTotals) -> object:
    """Everything that must be the same, bit for bit."""
    found = compare_totals(totals, samples=20, seed=3)
    return (
        [(group.key, group.segments, group.totals, group.label) for group in totals.groups],
        [(one.value, one.interval.low, one.interval.high) for one in found.standings],
        [(one.difference, one.p, one.interval.low, one.interval.high) for one in found.contrasts],
    )


@examples(1 / 3)
@given(
    order=st.randoms(use_true_random=False),
    cuts=st.lists(st.integers(0, 120), max_size=6),
    group=st.integers(1, 50),
)
def test_any_split_adds_to_the_whole(
    table: pa.Table, order: random.Random, cuts: list[int], group: int
) -> None:
    """Rows in any order, shards of any size, empty ones too, row groups of any size, delivered in any order."""
    whole = _whole(table)
    shuffled = list(range(len(table)))
    order.shuffle(shuffled)
    rows = table.take(shuffled)
    ends = [0, *sorted(cuts), len(table)]
    with TemporaryDirectory() as folder:
        for number, (start, end) in enumerate(pairwise(ends)):
            pq.write_table(rows.slice(start, end - start), f"{folder}/{number}.parquet", row_group_size=group)
        shards = shards_of(folder)
        order.shuffle(shards)
        parts = [
            count_shard(shard, METRICS, by=["lang", "system"], cells=128, threads=1 + number % 3)
            for number, shard in enumerate(shards)
        ]
        assert figures(add(parts)) == whole


_KNOWN: list[object] = []


def _whole(table: pa.Table) -> object:
    """The figures of all rows in one file, counted once."""
    if not _KNOWN:
        with TemporaryDirectory() as folder:
            pq.write_table(table, f"{folder}/all.parquet")
            (shard,) = shards_of(folder)
            _KNOWN.append(figures(add([count_shard(shard, METRICS, by=["lang", "system"], cells=128)])))
    return _KNOWN[0]


def test_one_row_shards_add_to_the_whole(tmp_path: Path, table: pa.Table) -> None:
    """Each row in a file of its own, with documents as the unit of chance."""
    for number in range(40):
        pq.write_table(table.slice(number, 1), tmp_path / f"{number}.parquet")
    pq.write_table(table.slice(0, 40), tmp_path / "all.parquet")
    many = evaluate_shards(str(tmp_path / "[0-9]*.parquet"), Bleu(), cells=64)
    one = evaluate_shards(tmp_path / "all.parquet", Bleu(), cells=64)
    assert figures(many) == figures(one)
    assert many.recipe.identity == ("doc_id",)
    assert many.shards == 40


def test_systems_on_other_segments_are_refused(tmp_path: Path, table: pa.Table) -> None:
    """A paired test of different texts would be a wrong number."""
    pq.write_table(table.slice(0, 119), tmp_path / "rows.parquet")
    totals = evaluate_shards(tmp_path / "rows.parquet", Bleu(), cells=64)
    with pytest.raises(MisalignedCorpus, match="A has 60 segments and B 59"):
        compare_totals(totals)
    with pytest.raises(InvalidOption, match="no cells to draw from"):
        compare_totals(evaluate_shards(tmp_path / "rows.parquet", Bleu()))


def test_cells_hold_all_rows(table: pa.Table, tmp_path: Path) -> None:
    """Their sum is the total."""
    pq.write_table(table, tmp_path / "rows.parquet")
    for group in evaluate_shards(tmp_path / "rows.parquet", *METRICS, cells=16).groups:
        assert group.cells is not None
        assert group.cells.segments.sum() == group.segments
        for counts, total in zip(group.cells.counts, group.totals, strict=True):
            assert np.array_equal(counts.sum(axis=0), total)
