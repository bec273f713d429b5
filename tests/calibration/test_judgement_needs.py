"""How many judgements: variance components and plans, by simulation with known truth."""

import numpy as np
import pytest

from karat.calibration import Calibration, components, estimators, mean_width, most_useful, needs
from karat.calibration.judgement_needs import Components
from karat.errors import InvalidOption


def pilot(
    rng: np.random.Generator, judges: int = 3, systems: int = 12, segments: int = 80
) -> tuple[np.ndarray, np.ndarray]:
    """Metric scores, and judgements with a scatter of 0.3 of systems, 0.8 of segments and 0.5 of judges."""
    x = rng.normal(0, 1, systems)
    true = 3 + 0.5 * x + rng.normal(0, 0.3, systems)
    cells = true[:, None] + rng.normal(0, 1, segments) + rng.normal(0, 0.8, (systems, segments))
    return x, cells + rng.normal(0, 0.5, (judges, systems, segments))


def test_components_are_found() -> None:
    """Variances of 0.09, 0.64 and 0.25, over many pilots."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(60):
        x, values = pilot(rng)
        found.append(
            components(values, estimators.least_squares(x[:, None], values.mean(axis=(0, 2))).deviation)
        )
    assert np.mean([each.segments for each in found]) == pytest.approx(0.64, rel=0.05)
    assert np.mean([each.judges for each in found]) == pytest.approx(0.25, rel=0.05)
    assert np.mean([each.systems for each in found]) == pytest.approx(0.09, rel=0.25)
    assert found[0].pilot_segments == 80
    assert found[0].pilot_judges == pytest.approx(3)


def test_what_nobody_judged_is_no_value() -> None:
    """A third of the judgements missing leaves the components where they are."""
    rng = np.random.default_rng(2)
    _, values = pilot(rng, segments=400)
    values[rng.random(values.shape) < 0.3] = np.nan
    found = components(values, 0.3)
    assert found.judges == pytest.approx(0.25, rel=0.1)
    assert found.segments == pytest.approx(0.64, rel=0.1)


def test_widths_are_those_of_intervals() -> None:
    """The mean width is that of simulated calibrations, fitted and asked."""
    found = Components(0.09, 0.64, 0.25, 80, 3.0)
    rng = np.random.default_rng(3)
    wide = []
    for _ in range(800):
        x = rng.normal(0, 1, 11)
        y = 3 + 0.5 * x + rng.normal(0, found.around_line(50, 2), 11)
        low, high = estimators.least_squares(x[:-1, None], y[:-1]).interval([x[-1]], 0.95)
        wide.append(high - low)
    assert mean_width(found, systems=10, segments=50, judges=2) == pytest.approx(np.mean(wide), rel=0.05)


def test_more_of_anything_narrows() -> None:
    """Systems, segments and judges."""
    found = Components(0.01, 0.64, 0.25, 80, 3.0)
    least = mean_width(found, systems=8, segments=50, judges=1)
    assert least > mean_width(found, systems=16, segments=50, judges=1)
    assert least > mean_width(found, systems=8, segments=100, judges=1)
    assert least > mean_width(found, systems=8, segments=50, judges=3)
    assert mean_width(found, systems=2, segments=50, judges=3) == np.inf


def test_no_plan_is_narrower_than_the_least_width() -> None:
    """With a thousand systems and any number of segments, the width at best is all that is left."""
    found = Components(0.09, 0.64, 0.25, 80, 3.0)
    for level in (0.8, 0.95):
        wide = mean_width(found, systems=1000, segments=100_000, judges=5, confidence=level)
        assert wide == pytest.approx(found.least_width(level), rel=0.01)


def test_needs_are_the_fewest() -> None:
    """One segment less would be too wide; the cheapest plan is first; what no plan gives is not listed."""
    found = Components(0.01, 0.64, 0.25, 80, 3.0)
    plans = needs(found, 0.8)
    assert [plan.judgements for plan in plans] == sorted(plan.judgements for plan in plans)
    for plan in plans:
        assert plan.width <= 0.8
        if plan.segments > 1:
            less = mean_width(found, systems=plan.systems, segments=plan.segments - 1, judges=plan.judges)
            assert less > 0.8
    assert needs(Components(1.0, 0.64, 0.25, 80, 3.0), 0.8) == []
    with pytest.raises(InvalidOption, match="not above 0"):
        needs(found, 0)


def test_the_most_useful_systems_are_far_out(calibration: Calibration) -> None:
    """One beyond the range tells more of the line than one in its middle."""
    found = most_useful(calibration, [("middle", 30.0), ("far", 50.0)])
    assert [name for name, _ in found] == ["far", "middle"]
    assert found[0][1] > found[1][1]


def test_a_pilot_needs_two_segments() -> None:
    """One segment says nothing of how segments differ."""
    with pytest.raises(InvalidOption, match="at least two judged segments"):
        components(np.ones((3, 4, 1)), 0.3)
