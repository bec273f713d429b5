"""Bounds of repeated looks: published ones, and what simulated paths do under them."""

from __future__ import annotations

import numpy as np
import pytest

from karat.campaigns.watch.alpha_spending import bounds, crossings, nominal_levels, spent


def test_bounds_are_the_published_ones() -> None:
    """Lan and DeMets' of O'Brien and Fleming's kind, five equal looks, α = 5 % two-sided (their table)."""
    assert bounds((0.2, 0.4, 0.6, 0.8, 1.0), 0.05) == pytest.approx(
        [4.8769, 3.3569, 2.6803, 2.2898, 2.0310], abs=2e-4
    )


def test_one_look_is_a_plain_test() -> None:
    """With a single look at the end nothing is lost."""
    assert bounds((1.0,), 0.05) == pytest.approx([1.959964], abs=1e-6)
    assert nominal_levels((1.0,), 0.01) == pytest.approx([0.01])


@pytest.mark.parametrize(
    "fractions", [(0.1, 0.9), (0.3, 0.31, 0.7, 1.0), tuple(k / 20 for k in range(1, 21))]
)
@pytest.mark.parametrize("alpha", [0.05, 0.001])
def test_what_is_crossed_is_what_is_spent(fractions: tuple[float, ...], alpha: float) -> None:
    """Under no difference each look makes as many claims as the spending function allows it."""
    crossed = np.cumsum(crossings(fractions, bounds(fractions, alpha), 0.0))
    assert crossed == pytest.approx([spent(fraction, alpha) for fraction in fractions], abs=1e-8)


def test_crossings_are_those_of_simulated_paths() -> None:
    """A Brownian motion with a drift, simulated 100,000 times."""
    fractions = (0.25, 0.5, 1.0)
    limits, rng = bounds(fractions, 0.05), np.random.default_rng(4)
    steps = np.diff([0.0, *fractions])
    paths = np.cumsum(rng.normal(2.0 * steps, np.sqrt(steps), (100_000, 3)), axis=1)
    outside = abs(paths) / np.sqrt(fractions) > limits
    first = np.where(outside.any(axis=1), outside.argmax(axis=1), -1)
    simulated = [(first == look).mean() for look in range(3)]
    assert crossings(fractions, limits, 2.0) == pytest.approx(simulated, abs=0.005)
