"""Effective numbers of units, and how much documents widen intervals."""

from __future__ import annotations

from math import isnan, sqrt

import numpy as np
import pytest
from scipy.stats import kurtosis, norm, t

from karat.resampling import effective_number, expanded_interval, percentile_interval
from karat.resampling.design_effect import design_effect, neighbour_effect, variance_freedom
from karat.resampling.intervals import expansion

RNG = np.random.default_rng(4)


def test_the_effective_number_of_uneven_units() -> None:
    """It is the number of units where they are even, and less otherwise; units without a value do not count."""
    assert effective_number(np.array([7, 7, 7, 0])) == pytest.approx(3)
    assert effective_number(np.array([9] + [1] * 9)) == pytest.approx(3.6)
    assert effective_number(np.array([0, 0])) == 0


def test_an_expanded_interval_is_students() -> None:
    """Of a mean it is the interval of the textbook, and of many units that of percentiles."""
    values = RNG.normal(size=12)
    weights = RNG.multinomial(12, [1 / 12] * 12, size=40_000)
    found = expanded_interval(values.mean(), weights @ values / 12, units=12)
    half = t.ppf(0.975, 11) * values.std(ddof=1) / sqrt(12)
    assert found.low == pytest.approx(values.mean() - half, abs=0.1)
    assert found.high == pytest.approx(values.mean() + half, abs=0.1)
    assert found.method == "expanded"
    draws = RNG.normal(size=1000)
    many, plain = expanded_interval(0.0, draws, units=1e6), percentile_interval(draws)
    assert (many.low, many.high) == pytest.approx((plain.low, plain.high), rel=1e-4)


def test_the_expansion() -> None:
    """Both parts of it, beside scipy."""
    expected = sqrt(10 / 9) * t.ppf(0.95, 9) / norm.ppf(0.95)
    assert expansion(10, 9, 0.9) == pytest.approx(expected)
    assert expansion(10, float("inf")) == 1


def test_the_design_effect_is_that_of_its_formula() -> None:
    """1 + (m − 1) · ρ for documents of m segments whose correlation is ρ."""
    places = np.repeat(np.arange(2000), 5)
    of_documents = RNG.normal(0, sqrt(0.3), size=2000)[places]
    of_segments = of_documents + RNG.normal(0, sqrt(0.7), size=10_000)
    assert design_effect(of_segments - of_segments.mean(), places) == pytest.approx(1 + 4 * 0.3, abs=0.15)
    assert design_effect(RNG.permutation(of_segments), places) == pytest.approx(1, abs=0.1)
    assert isnan(design_effect(np.zeros(4), np.array([0, 0, 1, 1])))
    assert isnan(design_effect(np.array([1.0, -1.0]), np.array([0, 0])))


def test_neighbours_show_documents() -> None:
    """In the order of the text, not in any other, and not of a short one."""
    places = np.repeat(np.arange(150), 8)
    of_segments = RNG.normal(size=150)[places] + RNG.normal(size=1200)
    of_segments -= of_segments.mean()
    effect = neighbour_effect(of_segments)
    assert effect is not None
    assert 2 < effect < design_effect(of_segments, places) * 1.2
    assert neighbour_effect(RNG.permutation(of_segments)) is None
    assert neighbour_effect(of_segments[:90]) is None
    assert neighbour_effect(np.zeros(200)) is None


def test_neighbours_seldom_speak_without_documents() -> None:
    """Of independent segments there is hardly ever a note."""
    found = [neighbour_effect(values - values.mean()) for values in RNG.normal(size=(500, 300))]
    assert sum(effect is not None for effect in found) <= 10


def test_few_units_with_most_of_the_variance() -> None:
    """The variance is known less well than that of normal units: by the kurtosis."""
    values = RNG.normal(size=400)
    values -= values.mean()
    assert variance_freedom(values) == pytest.approx(800 / (kurtosis(values, fisher=False) - 1), rel=1e-6)
    values[0] = 60
    assert variance_freedom(values) < 4
