"""What metrics say of one segment: the kernel's own figures, with the particulars that add up to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import bleus, chrfs, segments, sentences, ters

from karat.metrics import METRICS, Bleu, Chrf, Metric, Ter, metric
from karat.metrics.explain.explanation import Explanation, Listing

HYPOTHESIS, REFERENCES = "the the cat sat on a mat", ["the cat sat on the mat", "one cat was on a mat"]
TEXTS = sentences("a b c d e") | segments(max_pieces=6)


def matched(listings: tuple[Listing, ...]) -> list[float]:
    """The matches of each order."""
    return [sum(float(row[3] or 0) for row in listing.rows) for listing in listings]


def row(of: Metric, hypothesis: str, references: list[str]) -> list[int]:
    """The kernel's counts."""
    return of.count([hypothesis], [references]).total()


@pytest.mark.parametrize("name", METRICS)
def test_every_metric_explains(name: str) -> None:
    """The value, the recipe and at least one step, of which the last is the value."""
    of = metric(name)
    words = (lambda text: " ".join(f"{word}|T" for word in text.split())) if of.annotated else str
    hypothesis, references = words(HYPOTHESIS), [words(text) for text in REFERENCES]
    told = of.explain(hypothesis, references)
    assert isinstance(told, Explanation)
    assert told.metric == of.name
    assert told.recipe == of.for_segments.recipe
    assert told.steps
    prepared = of.count([hypothesis], [references])
    assert told.value == pytest.approx(of.value(prepared.total()), nan_ok=True)


@given(of=bleus(), hypothesis=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=3))
def test_bleu(of: Bleu, hypothesis: str, references: list[str]) -> None:
    """The listed matches of each order are the kernel's."""
    told = of.explain(hypothesis, references)
    counts = row(of, hypothesis, references)
    matches = counts[2 : 2 + of.order]
    found = matched(told.listings)
    assert found + [0] * (of.order - len(found)) == matches
    assert told.value == of.value(counts)
    assert [step.label for step in told.steps] == [*(f"p{n}" for n in range(1, of.order + 1)), "BP", of.name]
    assert sum(mark == "matched" for _, mark in told.texts[0].units) == matches[0]


@given(of=chrfs(), hypothesis=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=3))
def test_chrf(of: Chrf, hypothesis: str, references: list[str]) -> None:
    """The listed matches against the reference that counts are the kernel's."""
    told = of.explain(hypothesis, references)
    counts = row(of, hypothesis, references)
    assert sum(matched(told.listings)) == sum(counts[2::3])
    assert told.value == of.value(counts)


@given(of=ters(), hypothesis=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=3))
def test_ter(of: Ter, hypothesis: str, references: list[str]) -> None:
    """Shifts, insertions, deletions and substitutions add up to the kernel's edits."""
    told = of.explain(hypothesis, references)
    steps = {step.label: step.value for step in told.steps}
    parts = [steps[kind] for kind in ("shifts", "insertions", "deletions", "substitutions")]
    assert sum(map(float, parts)) == steps["edits"] == row(of, hypothesis, references)[0]
    assert sum(len(listing.rows) for listing in told.listings) == steps["edits"]
    assert told.value == steps["TER"]


def test_bleu_by_hand() -> None:
    """Clipping, penalty and smoothing are told."""
    told = Bleu(order=2).explain("the the", ["the cat sat"])
    assert told.texts[0].units == (("the", "matched"), ("the", "missed"))
    assert told.texts[1].units == (("the", "matched"), ("cat", "missed"), ("sat", "missed"))
    assert told.listings[0].rows[0] == ("the", 2, 1, 1)
    reasons = {step.label: step.reason for step in told.steps}
    assert reasons["p1"] == "1 of 2 n-grams match"
    assert reasons["p2"] == "0 of 1 n-grams match, smoothed (exp)"
    assert reasons["BP"] == "length 2 against 3, closest"
    plus = Bleu(order=2, smoothing="add-k").explain("the the", ["the cat sat"]).steps[1]
    assert plus.reason == "0 of 1 n-grams match, both plus 1"
    assert Bleu().explain("x", ["y"]).steps[0].reason == "0 of 1 n-grams match"


def test_bleu_in_characters() -> None:
    """Characters are listed without spaces between them."""
    told = Bleu(order=2, unit="char").explain("ab", ["ab"])
    assert told.listings[1].rows == [("ab", 1, 1, 1)]


def test_chrf_by_hand() -> None:
    """The reference that counts is named, words are listed after characters."""
    told = Chrf(character_order=1, word_order=1).explain("a cat", ["two dogs", "a cat"])
    assert told.steps[0].value == "2"
    assert [listing.title for listing in told.listings] == ["character 1-grams", "word 1-grams"]
    assert told.value == 100


def test_ter_by_hand() -> None:
    """A shift and what is left after it."""
    told = Ter().explain("On the mat the cat sits", ["the cat sat on the mat"])
    assert told.listings[0].rows == [("on the mat", 1, 4)]
    assert told.listings[1].rows == [("replace", "sits", "sat")]
    assert told.texts[0].title == "hypothesis, shifted"
    assert told.texts[0].units[2] == ("sits", "missed")
