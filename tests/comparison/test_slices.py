"""Parts of a corpus, and what turns round in them."""

from __future__ import annotations

from math import isnan
from random import Random

import pytest

from karat import Bleu, Corpus, External, Procedure, Ter, evaluate
from karat.comparison import PARTITIONS, Partition, partition, slices
from karat.entities import Entity
from karat.errors import InvalidOption, MisalignedCorpus, UnknownName

GOOD, BAD = "the cat sat on the mat today", "a cat sits at some mat now"
# `early` is right in the first 60 segments, `late` in the last 40.
CORPUS = Corpus.of(
    {"early": [GOOD] * 60 + [BAD] * 40, "late": [BAD] * 60 + [GOOD] * 40},
    [GOOD] * 100,
    sources=["kurz"] * 50 + ["ein etwas längerer Satz"] * 50,
    documents=["a"] * 60 + ["b"] * 40,
)
QUICK = Procedure(samples=200)


@pytest.mark.parametrize("metric", [Bleu(), Ter()], ids=lambda metric: metric.name)
def test_a_flip_is_found(metric: Bleu | Ter) -> None:
    """Over all `early` is ahead; in document b it is behind, and certainly."""
    first, second = slices(evaluate(CORPUS, metric), metric, partition(CORPUS, "document"), QUICK)
    assert (first.label, first.segments, first.flips) == ("a", 60, ())
    assert second.segments == 40
    (flip,) = second.flips
    assert (flip.ahead, flip.behind, flip.certain) == ("late", "early", True)
    assert flip.difference == second.values["late"] - second.values["early"]


def test_a_flip_that_may_be_chance() -> None:
    """One segment of eleven turns the order; a third of the resamples do not have it."""
    systems = {"one": [GOOD] * 20 + [GOOD] * 10 + [BAD], "other": [BAD] * 3 + [GOOD] * 28}
    corpus = Corpus.of(systems, [GOOD] * 31, documents=["a"] * 20 + ["b"] * 11)
    first, second = slices(evaluate(corpus, Bleu()), Bleu(), partition(corpus, "document"), QUICK)
    assert first.flips == ()
    (flip,) = second.flips
    assert (flip.ahead, flip.certain) == ("other", False)


def test_only_scored_segments_count() -> None:
    """Where people judged some segments, a part is as large as those that were judged for any system."""
    early = [1.0] * 10 + [None] * 60 + [2.0] * 30
    late = [1.0] * 20 + [None] * 80
    human = External.of("human", {"early": early, "late": late})
    parts = slices(evaluate(CORPUS, human), human, partition(CORPUS, "document"), QUICK)
    assert [(part.label, part.segments) for part in parts] == [("a", 20), ("b", 30)]


def test_the_slices_are_the_corpus() -> None:
    """Values of a slice are those of a corpus of its segments."""
    part = slices(evaluate(CORPUS, Bleu()), Bleu(), partition(CORPUS, "document"), QUICK)[1]
    alone = Corpus.of({name: text[60:] for name, text in CORPUS.systems.items()}, [GOOD] * 40)
    assert part.values == {score.system: score.value for score in evaluate(alone, Bleu()).scores}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("document", ("a", "b")),
        ("source-length", ("1 words", "4 words")),
        ("reference-length", ("7 words",)),
        ("numbers", ("without numbers",)),
        ("frequency", ("0 % rare words",)),
        ("length-ratio", ("0.9 to 1.1 times the reference",)),
    ],
)
def test_partitions(name: str, parts: tuple[str, ...]) -> None:
    """Every segment is in one part, and only parts that have segments are named."""
    cut = partition(CORPUS, name)
    assert cut.parts == parts
    assert set(cut.labels) == set(parts)
    assert len(cut.labels) == len(CORPUS)


def test_quarters_hold_a_quarter_each() -> None:
    """Lengths that differ are cut into four, in order."""
    corpus = Corpus.of(["x"] * 80, [" ".join("w" * (n + 1)) for n in reversed(range(80))])
    cut = partition(corpus, "reference-length")
    assert cut.parts == ("1–20 words", "21–40 words", "41–60 words", "61–80 words")
    assert [cut.labels.count(part) for part in cut.parts] == [20, 20, 20, 20]


def test_rare_words_and_numbers() -> None:
    """A word of one segment only is rare; a digit of any script is a number."""
    corpus = Corpus.of(["x"] * 3, ["the cat", "The cat", "the ٣ cat"])
    assert partition(corpus, "frequency").labels == (*["0 % rare words"] * 2, "33 % rare words")
    assert partition(corpus, "numbers").labels == (*["without numbers"] * 2, "with numbers")


def test_what_is_wrong() -> None:
    """An unknown way to cut, no sources, labels that do not fit."""
    with pytest.raises(UnknownName, match="partition"):
        partition(CORPUS, "colour")
    bare = Corpus.of(["a"], ["a"])
    with pytest.raises(InvalidOption, match="no source"):
        partition(bare, "source-length")
    with pytest.raises(MisalignedCorpus, match="1 labels for 100"):
        slices(evaluate(CORPUS, Bleu()), Bleu(), Partition.of("mine", ["a"]), QUICK)
    assert len(PARTITIONS) == 9


def test_one_segment_is_no_proof() -> None:
    """A part of one segment has no interval, and what turns round in it is never certain."""
    systems = {"one": [GOOD] * 20 + [BAD], "other": [BAD] * 3 + [GOOD] * 18}
    corpus = Corpus.of(systems, [GOOD] * 21, documents=["a"] * 20 + ["b"])
    _, single = slices(evaluate(corpus, Bleu()), Bleu(), partition(corpus, "document"), QUICK)
    (flip,) = single.flips
    assert (flip.ahead, flip.certain, flip.p) == ("other", False, 1.0)
    assert isnan(flip.interval.low)
    assert isnan(single.intervals["one"].high)


def test_chance_turns_few_parts_round_for_certain() -> None:
    """Two systems that differ by chance alone: of 60 cut into 20 parts, few have a part that is certain."""
    rng = Random(8)
    false_alarms = 0
    for _ in range(60):
        texts = [[GOOD if rng.random() < 0.5 else BAD for _ in range(200)] for _ in range(2)]
        corpus = Corpus.of(dict(zip("ab", texts, strict=True)), [GOOD] * 200)
        parts = Partition.of("part", [str(n // 10) for n in range(200)])
        found = slices(evaluate(corpus, Ter()), Ter(), parts, Procedure(samples=100))
        false_alarms += any(flip.certain for part in found for flip in part.flips)
    assert false_alarms <= 8


def test_documents_are_drawn_in_parts_too() -> None:
    """With documents as units, a part is drawn by its documents."""
    kinds = Partition.of("half", ["x"] * 50 + ["y"] * 50)
    by_segment = Procedure(samples=200, unit="segment")
    documents = [str(n // 25) for n in range(100)]
    corpus = Corpus.of(dict(CORPUS.systems), [GOOD] * 100, documents=documents)
    evaluation = evaluate(corpus, Bleu())
    of_segments = slices(evaluation, Bleu(), kinds, by_segment)
    of_documents = slices(evaluation, Bleu(), kinds, QUICK)
    assert of_segments[1].values == of_documents[1].values
    assert of_segments[1].intervals != of_documents[1].intervals


def test_values_of_a_column() -> None:
    """Few values are labels, many numbers are quarters, edges cut where they are; nothing has a place too."""
    few = Partition.of_values("year", [2021, 2020, None, 2021])
    assert few.parts == ("2020", "2021", "no year")
    assert few.labels == ("2021", "2020", "no year", "2021")
    many = Partition.of_values("length", list(range(1, 101)))
    assert many.parts == ("1–25", "26–50", "51–75", "76–100")
    at_two = Partition.of_values("x", ["1", "2", "3.5", ""], edges=[2])
    assert at_two.parts == ("below 2", "2 or above", "no x")
    assert Partition.of_values("formal", [True, False, True]).parts == ("true", "false")
    assert Partition.of_values("tone", ["warm", "cold", "warm"]).parts == ("warm", "cold")
    close = Partition.of_values("x", [1 + n * 1e-9 for n in range(12)])
    assert len(close.parts) == 4


@pytest.mark.parametrize(
    ("values", "edges", "problem"),
    [
        ([None, ""], None, "is empty"),
        (["warm"], [1.0], "no number"),
        ([1.0], [], "one or more"),
        ([1.0], [float("inf")], "finite"),
    ],
)
def test_bad_columns(values: list[object], edges: list[float] | None, problem: str) -> None:
    """What cannot be cut is refused."""
    with pytest.raises(InvalidOption, match=problem):
        Partition.of_values("x", values, edges=edges)


def test_edges_of_measures() -> None:
    """What is measured can be cut elsewhere; what is not measured cannot."""
    cut = partition(CORPUS, "source-length", edges=[3])
    assert cut.parts == ("below 3 words", "3 words or above")
    with pytest.raises(InvalidOption, match="no measure"):
        partition(CORPUS, "document", edges=[3])


def test_writing_without_spaces() -> None:
    """Its length is in characters."""
    texts = ["我们今天去了北京的故宫参观和学习历史文化", "他昨天在上海工作并且见了很多朋友和同事"]
    assert partition(Corpus.of(["x"] * 2, texts), "reference-length").parts[0].endswith("characters")


def test_entities() -> None:
    """Segments with and without a marked entity; where none are marked, that is said."""
    texts = ["Clinton left", "he left"]
    clinton = Entity.of(texts[0], 0, 7, "PERSON")
    marked = Corpus.of(["x", "y"], texts, entities=[[[clinton], []]])
    assert partition(marked, "entities").labels == ("with entities", "without entities")
    with pytest.raises(InvalidOption, match="No named entities"):
        partition(Corpus.of(["x", "y"], texts), "entities")


def test_slices_of_runs() -> None:
    """The value of a system in a part is the mean over its runs."""
    runs = {"one": ["a", "b"], "two": ["c", "d"]}
    texts = {"a": [GOOD] * 10, "b": [BAD] * 10, "c": [GOOD] * 5 + [BAD] * 5, "d": [BAD] * 10}
    evaluation = evaluate(Corpus.of(texts, [GOOD] * 10), Ter())
    parts = Partition.of("half", ["x"] * 5 + ["y"] * 5)
    alone = slices(evaluation, Ter(), parts, QUICK)
    together = slices(evaluation, Ter(), parts, QUICK, runs=runs)
    for one, several in zip(alone, together, strict=True):
        assert several.values["one"] == pytest.approx((one.values["a"] + one.values["b"]) / 2)
