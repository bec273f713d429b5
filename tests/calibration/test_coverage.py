"""Prediction intervals cover what they promise; the large table is made by benchmarks/calibration.py."""

import numpy as np
import pytest

from karat.calibration import estimators


@pytest.mark.parametrize("systems", [6, 12, 30])
def test_prediction_intervals_cover(systems: int) -> None:
    """80, 90 and 95 % of new systems' human scores are inside, within what 1,500 trials can show."""
    rng = np.random.default_rng(systems)
    inside = dict.fromkeys((0.8, 0.9, 0.95), 0)
    trials = 1500
    for _ in range(trials):
        x = rng.normal(35, 5, systems + 1)
        y = 1 + 0.08 * x + rng.normal(0, 0.3, systems + 1)
        fitted = estimators.least_squares(x[:-1, None], y[:-1])
        for level in inside:
            low, high = fitted.interval([x[-1]], level)
            inside[level] += low <= y[-1] <= high
    for level, count in inside.items():
        assert abs(count / trials - level) < 4 * np.sqrt(level * (1 - level) / trials)
