"""ROUGE-N: options and values."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.strategies import segments

from karat.errors import InvalidOption
from karat.metrics import RougeN, metric


def value(of: RougeN, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(of.count([hypothesis], [list(references)]).total())


def test_names() -> None:
    """The order is part of the name, and so is what differs from recall in words."""
    assert [metric(name).name for name in ("rouge-n", "rouge-1", "rouge-2")] == [
        "ROUGE-2",
        "ROUGE-1",
        "ROUGE-2",
    ]
    assert RougeN(order=3, score="f").name == "ROUGE-3-F"
    assert RougeN(order=5, unit="char", score="precision").name == "ROUGE-5-c-P"


def test_recall_precision_and_f() -> None:
    """Of 5 and 3 bigrams 2 are shared."""
    texts = "the cat on mat", "the cat sat on mat now"
    assert value(RougeN(), *texts) == pytest.approx(100 * 2 / 5)
    assert value(RougeN(score="precision"), *texts) == pytest.approx(100 * 2 / 3)
    assert value(RougeN(score="f"), *texts) == pytest.approx(100 * 2 * 2 / 8)
    recall, precision = 2 / 5, 2 / 3
    f = 100 * 5 * recall * precision / (recall + 4 * precision)
    assert value(RougeN(score="f", beta=2), *texts) == pytest.approx(f)


def test_clipping() -> None:
    """A word is shared no more often than the hypothesis has it."""
    assert value(RougeN(order=1), "the", "the cat the mat") == 25.0
    assert value(RougeN(order=1), "the the the the", "the cat the mat") == 50.0


def test_several_references() -> None:
    """Both sums are over all references (Lin & Hovy 2003)."""
    of = RougeN(order=1)
    assert of.count(["a b c"], [["a b", "a x y"]]).total() == [3, 5, 6]
    assert value(of, "a b c", "a b", "a x y") == 60.0


def test_corpus() -> None:
    """The corpus has the sums' value, not the mean of segments."""
    of = RougeN(order=1)
    statistics = of.count(["a", "b"], ["a", "b c d"])
    assert of.value(statistics.total()) == 50.0
    assert of.values(statistics).tolist() == pytest.approx([100.0, 100 / 3])


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("a", "a"), ("a b", ""), ("", "a b")])
def test_no_ngrams(hypothesis: str, reference: str) -> None:
    """Where there are no bigrams, nothing is recalled."""
    assert value(RougeN(), hypothesis, reference) == 0.0
    assert value(RougeN(score="f"), hypothesis, reference) == 0.0


def test_refused() -> None:
    """Options that do not exist or would change nothing are refused."""
    with pytest.raises(InvalidOption, match="order is 0"):
        RougeN(order=0)
    with pytest.raises(InvalidOption, match="score is 'F1'"):
        RougeN(score="F1")  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="beta is for score='f'"):
        RougeN(beta=2)
    with pytest.raises(InvalidOption, match="beta is 0"):
        RougeN(score="f", beta=0)


def test_marks() -> None:
    """Words of the reference that are in a shared bigram are marked."""
    _, text = RougeN().explain("the cat sat on mat", ["the cat is on the cat on mat"]).texts
    assert [unit for unit, mark in text.units if mark == "matched"] == ["the", "cat", "on", "mat"]
    assert [mark for _, mark in text.units] == ["matched"] * 2 + ["missed"] * 4 + ["matched"] * 2


@given(hypothesis=segments(), first=segments(), second=segments())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """The listed n-grams are those that are counted."""
    of = RougeN()
    explained = of.explain(hypothesis, [first, second])
    shared, wanted, _ = of.count([hypothesis], [[first, second]]).total()
    assert explained.value == value(of, hypothesis, first, second)
    rows = [row for listing in explained.listings for row in listing.rows]
    assert sum(int(row[1] or 0) for row in rows) == wanted
    assert sum(int(row[3] or 0) for row in rows) == shared
