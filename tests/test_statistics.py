"""Statistics: rows that add."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from random import Random

import numpy as np
import pytest

from karat.errors import UnknownName
from karat.metrics import Bleu
from karat.statistics import Statistics

ROWS = np.array([[1, 2], [3, 4], [5, 6], [7, 8]])


@pytest.fixture(params=["array", "counts"])
def statistics(request: pytest.FixtureRequest) -> Statistics:
    """The same four rows, as an array and as the kernel's counts."""
    if request.param == "array":
        return Statistics(("a", "b"), ROWS.copy())
    metric = Bleu(order=1, tokenize="none")
    return metric.count(["x", "x x x", "", "x x"], ["x", "x", "y y", "y"])


def test_length(statistics: Statistics) -> None:
    """There is a row per segment."""
    assert len(statistics) == 4
    assert statistics.counts.shape == (4, len(statistics.columns))


def test_total(statistics: Statistics) -> None:
    """The total is the sum of all rows, in plain whole numbers."""
    total = statistics.total()
    assert total == statistics.counts.sum(axis=0).tolist()
    assert all(type(count) is int for count in total)


def test_column(statistics: Statistics) -> None:
    """A column goes by its name."""
    first = statistics.columns[0]
    assert statistics[first].tolist() == statistics.counts[:, 0].tolist()
    with pytest.raises(UnknownName, match=f"no column 'nothing'. Known: {first}"):
        statistics["nothing"]


def test_take(statistics: Statistics) -> None:
    """Rows can be taken in any order, and more than once."""
    taken = statistics.take([2, 0, 2])
    assert taken.columns == statistics.columns
    assert np.array_equal(taken.counts, statistics.counts[[2, 0, 2]])


def test_grouped(statistics: Statistics) -> None:
    """Rows under one label are summed; labels come in order of first appearance."""
    names, sums = statistics.grouped(["z", "a", "z", "b"])
    counts = statistics.counts
    assert names == ("z", "a", "b")
    assert np.array_equal(sums.counts, [counts[0] + counts[2], counts[1], counts[3]])
    assert sums.counts.dtype == counts.dtype
    assert sums.total() == statistics.total()


def test_grouped_one_by_one(statistics: Statistics) -> None:
    """Labels that are all different leave the rows as they are."""
    names, sums = statistics.grouped(["1", "2", "3", "4"])
    assert names == ("1", "2", "3", "4")
    assert np.array_equal(sums.counts, statistics.counts)


@pytest.mark.parametrize("labels", [["a"], ["a", "b", "a", "b", "a"], []])
def test_labels_of_another_length(labels: list[str], statistics: Statistics) -> None:
    """Labels that are not as many as the rows are refused."""
    with pytest.raises(ValueError, match=r".+"):
        statistics.grouped(labels)


def test_labels_of_another_length_for_one_row() -> None:
    """Also where there is only one row."""
    with pytest.raises(ValueError, match=r".+"):
        Statistics(("a",), np.ones((1, 1), dtype=np.int64)).grouped(["x", "y"])


def test_weighted(statistics: Statistics) -> None:
    """Each row of weights gives a weighted sum of the rows."""
    weights = np.array([[1, 1, 1, 1], [0, 2, 0, 1]])
    weighted = statistics.weighted(weights)
    counts = statistics.counts
    assert len(weighted) == 2
    assert weighted.counts[0].tolist() == statistics.total()
    assert np.array_equal(weighted.counts[1], 2 * counts[1] + counts[3])


def test_bootstrap_is_counting_again() -> None:
    """Weights are multiplicities: a resampled corpus has the total of its segments."""
    rng = Random(0)
    hypotheses = [" ".join(rng.choices("abcd", k=6)) for _ in range(20)]
    references = [" ".join(rng.choices("abcd", k=6)) for _ in range(20)]
    drawn = rng.choices(range(20), k=20)
    metric = Bleu()
    weights = np.bincount(drawn, minlength=20)[None]
    again = metric.count([hypotheses[i] for i in drawn], [references[i] for i in drawn])
    assert metric.count(hypotheses, references).weighted(weights).total() == again.total()


def test_weights_of_another_length(statistics: Statistics) -> None:
    """Weights that are not as many as the rows are refused."""
    with pytest.raises(ValueError, match=r".+"):
        statistics.weighted(np.ones((1, 3)))


def test_fractions() -> None:
    """Statistics may be fractions after weighting."""
    half = Statistics(("a", "b"), ROWS).weighted(np.full((1, 4), 0.5))
    assert half.total() == [8.0, 10.0]


def test_frozen(statistics: Statistics) -> None:
    """Statistics do not change."""
    with pytest.raises(FrozenInstanceError):
        statistics.columns = ()  # type: ignore[misc]
