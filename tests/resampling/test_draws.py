"""Statistics that chance might have given."""

from __future__ import annotations

import numpy as np
import pytest

from karat.errors import InvalidOption, MisalignedCorpus
from karat.resampling import bootstrap_rows, draws, leave_one_out_rows, swap_rows, swapped
from karat.statistics import Statistics

RNG = np.random.default_rng(1)
ROWS = 40
FIRST = Statistics(("a", "b"), RNG.integers(0, 9, size=(ROWS, 2)))
SECOND = Statistics(("c",), RNG.integers(0, 9, size=(ROWS, 1)))
ONES = Statistics(("one",), np.ones((ROWS, 1), dtype=np.int64))


def test_a_resample_has_as_many_rows_as_the_corpus() -> None:
    """Weights of a sample add up to the number of rows."""
    assert bootstrap_rows([ONES], samples=50, seed=0)[0].counts.tolist() == [[ROWS]] * 50


def test_the_draws_are_the_same_for_all_tables() -> None:
    """Together or alone, in one batch or in many, a table is drawn alike."""
    together = bootstrap_rows([FIRST, SECOND], samples=30, seed=5)
    alone = [bootstrap_rows([table], samples=30, seed=5)[0] for table in (FIRST, SECOND)]
    for one, other in zip(together, alone, strict=True):
        assert np.array_equal(one.counts, other.counts)
        assert one.columns == other.columns


@pytest.mark.parametrize("draw", [bootstrap_rows, swap_rows])
def test_a_seed_gives_the_same_draws(draw: object) -> None:
    """The same seed the same rows; another seed, 0 among them, others."""
    rows = {seed: draw([FIRST], samples=20, seed=seed)[0].counts for seed in (0, 1)}  # type: ignore[operator]
    again = draw([FIRST], samples=20, seed=0)[0].counts  # type: ignore[operator]
    assert np.array_equal(rows[0], again)
    assert not np.array_equal(rows[0], rows[1])


def test_resampled_sums_have_the_right_mean_and_spread() -> None:
    """The mean of resampled totals is the total; their variance n times that of a row."""
    totals = bootstrap_rows([SECOND], samples=20_000, seed=3)[0].counts[:, 0]
    rows = SECOND.counts[:, 0]
    error = totals.std() / np.sqrt(len(totals))
    assert totals.mean() == pytest.approx(rows.sum(), abs=4 * error)
    assert totals.var() == pytest.approx(ROWS * rows.var(), rel=0.05)


def test_strata_keep_their_size() -> None:
    """Each stratum gives as many rows as it has."""
    strata = ["news"] * 10 + ["mail"] * 30
    of_news = Statistics(("news",), np.array([[kind == "news"] for kind in strata], dtype=np.int64))
    drawn = bootstrap_rows([of_news], samples=100, seed=1, strata=strata)[0]
    assert drawn.counts.tolist() == [[10]] * 100
    assert len({*bootstrap_rows([of_news], samples=100, seed=1)[0].counts[:, 0]}) > 1


def test_halves_are_halves() -> None:
    """A row is in a half with probability 1/2, independently of the others."""
    sizes = swap_rows([ONES], samples=20_000, seed=2)[0].counts[:, 0]
    assert sizes.mean() == pytest.approx(ROWS / 2, abs=0.1)
    assert sizes.var() == pytest.approx(ROWS / 4, rel=0.05)


def test_swapping_loses_nothing() -> None:
    """Two systems after a swap have together what they had before."""
    other = Statistics(FIRST.columns, FIRST.counts[::-1].copy())
    halves = swap_rows([FIRST, other], samples=20, seed=4)
    after = swapped(FIRST, *halves).counts + swapped(other, *reversed(halves)).counts
    assert np.array_equal(after, np.tile(np.array(FIRST.total()) + other.total(), (20, 1)))


def test_one_left_out() -> None:
    """The totals without each row."""
    left_out = leave_one_out_rows(FIRST)
    assert np.array_equal(left_out.counts[7], np.delete(FIRST.counts, 7, axis=0).sum(axis=0))


@pytest.mark.parametrize("draw", [bootstrap_rows, swap_rows])
def test_batches_are_bounded(draw: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many samples, few weights are held at once, and the sums stay plausible."""
    monkeypatch.setattr(draws, "_CELLS", 3 * ROWS)
    rows = draw([ONES, FIRST], samples=10, seed=0)  # type: ignore[operator]
    assert [len(table) for table in rows] == [10, 10]
    assert len({tuple(row) for row in rows[1].counts}) > 5


@pytest.mark.parametrize("seed", [-1, 1.5, True, None])
def test_bad_seeds(seed: object) -> None:
    """A seed is a whole number of at least 0."""
    with pytest.raises(InvalidOption, match="seed"):
        bootstrap_rows([FIRST], samples=3, seed=seed)  # type: ignore[arg-type]


def test_bad_tables() -> None:
    """Different lengths, no rows, no samples, labels that do not fit."""
    short = Statistics(("a",), np.ones((3, 1)))
    with pytest.raises(MisalignedCorpus, match="3 and 40 rows"):
        swap_rows([FIRST, short], samples=3, seed=0)
    with pytest.raises(MisalignedCorpus, match="no rows"):
        bootstrap_rows([Statistics(("a",), np.ones((0, 1)))], samples=3, seed=0)
    with pytest.raises(InvalidOption, match="samples is 0"):
        bootstrap_rows([FIRST], samples=0, seed=0)
    with pytest.raises(MisalignedCorpus, match="2 strata for 40 rows"):
        bootstrap_rows([FIRST], samples=1, seed=0, strata=["a", "b"])


@pytest.mark.parametrize("strata", [None, ["a", "b", "b"]])
def test_long_texts_are_multiplied_in_blocks(
    strata: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which changes nothing: the same draws give the same sums."""
    labels = None if strata is None else (strata * ROWS)[:ROWS]
    whole = (
        bootstrap_rows([FIRST, SECOND], samples=50, seed=5, strata=labels),
        swap_rows([FIRST], samples=50, seed=5),
    )
    monkeypatch.setattr(draws, "_LONG", 10)
    monkeypatch.setattr(draws, "_BLOCK", 7)
    pieces = (
        bootstrap_rows([FIRST, SECOND], samples=50, seed=5, strata=labels),
        swap_rows([FIRST], samples=50, seed=5),
    )
    for one, other in zip(whole, pieces, strict=True):
        for table, again in zip(one, other, strict=True):
            assert np.array_equal(table.counts, again.counts)
