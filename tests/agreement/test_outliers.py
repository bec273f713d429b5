"""Outliers and lines: against statsmodels and scipy, and the case that the papers tell of."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.tools.tools import add_constant

from karat.agreement import influences, least_squares, theil_sen
from karat.errors import MisalignedCorpus

NAMES = tuple("ABCDEFGH")


def data(seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Scores of eight systems."""
    rng = np.random.default_rng(seed)
    x = rng.normal(30, 5, 8)
    return x, 0.4 * x + rng.normal(0, 1, 8)


def seven_systems(*, without: float, with_all: float) -> tuple[np.ndarray, np.ndarray]:
    """Six systems whose scores have one R², and one of low BLEU that people like so much that another results."""
    x = np.array([0.37, 0.40, 0.43, 0.45, 0.48, 0.51])
    centred = x - x.mean()
    noise = np.array([1.0, -1, 1, -1, 1, -1])
    noise -= noise.mean() + centred * (noise @ centred) / (centred @ centred)
    share = np.sqrt((1 / without - 1) * (centred @ centred) / (noise @ noise))
    y = 2.6 + 5 * (centred + share * noise)
    low, high = 2.6, 6.0
    for _ in range(200):
        top = (low + high) / 2
        r = np.corrcoef(np.r_[x, 0.38], np.r_[y, top])[0, 1]
        low, high = (top, high) if r > np.sqrt(with_all) else (low, top)
    return np.r_[x, 0.38], np.r_[y, low]


def test_statsmodels() -> None:
    """Residuals, studentized residuals, Cook's distances and leverages are statsmodels'."""
    x, y = data()
    fitted = OLS(y, add_constant(x)).fit()
    expected = fitted.get_influence()
    found = influences(x, y, NAMES)

    assert (found.line.intercept, found.line.slope) == pytest.approx(tuple(fitted.params))
    assert found.line.residual_deviation == pytest.approx(np.sqrt(fitted.mse_resid))
    systems = found.systems
    np.testing.assert_allclose([one.residual for one in systems], fitted.resid)
    np.testing.assert_allclose([one.studentized for one in systems], expected.resid_studentized_external)
    np.testing.assert_allclose([one.cook for one in systems], expected.cooks_distance[0])
    np.testing.assert_allclose([one.leverage for one in systems], expected.hat_matrix_diag)
    np.testing.assert_allclose(
        [one.p_value for one in systems], fitted.outlier_test()[:, 2], rtol=1e-6, atol=1e-9
    )


def test_leave_one_out() -> None:
    """Correlation and line without each system."""
    x, y = data(2)
    for place, one in enumerate(influences(x, y, NAMES).systems):
        others = np.arange(8) != place
        assert one.pearson_without == pytest.approx(stats.pearsonr(x[others], y[others])[0])
        assert one.line_without.slope == pytest.approx(stats.linregress(x[others], y[others]).slope)


def test_theil_sen() -> None:
    """Theil and Sen's line is scipy's."""
    x, y = data(3)
    expected = stats.theilslopes(y, x)
    found = theil_sen(x, y)

    assert (found.slope, found.intercept) == pytest.approx((expected.slope, expected.intercept))


def test_one_system_decides() -> None:
    """One of seven systems takes R² from .87 to .14, as in Callison-Burch et al. (2006): it is named."""
    x, y = seven_systems(without=0.87, with_all=0.14)
    found = influences(x, y, (*"ABCDEF", "human-aided"), metric_name="BLEU", human_name="adequacy")
    (outlier,) = found.outliers

    assert outlier.system == "human-aided"
    assert found.pearson**2 == pytest.approx(0.14)
    assert outlier.pearson_without**2 == pytest.approx(0.87)
    assert found.without_outliers == pytest.approx(outlier.pearson_without)
    assert abs(found.robust.slope - outlier.line_without.slope) < abs(
        found.line.slope - outlier.line_without.slope
    )
    assert found.to_dict()["systems"][-1]["outlier"] is True


def test_lower_is_better() -> None:
    """Correlations are turned round, the line is not."""
    x, y = data(4)
    plain, turned = influences(x, y, NAMES), influences(-x, y, NAMES, higher_is_better=False)

    assert turned.pearson == pytest.approx(plain.pearson)
    assert turned.line.slope == pytest.approx(-plain.line.slope)
    assert turned.systems[0].pearson_without == pytest.approx(plain.systems[0].pearson_without)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_few_systems(count: int) -> None:
    """With few systems there is little to say, and no crash."""
    x, y = data()
    found = influences(x[:count], y[:count], NAMES[:count])

    assert len(found.systems) == count


def test_constant_and_missing() -> None:
    """A constant metric has no line; a system without a score is not there."""
    x, y = data()
    assert np.isnan(least_squares(np.ones(8), y).slope)
    assert np.isnan(theil_sen(np.ones(8), y).slope)
    assert all(np.isnan(one.studentized) for one in influences(np.ones(8), y, NAMES).systems)
    x[2] = np.nan
    assert [one.system for one in influences(x, y, NAMES).systems] == list("ABDEFGH")
    with pytest.raises(MisalignedCorpus, match="for 7 systems"):
        influences(x, y, NAMES[:7])


@pytest.mark.parametrize(
    ("marks", "is_outlier"),
    [
        ({}, False),
        ({"p_value": 0.049}, True),
        ({"human_distance": 2.51}, True),
        ({"cook": 1.01}, True),
        ({"leverage": 0.59}, False),
        ({"leverage": 0.61}, True),
    ],
)
def test_marks_of_an_outlier(marks: dict[str, Any], is_outlier: bool) -> None:
    """Each of the usual marks is enough: among ten systems, a leverage above 6/10."""
    one = influences(*data(), NAMES).systems[0]
    plain = replace(one, p_value=0.5, human_distance=1.0, cook=0.1, leverage=0.1)
    assert replace(plain, **marks).is_outlier(10) is is_outlier
