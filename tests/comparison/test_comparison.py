"""Comparisons of systems: figures that follow from others, and what is refused."""

from __future__ import annotations

from itertools import combinations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat import Bleu, Chrf, Corpus, Evaluation, External, Procedure, Ter, compare, evaluate, parse
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
    assert pair.power.error == pytest.approx(sqrt(20 / 19) * pair.resampled.std(ddof=1))


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
    """Whole documents are drawn unless segments are asked for: the same scores, other intervals."""
    whole = compare(evaluation, Procedure(samples=200, shuffles=200)).metrics[0]
    segments = compare(evaluation, Procedure(samples=200, shuffles=200, unit="segment")).metrics[0]
    assert (whole.unit, segments.unit) == ("document", "segment")
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
        ({"confidence": 95}, "confidence is 95"),
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


RUNS = {"base": ["base.1", "base.2", "base.3"], "new": ["new.1", "new.2", "new.3"]}


@pytest.fixture(scope="module")
def several_runs() -> Evaluation:
    """Three runs of each of two systems."""
    rates = {"base": 0.35, "new": 0.2}
    systems = {name: noisy(rates[name.partition(".")[0]]) for runs in RUNS.values() for name in runs}
    return evaluate(Corpus.of(systems, REFERENCES), Bleu())


def test_several_runs(several_runs: Evaluation) -> None:
    """A system's score is the mean over its runs; what varies is split into runs and test set."""
    found = compare(several_runs, QUICK, runs=RUNS).metrics[0]
    assert [standing.system for standing in found.standings] == ["new", "base"]
    for standing in found.standings:
        values = [several_runs[name][0].value for name in RUNS[standing.system]]
        assert standing.value == pytest.approx(np.mean(values))
        assert standing.runs is not None
        assert list(standing.runs.values.values()) == values
        assert standing.runs.run_deviation == pytest.approx(np.std(values, ddof=1))
        for deviation, interval in (
            (standing.runs.run_deviation, standing.runs.run_interval),
            (standing.runs.test_deviation, standing.runs.test_interval),
        ):
            assert interval.low < deviation < interval.high
    (pair,) = found.contrasts
    assert pair.winner == "new"
    assert pair.run_p == pytest.approx(0.1)
    assert 0 < pair.power.run_error < pair.power.error
    assert "|runs:3" in found.recipe


def test_a_run_alone_is_as_a_system(several_runs: Evaluation) -> None:
    """The deviation that the test set gives is that of each run compared alone."""
    together = compare(several_runs, QUICK, runs=RUNS).metrics[0].standings[0]
    alone = {one.system: one for one in compare(several_runs, QUICK).metrics[0].standings}
    deviations = [alone[name].resampled.std(ddof=1) for name in RUNS["new"]]
    assert together.runs is not None
    assert together.runs.test_deviation == pytest.approx(np.sqrt(np.mean(np.square(deviations))))


@pytest.mark.parametrize(
    ("runs", "problem"),
    [
        ({**RUNS, "other": ["base.4", "base.5"]}, "run of 'other'"),
        ({**RUNS, "other": ["base.1", "base.2"]}, "a run twice"),
        ({"base": RUNS["base"]}, "Of which system is this a run: new.1, new.2, new.3"),
        ({"base": RUNS["base"], "new": ["new.1"]}, "'new' has 1 run"),
    ],
)
def test_bad_runs(several_runs: Evaluation, runs: dict[str, list[str]], problem: str) -> None:
    """Every run is one of one system, and every system has several."""
    with pytest.raises(KaratError, match=problem):
        compare(several_runs, QUICK, runs=runs)


def test_runs_and_bca(several_runs: Evaluation) -> None:
    """What BCa corrects by is of segments."""
    with pytest.raises(InvalidOption, match="BCa"):
        compare(several_runs, Procedure(samples=50, shuffles=50, interval="bca"), runs=RUNS)


def test_pairs_are_compared_where_both_are_judged() -> None:
    """Where scores are missing, each pair has the segments that both have, and may turn the standings round."""
    count = len(REFERENCES)
    # The first is better wherever both were judged, but was judged on hard segments too.
    scores: dict[str, list[float | None]] = {
        "first": [80.0 if n % 2 else 20.0 for n in range(count)],
        "second": [60.0 + n % 3 if n % 2 else None for n in range(count)],
    }
    corpus = Corpus.of(dict.fromkeys(scores, REFERENCES), REFERENCES)
    found = compare(evaluate(corpus, External.of("human", scores)), QUICK).metrics[0]
    assert [(one.system, one.units) for one in found.standings] == [
        ("second", count // 2),
        ("first", count),
    ]
    (pair,) = found.contrasts
    assert (pair.first, pair.second, pair.winner) == ("second", "first", "first")
    assert pair.power.units == count // 2
    assert pair.difference == pytest.approx(61 - 80, abs=0.1)
    assert pair.interval.low <= pair.difference <= pair.interval.high


def test_draws_without_a_value_are_counted() -> None:
    """A corpus that drew no segment with a score has no value; how many there were is told."""
    scores = {name: [value, *[None] * 9] for name, value in (("one", 1.0), ("other", 2.0))}
    corpus = Corpus.of({name: ["x"] * 10 for name in scores}, ["x"] * 10)
    found = compare(evaluate(corpus, External.of("human", scores)), QUICK).metrics[0]
    # Of ten segments, one is not drawn in (9/10)¹⁰ of the corpora.
    for standing in found.standings:
        assert standing.undefined == pytest.approx(0.9**10 * QUICK.samples, abs=40)
    (pair,) = found.contrasts
    assert pair.undefined_samples == found.standings[0].undefined
    assert pair.undefined_shuffles == 0


def test_the_unit_is_decided_by_the_corpus() -> None:
    """Documents where they can be drawn, segments otherwise; what is asked for stays."""
    text = ["x"] * 4

    def drawn(documents: list[str] | None, procedure: Procedure | None = None) -> tuple[str, str]:
        settled = (procedure or Procedure()).on(Corpus.of(text, text, documents=documents))
        return str(settled.unit), str(settled.interval)

    assert drawn(["a", "a", "b", "b"]) == ("document", "expanded")
    assert drawn(None) == ("segment", "expanded")
    assert drawn(["a"] * 4) == ("segment", "expanded")
    assert drawn(["a", "b", "c", "d"]) == ("segment", "expanded")
    assert drawn(["a", "a", "b", "b"], Procedure(unit="segment")) == ("segment", "expanded")
    assert drawn(["a", "a", "b", "b"], Procedure(interval="bca")) == ("document", "bca")
    assert drawn(["a", "a", "b", "b"], Procedure(compatible="moses")) == ("segment", "percentile")


def test_why_segments_were_drawn(evaluation: Evaluation) -> None:
    """A comparison says whether documents are known, and each metric what was drawn."""
    found = compare(evaluation, QUICK)
    assert found.documents == "known"
    assert "|interval:expanded|draw:document|" in found.procedure.recipe
    assert found.metrics[0].effective_units == pytest.approx(20)
    assert found.metrics[0].neighbours is None
    assert all(pair.design_effect > 0 for pair in found.metrics[0].contrasts)
    text = ["a b c d", "e f g h"] * 3
    alone = compare(evaluate(Corpus.of({"A": text, "B": ["a b x d", "e f g h"] * 3}, text), Bleu()), QUICK)
    assert alone.documents == "unknown"
    assert np.isnan(alone.metrics[0].contrasts[0].design_effect)


def test_a_slice_that_is_one_document_draws_its_segments() -> None:
    """It has no other documents to draw, and its segments are what it consists of."""
    from karat.comparison import Partition, slices

    text = ["a b c d", "e f g h", "i j k l", "m n o p"]
    corpus = Corpus.of(
        {"A": text, "B": ["a b x d", "e f g h", "i x k l", "m n o p"]}, text, documents=list("xxyy")
    )
    parts = slices(evaluate(corpus, Chrf()), Chrf(), Partition.of("document", list("xxyy")), QUICK)
    assert all(part.intervals["B"].low < part.values["B"] for part in parts)


def test_intervals_keep_to_the_metrics_scale() -> None:
    """Few documents stretch intervals; beyond 0 and 100, or a difference of 100, no score can lie."""
    references = ["a b c d e f g h"] * 12
    good = ["a b c d x f g h"] * 4 + references[4:]
    poor = ["x"] * 8 + ["a b c d e f"] * 4
    corpus = Corpus.of({"good": good, "poor": poor}, references, documents=[f"d{n // 4}" for n in range(12)])
    (bleu, ter) = compare(evaluate(corpus, Bleu(), Ter()), QUICK).metrics
    assert bleu.standings[0].interval.high == 100
    assert bleu.standings[1].interval.low == 0
    assert bleu.contrasts[0].interval.high == 100
    assert ter.standings[0].interval.low == 0
    assert ter.standings[1].interval.high > 100
