"""The range of a new system like some others, and which of them lie far from the rest."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import t

from karat.calibration.usual_range import FAR, deviations, usual_range

SCORES = st.lists(st.integers(0, 100).map(float), min_size=3, max_size=30)


@given(SCORES)
def test_the_known_systems_are_always_in_range(scores: list[float]) -> None:
    """However far one of them lies."""
    low, high = usual_range(scores)
    assert low <= min(scores)
    assert high >= max(scores)


@given(SCORES, st.floats(0.1, 10), st.floats(-50, 50))
def test_the_range_moves_with_the_scale(scores: list[float], factor: float, shift: float) -> None:
    """Other units and another zero give the same range, in those units."""
    moved = usual_range([shift + factor * score for score in scores])
    plain = [shift + factor * end for end in usual_range(scores)]
    assert moved == pytest.approx(plain, abs=1e-6)


@given(SCORES, st.floats(0, 20), st.floats(0, 20))
def test_more_error_never_makes_it_narrower(scores: list[float], less: float, more: float) -> None:
    """The error of another text is added to the scatter of systems, as variances are."""
    less, more = sorted((less, more))
    narrow, wide = usual_range(scores, less), usual_range(scores, more)
    assert wide[0] <= narrow[0] + 1e-9
    assert wide[1] >= narrow[1] - 1e-9


@pytest.mark.parametrize("systems", [13, 20, 60])
def test_with_many_systems_it_is_a_prediction_interval(systems: int) -> None:
    """Of 99.73 %, by Student's t."""
    scores = np.random.default_rng(systems).normal(30, 4, systems)
    width = t.ppf(0.99865, systems - 1) * scores.std(ddof=1) * np.sqrt(1 + 1 / systems)
    wanted = scores.mean() - width, scores.mean() + width
    assert usual_range(scores.tolist()) == pytest.approx(wanted)


@pytest.mark.parametrize("systems", [4, 6, 9, 12])
def test_with_few_systems_it_ends_at_a_leverage(systems: int) -> None:
    """Where the squared error of a line is 1.5 times the scatter around it, 1/n + (x − x̄)² / Σ(x − x̄)²."""
    scores = np.random.default_rng(systems).uniform(20, 40, systems)
    low, high = usual_range(scores.tolist())
    for end in (low, high):
        leverage = 1 / systems + (end - scores.mean()) ** 2 / ((scores - scores.mean()) ** 2).sum()
        assert leverage == pytest.approx(1.5)


def test_one_system_has_no_range_but_itself() -> None:
    """Nothing says how far another may lie."""
    assert usual_range([30.0]) == (30.0, 30.0)


@given(st.lists(st.integers(0, 100).map(float), min_size=5, max_size=30))
def test_one_wild_value_moves_no_other(scores: list[float]) -> None:
    """Deviations are measured by the median: one outlier, however far, leaves the others as near as before."""
    assume(np.median(np.abs(np.array(scores) - np.median(scores))) > 0)
    near, far = (deviations([*scores, wild])[-1] for wild in (1e3, 1e6))
    assert 0 < near < far
    assert np.abs(deviations([*scores, 1e3])[:-1]) == pytest.approx(np.abs(deviations([*scores, 1e6])[:-1]))


def test_normal_scores_have_deviations_of_one() -> None:
    """The scale is that of standard deviations, and few lie beyond five."""
    found = deviations(np.random.default_rng(1).normal(30, 4, 20_000).tolist())
    assert found.std() == pytest.approx(1, abs=0.02)
    assert (np.abs(found) > FAR).mean() < 1e-3


def test_where_half_are_alike_none_is_far() -> None:
    """Nothing says how far the others may be."""
    assert deviations([1.0, 1.0, 1.0, 50.0]).tolist() == [0.0, 0.0, 0.0, 0.0]
