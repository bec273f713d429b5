"""Each mark of an outlier by itself, distances beside scipy's, and where verdicts change their words."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.tools.tools import add_constant
from tests.hypothesis_profile import examples

from karat.agreement import Rater, equal_systems, influences, tracks, verdict

METRIC = np.array([20.0, 22, 25, 27, 30, 33, 35, 38])
HUMAN = np.array([2.1, 2.0, 2.6, 2.5, 3.1, 3.0, 3.6, 3.7])
NAMES = tuple("ABCDEFGH")
PLAIN = replace(
    influences(METRIC, HUMAN, NAMES).systems[0], p_value=1.0, human_distance=0.0, cook=0.0, leverage=0.0
)


@pytest.mark.parametrize(
    ("mark", "inside", "outside"),
    [
        ("p_value", 0.05, 0.049),
        ("human_distance", 2.5, 2.51),
        ("cook", 1.0, 1.01),
        ("leverage", 6 / 8, 0.751),
        ("human_distance", nan, inf),
    ],
)
def test_one_mark_is_enough(mark: str, inside: float, outside: float) -> None:
    """At the limit a system is none; beyond it, it is one, whatever the other marks say."""
    values: dict[str, Any] = {mark: inside}
    assert not replace(PLAIN, **values).is_outlier(8)
    values[mark] = outside
    assert replace(PLAIN, **values).is_outlier(8)


def test_the_limit_of_leverage_is_of_the_number_of_systems() -> None:
    """Twice the usual three times two parameters, by their number."""
    one = replace(PLAIN, leverage=0.5)
    assert [one.is_outlier(systems) for systems in (6, 12, 13)] == [False, False, True]


@given(
    scores=st.lists(
        st.tuples(st.integers(-30, 30), st.integers(-30, 30)),
        min_size=4,
        max_size=9,
        unique_by=lambda pair: pair[0],
    )
)
def test_figures_of_every_system(scores: list[tuple[int, int]]) -> None:
    """Distances are scipy's, p-values those of the t of a dummy for the system, times the systems."""
    x, y = (np.array(values, dtype=float) for values in zip(*scores, strict=True))
    names = [str(place) for place in range(len(x))]
    found = influences(x, y, names)
    away = np.abs(y - np.median(y))
    scale = stats.median_abs_deviation(y, scale="normal")
    for place, one in enumerate(found.systems):
        if scale > 0:
            assert one.human_distance == pytest.approx(away[place] / scale, rel=1e-4)
        else:
            assert one.human_distance == (inf if away[place] else 0)
        others = np.arange(len(x)) != place
        line = stats.linregress(x[others], y[others])
        assert one.line_without.slope == pytest.approx(line.slope, abs=1e-9)
        if isnan(one.studentized) or abs(one.studentized) > 1e5:
            continue
        dummy = (~others).astype(float)
        fitted = OLS(y, add_constant(np.column_stack([x, dummy]))).fit()
        assert one.studentized == pytest.approx(fitted.tvalues[2], rel=1e-5, abs=1e-6)
        assert one.p_value == pytest.approx(min(len(x) * fitted.pvalues[2], 1), rel=1e-4, abs=1e-9)


@examples(1 / 2)
@given(order=st.permutations(range(8)), factor=st.sampled_from([0.25, 2.0, 8.0]), shift=st.integers(-50, 50))
def test_order_and_scale_do_not_decide(order: list[int], factor: float, shift: int) -> None:
    """The same outliers and the same correlations, in whatever order and unit the scores come."""
    human = np.where(METRIC == 38, 0.5, HUMAN)
    plain = influences(METRIC, human, NAMES)
    moved = influences(factor * METRIC[order] + shift, human[order], [NAMES[place] for place in order])
    assert {one.system for one in plain.outliers} == {one.system for one in moved.outliers} == {"H"}
    assert plain.pearson == pytest.approx(moved.pearson)
    assert plain.without_outliers == pytest.approx(moved.without_outliers)
    assert plain.line.slope == pytest.approx(factor * moved.line.slope)
    assert plain.robust.slope == pytest.approx(factor * moved.robust.slope)
    cooks = {one.system: one.cook for one in moved.systems}
    assert all(one.cook == pytest.approx(cooks[one.system]) for one in plain.systems)


def test_what_is_left_needs_three_systems() -> None:
    """Of two that are no outliers, any line is perfect: nothing is said of them."""
    two_left = influences(np.array([1.0, 2.0, 3.0, 4.0]), np.array([0.0, 0.0, 1.0, 9.0]), tuple("ABCD"))
    assert [one.system for one in two_left.outliers] == ["A", "D"]
    assert isnan(two_left.without_outliers)
    four = influences(np.array([1.0, 2.0, 3.0, 4.0]), np.array([1.0, 1.0, 9.0, -7.0]), tuple("ABCD"))
    assert [one.system for one in four.outliers] == ["D"]
    assert four.without_outliers == pytest.approx(np.corrcoef([1, 2, 3], [1, 1, 9])[0, 1])


def test_as_plain_values_and_as_a_table() -> None:
    """Every system is in both, with its mark."""
    found = influences(METRIC, np.where(METRIC == 38, 0.5, HUMAN), NAMES, metric_name="m", human_name="h")
    plain = found.to_dict()
    assert [one["system"] for one in plain["systems"] if one["outlier"]] == ["H"]
    assert plain["least_squares"]["slope"] == found.line.slope
    assert plain["theil_sen"]["intercept"] == found.robust.intercept
    frame = found.to_pandas()
    assert frame["metric"].tolist() == ["m"] * 8
    assert frame["metric_score"].tolist() == METRIC.tolist()
    assert frame["human_score"].tolist()[-1] == 0.5


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.5, 0.9, "weakly"),
        (0.501, 0.9, "yes"),
        (0.0, 0.9, "not shown"),
        (0.001, 0.9, "weakly"),
        (-0.5, 0.0, "not shown"),
        (-0.5, -0.001, "no, the other way round"),
        (0.5, nan, "not known"),
    ],
)
def test_the_words_change_at_their_limits(low: float, high: float, answer: str) -> None:
    """0 is not above 0, and one half not above one half."""
    assert tracks(low, high) == answer


def test_ties_are_right_only_together() -> None:
    """A tie of one alone is not right, and no reversal either."""
    metric = Rater("m", "", ("A", "B", "C"), np.array([1.0, 1.0, 2.0]))
    human = Rater("h", "", ("A", "B", "C"), np.array([1.0, 1.0, 1.0]))
    found = verdict(metric, human)
    assert (found.right_pairs, found.pairs, found.worst) == (1, 3, None)
    row = found.to_dict()
    assert row["worst_turned_pair"] is None


def exact_p(differences: list[float]) -> float:
    """Twice the smaller tail over all exchanges, at most 1."""
    totals = [
        sum(s * d for s, d in zip(signs, differences, strict=True))
        for signs in product((1, -1), repeat=len(differences))
    ]
    observed = sum(differences)
    above = sum(total >= observed - 1e-9 for total in totals) / len(totals)
    below = sum(total <= observed + 1e-9 for total in totals) / len(totals)
    return min(2 * min(above, below), 1.0)


def test_equal_systems_beside_all_exchanges() -> None:
    """Eight segments have 256 exchanges: both p-values are exact, people's corrected by Holm."""
    theirs = np.array([[5.0, 6, 7, 5, 6, 8, 7, 6], [2.0, 3, 3, 1, 4, 5, 2, 3], [2.0, 4, 2, 1, 4, 4, 3, 3]])
    ours = np.array([[1.0, 4, 2, 3, 2, 1, 4, 2], [2.0, 3, 3, 1, 4, 2, 2, 3], [9.0, 9, 9, 8, 9, 9, 7, 9]])
    names = ("A", "B", "C")
    metric = Rater("m", "", names, ours.mean(axis=1), ours)
    human = Rater("h", "", names, theirs.mean(axis=1), theirs)
    (found,) = equal_systems(metric, human, samples=256)
    assert (found.better, found.worse) == ("A", "B")
    assert found.metric_p == pytest.approx(exact_p((ours[0] - ours[1]).tolist()))
    raw = sorted(exact_p((theirs[a] - theirs[b]).tolist()) for a, b in ((0, 1), (0, 2), (1, 2)))
    assert found.human_p == pytest.approx(3 * raw[0])
    assert (found.better_metric, found.worse_metric) == (ours[0].mean(), ours[1].mean())
    assert equal_systems(metric, human, samples=256, alpha=3 * raw[0] - 1e-6) == []
    turned = Rater("h", "", names, -theirs.mean(axis=1), -theirs, higher_is_better=False)
    assert [(one.better, one.worse) for one in equal_systems(metric, turned, samples=256)] == [("A", "B")]
