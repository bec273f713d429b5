"""Judges one by one: leaning, spread, agreement with the rest, suspicion, repeats; and systems."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.stats import pearsonr
from tests.packs import rows_of

from karat import demo, read, read_judgements
from karat.judgements import Judgement, Judgements, Scale
from karat.reliability import (
    Bootstrap,
    Ratings,
    krippendorff_alpha,
    profiles,
    ratings,
    reliability,
    self_agreement,
    standings,
    suspicions,
)
from karat.reliability.careless import _within
from karat.reliability.ratings import beside_the_rest, correlations, mean_of_others

if TYPE_CHECKING:
    from pathlib import Path

FEW = Bootstrap(samples=50)
FIVE = Scale.parse("1-5")


def honest(rng: np.random.Generator, items: int, judges: int, *, of_each: int | None = None) -> np.ndarray:
    """Judges who lean and spread differently, with noise of the same size, on five points."""
    values = rng.normal(size=(items, 1)) + 0.7 * rng.normal(size=(items, judges))
    values = values * rng.uniform(0.8, 1.2, judges) + rng.normal(0, 0.3, judges)
    points = np.clip(np.round(3 + values), 1, 5)
    if of_each is not None:
        points[rng.random(points.shape).argsort(axis=1) >= of_each] = np.nan
    return points


def test_profiles_by_definition() -> None:
    """Bias is the mean distance from the others, agreement Pearson's r with their mean."""
    values = honest(np.random.default_rng(1), 40, 3)
    for place, profile in enumerate(profiles(Ratings.of(values.tolist()), bootstrap=FEW)):
        rest = np.delete(values, place, axis=1).mean(axis=1)
        assert profile.bias == pytest.approx((values[:, place] - rest).mean())
        assert profile.agreement == pytest.approx(pearsonr(values[:, place], rest).statistic)
        assert profile.spread == pytest.approx(values[:, place].std(ddof=1))
        assert profile.bias_interval.low <= profile.bias <= profile.bias_interval.high
        assert profile.agreement_interval.low <= profile.agreement <= profile.agreement_interval.high


def test_correlations_of_many_deals() -> None:
    """Row by row they are Pearson's r of each judge with the mean of the others; of two values or no spread, NaN."""
    rng = np.random.default_rng(3)
    matrix = honest(rng, 30, 5, of_each=3)
    matrix[:, 4] = np.where(np.isnan(matrix[:, 4]), np.nan, 2.0)
    matrix[2:, 3] = np.nan
    pairs = beside_the_rest(Ratings.of(matrix.tolist()))
    values = rng.permuted(np.tile(pairs.value, (4, 1)), axis=1).reshape(2, 2, -1)
    values[..., pairs.judge == 4] = 2.0
    rests = mean_of_others(pairs.item, values)
    found = correlations(pairs.judge, values, rests, 6)
    assert found.shape == (2, 2, 6)
    assert np.isnan(found[..., 3:]).all()
    for place in np.ndindex(2, 2):
        for judge in range(3):
            mine = pairs.judge == judge
            at = (*place, mine)
            assert found[(*place, judge)] == pytest.approx(pearsonr(values[at], rests[at])[0], abs=1e-12)
        for index, item in enumerate(pairs.item):
            others = (pairs.item == item) & (np.arange(len(pairs.item)) != index)
            assert rests[(*place, index)] == pytest.approx(values[(*place, others)].mean())


@pytest.mark.parametrize("items", [1, 2, 400, 40_000])
def test_orders_within_items(items: int) -> None:
    """Judgements are dealt within their items, by random fractions, however many there are."""
    rng = np.random.default_rng(items)
    item = np.repeat(np.arange(items), rng.integers(1, 6, items))
    fractions = rng.random((2, len(item)))
    fractions[0, 0] = 1 - 2**-53  # the largest there is
    expected = [np.lexsort((row, item)) for row in fractions]
    assert np.array_equal(_within(item, fractions), expected)


def test_judges_alone() -> None:
    """Who shares no item has no bias and no agreement; one judgement has no spread."""
    lonely, single = profiles(Ratings.of([[1, None], [2, None], [None, 4]]), bootstrap=FEW)
    assert isnan(lonely.bias)
    assert isnan(lonely.agreement)
    assert lonely.items == 2
    assert isnan(single.spread)
    assert not single.suspicion.careless


@pytest.mark.parametrize(
    ("items", "judges", "of_each"), [(80, 3, None), (60, 5, None), (200, 8, 3), (200, 8, 2)]
)
def test_false_alarms(items: int, judges: int, of_each: int | None) -> None:
    """Honest judges are suspected in fewer than 5 of 100 campaigns."""
    rng = np.random.default_rng(3)
    trials = 100
    alarms = 0
    for trial in range(trials):
        found = Ratings.of(honest(rng, items, judges, of_each=of_each).tolist())
        alarms += any(one.careless for one in suspicions(found, shuffles=199, seed=trial, simulated=0))
    assert alarms / trials < 0.05


@pytest.mark.parametrize(("items", "judges", "of_each"), [(80, 3, None), (200, 8, 3), (400, 8, 2)])
def test_who_answers_at_random_is_found(items: int, judges: int, of_each: int | None) -> None:
    """In most campaigns, and the others are not suspected with him."""
    rng = np.random.default_rng(4)
    found = blamed = 0
    for trial in range(20):
        values = honest(rng, items, judges, of_each=of_each)
        values[:, 0] = np.where(np.isnan(values[:, 0]), np.nan, rng.integers(1, 6, items))
        first, *others = suspicions(Ratings.of(values.tolist()), shuffles=299, seed=trial, simulated=0)
        found += first.careless
        blamed += any(one.careless for one in others)
    assert found >= 16
    assert blamed <= 1


def test_who_always_says_the_same() -> None:
    """A flat judge is suspected where others saw differences, and only there."""
    values = honest(np.random.default_rng(5), 40, 3)
    values[:, 1] = 3
    flags = suspicions(Ratings.of(values.tolist()), shuffles=99)
    assert [one.flat for one in flags] == [False, True, False]
    assert "gave every item the same" in flags[1].reason
    same = suspicions(Ratings.of([[3, 3, 3]] * 40), shuffles=99)
    assert not any(one.careless for one in same)


def test_two_judges_cannot_be_told_apart() -> None:
    """Nor can judges with a handful of items."""
    two = suspicions(Ratings.of(honest(np.random.default_rng(6), 40, 2).tolist()), shuffles=99)
    assert all(isnan(one.p) for one in two)
    few = suspicions(Ratings.of(honest(np.random.default_rng(6), 5, 4).tolist()), shuffles=99)
    assert all(isnan(one.p) for one in few)


def test_repeats() -> None:
    """How often a judge says the same again, how far off, and α between occasions."""
    rows = []
    for segment, (first, second) in enumerate([(1, 1), (2, 3), (5, 5), (4, 4)]):
        rows += [
            Judgement("anna", "S", str(segment), "adequacy", first, time=segment),
            Judgement("anna", "S", str(segment), "adequacy", second, time=100 + segment),
            Judgement("ben", "S", str(segment), "adequacy", 3),
        ]
    judgements = Judgements.of(rows, scales={"adequacy": FIVE})
    everyone, anna = self_agreement(judgements, "adequacy", "ordinal", bootstrap=FEW)
    assert (everyone.judge, anna.judge) == ("", "anna")
    assert (anna.repeats, anna.same, anna.distance) == (4, 0.75, 0.25)
    assert 0.8 < anna.alpha.value < 1
    assert ratings(judgements, "adequacy").values[1, 0] == 2.5
    once = Judgements.of([row for row in rows if row.judge == "ben"], scales={"adequacy": FIVE})
    assert self_agreement(once, "adequacy", "ordinal", bootstrap=FEW) == ()


def test_standings() -> None:
    """Raw means and z-scores side by side, each with its rank; a strict judge can turn them round."""
    rows = [
        Judgement("kind", "A", "1", "q", 80),
        Judgement("kind", "A", "2", "q", 84),
        Judgement("kind", "B", "1", "q", 90),
        Judgement("harsh", "B", "2", "q", 30),
        Judgement("harsh", "B", "3", "q", 20),
        Judgement("harsh", "A", "3", "q", 10),
    ]
    judgements = Judgements.of(rows, scales={"q": Scale("DA", 0, 100)})
    first, second = standings(judgements, "q", bootstrap=FEW)
    assert (first.system, first.raw_rank, first.z_rank) == ("A", 1, 2)
    assert first.raw == pytest.approx(58)
    assert (second.system, second.raw_rank, second.z_rank) == ("B", 2, 1)
    lower = Judgements.of(rows, scales={"q": Scale("errors", 0, 100, "errors", "lower")})
    assert standings(lower, "q", bootstrap=FEW)[0].system == "B"
    plain = standings(judgements, "q", bootstrap=Bootstrap())
    assert [(one.raw_interval.low, one.raw_interval.high) for one in plain] == [(0, 100), (0, 100)]


def test_demo() -> None:
    """The demo's judges lean as its README says, and nobody is suspected."""
    corpus = read(demo.segments_path())
    found = reliability(
        read_judgements(demo.judgements_path(), corpus), "adequacy", corpus=corpus, bootstrap=FEW
    )
    biases = {profile.judge: profile.bias for profile in found.judges}
    assert biases["judge-3"] < biases["judge-1"] < biases["judge-2"]
    assert not any(profile.suspicion.careless for profile in found.judges)
    assert found.estimate("Krippendorff’s α ordinal").value > 0.85
    assert found.difference == "ordinal"


@pytest.mark.shared
def test_real_judges(shared_data: Path) -> None:
    """Two ESA judges of wmt23.en-de: r as scipy has it, and α between what leaning leaves of it."""
    pairs = [
        (row["human_esa_1"], row["human_esa_2"])
        for row in rows_of(shared_data / "wmt23.en-de")
        if None not in (row["human_esa_1"], row["human_esa_2"])
    ]
    found = Ratings.of(pairs)
    r = pearsonr(*zip(*pairs, strict=True)).statistic
    first, second = profiles(found, bootstrap=FEW)
    assert first.agreement == pytest.approx(r)
    assert first.bias == pytest.approx(-second.bias)
    assert 0.45 < krippendorff_alpha(found, "interval", bootstrap=FEW).value < r < 0.5


@pytest.mark.parametrize(
    "rows",
    [
        [("a", "S", "1", 3)],
        [("a", "S", "1", 3), ("b", "S", "1", 4)],
        [("a", "S", "1", 3), ("a", "S", "2", 4)],
        [("a", "S", "1", 3), ("b", "T", "2", 4)],
        [(judge, "S", str(segment), 3) for judge in "abc" for segment in range(20)],
    ],
)
def test_next_to_nothing(rows: list[tuple[str, str, str, float]]) -> None:
    """One judge, one item, items apart, one value: what is not defined is NaN with its reason."""
    judgements = Judgements.of(
        [Judgement(judge, system, segment, "q", value) for judge, system, segment, value in rows],
        scales={"q": FIVE},
    )
    found = reliability(judgements, "q", bootstrap=Bootstrap(samples=5))
    for estimate in found.estimates:
        assert isnan(estimate.value) == bool(estimate.reason)
    assert len(found.judges) == len(judgements.judges)
