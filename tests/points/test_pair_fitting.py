"""How many points matter: the curves against other programs, and what the intervals promise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from statsmodels.discrete.discrete_model import Logit

from karat.agreement import Rater
from karat.errors import InvalidOption
from karat.points import fit_pairs, isotonic_steps, judged_pairs, logistic_slope

PLACES = some.lists(
    some.tuples(some.integers(0, 8), some.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=12
)


def raters(seed: int, systems: int, *, documents: int = 30, own: float = 0.5) -> tuple[Rater, Rater]:
    """Systems whose quality people see through the noise of documents, and a metric with errors of its own."""
    rng = np.random.default_rng(seed)
    names = tuple(f"s{place}" for place in range(systems))
    quality = rng.normal(size=(systems, 1))
    judged = quality + rng.normal(size=(systems, documents)) * 0.3 * np.sqrt(documents)
    scored = quality + own * rng.normal(size=(systems, 1)) + 0.5 * (judged - quality)
    metric = Rater("m", "made up", names, scored.mean(axis=1), scored)
    return metric, Rater("people", "made up", names, judged.mean(axis=1), judged)


def test_slope_is_that_of_statsmodels() -> None:
    """Without the steadying pair, b is the maximum likelihood estimate of a logit without intercept."""
    rng = np.random.default_rng(1)
    differences = rng.normal(size=80) * 3
    agrees = (rng.random(80) < 1 / (1 + np.exp(-0.7 * differences))).astype(float)
    theirs = Logit(agrees, differences[:, None]).fit(disp=False).params[0]
    assert logistic_slope(differences, agrees, steadied=False)[0] == pytest.approx(theirs, rel=1e-8)
    # A pair on which people are split is half right, half wrong: two of them beside all others twice.
    middle = np.median(np.abs(differences))
    twice = np.append(np.tile(agrees, 2), [0.0, 1.0])
    split = Logit(twice, np.append(np.tile(differences, 2), [middle, middle])[:, None]).fit(disp=False)
    assert logistic_slope(differences, agrees)[0] == pytest.approx(split.params[0], rel=1e-8)


@given(PLACES)
def test_isotonic_values_are_those_of_the_definition(places: list[tuple[int, float]]) -> None:
    """The value at each size is the largest of the least means of pairs from one size to another, or ½."""
    differences, agrees = (np.array(values, dtype=float) for values in zip(*places, strict=True))
    sizes, found = isotonic_steps(differences, agrees)
    for place in range(len(sizes)):
        value = max(
            min(
                agrees[(differences >= sizes[low]) & (differences <= sizes[high])].mean()
                for high in range(place, len(sizes))
            )
            for low in range(place + 1)
        )
        assert found[place] == pytest.approx(max(value, 0.5))


def test_intervals_hold_the_true_probability() -> None:
    """Of 95 % intervals over 12 systems and 30 documents, 92 % or more hold the truth (here: 100 test sets)."""
    own, size = 0.5, 1.1
    # The quality of two systems differs by N(0, 2), the metric's score by its own errors and noise as well.
    noise = own**2 + 0.25 * 0.09
    chance = _phi(size / (1 + noise) / np.sqrt(2 * noise / (1 + noise)))
    held, means = 0, []
    for seed in range(100):
        metric, human = raters(seed, 12, own=own)
        found = fit_pairs([judged_pairs(metric, human)], metric, human, samples=100)
        low, high = found.interval(size)
        held += low <= chance <= high
        means.append(found.probability(size))
    assert held / 100 >= 0.92
    assert np.mean(means) == pytest.approx(chance, abs=0.03)


def _phi(value: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(value))


def test_ties_and_directions() -> None:
    """People's ties are left out and counted; the metric's say nothing; a metric of errors is turned."""
    names = ("A", "B", "C", "D", "E")
    human = Rater("people", "made up", names, np.array([1.0, 1, 2, 3, 4]))
    metric = Rater("errors", "made up", names, np.array([9.0, 8, 7, 7, 1]), higher_is_better=False)
    found = fit_pairs([judged_pairs(metric, human)], metric, human, samples=50)
    assert found.human_ties == 1
    assert len(found.pairs) == 9
    assert found.agreeing == pytest.approx(8.5 / 9)
    assert all(pair.difference >= 0 for pair in found.pairs)
    assert found.pairs[-1].better == "E"
    assert found.units == ("",)


def test_a_metric_that_is_always_right_is_not_certain() -> None:
    """Where every pair agrees, slope and interval are finite, and the interval reaches down."""
    names = tuple("ABCDEF")
    metric = Rater("m", "made up", names, np.arange(6.0))
    found = fit_pairs([judged_pairs(metric, metric)], metric, metric, samples=100)
    middle = float(np.median([pair.difference for pair in found.pairs]))
    assert found.interval(middle)[0] == pytest.approx(0.025 ** (1 / 6), abs=0.01)
    assert found.probability(middle) < 1
    assert found.probability(0) == 0.5


def test_never_and_beyond_the_data() -> None:
    """A metric that people contradict never reaches 90 %."""
    names = tuple("ABCDEF")
    human = Rater("people", "made up", names, np.arange(6.0))
    metric = Rater("m", "made up", names, -np.arange(6.0))
    found = fit_pairs([judged_pairs(metric, human)], metric, human, samples=100)
    assert found.slope < 0
    assert found.difference_for() is None
    assert found.isotonic_difference_for() is None
    with pytest.raises(InvalidOption, match=r"between 0\.5 and 1"):
        found.difference_for(0.4)


def test_sureness_comes_from_documents() -> None:
    """A human difference that one document makes is less sure than one that all have."""
    metric, human = raters(3, 6)
    by_segment = judged_pairs(metric, human)
    by_document = judged_pairs(metric, human, documents=[str(place // 10) for place in range(30)])
    assert by_document.units == "3 documents"
    assert np.array_equal(by_segment.human, by_document.human)
    between = human.segment_scores[0] - human.segment_scores[1]
    error = between.std(ddof=1) / np.sqrt(30)
    assert by_segment.sure[0] == pytest.approx(_phi(between.mean() / error))


def test_too_few_systems_are_refused() -> None:
    """Three systems make three pairs, which say nothing."""
    metric, human = raters(1, 3)
    with pytest.raises(InvalidOption, match="both have scores of 3 systems"):
        judged_pairs(metric, human)
    equal = Rater("m", "made up", tuple("ABCD"), np.ones(4))
    with pytest.raises(InvalidOption, match="No two systems differ"):
        fit_pairs([judged_pairs(equal, equal)], equal, equal)
