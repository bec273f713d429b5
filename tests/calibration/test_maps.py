"""Maps against scipy and statsmodels, and what they promise."""

from math import inf

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from karat.calibration import estimators
from karat.calibration.maps import Map
from karat.calibration.standard_errors import StandardError, t_quantile
from karat.errors import InvalidOption


@pytest.mark.parametrize(
    ("freedom", "wanted"), [(1, 12.706), (4, 2.776), (10, 2.228), (30, 2.042), (inf, 1.96)]
)
def test_t_quantiles_are_those_of_the_table(freedom: float, wanted: float) -> None:
    """As every textbook prints them; the other side is the same with its sign turned."""
    assert t_quantile(0.975, freedom) == pytest.approx(wanted, abs=5e-4)
    assert t_quantile(0.025, freedom) == pytest.approx(-wanted, abs=5e-4)


@given(st.floats(0.01, 0.99), st.floats(1, 200))
def test_a_share_below_leads_back_to_the_quantile(probability: float, freedom: float) -> None:
    """An error of one part: what lies below a quantile of it has that probability."""
    quantile = t_quantile(probability, freedom)
    assert StandardError((4.0, freedom)).share_below(2 * quantile) == pytest.approx(probability, abs=1e-7)


def test_there_is_no_quantile_of_certainty() -> None:
    """A probability of 1 is refused."""
    with pytest.raises(InvalidOption, match="between 0 and 1"):
        t_quantile(1.0, 5)


@pytest.mark.parametrize("metrics", [1, 3])
def test_least_squares_is_statsmodels(metrics: int) -> None:
    """Coefficients, their intervals, and prediction intervals of a new system."""
    rng = np.random.default_rng(metrics)
    scores = rng.normal(30, 4, (12, metrics))
    human = 1 + scores @ np.arange(1, metrics + 1) / 10 + rng.normal(0, 0.5, 12)
    ours = estimators.least_squares(scores, human)
    theirs = sm.OLS(human, sm.add_constant(scores)).fit()
    assert ours.coefficients == pytest.approx(theirs.params, rel=1e-8)
    for place, wanted in enumerate(theirs.conf_int(0.05)):
        assert ours.coefficient_interval(place, 0.95) == pytest.approx(wanted, rel=1e-7)
    new = rng.normal(30, 4, (3, metrics))
    frame = theirs.get_prediction(sm.add_constant(new, has_constant="add")).summary_frame(alpha=0.1)
    for row, (low, high) in zip(
        new.tolist(), frame[["obs_ci_lower", "obs_ci_upper"]].to_numpy(), strict=True
    ):
        assert ours.interval(row, 0.9) == pytest.approx((low, high), rel=1e-7)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(-9, 9)), min_size=3, max_size=20))
def test_isotonic_is_the_formula_of_means(pairs: list[tuple[int, int]]) -> None:
    """At each score, the largest over all beginnings of the least mean up to any end (Barlow et al. 1972)."""
    scores = np.array([float(score) for score, _ in pairs])
    human = np.array([float(value) for _, value in pairs])
    different = np.unique(scores)
    wanted = [
        max(
            min(human[(scores >= first) & (scores <= last)].mean() for last in different if last >= score)
            for first in different
            if first <= score
        )
        for score in different
    ]
    ours = estimators.rising_steps(scores[:, None], human)
    assert [ours.value([score]) for score in different] == pytest.approx(wanted, abs=1e-9)
    falling = estimators.falling_steps(scores[:, None], -human)
    assert [-falling.value([score]) for score in different] == pytest.approx(wanted, abs=1e-9)


def test_theil_sen_is_not_moved_by_one_system() -> None:
    """Slope as scipy's, and the same with one system far off."""
    x = np.arange(9.0)
    y = 2 + 0.5 * x + np.array([0.1, -0.1, 0, 0.1, -0.1, 0, 0.1, -0.1, 40.0])
    ours = estimators.theil_sen(x[:, None], y)
    assert ours.slope == pytest.approx(stats.theilslopes(y, x).slope)
    assert 0.45 < ours.slope < 0.6
    assert estimators.least_squares(x[:, None], y).slope > 2


def test_errors_of_systems_left_out_follow_from_leverage() -> None:
    """For least squares, leaving one out is dividing the residual by 1 − h: the textbook's short cut."""
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(10, 2)), rng.normal(size=10)
    z = np.column_stack([np.ones(10), x])
    hat = z @ np.linalg.inv(z.T @ z) @ z.T
    wanted = (y - hat @ y) / (1 - np.diag(hat))
    assert estimators.left_out_errors(estimators.least_squares, x, y) == pytest.approx(wanted)


def test_ridge_shrinks_what_says_the_same_twice() -> None:
    """Two copies of one metric with noise get slopes that share its weight."""
    rng = np.random.default_rng(4)
    x = rng.normal(size=12)
    scores = np.column_stack([x + rng.normal(0, 0.01, 12), x + rng.normal(0, 0.01, 12)])
    human = x + rng.normal(0, 0.3, 12)
    held = estimators.ridge(scores, human).coefficients[1:]
    assert held[0] == pytest.approx(held[1], abs=0.1)
    assert max(map(abs, estimators.least_squares(scores, human).coefficients[1:])) > 1


def test_a_perfect_fit_is_certain() -> None:
    """No scatter, no width, and a probability of 0, ½ or 1."""
    fitted = estimators.least_squares(np.array([[1.0], [2.0], [3.0], [4.0]]), np.array([1.1, 2.1, 3.1, 4.1]))
    assert fitted.interval([2.5], 0.95) == pytest.approx((2.6, 2.6))
    assert fitted.probability_above(2, [2.5]) == 1
    assert fitted.probability_above(9, [2.5]) == 0


@pytest.mark.parametrize("values", [[[1.0], [2.0]], [[1.0], [1.0], [1.0], [1.0]]])
def test_what_determines_no_line_is_refused(values: list[list[float]]) -> None:
    """Two systems, or systems with one score."""
    with pytest.raises(InvalidOption, match="at least 3"):
        estimators.least_squares(np.array(values), np.arange(len(values), dtype=float))


def test_a_map_goes_through_a_file() -> None:
    """What `to_dict` writes, `from_dict` reads."""
    fitted = estimators.rising_steps(np.array([[1.0], [2.0], [3.0]]), np.array([1.0, 3.0, 2.0]))
    again = Map.from_dict(fitted.to_dict())
    assert again.knots == fitted.knots
    assert again.value([1.5]) == fitted.value([1.5])


def test_scores_must_be_as_many_as_metrics() -> None:
    """A map of one metric does not take two scores."""
    fitted = estimators.least_squares(np.array([[1.0], [2.0], [4.0]]), np.array([1.0, 2.0, 3.0]))
    with pytest.raises(InvalidOption, match="There are 2 scores"):
        fitted.value([1.0, 2.0])


def test_documents_of_a_system_count_together() -> None:
    """Intervals of coefficients are those of statsmodels with a cluster for each system."""
    rng = np.random.default_rng(3)
    groups = np.repeat(np.arange(8), 12)
    x = rng.normal(35, 5, 96)
    y = 1 + 0.08 * x + rng.normal(0, 0.4, 8)[groups] + rng.normal(0, 0.3, 96)
    found = estimators.widened(
        estimators.least_squares(x[:, None], y), np.zeros(96), x[:, None], y, groups.tolist()
    )
    theirs = sm.OLS(y, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": groups})
    ours = found.deviation**2 * np.array(found.spread)
    assert ours == pytest.approx(theirs.cov_params())
    assert found.freedom == 6
