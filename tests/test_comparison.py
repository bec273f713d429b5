"""Comparisons of systems: figures that follow from others, and what is refused."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat import Bleu, Chrf, Corpus, Evaluation, Procedure, Ter, compare, evaluate, parse
from karat.errors import InvalidOption, KaratError
from karat.resampling import benjamini_hochberg, holm

if TYPE_CHECKING:
    from karat.comparison import MetricComparison

RNG = Random(3)
REFERENCES = [" ".join(RNG.choice("abcdefghij") for _ in range(RNG.randrange(6, 25))) for _ in range(120)]
QUICK = Procedure(samples=300, shuffles=500)


def noisy(rate: float) -> list[str]:
    """The references with some words exchanged."""
    return [" ".join(word if RNG.random() > rate else "x" for word in line.split()) for line in REFERENCES]


SYSTEMS = {"poor": noisy(0.5), "good": noisy(0.2), "twin": noisy(0.2), "fair": noisy(0.3)}


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    """Four systems under metrics of both directions, in documents of two text types."""
    documents = [f"d{n // 6}" for n in range(len(REFERENCES))]
    kinds = ["news" if n < 60 else "mail" for n in range(len(REFERENCES))]
    corpus = Corpus.of(SYSTEMS, REFERENCES, documents=documents, text_types=kinds)
    return evaluate(corpus, Bleu(), Ter())


@pytest.fixture(scope="module")
def bleu(evaluation: Evaluation) -> MetricComparison:
    """The comparison under BLEU."""
    return compare(evaluation, QUICK).metrics[0]


def test_standings(bleu: MetricComparison) -> None:
    """The best first, each value inside its interval, clusters in order."""
    assert [standing.system for standing in bleu.standings][2:] == ["fair", "poor"]
    values = [standing.value for standing in bleu.standings]
    assert values == sorted(values, reverse=True)
    assert all(standing.interval.low < standing.value < standing.interval.high for standing in bleu.standings)
    assert [standing.cluster for standing in bleu.standings] == [1, 1, 2, 3]
    assert [standing.ranks for standing in bleu.standings] == [(1, 2), (1, 2), (3, 3), (4, 4)]


def test_contrasts(bleu: MetricComparison) -> None:
    """All pairs, the better system first; a winner where the corrected p-value allows one."""
    ranked = [standing.system for standing in bleu.standings]
    assert [(pair.first, pair.second) for pair in bleu.contrasts] == list(combinations(ranked, 2))
    for pair in bleu.contrasts:
        assert pair.difference > 0
        assert pair.interval.low < pair.difference < pair.interval.high
        assert (pair.winner == pair.first) == (pair.corrected <= 0.05)
        assert pair.corrected >= pair.p
    assert bleu.contrast("twin", "good").winner is None
    assert bleu.contrast("poor", "good").winner == "good"


def test_lower_is_better(evaluation: Evaluation) -> None:
    """Under TER the lowest value is first, and wins."""
    ter = compare(evaluation, QUICK).metrics[1]
    values = [standing.value for standing in ter.standings]
    assert values == sorted(values)
    assert ter.contrast("good", "poor").winner == "good"
    assert ter.contrast("good", "poor").difference < 0


def test_resampled_values_are_kept(bleu: MetricComparison) -> None:
    """What the next question needs is there, and paired."""
    first, second = bleu.standings[0], bleu.standings[1]
    pair = bleu.contrast(first.system, second.system)
    assert np.array_equal(pair.resampled, first.resampled - second.resampled)
    assert len(first.resampled) == QUICK.samples
    assert pair.power.error == pytest.approx(pair.resampled.std(ddof=1))


@pytest.mark.parametrize(("name", "correct"), [("holm", holm), ("bh", benjamini_hochberg), ("none", list)])
def test_corrections(evaluation: Evaluation, name: Any, correct: Any) -> None:
    """The p-values of all pairs are corrected together."""
    pairs = compare(evaluation, Procedure(samples=50, shuffles=200, correction=name)).metrics[0].contrasts
    assert [pair.corrected for pair in pairs] == correct([pair.p for pair in pairs])


def test_same_seed_same_figures(evaluation: Evaluation) -> None:
    """0 is a seed; another one gives other figures."""

    def figures(seed: int) -> list[tuple[float, float]]:
        procedure = Procedure(samples=50, shuffles=150, seed=seed)
        return [(pair.p, pair.interval.low) for pair in compare(evaluation, procedure).metrics[0].contrasts]

    assert figures(0) == figures(0)
    assert figures(0) != figures(1)


def test_documents_as_units(evaluation: Evaluation) -> None:
    """Whole documents are drawn: as many units as there are, the same scores, other intervals."""
    whole = compare(evaluation, Procedure(samples=200, shuffles=200, unit="document")).metrics[0]
    segments = compare(evaluation, Procedure(samples=200, shuffles=200)).metrics[0]
    assert (whole.units, segments.units) == (20, 120)
    assert [s.value for s in whole.standings] == [s.value for s in segments.standings]
    assert whole.standings[0].interval != segments.standings[0].interval


def test_strata(evaluation: Evaluation) -> None:
    """Text types keep their size, by segment and by document."""
    for unit in ("segment", "document"):
        procedure = Procedure(samples=100, shuffles=300, unit=unit, stratify=True)
        assert compare(evaluation, procedure).metrics[0].contrasts[-1].winner is not None


def test_a_document_of_two_text_types() -> None:
    """Such a document cannot be drawn within one of them."""
    corpus = Corpus.of(
        {"a": ["x y", "z"], "b": ["x", "z"]}, ["x y", "z"], documents=["d", "d"], text_types=["news", "mail"]
    )
    with pytest.raises(InvalidOption, match="'news' and 'mail'"):
        compare(evaluate(corpus, Bleu()), Procedure(unit="document", stratify=True))


def test_identical_systems() -> None:
    """Two equal outputs differ by nothing, and nothing is made of it."""
    corpus = Corpus.of({"one": REFERENCES, "other": list(REFERENCES)}, REFERENCES)
    (pair,) = compare(evaluate(corpus, Chrf()), QUICK).metrics[0].contrasts
    assert (pair.difference, pair.p, pair.bootstrap_p, pair.winner) == (0, 1, 1, None)


def test_intervals_bca(evaluation: Evaluation) -> None:
    """The other kind of interval is near the first, and not the same."""
    bca = compare(evaluation, Procedure(samples=300, shuffles=200, interval="bca")).metrics[0].standings
    percentile = compare(evaluation, Procedure(samples=300, shuffles=200)).metrics[0].standings
    for one, other in zip(bca, percentile, strict=True):
        assert one.interval.method == "bca"
        assert one.interval.low == pytest.approx(other.interval.low, abs=1.0)
        assert one.interval.low != other.interval.low


def test_the_recipe_still_gives_the_metric(bleu: MetricComparison) -> None:
    """What was drawn stands in the recipe, and does not hide the metric."""
    assert "samples:300|shuffles:500|seed:12345" in bleu.recipe
    assert parse(bleu.recipe) == Bleu()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"samples": 0}, "samples is 0"),
        ({"shuffles": -1}, "shuffles is -1"),
        ({"seed": -2}, "seed is -2"),
        ({"level": 95}, "level is 95"),
        ({"interval": "t"}, "interval"),
        ({"unit": "word"}, "unit"),
        ({"correction": "sidak"}, "correction"),
        ({"compatible": "sas"}, "compatible"),
    ],
)
def test_bad_procedures(options: dict[str, Any], problem: str) -> None:
    """What cannot be done is refused before anything is drawn."""
    with pytest.raises(KaratError, match=problem):
        Procedure(**options)


def test_too_few_shuffles(evaluation: Evaluation) -> None:
    """Where no p-value could pass the correction, the number of shuffles is refused; left out, it is raised."""
    with pytest.raises(InvalidOption, match="at least 120"):
        compare(evaluation, Procedure(shuffles=100))
    assert compare(evaluation, Procedure(samples=5, shuffles=20, correction="none")).metrics[0].contrasts
    assert Procedure().settled(3).shuffles == 10_000
    assert Procedure().settled(595).shuffles == 47_600


def test_one_system() -> None:
    """There is nothing to compare it with."""
    with pytest.raises(InvalidOption, match="at least two"):
        compare(evaluate(Corpus.of(REFERENCES, REFERENCES), Bleu()))


def test_an_unknown_pair(bleu: MetricComparison) -> None:
    """A pair that was not compared is refused."""
    with pytest.raises(InvalidOption, match="no pair"):
        bleu.contrast("good", "absent")
