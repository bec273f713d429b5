"""ROUGE-L: the papers' figures, several references, explanations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import rouge as oracle
from tests.strategies import segments

from karat.metrics import RougeL, RougeN, RougeS, RougeW
from karat.statistics import Statistics

POLICE = "police killed the gunman"


def value(of: Any, hypothesis: str, *references: str) -> float:
    """The value of one segment."""
    return float(of.value(of.count([hypothesis], [list(references)]).total()))


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [("police kill the gunman", 75.0), ("the gunman kill police", 50.0), ("the gunman police killed", 50.0)],
)
def test_figures_of_the_paper(hypothesis: str, expected: float) -> None:
    """Lin & Och (2004), their sentences about police and gunman."""
    assert value(RougeL(), hypothesis, POLICE) == expected


def test_recall_and_precision() -> None:
    """Of 4 and 2 words 2 are common in this order."""
    assert value(RougeL(score="recall"), "a c", "a b c d") == 50.0
    assert value(RougeL(score="precision"), "a c", "a b c d") == 100.0
    assert value(RougeL(), "a c", "a b c d") == pytest.approx(100 * 2 / 3)
    assert value(RougeL(beta=2), "a c", "a b c d") == pytest.approx(100 * 5 * 0.5 / (0.5 + 4))


def test_several_references() -> None:
    """One reference may give the recall and another the precision."""
    of = RougeL()
    assert of.count(["a b c d"], [["a b", "a x b y c z"]]).total() == [2, 2, 3, 4]
    assert value(RougeL(score="recall"), "a b c d", "a b", "a x b y c z") == 100.0
    assert value(RougeL(score="precision"), "a b c d", "a b", "a x b y c z") == 75.0


def test_characters() -> None:
    """Characters have a common subsequence too."""
    assert value(RougeL(unit="char", score="recall"), "kitten", "sitting") == pytest.approx(100 * 4 / 7)
    assert RougeL(unit="char", score="recall").name == "ROUGE-L-c-R"


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("a b", ""), ("", "a b")])
def test_empty(hypothesis: str, reference: str) -> None:
    """Nothing has nothing in common with anything."""
    assert value(RougeL(), hypothesis, reference) == 0.0


@given(
    seed=st.integers(0, 2**32),
    score=st.sampled_from(["recall", "precision", "f"]),
    cls=st.sampled_from([RougeL, RougeN, RougeS, RougeW]),
)
def test_values_of_any_rows(seed: int, score: Any, cls: Any) -> None:
    """Each of any rows has the value that the definition gives."""
    of = cls(score=score, beta=1.7 if score == "f" else 1)
    rng = np.random.default_rng(seed)
    sizes = rng.integers(0, 9, size=(30, 2))
    matches = np.minimum(rng.integers(0, 9, size=(30, 2)), sizes)
    if cls is RougeN:
        matches[:, 1] = matches[:, 0] = matches.min(axis=1)
        rows = np.column_stack([matches[:, 0], sizes])
    else:
        rows = np.column_stack([matches[:, 0] * of.parts, sizes[:, 0], matches[:, 1] * of.parts, sizes[:, 1]])
    recalls, precisions = (matches / np.maximum(sizes, 1)).T.tolist()
    expected = [
        100 * oracle.value(recall, precision, score, of.beta)
        for recall, precision in zip(recalls, precisions, strict=True)
    ]
    assert of.values(Statistics(of.columns, rows)) == pytest.approx(expected, abs=1e-9)
    assert [of.value(row) for row in rows.tolist()] == pytest.approx(expected, abs=1e-9)


@given(hypothesis=segments(), first=segments(), second=segments())
def test_explanation(hypothesis: str, first: str, second: str) -> None:
    """The common words are marked in both texts, in the same order, and are as many as are counted."""
    of = RougeL()
    explained = of.explain(hypothesis, [first, second])
    assert explained.value == value(of, hypothesis, first, second)
    for number, text in enumerate((first, second)):
        spoken, wanted = (
            [unit for unit, mark in marked.units if mark == "matched"]
            for marked in explained.texts[2 * number : 2 * number + 2]
        )
        assert spoken == wanted
        assert len(spoken) == explained.steps[number].value == of.count([hypothesis], [text]).total()[2]


def test_explanation_by_hand() -> None:
    """The subsequence is spelled out, and the steps lead to the value."""
    explained = RougeL().explain("police kill the gunman", [POLICE])
    assert [(step.label, step.value, step.reason) for step in explained.steps] == [
        ("common with reference 1", 3, "police the gunman"),
        ("recall", 75.0, "100 · 3 / 4"),
        ("precision", 75.0, "100 · 3 / 4"),
        ("value", 75.0, "F with β = 1"),
    ]
