"""Errors of two parts, bands around a line, and thresholds: against simulation, search and what must hold."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import brentq

from karat.calibration import HumanThreshold, Map, metric_threshold
from karat.calibration.estimators import least_squares, line_of
from karat.calibration.maps import band
from karat.calibration.standard_errors import StandardError, joint_freedom, t_quantile
from karat.errors import InvalidOption

VARIANCE = st.floats(0.01, 100)
FREEDOM = st.integers(1, 60).map(float)


@given(st.lists(st.tuples(VARIANCE, FREEDOM), min_size=1, max_size=4))
def test_a_sum_of_variances_has_between_the_least_and_the_sum_of_freedoms(
    parts: list[tuple[float, float]],
) -> None:
    """Satterthwaite's bounds; which part comes first does not matter."""
    found = joint_freedom(*parts)
    freedoms = [freedom for _, freedom in parts]
    assert min(freedoms) - 1e-9 <= found <= sum(freedoms) + 1e-9
    assert joint_freedom(*reversed(parts)) == pytest.approx(found)
    assert joint_freedom(*((4 * variance, freedom) for variance, freedom in parts)) == pytest.approx(found)


@given(VARIANCE, FREEDOM, VARIANCE, FREEDOM, st.floats(0.5, 0.99))
def test_a_second_part_never_narrows(
    variance: float, freedom: float, more: float, of_more: float, confidence: float
) -> None:
    """Nor does more of it, nor more confidence."""
    plain = StandardError((variance, freedom))
    added = StandardError((variance, freedom), (more, of_more))
    assert added.width(confidence) >= plain.width(confidence)
    assert added.width(0.995) >= added.width(confidence)


@given(VARIANCE, FREEDOM, VARIANCE, FREEDOM, st.floats(-20, 20))
def test_errors_are_as_likely_above_as_below(
    variance: float, freedom: float, more: float, of_more: float, distance: float
) -> None:
    """The share below a distance and below its opposite add up to 1, and grow with the distance."""
    error = StandardError((variance, freedom), (more, of_more))
    assert error.share_below(distance) + error.share_below(-distance) == pytest.approx(1)
    assert error.share_below(distance + 1) >= error.share_below(distance) - 1e-12


@given(VARIANCE, FREEDOM, st.floats(0.5, 0.99))
def test_the_width_holds_its_confidence(variance: float, freedom: float, confidence: float) -> None:
    """As much lies within the interval as it promises."""
    error = StandardError((variance, freedom))
    width = error.width(confidence)
    assert error.share_below(width) - error.share_below(-width) == pytest.approx(confidence, abs=1e-6)


@pytest.mark.parametrize(("distance", "share"), [(0.1, 1.0), (-0.1, 0.0), (0.0, 0.5)])
def test_where_nothing_errs_all_is_certain(distance: float, share: float) -> None:
    """A perfect line has no error; on it, it is anyone's guess."""
    assert StandardError((0.0, 5.0)).share_below(distance) == share


def test_an_error_that_is_not_known_makes_nothing_certain() -> None:
    """It is passed on."""
    assert isnan(StandardError((nan, 5.0)).share_below(1.0))


def test_simulated_t_is_below_its_quantile() -> None:
    """A normal number divided by its estimated deviation, 40,000 times."""
    rng = np.random.default_rng(1)
    draws = rng.normal(size=(40_000, 5))
    t = draws.mean(axis=1) / (draws.std(axis=1, ddof=1) / sqrt(5))
    for probability in (0.1, 0.9, 0.975):
        assert (t < t_quantile(probability, 4)).mean() == pytest.approx(probability, abs=0.006)


@pytest.fixture
def data() -> tuple[np.ndarray, np.ndarray]:
    """Twelve systems around a line."""
    rng = np.random.default_rng(3)
    metric = rng.uniform(20, 40, 12)
    return metric, 1 + 0.08 * metric + rng.normal(0, 0.15, 12)


def test_bands_are_statsmodels(data: tuple[np.ndarray, np.ndarray]) -> None:
    """The confidence band of the line and the prediction band of a new system, at every score."""
    metric, human = data
    line = line_of(metric.tolist(), human.tolist())
    assert line is not None
    found = band(line, 20, 40, confidence=0.9, points=9)
    theirs = sm.OLS(human, sm.add_constant(metric)).fit()
    new = sm.add_constant(np.array([one.score for one in found]))
    frame = theirs.get_prediction(new).summary_frame(alpha=0.1)
    for name, column in (
        ("value", "mean"),
        ("low", "mean_ci_lower"),
        ("high", "mean_ci_upper"),
        ("new_low", "obs_ci_lower"),
        ("new_high", "obs_ci_upper"),
    ):
        assert [getattr(one, name) for one in found] == pytest.approx(frame[column].tolist())
    assert [one.score for one in found] == pytest.approx(np.linspace(20, 40, 9))


def test_a_map_without_a_spread_has_no_band_of_its_own() -> None:
    """How far new systems are off is known of it, how far the line is off is not."""
    (one, _) = band(Map("theil-sen", (1.0, 0.1), 0.3, 8.0), 10, 20, points=2)
    assert isnan(one.low)
    assert isnan(one.high)
    assert one.new_low < one.value < one.new_high


@pytest.mark.parametrize("metric", [[1.0, 1.0, 1.0, 1.0], [1.0, 2.0]])
def test_points_that_determine_no_line_have_none(metric: list[float]) -> None:
    """One score for all, or two systems."""
    assert line_of(metric, list(range(len(metric)))) is None


def test_fiellers_ends_are_where_the_line_may_be_at_the_threshold(
    data: tuple[np.ndarray, np.ndarray],
) -> None:
    """The ends found by searching for the scores at which the confidence band just holds the threshold."""
    metric, human = data
    line = least_squares(metric[:, None], human)
    found = metric_threshold(line, 3.5)
    t = t_quantile(0.975, line.freedom)

    def off(score: float) -> float:
        return abs(line.value([score]) - 3.5) - t * line.error_of_mean([score])

    assert found.value == pytest.approx((3.5 - line.intercept) / line.slope)
    assert found.low == pytest.approx(brentq(off, found.value - 30, found.value))
    assert found.high == pytest.approx(brentq(off, found.value, found.value + 30))


def test_passes_and_fails_are_the_ends_of_one_sided_prediction(data: tuple[np.ndarray, np.ndarray]) -> None:
    """A system with just that score is above, or below, the threshold with the stated probability."""
    line = least_squares(data[0][:, None], data[1])
    found = metric_threshold(line, 3.5)
    assert line.probability_above(3.5, [found.passes]) == pytest.approx(0.95, abs=2e-3)
    assert line.probability_above(3.5, [found.fails]) == pytest.approx(0.05, abs=2e-3)


@given(st.floats(2.5, 4.2), st.floats(0, 0.3), st.floats(15, 45))
def test_verdicts_follow_the_score(human: float, error: float, score: float) -> None:
    """More of the metric never turns a pass into less; an estimated threshold never says more."""
    metric = np.linspace(20, 40, 9)
    people = 1 + 0.08 * metric + np.array([0.1, -0.2, 0.05, 0.1, -0.1, 0.15, -0.05, 0, -0.05])
    line = least_squares(metric[:, None], people)
    known = metric_threshold(line, human)
    estimated = metric_threshold(line, human, human_error=error, human_freedom=9)
    order = ["fail", "can't tell", "pass"]
    assert order.index(known.of(score + 1)) >= order.index(known.of(score))
    if estimated.of(score) != "can't tell":
        assert estimated.of(score) == known.of(score)
    assert estimated.low <= known.low <= known.value <= known.high <= estimated.high
    assert (estimated.low_given, estimated.high_given) == (known.low, known.high)


@given(st.floats(2.5, 4.2), st.floats(15, 45))
def test_a_metric_of_errors_is_a_metric_turned_round(human: float, score: float) -> None:
    """With the scores negated and lower as better, everything is said of the opposite score."""
    metric = np.linspace(20, 40, 9)
    people = 1 + 0.08 * metric + np.array([0.1, -0.2, 0.05, 0.1, -0.1, 0.15, -0.05, 0, -0.05])
    rising = metric_threshold(least_squares(metric[:, None], people), human)
    falling = metric_threshold(least_squares(-metric[:, None], people), human, rising=False)
    assert falling.value == pytest.approx(-rising.value)
    assert falling.passes == pytest.approx(-rising.passes)
    assert falling.fails == pytest.approx(-rising.fails)
    assume(min(abs(score - end) for end in (rising.passes, rising.fails)) > 1e-6)
    assert falling.of(-score) == rising.of(score)


def test_steps_do_not_lead_back() -> None:
    """Only a line with a spread does."""
    with pytest.raises(InvalidOption, match="Only a line"):
        metric_threshold(Map("theil-sen", (1.0, 0.1), 0.3, 8.0), 3.0)


def test_a_threshold_that_is_given_is_certain() -> None:
    """It has no error, and is within what was judged."""
    given_one = HumanThreshold.given(3.5, 0.9)
    assert (given_one.low, given_one.high, given_one.error) == (3.5, 3.5, 0.0)
    assert given_one.freedom == inf
    assert given_one.to_dict()["extrapolated"] is False
