"""What sets two systems apart, and metrics that disagree."""

from __future__ import annotations

import pytest

from karat import Bleu, Corpus, Procedure, Ter, compare, evaluate
from karat.comparison import NgramDifference, ngram_differences, segment_differences
from karat.errors import UnknownName

REFERENCES = ["a b c d e", "f g h i j", "k l m n o", "p q r s t"]
CORPUS = Corpus.of(
    {
        "first": ["a b c d e", "f g h i x", "k l m n o", "x x x x x"],
        "second": ["a b c x x", "f g h i j", "k l m n o", "x x x x x"],
    },
    REFERENCES,
)


@pytest.mark.parametrize("metric", [Bleu(effective_order=True), Ter()], ids=lambda metric: metric.name)
def test_segments(metric: Bleu | Ter) -> None:
    """Where the first is better, then where the second is; what does not differ is left out."""
    found = segment_differences(evaluate(CORPUS, metric), metric, "first", "second")
    assert [segment.segment for segment in found] == [1, 2]
    assert found[0].reference == REFERENCES[0]
    assert (found[0].first_text, found[0].second_text) == ("a b c d e", "a b c x x")
    assert found[0].difference == found[0].first - found[0].second != 0


def test_a_limit_for_either_side() -> None:
    """As many segments as asked for in either direction."""
    assert len(segment_differences(evaluate(CORPUS, Ter()), Ter(), "first", "second", limit=1)) == 2


def test_ngrams() -> None:
    """Clipped matches of each system; the longer of equal differences first."""
    found = ngram_differences(CORPUS, "first", "second", tokenize=str.split, order=2)
    assert found == [
        NgramDifference(("c", "d"), 1, 0),
        NgramDifference(("d", "e"), 1, 0),
        NgramDifference(("i", "j"), 0, 1),
        NgramDifference(("d",), 1, 0),
        NgramDifference(("e",), 1, 0),
        NgramDifference(("j",), 0, 1),
    ]
    assert [item.difference for item in found] == [1, 1, -1, 1, 1, -1]


def test_ngrams_are_clipped_at_the_reference_that_has_most() -> None:
    """No more often than a reference has it."""
    corpus = Corpus.of({"one": ["a a a a"], "other": ["b"]}, [["a", "a a"]])
    assert ngram_differences(corpus, "one", "other", tokenize=str.split, order=1) == [
        NgramDifference(("a",), 2, 0)
    ]


def test_the_sums_are_bleus() -> None:
    """All differences of an order together are the difference of BLEU's matches."""
    statistics = Bleu(tokenize="none").count_systems(list(CORPUS.systems.values()), CORPUS.references)
    matches = [table["matches_1"].sum() for table in statistics]
    found = ngram_differences(CORPUS, "first", "second", tokenize=str.split, order=1, limit=1000)
    assert sum(item.difference for item in found) == matches[0] - matches[1]


def test_an_unknown_system() -> None:
    """A name that the corpus does not have is refused."""
    with pytest.raises(UnknownName, match="third"):
        segment_differences(evaluate(CORPUS, Ter()), Ter(), "first", "third")


def test_metrics_that_disagree() -> None:
    """All words in no order please one metric, some words in the right order another."""
    systems = {"words": ["l k j i h g f e d c b a"] * 40, "order": ["a b c d e f g h i x x x"] * 40}
    corpus = Corpus.of(systems, ["a b c d e f g h i j k l"] * 40)
    comparison = compare(evaluate(corpus, Bleu(order=1), Ter()), Procedure(samples=50, shuffles=200))
    (pair,) = comparison.disagreements()
    assert pair.winners == {"BLEU-w1": "words", "TER": "order"}
    agreed = compare(evaluate(corpus, Bleu(order=4), Ter()), Procedure(samples=50, shuffles=200))
    assert agreed.disagreements() == []


def test_segments_that_differ_as_much_are_in_the_order_of_the_text() -> None:
    """Also where the last bits of their differences do not say so: 1/3 − 0 and 1 − 2/3."""
    systems = {"first": ["a b c", "a x y"], "second": ["a b x", "x y z"]}
    found = segment_differences(evaluate(Corpus.of(systems, ["a b c"] * 2), Ter()), Ter(), "first", "second")
    assert -found[0].difference < -found[1].difference
    assert [segment.segment for segment in found] == [1, 2]
