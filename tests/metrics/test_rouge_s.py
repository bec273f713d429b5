"""ROUGE-S and ROUGE-SU: the paper's figures, skips, explanations."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import Streams, corpora, segments, sentences

from karat.corpus import References
from karat.errors import InvalidOption
from karat.metrics import RougeN, RougeS, parse

POLICE = "police killed the gunman"


def value(of: RougeS, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(of.count([hypothesis], [list(references)]).total())


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [("police kill the gunman", 50.0), ("the gunman kill police", 16.7), ("the gunman police killed", 33.3)],
)
def test_figures_of_the_paper(hypothesis: str, expected: float) -> None:
    """Lin & Och (2004): 3, 1 and 2 of the 6 skip-bigrams."""
    assert value(RougeS(), hypothesis, POLICE) == pytest.approx(expected, abs=0.05)


def test_unigrams() -> None:
    """ROUGE-SU: a sentence turned round has no skip-bigram, but all its words."""
    reverse = "gunman the killed police"
    assert value(RougeS(), reverse, POLICE) == 0.0
    assert RougeS(unigrams=True).count([reverse], [POLICE]).total() == [4, 10, 4, 10]
    assert value(RougeS(unigrams=True), reverse, POLICE) == pytest.approx(40.0)


def test_skip() -> None:
    """`skip` limits the words between the two."""
    texts = "a x x b", "a y y b"
    assert value(RougeS(skip=1), *texts) == 0.0
    assert RougeS(skip=2).count([texts[0]], [texts[1]]).total() == [1, 6, 1, 6]
    assert RougeS(skip=1).count(["a b c d e"], ["a b c d e"]).total() == [7, 7, 7, 7]


@given(corpus=corpora(segments()))
def test_no_skip_is_bigrams(corpus: tuple[list[str], Streams]) -> None:
    """With nothing between them, skip-bigrams are bigrams."""
    hypotheses, streams = corpus
    one = References((tuple(text or "" for text in streams[0]),))
    pairs = RougeS(skip=0).count(hypotheses, one).counts.tolist()
    bigrams = RougeN(score="f").count(hypotheses, one).counts.tolist()
    assert [row[:2] + row[3:] for row in pairs] == bigrams


def test_names() -> None:
    """U for unigrams, and the longest skip."""
    names = [RougeS(skip=skip, unigrams=unigrams).name for skip in (None, 4) for unigrams in (False, True)]
    assert names == ["ROUGE-S", "ROUGE-SU", "ROUGE-S4", "ROUGE-SU4"]
    assert parse("ROUGE-S|skip:4|unigrams:yes") == RougeS(skip=4, unigrams=True)
    assert parse("ROUGE-S|skip:any") == RougeS()


@pytest.mark.parametrize("skip", [-1, 1.5, "4", True])
def test_refused(skip: Any) -> None:
    """A skip is a whole number of words."""
    with pytest.raises(InvalidOption, match="skip is"):
        RougeS(skip=skip)


@given(
    hypothesis=segments() | sentences(),
    first=segments() | sentences(),
    second=sentences(),
    skip=st.none() | st.integers(0, 3),
    unigrams=st.booleans(),
)
def test_explanation(hypothesis: str, first: str, second: str, skip: int | None, unigrams: bool) -> None:
    """The skip-bigrams that are listed as shared are those that are counted."""
    of = RougeS(skip=skip, unigrams=unigrams)
    explained = of.explain(hypothesis, [first, second])
    assert explained.value == value(of, hypothesis, first, second)
    assert explained.steps[0].value == of.count([hypothesis], [first]).total()[3]
    for number, text in enumerate((first, second)):
        shared = sum(int(row[3] or 0) for row in explained.listings[number].rows)
        assert shared == of.count([hypothesis], [text]).total()[2]
