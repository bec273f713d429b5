"""Evaluations: every system's statistics, counted once, and every question about them."""

from __future__ import annotations

import pickle
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from karat.corpus import Corpus, References
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName
from karat.evaluation import Evaluation, evaluate, evaluate_blocks
from karat.metrics import Bleu, Chrf, Metric, Ter, parse

if TYPE_CHECKING:
    from karat.evaluation import Level

METRICS: list[Metric] = [Bleu(), Bleu(unit="char", order=6), Chrf(word_order=2), Ter()]
LEVELS: list[Level] = ["document", "paragraph", "text_type"]


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Two systems, two references of which some are missing, documents and text types that are not in one piece."""
    rng = Random(4)

    def text() -> list[str]:
        return [
            " ".join(rng.choices(["the", "a", "cat", "dog", "sat", "lay", ",", "."], k=rng.randrange(3, 15)))
            for _ in range(90)
        ]

    second = [line if rng.random() < 0.5 else None for line in text()]
    return Corpus(
        {"online-A": text(), "online-B": text()},
        References((text(), second)),
        documents=[f"d{rng.randrange(7)}" for _ in range(90)],
        paragraphs=[f"p{rng.randrange(20)}" for _ in range(90)],
        text_types=[rng.choice(["news", "e-mail"]) for _ in range(90)],
    )


@pytest.fixture(scope="module")
def evaluation(corpus: Corpus) -> Evaluation:
    """The corpus under all metrics."""
    return evaluate(corpus, *METRICS)


def part(corpus: Corpus, rows: list[int]) -> Corpus:
    """Some segments of a corpus."""
    return Corpus(
        {name: [text[i] for i in rows] for name, text in corpus.systems.items()},
        References(tuple([stream[i] for i in rows] for stream in corpus.references.streams)),
    )


def test_one_score_per_system_and_metric(evaluation: Evaluation) -> None:
    """Scores come system by system, metric by metric."""
    found = [(score.system, score.metric) for score in evaluation.scores]
    assert found == [(system, metric.name) for system in ("online-A", "online-B") for metric in METRICS]


def test_scores_are_those_of_the_metric(corpus: Corpus, evaluation: Evaluation) -> None:
    """A score is what the metric gives for the system's text, with everything that belongs to it."""
    for system in corpus.systems:
        for metric, score in zip(METRICS, evaluation[system], strict=True):
            row = metric.count(corpus.systems[system], corpus.references).total()
            assert score.value == metric.value(row)
            assert score.details == metric.details(row)
            assert score.recipe == f"{metric.recipe}|refs:var"
            assert (score.references, score.segments) == (2, 90)
            assert parse(score.recipe) == metric


def test_signature(evaluation: Evaluation) -> None:
    """A score carries sacreBLEU's signature where sacreBLEU can give it."""
    signatures = [score.signature or "" for score in evaluation["online-A"]]
    assert all(signature.startswith("nrefs:var|") for signature in signatures)


def test_unknown_system(evaluation: Evaluation) -> None:
    """An unknown system is refused."""
    with pytest.raises(UnknownName, match="no system 'online-C'"):
        evaluation["online-C"]


def test_lines(evaluation: Evaluation) -> None:
    """An evaluation prints one line per score."""
    lines = str(evaluation).splitlines()
    assert len(lines) == 2 * len(METRICS)
    assert lines[0].startswith("online-A: BLEU ")


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
def test_table_of_segments(metric: Metric, corpus: Corpus, evaluation: Evaluation) -> None:
    """The table of segments has each segment's own value, under its number from 1."""
    table = evaluation.table(metric, "segment")
    assert (table.level, table.systems) == ("segment", ("online-A", "online-B"))
    assert table.rows == tuple(str(number) for number in range(1, 91))
    for system in corpus.systems:
        alone = [
            metric.for_segments.value(metric.count([text], [list(corpus.references.of_segment(i))]).total())
            for i, text in enumerate(corpus.systems[system])
        ]
        assert table[system] == pytest.approx(alone, abs=1e-12)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("level", LEVELS)
def test_table_is_scoring_the_subset(
    metric: Metric, level: Level, corpus: Corpus, evaluation: Evaluation
) -> None:
    """The value of a document, paragraph or text type is the corpus score of its segments."""
    table = evaluation.table(metric, level)
    labels = list(corpus.labels(level))
    assert table.rows == tuple(dict.fromkeys(labels))
    for column, label in enumerate(table.rows):
        rows = [i for i, other in enumerate(labels) if other == label]
        scores = evaluate(part(corpus, rows), metric).scores
        assert table.values[:, column] == pytest.approx([score.value for score in scores], abs=1e-12)


def test_a_table_says_which_end_is_good(corpus: Corpus) -> None:
    """Errors are better few."""
    evaluation = evaluate(corpus, Bleu(), Ter())
    assert evaluation.table(Bleu(), "segment").higher_is_better
    assert not evaluation.table(Ter(), "segment").higher_is_better


def test_table_without_labels() -> None:
    """A level that the corpus says nothing of is refused."""
    plain = Corpus.of(["a"], ["a"])
    with pytest.raises(UnknownName, match="has no documents"):
        evaluate(plain, Bleu()).table(Bleu(), "document")


def test_table_of_a_metric_that_was_not_counted(evaluation: Evaluation) -> None:
    """A metric that was not counted is refused, with those that were."""
    with pytest.raises(UnknownName, match=r"no metric 'BLEU.order:3.*Known: BLEU"):
        evaluation.table(Bleu(order=3), "segment")


def test_segments_of_one_system(corpus: Corpus) -> None:
    """With one system and one metric the segments' values need no table."""
    one = evaluate(Corpus.of(corpus.systems["online-A"], corpus.references), Chrf())
    assert np.array_equal(one.segments, one.table(Chrf(), "segment").values[0])


def test_segments_of_several(evaluation: Evaluation) -> None:
    """With more, the way to the table is told."""
    with pytest.raises(UnknownName, match=r"2 systems and 4 metrics: use table\(metric, 'segment'\)"):
        _ = evaluation.segments


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads(threads: int, corpus: Corpus, evaluation: Evaluation) -> None:
    """Threads change nothing."""
    assert evaluate(corpus, *METRICS, threads=threads).scores == evaluation.scores


def test_progress(corpus: Corpus) -> None:
    """Progress hears of each metric as it is done."""
    heard: list[str] = []
    evaluate(corpus, *METRICS, progress=heard.append)
    assert heard == [metric.name for metric in METRICS]


def test_no_metrics(corpus: Corpus) -> None:
    """Who names no metric made a slip."""
    with pytest.raises(InvalidOption, match="There is no metric"):
        evaluate(corpus)
    with pytest.raises(InvalidOption, match="There is no metric"):
        evaluate_blocks([corpus])


@pytest.mark.parametrize("size", [1, 7, 45, 90, 1000])
def test_blocks(size: int, corpus: Corpus, evaluation: Evaluation) -> None:
    """A corpus in blocks has the scores of the whole."""
    blocks = [part(corpus, list(range(start, min(start + size, 90)))) for start in range(0, 90, size)]
    found = evaluate_blocks(blocks, *METRICS)
    assert [score.value for score in found] == [score.value for score in evaluation.scores]
    assert [score.details for score in found] == [score.details for score in evaluation.scores]
    assert {score.segments for score in found} == {90}
    assert [score.system for score in found] == [score.system for score in evaluation.scores]


def test_blocks_in_one_piece(corpus: Corpus, evaluation: Evaluation) -> None:
    """One block is an evaluation."""
    assert evaluate_blocks(iter([corpus]), *METRICS, threads=2) == evaluation.scores


def test_progress_of_blocks(corpus: Corpus) -> None:
    """Progress hears how many segments have been counted."""
    heard: list[int] = []
    evaluate_blocks(
        [part(corpus, list(range(30))), part(corpus, list(range(30, 90)))], Bleu(), progress=heard.append
    )
    assert heard == [30, 90]


def test_no_blocks() -> None:
    """No blocks give no scores."""
    assert evaluate_blocks([], Bleu()) == []


def test_blocks_with_different_references() -> None:
    """Where blocks differ in their references, the recipe says that the number varies."""
    blocks = [Corpus.of(["a"], [["a", "b"]]), Corpus.of(["a"], ["a"])]
    (score,) = evaluate_blocks(blocks, Bleu())
    assert score.recipe.endswith("|refs:var")


def test_blocks_with_different_systems() -> None:
    """Blocks with other systems than the first are refused."""
    blocks = [Corpus.of({"a": ["x"], "b": ["x"]}, ["x"]), Corpus.of({"b": ["x"]}, ["x"])]
    with pytest.raises(MisalignedCorpus):
        evaluate_blocks(blocks, Bleu())


def test_metrics_that_only_look_the_same() -> None:
    """Two functions of one name have one recipe; their statistics must not be mixed up."""

    def pieces(size: int) -> Any:
        return lambda text: [text[i : i + size] for i in range(0, len(text), size)]

    corpus = Corpus.of(["abcdef"], ["abcdxf"])
    one, other = Bleu(tokenize=pieces(1)), Bleu(tokenize=pieces(2))
    with pytest.raises(InvalidOption, match="not the same"):
        evaluate(corpus, one, other)
    with pytest.raises(InvalidOption, match="not the same"):
        evaluate_blocks([corpus], one, other)
    assert len(evaluate(corpus, one, one).scores) == 2


@pytest.mark.parametrize("wrong", [Bleu, "bleu", None])
def test_what_is_not_a_metric(wrong: Any) -> None:
    """A class, a name, nothing."""
    with pytest.raises(InvalidOption, match="not a metric"):
        evaluate(Corpus.of(["a"], ["a"]), wrong)


def test_an_evaluation_can_be_pickled() -> None:
    """With its statistics, and the scores that they give."""
    evaluation = evaluate(Corpus.of(["a b c d"], ["a b c e"]), Bleu(), Ter())
    again = pickle.loads(pickle.dumps(evaluation))
    assert again.scores == evaluation.scores


@pytest.mark.parametrize("threads", [0, -3, 1.5, True])
def test_a_bad_number_of_threads(threads: Any) -> None:
    """It is refused, as on the command line."""
    with pytest.raises(InvalidOption, match="threads"):
        evaluate(Corpus.of(["a"], ["a"]), Bleu(), threads=threads)


def test_an_unknown_level() -> None:
    """The levels that there are, are named."""
    with pytest.raises(UnknownName, match="document, paragraph, text_type"):
        evaluate(Corpus.of(["a"], ["a"]), Bleu()).table(Bleu(), "word")  # type: ignore[arg-type]


def test_table_by_name(evaluation: Evaluation) -> None:
    """A metric that was counted can be asked for by its name, or by its recipe."""
    expected = evaluation.table(Ter(), "document").values
    for name in ("TER", Ter().recipe):
        assert np.array_equal(evaluation.table(name, "document").values, expected)
    with pytest.raises(UnknownName, match=r"There is no metric 'bleu'.*Known: BLEU, BLEU-c6, chrF2"):
        evaluation.table("bleu", "document")


def test_table_by_a_name_of_two(corpus: Corpus) -> None:
    """Metrics of one name are asked for by what tells them apart."""
    evaluation = evaluate(corpus, Bleu(), Bleu(smoothing="floor"))
    with pytest.raises(UnknownName, match=r"2 metrics are called 'BLEU'\. Name one: BLEU smooth:exp k:none"):
        evaluation.table("BLEU", "segment")
    expected = evaluation.table(Bleu(), "segment").values
    assert np.array_equal(evaluation.table("BLEU smooth:exp k:none", "segment").values, expected)
