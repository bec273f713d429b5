"""ROUGE-W: the paper's figures, weights, explanations."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from tests.strategies import Streams, corpora, segments, sentences

from karat.corpus import References
from karat.errors import InvalidOption
from karat.kernel import REAL_PARTS
from karat.metrics import RougeL, RougeW


def value(of: Any, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return float(of.value(of.count([hypothesis], [list(references)]).total()))


def test_figures_of_the_paper() -> None:
    """Lin & Och (2004): four words in a row are worth more than four apart, f(k) = k²."""
    assert value(RougeW(), "A B C D H I K", "A B C D E F G") == pytest.approx(57.1, abs=0.05)
    assert value(RougeW(), "A H B K C I D", "A B C D E F G") == pytest.approx(28.6, abs=0.05)
    assert value(RougeL(), "A B C D H I K", "A B C D E F G") == value(
        RougeL(), "A H B K C I D", "A B C D E F G"
    )


def test_corpus() -> None:
    """The corpus has the sum of run lengths that are worth as much, over the sum of lengths."""
    of = RougeW(score="recall")
    statistics = of.count(["a b x d", "p"], ["a b c d", "p q"])
    expected = (5**0.5 + 1) / 6
    assert of.value(statistics.total()) == pytest.approx(100 * expected, abs=1e-6)
    assert statistics.counts[1].tolist() == [REAL_PARTS, 2, REAL_PARTS, 1]


@given(corpus=corpora(segments()))
def test_weight_one_is_rouge_l(corpus: tuple[list[str], Streams]) -> None:
    """Without extra worth for runs it is ROUGE-L."""
    hypotheses, streams = corpus
    references = References(tuple(streams))
    weighted = RougeW(weight=1).count(hypotheses, references)
    plain = RougeL().count(hypotheses, references)
    assert RougeW(weight=1).values(weighted) == pytest.approx(RougeL().values(plain), abs=1e-9)


@given(hypothesis=sentences(), reference=sentences())
def test_runs_never_add_up_to_more(hypothesis: str, reference: str) -> None:
    """The run that is worth as much is no longer than all common words together."""
    assert value(RougeW(), hypothesis, reference) <= value(RougeL(), hypothesis, reference) + 1e-9


@pytest.mark.parametrize("weight", [0.5, 0, -1, 11, float("inf"), float("nan"), "2", True])
def test_refused(weight: Any) -> None:
    """A weight that would punish runs, or make numbers too large, is refused."""
    with pytest.raises(InvalidOption, match="weight is"):
        RougeW(weight=weight)


def test_name() -> None:
    """The weight is part of the name."""
    assert [RougeW(weight=weight).name for weight in (2, 1.2, 2.0)] == [
        "ROUGE-W-2",
        "ROUGE-W-1.2",
        "ROUGE-W-2",
    ]
    assert RougeW(weight=2) == RougeW(weight=2.0)


@given(hypothesis=segments() | sentences(), first=segments() | sentences(), second=sentences())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """The runs that are listed are worth what is counted."""
    of = RougeW(weight=1.5)
    explained = of.explain(hypothesis, [first, second])
    assert explained.value == value(of, hypothesis, first, second)
    for number, text in enumerate((first, second)):
        counted = of.count([hypothesis], [text]).total()[2] / REAL_PARTS
        assert explained.steps[number].value == pytest.approx(counted, abs=1e-8)
        worth = sum(float(row[2] or 0) for row in explained.listings[number].rows)
        assert worth ** (1 / 1.5) == pytest.approx(counted, abs=1e-8)


def test_explanation_by_hand() -> None:
    """Each run with its length and its worth."""
    explained = RougeW().explain("A B X D", ["A B C D"])
    assert explained.listings[0].rows == [("A B", 2, 4.0), ("D", 1, 1.0)]
