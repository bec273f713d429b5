"""Parts of a corpus, and what turns round in them."""

from __future__ import annotations

import pytest

from karat import Bleu, Corpus, Procedure, Ter, evaluate
from karat.comparison import PARTITIONS, Partition, partition, slices
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


def test_the_slices_are_the_corpus() -> None:
    """Values of a slice are those of a corpus of its segments."""
    part = slices(evaluate(CORPUS, Bleu()), Bleu(), partition(CORPUS, "document"), QUICK)[1]
    alone = Corpus.of({name: text[60:] for name, text in CORPUS.systems.items()}, [GOOD] * 40)
    assert part.values == {score.system: score.value for score in evaluate(alone, Bleu()).scores}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("document", ("a", "b")),
        ("source-length", ("1 words", "2–4 words")),
        ("reference-length", ("7 words",)),
        ("numbers", ("without numbers",)),
        ("frequency", ("without rare words",)),
        ("length-ratio", ("0.9 to 1.1",)),
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
    assert partition(corpus, "frequency").labels == (*["without rare words"] * 2, "with rare words")
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
    assert len(PARTITIONS) == 8
