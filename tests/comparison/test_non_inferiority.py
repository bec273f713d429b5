"""Gates: what passes beside a baseline and a score, and how often something passes by chance."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
import pytest

from karat import Bleu, Chrf, Corpus, External, Procedure, Ter, compare, demo, evaluate, parse, read
from karat.comparison import gate
from karat.errors import InvalidOption, UnknownName

FEW = Procedure(samples=200, shuffles=200)


@pytest.fixture(scope="module")
def evaluation() -> Any:
    """The demo data under metrics of both directions."""
    return evaluate(read(demo.segments_path()), Bleu(), Chrf(), Ter())


def judged(
    scores: dict[str, list[float]], documents: list[str] | None = None, *, higher_is_better: bool = True
) -> Any:
    """Scores that were given."""
    count = len(next(iter(scores.values())))
    corpus = Corpus.of({name: ["x"] * count for name in scores}, ["x"] * count, documents=documents)
    return evaluate(corpus, External.of("human", scores, higher_is_better=higher_is_better))


def simulated(trials: int, *, documents: int, worse_by: float, seed: int) -> Any:
    """Trials, each a metric of its own: segments of a document share most of what sets two systems apart."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(3, 9, documents)
    labels = [f"d{place}" for place, length in enumerate(lengths) for _ in range(length)]
    size = len(labels)
    metrics = []
    for trial in range(trials):
        old = rng.normal(50, 5, size)
        shared = np.repeat(rng.normal(0, 2, documents), lengths)
        new = old - worse_by + shared + rng.normal(0, 2, size)
        metrics.append(External.of(f"trial {trial}", {"old": old.tolist(), "new": new.tolist()}))
    return evaluate(
        Corpus.of({"old": ["x"] * size, "new": ["x"] * size}, ["x"] * size, documents=labels), *metrics
    )


def passing(evaluation: Any, margin: float, **options: Any) -> float:
    """The share of trials in which the new system passes."""
    found = gate(evaluation, Procedure(samples=150, **options), baseline="old", margin=margin)
    return float(np.mean([one.passed for one in found.beside_baseline]))


def test_a_system_worse_by_the_margin_passes_in_one_case_of_twenty() -> None:
    """Documents are the unit: segments resampled as if independent would let three times as much through."""
    trials = simulated(250, documents=20, worse_by=1.0, seed=20)
    assert 0.02 <= passing(trials, 1.0) <= 0.08
    assert passing(trials, 1.0, unit="segment") > 0.1


def test_the_ends_are_those_of_the_two_sided_interval(evaluation: Any) -> None:
    """95 % on one side are the ends of 90 % on both, of the same draws as a comparison's."""
    found = gate(evaluation, FEW, baseline="birch", margin=1, systems=["aurora"])
    two_sided = compare(evaluation, Procedure(samples=200, shuffles=200, confidence=0.9))
    assert found.error_rate == 0.05
    for one, metric in zip(found.beside_baseline, two_sided.metrics, strict=True):
        pair = metric.contrast("aurora", "birch")
        assert one.difference == pair.difference
        ends = (pair.interval.low, pair.interval.high)
        assert (one.at_worst, one.at_best) == (ends if one.higher_is_better else ends[::-1])


def test_directions_of_metrics(evaluation: Any) -> None:
    """A better system passes by every metric, a worse one by none: also where lower is better."""
    found = gate(evaluation, FEW, baseline="cobalt", margin=0.5, systems=["aurora", "elm"])
    verdicts = {(one.metric, one.system): one.verdict for one in found.beside_baseline}
    assert verdicts == {
        (metric, system): verdict
        for metric in ("BLEU", "chrF2", "TER")
        for system, verdict in (("aurora", "pass"), ("elm", "worse"))
    }
    assert not found.passed


def test_too_few_documents_to_tell(evaluation: Any) -> None:
    """What is neither shown to be within the margin nor beyond it does not pass."""
    found = gate(evaluation, FEW, baseline="aurora", margin={"bleu": 6}, systems=["birch"])
    (one,) = found.beside_baseline
    least, measured, most = one.losses
    assert least < 6 < most
    assert least < measured < most
    assert (one.metric, one.verdict, found.passed) == ("BLEU", "can't tell", False)


def test_the_same_output_passes() -> None:
    """A system that is the baseline passes with a margin of 0."""
    evaluation = judged({"old": [1.0, 2.0, 3.0], "new": [1.0, 2.0, 3.0]})
    assert gate(evaluation, FEW, baseline="old", margin=0).passed


def test_a_single_document_says_nothing() -> None:
    """Without an interval nothing passes, however good the score."""
    evaluation = judged({"old": [1.0, 2.0], "new": [8.0, 9.0]}, ["a", "a"])
    found = gate(evaluation, Procedure(samples=50, unit="document"), baseline="old", margin=1)
    assert found.beside_baseline[0].verdict == "can't tell"


def test_limits() -> None:
    """A score passes at the limit or on its better side, and not where there is none."""
    higher, lower = judged({"new": [1.0, 3.0]}), judged({"new": [1.0, 3.0]}, higher_is_better=False)
    assert [gate(higher, limit=limit).passed for limit in (1.9, 2.0, 2.1)] == [True, True, False]
    assert [gate(lower, limit=limit).passed for limit in (1.9, 2.0, 2.1)] == [False, True, True]
    assert gate(higher, limit=2).beside_baseline == ()


def test_recipes_still_give_the_metric(evaluation: Any) -> None:
    """What decides the verdict stands behind the metric's recipe, which can be read as before."""
    found = gate(evaluation, FEW, baseline="birch", margin=1, limit={"TER": 60})
    for metric in evaluation.metrics:
        recipes = {one.recipe for one in found.checks if one.metric == metric.name}
        assert {parse(recipe) for recipe in recipes} == {metric}
    assert "|confidence:0.95|sides:1|interval:expanded|draw:document|" in found.beside_baseline[0].recipe


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ({}, "nothing to compare"),
        ({"baseline": "birch"}, "How much worse"),
        ({"margin": 1}, "needs a baseline"),
        ({"baseline": "birch", "margin": -1}, "0 or more"),
        ({"baseline": "birch", "margin": nan}, "number"),
        ({"baseline": "birch", "margin": "1"}, "number"),
        ({"baseline": "birch", "margin": 1, "systems": ["birch"]}, "is the baseline"),
        ({"limit": float("inf")}, "finite"),
        ({"procedure": Procedure(confidence=0.5), "limit": 1}, "above 0.5"),
    ],
)
def test_what_is_no_question(evaluation: Any, asked: dict[str, Any], problem: str) -> None:
    """It is refused, and the message says what is missing."""
    with pytest.raises(InvalidOption, match=problem):
        gate(evaluation, **asked)


def test_names_that_are_not_there(evaluation: Any) -> None:
    """Systems and metrics are those of the evaluation."""
    with pytest.raises(UnknownName, match="aurora"):
        gate(evaluation, baseline="birk", margin=1)
    with pytest.raises(UnknownName, match="chrF2"):
        gate(evaluation, limit={"comet": 1})
