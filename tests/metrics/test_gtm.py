"""GTM: options, values and explanations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import sentences

from karat.errors import InvalidOption
from karat.kernel import LENGTH_PARTS, REAL_PARTS
from karat.metrics import Gtm

if TYPE_CHECKING:
    from pathlib import Path

SPOKEN = "the president spoke to the audience"
WANTED = "the president then spoke to the audience"


def row(of: Gtm, hypothesis: str, *references: str) -> list[int]:
    """The counts of one segment."""
    return of.count([hypothesis], [list(references)]).total()


def value(of: Gtm, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return of.value(row(of, hypothesis, *references))


@pytest.mark.parametrize("matching", ["greedy", "exact"])
@pytest.mark.parametrize(
    ("exponent", "size", "precision", "recall", "f"),
    [(1, 6, 1, 0.8571, 0.9231), (2, 4.4721, 0.7454, 0.6389, 0.6880)],
)
def test_worked_pair(
    matching: Any, exponent: int, size: float, precision: float, recall: float, f: float
) -> None:
    """The worked pair of the definition: runs of two and four words."""
    gtm = Gtm(exponent=exponent, matching=matching)
    facts = gtm.details(row(gtm, SPOKEN, WANTED))
    assert facts["matching_size"] == pytest.approx(size, abs=5e-5)
    for score, expected in [("precision", precision), ("recall", recall), ("f", f)]:
        chosen: Any = score
        measured = value(Gtm(exponent=exponent, matching=matching, score=chosen), SPOKEN, WANTED)
        assert measured == pytest.approx(facts[score]) == pytest.approx(100 * expected, abs=5e-3)


def test_golden_figures(shared: Path) -> None:
    """The same pair as the reference figures have it, to the precision that sizes are kept in."""
    golden = json.loads((shared / "reference" / "golden.json").read_text())["gtm"]
    for exponent in (1, 2):
        expected = golden[f"e{exponent}"]
        facts = Gtm(exponent=exponent).details(row(Gtm(exponent=exponent), SPOKEN, WANTED))
        assert facts["matching_size"] == pytest.approx(expected["MMS"], abs=1e-9)
        for score, key in [("precision", "P"), ("recall", "R"), ("f", "F")]:
            assert facts[score] == pytest.approx(100 * expected[key], abs=1e-7)


@given(sentences("a b c d e", max_words=30).filter(bool), st.sampled_from([1, 1.3, 2, 3, 20]))
def test_identity(text: str, exponent: float) -> None:
    """A text against itself has 100 for every exponent."""
    assert value(Gtm(exponent=exponent), text, text) == pytest.approx(100, abs=1e-6)


@given(sentences("a b c", max_words=12), sentences("a b c", max_words=12))
def test_one_is_a_bag_of_words(hypothesis: str, reference: str) -> None:
    """With exponent 1 the order does not matter: the size is the clipped number of words."""
    spoken, wanted = hypothesis.split(), reference.split()
    expected = sum(min(spoken.count(word), wanted.count(word)) for word in "abc")
    assert row(Gtm(), hypothesis, reference)[0] == expected * REAL_PARTS


@given(sentences(max_words=12), sentences(max_words=12), st.sampled_from([1, 2, 3]))
def test_exact_is_no_less_than_greedy(hypothesis: str, reference: str, exponent: int) -> None:
    """The heaviest matching is at least as large as the greedy one."""
    greedy = row(Gtm(exponent=exponent), hypothesis, reference)[0]
    assert row(Gtm(exponent=exponent, matching="exact"), hypothesis, reference)[0] >= greedy


def test_several_references() -> None:
    """A word may be matched in any reference, but no more words than a reference has on average."""
    assert row(Gtm(), "a b c d", "a b x", "c d") == [2 * REAL_PARTS, 4, 5 * LENGTH_PARTS // 2, 0]
    assert row(Gtm(exponent=2), "a b c d e", "a b c", "d e x") == [3 * REAL_PARTS, 5, 3 * LENGTH_PARTS, 0]


def test_corpus_value() -> None:
    """A corpus has the sum of sizes over the sums of lengths, not the mean of its segments."""
    gtm = Gtm(score="precision")
    total = gtm.count(["a b", "c"], ["a x", "c d"]).total()
    assert gtm.value(total) == pytest.approx(100 * 2 / 3)


def test_case() -> None:
    """Case matters unless it is ignored."""
    assert row(Gtm(), "The Cat", "the cat")[0] == 0
    assert row(Gtm(lowercase=True), "The Cat", "the cat")[0] == 2 * REAL_PARTS


def test_names() -> None:
    """The name has the exponent, and what is measured."""
    assert Gtm().name == "GTM-1"
    assert Gtm(exponent=1.5, score="recall").name == "GTM-1.5-recall"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exponent": 0.5}, "exponent is 0.5; it must be from 1 to 20"),
        ({"exponent": 21}, "from 1 to 20"),
        ({"exponent": "2"}, "exponent is '2'"),
        ({"matching": "best"}, "matching is 'best'"),
        ({"score": "f1"}, "score is 'f1'"),
        ({"normalization": "NFX"}, "normalization is 'NFX'"),
    ],
)
def test_refused(options: dict[str, Any], message: str) -> None:
    """Options that do not exist are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=message):
        Gtm(**options)


def test_explanation() -> None:
    """Every run with its places and weight, and all numbers."""
    explained = Gtm(exponent=2).explain(SPOKEN, [WANTED])
    assert explained.listings[0].rows == [
        ("the president", 1, 1, 1, 2, 4),
        ("spoke to the audience", 3, 1, 4, 4, 16),
    ]
    assert [word for word, mark in explained.texts[1].units if mark == "missed"] == ["then"]
    steps = {step.label: step.value for step in explained.steps}
    assert steps["hits"] == 6
    assert steps["F"] == pytest.approx(explained.value)


def test_explanation_of_several_references() -> None:
    """Runs say which reference they are in, and the limit is named."""
    explained = Gtm(exponent=2).explain("a b c d e", ["a b c", "x d e"])
    assert [line[2] for line in explained.listings[0].rows] == [1]
    assert {step.label: step.value for step in explained.steps}["most hits"] == 3
    assert [text.title for text in explained.texts] == ["hypothesis", "reference 1", "reference 2"]


def test_explanation_of_nothing() -> None:
    """Empty texts can be explained too."""
    assert Gtm().explain("", [""]).value == 0
