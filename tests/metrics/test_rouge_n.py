"""ROUGE-N: options and values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments, sentences

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


class TestTheBestReference:
    """Lin's (2004) second rule: the pair of output and reference with the highest score counts."""

    def test_it_follows_the_chosen_score(self) -> None:
        """Recall prefers the short reference, precision the long one, F weighs both."""
        texts = "a b c d", "a b", "a b c x y z"
        assert RougeN(order=1, multi="best").count([texts[0]], [texts[1:]]).total() == [2, 2, 4]
        assert RougeN(order=1, multi="best", score="precision").count([texts[0]], [texts[1:]]).total() == [
            *(3, 6, 4)
        ]
        assert value(RougeN(order=1, multi="best", score="f"), *texts) == pytest.approx(100 * 2 * 2 / 6)

    @pytest.mark.parametrize(
        ("hypothesis", "references", "expected"),
        [
            # As rouge-score 0.1.2 prints them with score_multi, which takes the highest F1.
            ("the cat sat on the mat", ["the cat is on the mat", "a cat sat on the mat"], (0.8333, 0.8)),
            ("two dogs ran", ["the dogs ran away", "two dogs"], (0.8, 0.6667)),
            ("he left", ["she came", "he left at noon today"], (0.5714, 0.4)),
        ],
    )
    def test_figures_of_rouge_score(
        self, hypothesis: str, references: list[str], expected: tuple[float, float]
    ) -> None:
        """ROUGE-1 and ROUGE-2, F."""
        found = [value(RougeN(order=n, score="f", multi="best"), hypothesis, *references) for n in (1, 2)]
        assert found == pytest.approx([100 * one for one in expected], abs=0.005)

    @given(hypothesis=sentences("a b c"), references=st.lists(sentences("a b c"), min_size=1, max_size=4))
    @pytest.mark.parametrize("score", ["recall", "precision", "f"])
    def test_it_is_the_highest_of_all_pairs(self, score: Any, hypothesis: str, references: list[str]) -> None:
        """And the order of the references does not matter."""
        of = RougeN(order=1, score=score, multi="best")
        highest = max(value(of, hypothesis, reference) for reference in references)
        assert value(of, hypothesis, *references) == highest
        row = of.count([hypothesis], [references]).total()
        assert of.count([hypothesis], [references[::-1]]).total() == row

    def test_a_missing_reference_is_never_the_best(self) -> None:
        """Also where the ones that are there share nothing."""
        of = RougeN(order=1, multi="best")
        rows = of.count(["x", "a"], [["b c"], ["a b", "a"]]).counts.tolist()
        assert rows == [[0, 2, 1], [1, 1, 1]]

    def test_name_and_recipe(self) -> None:
        """Named where it differs; the usual recipe is as it was."""
        assert RougeN(multi="best").name == "ROUGE-2-best"
        assert "|multi:best|" in RougeN(multi="best").recipe
        assert "multi" not in RougeN().recipe
        with pytest.raises(InvalidOption, match="multi"):
            RougeN(multi="mean")  # type: ignore[arg-type]
