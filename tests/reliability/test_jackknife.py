"""The jackknife with Student's t: as the textbook has it where nothing is skewed, and within the ends."""

from __future__ import annotations

from math import atanh, isnan, sqrt, tanh

import numpy as np
import pytest
from scipy import stats

from karat.reliability import Bootstrap, Estimate, Ratings, fleiss_kappa, krippendorff_alpha, light_kappa
from karat.reliability.jackknife import jackknife_interval

ONES = np.ones(20, dtype=np.int64)


def without_each(values: np.ndarray) -> np.ndarray:
    """The mean without each value."""
    left_out: np.ndarray = (values.sum() - values) / (len(values) - 1)
    return left_out


def test_a_mean_of_even_values() -> None:
    """For values without a tail, Student's interval of the mean."""
    values = np.tile([1.0, 3.0], 10)
    found = jackknife_interval(2.0, without_each(values), ONES)
    expected = stats.t.interval(0.95, 19, 2.0, values.std(ddof=1) / sqrt(20))
    assert (found.low, found.high) == pytest.approx(expected)


def test_fishers_z() -> None:
    """A correlation has its interval on Fisher's scale, and never passes 1."""
    left_out = 0.9 + np.tile([-0.004, 0.004], 10)
    found = jackknife_interval(0.9, left_out, ONES, link="correlation")
    half = float(stats.t.ppf(0.975, 19)) * sqrt(19 / 20 * 20 * 0.004**2) / (1 - 0.9**2)
    assert (found.low, found.high) == pytest.approx((tanh(atanh(0.9) - half), tanh(atanh(0.9) + half)))
    wide = jackknife_interval(0.9, 0.9 + np.tile([-0.1, 0.1], 10), ONES, link="correlation")
    assert -1 <= wide.low < 0.9 < wide.high <= 1
    mean = jackknife_interval(0.9, 0.9 + np.tile([-0.1, 0.1], 10), ONES, link="reliability")
    assert mean.low < -1 < mean.high <= 1


def test_units_that_weigh_more() -> None:
    """Unequal units and units that decide alone widen the interval; a long tail only on its side."""
    even = np.tile([-0.01, 0.01], 10)
    plain, uneven = (
        jackknife_interval(0.5, 0.5 + even, sizes) for sizes in (ONES, np.array([40] * 2 + [1] * 18))
    )
    assert uneven.low < plain.low
    assert uneven.high > plain.high
    tail = np.zeros(20)
    tail[0] = -0.2
    skewed = jackknife_interval(0.5, 0.5 + tail, ONES)
    assert skewed.high - 0.5 > 1.05 * (0.5 - skewed.low)


def test_ranks_have_no_long_tail() -> None:
    """α of ranks and κ reach equally far on Fisher's scale, α of skewed values farther to one side."""
    rows = [[value % 3, (value * value) % 3] for value in range(29)] + [[0, 25]]
    matrix = Ratings.of(rows)

    def sides(found: Estimate) -> tuple[float, float]:
        low, value, high = (atanh(end) for end in (found.interval.low, found.value, found.interval.high))
        return value - low, high - value

    for found in (krippendorff_alpha(matrix, "ordinal"), fleiss_kappa(matrix), light_kappa(matrix)):
        below, above = sides(found)
        assert below == pytest.approx(above)
    below, above = sides(krippendorff_alpha(matrix, "interval"))
    assert abs(below - above) > 0.1 * below


def test_where_there_is_nothing_to_leave_out() -> None:
    """One unit has no interval; units without items do not count; full agreement has no width."""
    assert isnan(jackknife_interval(0.5, np.array([0.4]), ONES[:1]).low)
    assert isnan(jackknife_interval(0.5, np.array([0.4, np.nan]), ONES[:2]).low)
    sizes = np.array([1] * 20 + [0])
    left_out = np.append(0.5 + np.tile([-0.01, 0.01], 10), 7.0)
    assert jackknife_interval(0.5, left_out, sizes) == jackknife_interval(0.5, left_out[:20], ONES)
    agreed = fleiss_kappa(Ratings.of([[1, 1], [2, 2], [1, 1], [2, 2]]))
    assert (agreed.interval.low, agreed.interval.high) == (1, 1)


def test_one_disagreement() -> None:
    """Where one item holds all disagreement, the interval still reaches below the value."""
    rows = [[value % 4, value % 4] for value in range(30)] + [[0, 3]]
    found = krippendorff_alpha(Ratings.of(rows), "interval")
    assert found.interval.low < 0.8 < found.value < found.interval.high <= 1


def test_very_many_units() -> None:
    """More than a thousand items are left out in groups, and the interval is hardly another."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(2500, 1)) + rng.normal(size=(2500, 2))
    found = krippendorff_alpha(Ratings.of(rows.tolist())).interval
    drawn = krippendorff_alpha(
        Ratings.of(rows.tolist()), bootstrap=Bootstrap(interval="percentile", samples=400)
    ).interval
    assert (found.low, found.high) == pytest.approx((drawn.low, drawn.high), abs=0.01)
