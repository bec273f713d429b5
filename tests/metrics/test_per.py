"""PER: values and explanations."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.strategies import segments

from karat.metrics import Per
from karat.metrics.per import partnered


def value(of: Per, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(of.count([hypothesis], [list(references)]).total())


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("mat the on sat cat the", "the cat sat on the mat", 0.0),
        ("the the the", "the cat sat", 200 / 3),
        ("the cat sat down here", "the cat sat", 200 / 3),
        ("the", "the cat sat", 200 / 3),
        ("x y", "the cat sat", 100.0),
        ("", "", 0.0),
        ("a b", "", 100.0),
        ("", "a b", 100.0),
    ],
)
def test_values_by_hand(hypothesis: str, reference: str, expected: float) -> None:
    """The longer side less the matches, per reference word, in any order."""
    assert value(Per(), hypothesis, reference) == pytest.approx(expected)


def test_several_references() -> None:
    """The reference with the fewest errors counts, and the mean length."""
    assert value(Per(), "b a", "a b c", "x") == pytest.approx(100 * 1 / 2)


def test_characters() -> None:
    """Letters may stand anywhere too."""
    assert value(Per(unit="char"), "listen", "silent") == 0.0
    assert Per(unit="char").name == "PER-c"


def test_partnered() -> None:
    """Each unit finds a partner once."""
    assert partnered(["a", "a", "b"], ["b", "a"]) == {0, 2}


@given(hypothesis=segments(), first=segments(), second=segments())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """What is only on one side is listed; the longer list has as many as there are errors."""
    of = Per(tokenize="13a")
    explained = of.explain(hypothesis, [first, second])
    assert explained.value == value(of, hypothesis, first, second)
    only = [sum(int(times or 0) for _, times in listing.rows) for listing in explained.listings]
    assert max(only) == of.count([hypothesis], [[first, second]]).total()[0]
    for text, unmatched in zip(explained.texts, only, strict=True):
        assert sum(mark == "missed" for _, mark in text.units) == unmatched


def test_explanation_by_hand() -> None:
    """Unmatched words with how many of them."""
    explained = Per().explain("a b b b", ["b a c"])
    assert [listing.rows for listing in explained.listings] == [[("b", 2)], [("c", 1)]]
