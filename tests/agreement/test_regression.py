"""Lines from metric to people, Williams' test and partial correlations, against libraries and loops."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import isnan, nan, sqrt
from statistics import median

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.tools.tools import add_constant

from karat.agreement import (
    Rater,
    human_translations,
    least_squares,
    partial_correlations,
    pearson,
    theil_sen,
    translators,
    williams,
    williams_p,
)
from karat.corpus import Corpus
from karat.errors import InvalidOption

SCORES = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=3, max_size=15)
CORRELATION = st.floats(-0.99, 0.99)


@given(SCORES)
def test_least_squares_is_scipys(drawn: list[tuple[int, int]]) -> None:
    """Slope, intercept and the spread around the line with n − 2 degrees of freedom."""
    metric, human = (np.array(values, dtype=float) for values in zip(*drawn, strict=True))
    assume(np.ptp(metric) > 0)
    theirs = stats.linregress(metric, human)
    ours = least_squares(metric, human)
    assert ours.slope == pytest.approx(theirs.slope, abs=1e-9)
    assert ours.intercept == pytest.approx(theirs.intercept, abs=1e-9)
    left = human - theirs.intercept - theirs.slope * metric
    assert ours.residual_deviation == pytest.approx(sqrt((left**2).sum() / (len(left) - 2)), abs=1e-6)


@given(SCORES)
def test_theil_sen_is_the_median_of_all_slopes(drawn: list[tuple[int, int]]) -> None:
    """Pair by pair, with an intercept through the medians; two systems with one score have no slope."""
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(drawn, 2) if x1 != x2]
    assume(slopes)
    metric, human = (np.array(values, dtype=float) for values in zip(*drawn, strict=True))
    line = theil_sen(metric, human)
    assert line.slope == pytest.approx(median(slopes))
    assert line.intercept == pytest.approx(median(human) - line.slope * median(metric), abs=1e-9)


@given(SCORES, st.integers(1, 5))
def test_missing_scores_are_left_out(drawn: list[tuple[int, int]], missing: int) -> None:
    """Systems that one of both lacks do not move the line."""
    metric, human = (np.array(values, dtype=float) for values in zip(*drawn, strict=True))
    gaps = np.full(missing, nan)
    padded = np.append(metric, gaps), np.append(human, np.arange(missing))
    for line in (least_squares, theil_sen):
        assert line(*padded).slope == pytest.approx(line(metric, human).slope, nan_ok=True)


@pytest.mark.parametrize("line", [least_squares, theil_sen])
@pytest.mark.parametrize("metric", [[], [3.0], [3.0, 3.0, 3.0]])
def test_no_line_goes_through_one_score(line, metric: list[float]) -> None:  # type: ignore[no-untyped-def]
    """Fewer than two different scores of the metric determine none."""
    assert isnan(line(np.array(metric), np.arange(len(metric), dtype=float)).slope)


def test_two_points_leave_no_spread_to_measure() -> None:
    """A line goes through any two; how far systems scatter around it is not known."""
    line = least_squares(np.array([1.0, 2.0]), np.array([1.0, 3.0]))
    assert (line.slope, line.intercept) == (2.0, -1.0)
    assert isnan(line.residual_deviation)


@given(CORRELATION, CORRELATION, CORRELATION, st.integers(4, 60))
def test_williams_is_the_textbooks_formula(first: float, second: float, between: float, systems: int) -> None:
    """As Steiger (1980) writes it, with scipy's tail; both directions add up to 1."""
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    assume(determinant > 1e-9 and abs(first - second) > 1e-9)
    top = (systems - 1) * (1 + between)
    bottom = 2 * (systems - 1) / (systems - 3) * determinant + (first + second) ** 2 / 4 * (1 - between) ** 3
    t = (first - second) * sqrt(top / bottom)
    found = williams_p(first, second, between, systems)
    assert found == pytest.approx(stats.t.sf(t, systems - 3), abs=1e-9)
    assert found + williams_p(second, first, between, systems) == pytest.approx(1)


@pytest.mark.parametrize("bad", [(nan, 0.5, 0.5, 9), (0.5, 1.1, 0.5, 9), (0.9, 0.5, 0.5, 3)])
def test_williams_is_not_defined_everywhere(bad: tuple[float, float, float, int]) -> None:
    """For what is no correlation, and for fewer than four systems."""
    assert isnan(williams_p(*bad))


def test_williams_of_scores_leaves_out_who_lacks_one() -> None:
    """The p-value is that of the systems which all three have scored."""
    rng = np.random.default_rng(1)
    human = rng.normal(size=12)
    near, far = human + rng.normal(0, 0.3, 12), human + rng.normal(0, 2, 12)
    gap = far.copy()
    gap[0] = nan
    first, second, between = (
        float(pearson(x[1:], y[1:])) for x, y in ((near, human), (far, human), (near, far))
    )
    assert williams(near, gap, human) == pytest.approx(williams_p(first, second, between, 11))
    with pytest.raises(InvalidOption, match="12, 11 and 12"):
        williams(near, far[1:], human)


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_partial_correlations_are_those_of_a_regression(seed: int, dimensions: int) -> None:
    """The p-value is that of the dimension's coefficient, and its t leads to the correlation."""
    rng = np.random.default_rng(seed)
    people = rng.normal(size=(dimensions, 25)) + rng.normal(size=25)
    metric = people.sum(axis=0) + rng.normal(0, 2, 25)
    found = partial_correlations(metric, {str(number): row for number, row in enumerate(people)})
    theirs = OLS(metric, add_constant(people.T)).fit()
    for place, one in enumerate(found):
        t = theirs.tvalues[place + 1]
        assert one.partial == pytest.approx(t / sqrt(t**2 + theirs.df_resid), abs=1e-9)
        assert one.p_value == pytest.approx(theirs.pvalues[place + 1], abs=1e-9)
        assert one.plain == pytest.approx(np.corrcoef(metric, people[place])[0, 1])
        assert one.observations == 25


def test_a_dimension_that_the_others_explain_has_no_partial_correlation() -> None:
    """Nothing is left of it to correlate with."""
    rng = np.random.default_rng(2)
    adequacy, fluency = rng.normal(size=(2, 20))
    both = {"adequacy": adequacy, "fluency": fluency, "mean": (adequacy + fluency) / 2}
    assert all(isnan(one.partial) and isnan(one.p_value) for one in partial_correlations(adequacy, both))


def test_one_dimension_is_not_enough() -> None:
    """There must be others to hold fixed."""
    with pytest.raises(InvalidOption, match="at least two"):
        partial_correlations(np.arange(5.0), {"adequacy": np.arange(5.0)})


@given(st.integers(0, 10_000))
def test_translators_are_measured_from_the_machines_line(seed: int) -> None:
    """In deviations of the machines around it; which end of the human scale is good decides the sign."""
    rng = np.random.default_rng(seed)
    names = tuple("ABCDEF")
    metric = Rater("BLEU", "", names, rng.normal(30, 5, 6))
    human = Rater("adequacy", "", names, rng.normal(3, 1, 6))
    fitted = stats.linregress(metric.whole[:5], human.whole[:5])
    left = human.whole[:5] - fitted.intercept - fitted.slope * metric.whole[:5]
    wanted = (human.whole[5] - fitted.intercept - fitted.slope * metric.whole[5]) / sqrt((left**2).sum() / 3)
    (found,) = translators(metric, human, {"F": False})
    assert found.deviations == pytest.approx(wanted)
    errors = Rater("errors", "", names, human.whole, higher_is_better=False)
    assert translators(metric, errors, {"F": False})[0].deviations == pytest.approx(-wanted)


def test_a_reference_has_no_score_of_its_own() -> None:
    """People's score of it is kept; one whom nobody judged is left out."""
    metric = Rater("BLEU", "", ("A", "B", "C"), np.array([20.0, 30.0, 40.0]))
    human = Rater("adequacy", "", ("A", "B", "C", "reference"), np.array([1.0, 2.0, 4.0, 5.0]))
    (found,) = translators(metric, human, {"reference": True, "nobody": True})
    assert found.human == 5.0
    assert isnan(found.metric)
    assert isnan(found.deviations)


def test_people_are_known_by_their_text_or_by_the_data() -> None:
    """A system with the text of any reference is one of the references."""
    corpus = Corpus.of({"A": ["a b"], "copy": ["c d"], "person": ["e f"]}, [["a c", "c d"]])
    corpus = replace(corpus, human_systems=frozenset({"person"}))
    assert human_translations(corpus) == {"copy": True, "person": False}
