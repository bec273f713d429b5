"""Samples that were chosen for ranking."""

from __future__ import annotations

import numpy as np
import pytest

from karat.agreement import Rater
from karat.agreement.judged_sample import ChosenSample, require_random, sample_test

SIZE = 240
DOCUMENT = np.repeat(np.arange(48), 5)


def rater(seed: int) -> Rater:
    """A metric whose scores spread more in some documents than in others."""
    rng = np.random.default_rng(seed)
    spread = np.exp(rng.normal(0, 0.3, 48))[DOCUMENT]
    scores = rng.normal(50, 10, (5, SIZE)) * spread
    return Rater("chrF", "made up", tuple("ABCDE"), scores.mean(axis=1), scores)


def test_random_samples_pass() -> None:
    """Documents drawn at random are refused once in a thousand times: p is uniform, also at its low end."""
    found = []
    for seed in range(60):
        judged = np.isin(DOCUMENT, np.random.default_rng(seed).choice(48, 12, replace=False))
        found.append(sample_test([rater(seed), rater(seed + 999)], judged, units=DOCUMENT.tolist()).p)
    assert min(found) > 0.001
    assert 0.01 <= np.mean(np.array(found) < 0.1) <= 0.2


def test_segments_where_systems_differ_are_recognised() -> None:
    """As subsets for ranking are chosen: the quarter with the widest spread of a metric's scores."""
    one = rater(1)
    spread = one.segment_scores.std(axis=0)
    found = sample_test([rater(2), one], spread > np.quantile(spread, 0.75))
    assert found.is_chosen
    assert (found.metric, found.ratio > 1.2) == ("chrF", True)


def test_narrow_spread_is_no_choice_for_ranking() -> None:
    """The test has one side: nobody chooses segments on which systems are alike."""
    one = rater(1)
    spread = one.segment_scores.std(axis=0)
    assert not sample_test([one], spread < np.quantile(spread, 0.25)).is_chosen


def test_whole_text_and_single_systems_show_nothing() -> None:
    """Nothing is left to compare with, or nothing differs."""
    one = rater(1)
    assert np.isnan(sample_test([one], np.ones(SIZE, dtype=bool)).p)
    assert np.isnan(sample_test([one.only(["A"])], DOCUMENT < 10).p)


def test_refusal_says_what_to_do() -> None:
    """It names the metric, the figures, the error rate and the ways out."""
    one = rater(1)
    spread = one.segment_scores.std(axis=0)
    values = np.where(spread > np.quantile(spread, 0.75), 1.0, np.nan) * np.ones((5, 1))
    people = Rater("mqm", "made up", tuple("ABCDE"), np.ones(5), values)
    with pytest.raises(ChosenSample, match=r"chrF scores .* times as far apart .* 1 random sample in 1,000"):
        require_random([one], people)
    assert require_random([one], people, sample="random") is None
