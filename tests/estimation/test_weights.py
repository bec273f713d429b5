"""The choice of metrics and their weights, by cross-fitting."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.estimation.made_up import text

from karat.estimation.weights import Judged, standardised, weights_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

RNG = np.random.default_rng(8)


def judged(human: NDArray[np.float64], *scores: NDArray[np.float64]) -> Judged:
    """Segments that are units each, of one text type."""
    table, _ = standardised(scores)
    size = human.shape[1]
    return Judged(human, table, np.arange(size), np.zeros(size, dtype=np.int64))


def test_weights_of_a_fold_have_not_seen_it() -> None:
    """Changing the judgements of one fold leaves its own weights as they are, and changes the others."""
    good = RNG.normal(size=(3, 100))
    human = good + RNG.normal(size=(3, 100))
    before = weights_of(judged(human, good), seed=1)
    changed = np.where(before.fold == 4, human - 20 * good, human)
    after = weights_of(judged(changed, good), seed=1)
    assert before.slopes[4] == pytest.approx(after.slopes[4])
    assert (abs(before.slopes[5] - after.slopes[5]) > 0.1).any()


def test_weight_is_the_slope_of_least_squares() -> None:
    """With one metric and one system and plenty of judgements, up to what is held back."""
    good = RNG.normal(size=(1, 400))
    human = 3 * good + RNG.normal(size=(1, 400))
    found = weights_of(judged(human, good), seed=1)
    slope = np.polyfit(good[0] / good.std(), human[0], 1)[0]
    assert found.overall[0, 0] == pytest.approx(slope, rel=0.002)
    assert found.overall[0, 0] <= slope


def test_noise_has_no_weight() -> None:
    """Most of the time it is 0, and always small."""
    sizes = []
    for seed in range(20):
        rng = np.random.default_rng(seed)
        found = weights_of(judged(rng.normal(size=(2, 60)), rng.normal(size=(2, 60))), seed=seed)
        sizes.append(abs(found.overall).max())
    assert np.mean(np.array(sizes) == 0) > 0.5
    assert max(sizes) < 0.4


def test_two_metrics_that_know_different_things_are_taken_together() -> None:
    """Ridge is chosen where it predicts judgements left out better than either alone."""
    one, other = RNG.normal(size=(2, 3, 150))
    human = one + other + RNG.normal(0, 0.5, (3, 150))
    assert weights_of(judged(human, one, other), seed=1).chosen == (0, 1)


def test_differences_forget_what_all_systems_share() -> None:
    """A metric that only knows which segments are hard says nothing of differences."""
    made = text(systems=4)
    hard = np.broadcast_to(made.human.mean(axis=0), made.human.shape).copy()
    own = judged(made.human, hard)
    assert weights_of(own, seed=1).overall.max() > 1
    assert weights_of(own.within_segments(), seed=1, by_system=False).is_none


def test_system_that_differs_gets_its_own_slope() -> None:
    """Slopes go towards the system's own as far as systems differ in it."""
    good = RNG.normal(size=(4, 300))
    slopes = np.array([1.0, 1.0, 1.0, 3.0])[:, None]
    found = weights_of(judged(slopes * good + RNG.normal(size=(4, 300)), good), seed=1).overall[:, 0]
    assert found[3] > 2.7
    assert found[:3].max() < 1.4
