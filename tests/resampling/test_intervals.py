"""Intervals: beside scipy's, and by how often they hold the truth."""

from __future__ import annotations

from inspect import signature

import numpy as np
import pytest
from scipy.stats import bootstrap, norm

from karat.errors import InvalidOption
from karat.resampling import (
    bca_interval,
    bootstrap_rows,
    leave_one_out_rows,
    percentile_interval,
    standard_error,
)
from karat.statistics import Statistics

# Before 1.15, scipy calls it otherwise.
RNG = "rng" if "rng" in signature(bootstrap).parameters else "random_state"


def ratio(totals: np.ndarray) -> np.ndarray:
    """A value that is not linear in its counts, as BLEU is not."""
    values: np.ndarray = totals[..., 0] / totals[..., 1]
    return values


def sample(rng: np.random.Generator, rows: int) -> np.ndarray:
    """Skewed counts whose true ratio is 1/2."""
    lengths = rng.poisson(20, size=rows) + 1
    return np.stack([rng.binomial(lengths, rng.beta(2, 2, size=rows)), lengths], axis=1)


def intervals(counts: np.ndarray, seed: int, samples: int) -> list[tuple[float, float]]:
    """Both kinds of interval."""
    table = Statistics(("matches", "length"), counts)
    values = ratio(bootstrap_rows([table], samples=samples, seed=seed)[0].counts)
    left_out = ratio(leave_one_out_rows(table).counts)
    observed = float(ratio(counts.sum(axis=0)))
    both = percentile_interval(values), bca_interval(observed, values, left_out)
    return [(interval.low, interval.high) for interval in both]


@pytest.mark.parametrize(("method", "place"), [("percentile", 0), ("BCa", 1)])
def test_beside_scipy(method: str, place: int) -> None:
    """The same interval as scipy's, within what chance moves its ends."""
    counts = sample(np.random.default_rng(3), 60)
    theirs = bootstrap(
        (counts[:, 0], counts[:, 1]),
        lambda a, b, axis: a.sum(axis=axis) / b.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method=method,
        **{RNG: np.random.default_rng(4)},
    ).confidence_interval
    ours = intervals(counts, seed=5, samples=20_000)[place]
    assert ours == pytest.approx((theirs.low, theirs.high), abs=0.002)


def test_coverage() -> None:
    """Of a thousand 95 % intervals, 93 to 97 in a hundred hold the truth."""
    rng = np.random.default_rng(11)
    held = np.zeros(2)
    trials = 1000
    for trial in range(trials):
        ends = intervals(sample(rng, 100), seed=trial, samples=400)
        held += [low <= 0.5 <= high for low, high in ends]
    assert (held / trials >= 0.93).all()
    assert (held / trials <= 0.97).all()


def test_nothing_varies() -> None:
    """Equal rows give an interval without width, by either method."""
    counts = np.tile([2, 4], (30, 1))
    assert intervals(counts, seed=1, samples=50) == [(0.5, 0.5)] * 2


def test_levels() -> None:
    """A higher level is a wider interval; one outside 0 to 1 is none."""
    values = np.random.default_rng(1).normal(size=1000)
    narrow, wide = percentile_interval(values, 0.5), percentile_interval(values, 0.99)
    assert wide.low < narrow.low < narrow.high < wide.high
    with pytest.raises(InvalidOption, match="between 0 and 1"):
        percentile_interval(values, 95)


def test_undefined_values_are_left_out() -> None:
    """A resample in which there was nothing to measure says nothing; where none says anything, there is no interval."""
    values = np.random.default_rng(1).normal(size=1000)
    some = np.concatenate([values, [np.nan] * 50])
    assert percentile_interval(some) == percentile_interval(values)
    assert standard_error(some) == standard_error(values)
    left_out = np.random.default_rng(2).normal(size=30)
    assert bca_interval(0.0, some, left_out) == bca_interval(0.0, values, left_out)
    nothing = np.full(10, np.nan)
    assert np.isnan([percentile_interval(nothing).low, bca_interval(0.0, nothing, left_out).high]).all()
    assert np.isnan(standard_error(nothing))


def test_the_last_bits_of_values_do_not_move_bca() -> None:
    """Values that are equal to the observed one on paper are ties, whatever noise they have."""
    rng = np.random.default_rng(8)
    values = np.where(rng.random(400) < 0.3, 0.3, rng.normal(0.3, 0.1, 400))
    noisy = values * (1 + 2.0**-52)
    found, again = (bca_interval(0.3, each, np.arange(10) / 10) for each in (values, noisy))
    assert (again.low, again.high) == pytest.approx((found.low, found.high), rel=1e-12)


def test_acceleration_has_the_sign_of_the_skewness() -> None:
    """A sample of lengths with a long tail above: both ends lie further up than those of percentiles, as scipy's."""
    data = np.random.default_rng(6).exponential(size=30) ** 2
    theirs = bootstrap(
        (data,), np.mean, vectorized=True, n_resamples=20_000, method="BCa", **{RNG: np.random.default_rng(4)}
    ).confidence_interval
    drawn = np.random.default_rng(5).choice(data, (20_000, len(data))).mean(axis=1)
    plain = percentile_interval(drawn)
    found = bca_interval(float(data.mean()), drawn, (data.sum() - data) / (len(data) - 1))
    assert found.low > plain.low
    assert found.high - plain.high > 3 * abs(found.high - theirs.high)


def test_bca_by_hand() -> None:
    """The shares of Efron (1987), where half of the values lie below: they follow from the acceleration alone."""
    data = np.array([1.0, 2.0, 2.0, 3.0, 9.0, 30.0])
    left_out = (data.sum() - data) / (len(data) - 1)
    values = np.linspace(-1, 1, 100_001)
    deviation = left_out.mean() - left_out
    acceleration = (deviation**3).sum() / (6 * (deviation**2).sum() ** 1.5)
    ends = [norm.cdf(z / (1 - acceleration * z)) for z in norm.ppf([0.025, 0.975])]
    found = bca_interval(0.0, values, left_out)
    assert (found.low, found.high) == pytest.approx([2 * share - 1 for share in ends], abs=1e-4)
