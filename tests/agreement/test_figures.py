"""Figures that were computed elsewhere, for small inputs that anyone can check."""

from collections.abc import Callable

import numpy as np
import pytest

from karat.agreement import (
    PairedScores,
    agree,
    calibrate_ties,
    count_pairs,
    metric_clusters,
    soft_accuracy,
    williams,
    williams_p,
)
from karat.agreement.pair_counts import count_pairs as count
from karat.agreement.resampled import row_draws

Make = Callable[..., PairedScores]

FIVE = [2, 1, 1.5, 5, 3], [1, 2, 2, 3, 4]
SEVEN = [1, 1, 2, 2, 4, 3, 3], [1, 1, 1, 2, 2, 3, 4]


@pytest.mark.parametrize(
    ("statistic", "none", "system", "item"),
    [
        ("pearson", 0.776, 0.760, 1.0),
        ("kendall", 0.552, 0.575, 1.0),
        ("kendall-c", 0.556, 0.611, 1.0),
        ("spearman", 0.7537, 0.6830, 1.0),
    ],
)
def test_groupings(paired: Make, statistic: str, none: float, system: float, item: float) -> None:
    """All scores together, by system and by item, of two systems with three items."""
    both = paired([2, 1, 4, 3, 3, 7], [1, 2, 3, 4, 5, 6], 2)

    for grouping, expected in (("none", none), ("system", system), ("item", item)):
        assert agree(both, statistic, grouping=grouping).value == pytest.approx(expected, abs=5e-4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("statistic", "expected"),
    [
        ("kendall", 0.316228),
        ("kendall-c", 0.32),
        ("tau-23", 0.2),
        ("accuracy", 0.6),
        ("calibrated-accuracy", 0.7),
    ],
)
def test_five(paired: Make, statistic: str, expected: float) -> None:
    """Five scores with a tie of people."""
    assert agree(paired(*FIVE), statistic).value == pytest.approx(expected, abs=5e-7)  # type: ignore[arg-type]


def test_thresholds() -> None:
    """Small differences of the metric may be ties."""
    metric, human = (np.array(values, dtype=float) for values in FIVE)
    assert count_pairs(metric, human, epsilon=2).accuracy == pytest.approx(0.4)

    metric, human = (np.array(values, dtype=float) for values in SEVEN)
    assert count_pairs(metric, human).tau_23 == pytest.approx(7 / 21)
    assert count_pairs(metric, human).accuracy == pytest.approx(14 / 21)
    assert count_pairs(metric, human, epsilon=1).tau_23 == pytest.approx(-1 / 21)


@pytest.mark.parametrize(("threshold", "expected"), [(25, 3 / 5), (1, 2 / 6)])
def test_kendall_like(threshold: float, expected: float) -> None:
    """Pairs that people hardly tell apart do not count."""
    metric, human = np.array([2.0, 1, 4, 3]), np.array([10.0, 11, 100, 150])

    assert count(metric, human, threshold=threshold).tau_10 == pytest.approx(expected)


def test_agreement() -> None:
    """5 of 10 pairs are ordered or tied alike."""
    counts = count_pairs(np.array([1.0, 1, 2, 1, 2]), np.array([1.0, 2, 3, 3, 4]))

    assert int(counts.concordant + counts.both_ties) == 5
    assert int(counts.pairs) == 10


def test_kendall_like_of_items(paired: Make) -> None:
    """WMT's τ is of the pairs of all items together, also where items have different numbers of pairs."""
    both = paired([1, 4, 2, 3, 3, 3.5], [10, 100, 90, 110, 50, 40], 3)
    # Item 1: 10–90 and 10–50 right, 90–50 wrong; item 2: 100–40 and 110–40: right, wrong; 100–110 is too near.
    found = agree(both, "kendall-like", grouping="item")
    assert found.value == pytest.approx((3 - 2) / 5)
    draws = row_draws(both, found, np.array([[1.0, 1], [2, 0], [0, 2]]))
    assert draws is not None
    assert draws.tolist() == pytest.approx([1 / 5, 1 / 3, 0])


@pytest.mark.parametrize(
    ("human", "accuracies", "best"),
    [([1, 2, 3, 4], [6, 4, 3, 1, 0], 0.0), ([1, 1, 1, 4], [3, 3, 4, 4, 3], 4.0)],
)
def test_tie_calibration(human: list[float], accuracies: list[int], best: float) -> None:
    """The accuracy at every threshold, and the best of them."""
    found = calibrate_ties(np.array([[0.0, 2, 6, 8]]), np.array([human], dtype=float))

    assert found.thresholds.tolist() == [0, 2, 4, 6, 8]
    np.testing.assert_allclose(found.accuracies, np.array(accuracies) / 6)
    assert found.epsilon == best


def test_soft_accuracy() -> None:
    """All eight exchanges of three segments."""
    metric, human = np.array([[2.0, 2, 4], [1, 3, 5]]), np.array([[1.0, 2, 3], [2, 3, 4]])

    assert soft_accuracy(metric, human) == 0.875


def test_williams() -> None:
    """Williams' test from scores and from correlations."""
    human = np.arange(1.0, 6)
    first, second = np.array([1.1, 2, 3.1, 4, 5.1]), np.array([1.5, 2, 3.1, 4, 5.5])

    assert williams(first, second, human) == pytest.approx(0.019, abs=5e-4)
    assert williams_p(0.9, 0.8, 0.7, 20) == pytest.approx(0.0938983, abs=5e-8)


def test_missing(paired: Make) -> None:
    """A missing score leaves its item with one system, which has no correlation."""
    both = paired([2, 1, 8, 3, 5, 6], [1, np.nan, 3, 4, 5, 6], 2)
    found = agree(both, "pearson", grouping="item")

    assert found.value == pytest.approx((1.0 + -1.0) / 2)
    assert (found.groups, found.undefined, found.observations) == (2, 1, 5)


@pytest.mark.parametrize(("level", "expected"), [(0.5, [1, 1, 1, 1]), (1, [1, 2, 3, 4])])
def test_rank_clusters(level: float, expected: list[int]) -> None:
    """Ranks from a matrix of p-values."""
    matrix = [(0, 1, 1, 1), (0, 0, 1, 1), (0, 0, 0, 1), (0, 0, 0, 0)]
    names = "ABCD"

    def differs(better: str, worse: str) -> bool:
        return matrix[names.index(better)][names.index(worse)] <= level

    assert list(metric_clusters(names, differs).values()) == expected
