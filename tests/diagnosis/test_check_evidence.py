"""The figures behind the verdicts of checks, each beside an obvious count."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diagnosis.cases import case_of, sentences, varied

from karat import Bleu, Chrf, Ter, Wnm
from karat.diagnosis.suitability import check

TEXTS = sentences(20)
OUTPUT = varied(TEXTS, share=0.3, seed=1)


def evidence(name: str, *arguments: Any, **options: Any) -> dict[str, Any]:
    """What one check rests on."""
    (finding,) = check(case_of(*arguments, **options), [name])
    return dict(finding.evidence)


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=12))
def test_duplicates_are_what_came_before(texts: list[str]) -> None:
    """As many as there are segments beyond the different ones."""
    found = evidence("duplicates", {"s": texts}, texts, metrics=[Chrf()])
    assert found["repeated"] == len(texts) - len(set(texts))
    assert found["share"] == pytest.approx(found["repeated"] / len(texts))


def test_the_same_reference_of_another_source_is_no_duplicate() -> None:
    """A short answer may be the translation of two questions."""
    found = evidence("duplicates", {"s": ["Yes.", "Yes."]}, ["Yes.", "Yes."], sources=["Ja.", "Doch."])
    assert found["repeated"] == 0


@given(st.lists(st.text("ab ", min_size=1, max_size=9), min_size=1, max_size=6))
def test_the_length_ratio_is_of_characters(outputs: list[str]) -> None:
    """All characters of the outputs over those of the references, of which the mean counts."""
    references = [["abcd", "abcdefgh"]] * len(outputs)
    found = evidence("length", {"s": outputs}, references, metrics=[Chrf()])
    assert found["ratios"]["s"] == pytest.approx(sum(map(len, outputs)) / (6 * len(outputs)))
    assert found["half_or_twice_as_long"] == sum(not 3 <= len(text) <= 12 for text in outputs)


@pytest.mark.parametrize("order", [1, 4, 9, 12, 13])
def test_short_segments_have_fewer_words_than_the_order(order: int) -> None:
    """Twelve words are enough for order 12."""
    found = evidence("short", {"s": OUTPUT}, TEXTS, metrics=[Bleu(order=order)])
    assert (found["short"], found["order"]) == (20 if order > 12 else 0, order)


def test_shortness_is_in_the_unit_of_the_metric() -> None:
    """Characters without spaces, where the metric counts characters."""
    found = evidence(
        "short", {"s": ["a b"] * 3}, ["a b", "a b c d", "abcdef"], metrics=[Bleu(unit="char", order=4)]
    )
    assert found["short"] == 1


def test_copies_of_the_source_are_counted_for_each_system() -> None:
    """Empty outputs, and sources that are also references, are no copies."""
    sources = ["Hallo Welt", "Berlin", "", "Guten Tag"]
    found = evidence(
        "source",
        {"copies": sources, "translates": ["Hello world", "Berlin", "", "Good day"]},
        ["Hello world", "Berlin", "x", "Good day"],
        sources=sources,
    )
    assert found["copied"] == {"copies": 2, "translates": 0}


def test_equal_outputs_are_counted_in_longer_segments() -> None:
    """A greeting that two systems share says nothing."""
    long = "This sentence is long enough to count."
    found = evidence("outputs", {"a": ["Hi.", long, long], "b": ["Hi.", long, f"{long}!"]}, ["x", "y", "z"])
    assert found["share"] == {"a = b": 0.5}


def test_leaked_references_are_counted_in_longer_segments() -> None:
    """Any of the references counts."""
    long = "This sentence is long enough to count."
    found = evidence("leak", {"a": ["x", long, long]}, [["x", "y"], [long, "y"], ["z", f"{long}!"]])
    assert found["shares"] == {"a": 0.5}


def test_matches_of_the_highest_order_are_the_metrics_own() -> None:
    """The fewest of all systems decide, with the matches of every order."""
    case = case_of({"good": TEXTS, "bad": varied(TEXTS, share=0.8, seed=2)}, TEXTS, metrics=[Bleu()])
    (finding,) = check(case, ["order"])
    (expected,) = [score.details["matches"] for score in case.scores if score.system == "bad"]
    assert (finding.evidence["system"], finding.evidence["matches"]) == ("bad", expected)


@pytest.mark.parametrize(("metric", "perfect"), [(Bleu(), 100.0), (Ter(), 0.0)])
def test_room_is_the_distance_from_the_nearer_end(metric: Bleu | Ter, perfect: float) -> None:
    """Of a scale from 0 to 100, whichever end is good."""
    case = case_of({"s": OUTPUT}, TEXTS, metrics=[metric])
    (finding,) = check(case, ["room"])
    (value,) = [score.value for score in case.scores]
    (room,) = finding.evidence["room"].values()
    assert room == pytest.approx(min(abs(perfect - value), abs(100 - perfect - value)))


@pytest.mark.parametrize("average", ["pooled", "texts"])
def test_small_denominators_are_counted_by_system_and_side(average: Any) -> None:
    """The words say which denominator it is, and of how many segments or texts."""
    references = [f"the w{number} x{number} y{number}" for number in range(20)]
    systems = {"a": references, "b": [*references[:18], "the", "the"]}
    (finding,) = check(case_of(systems, references, metrics=[Wnm(average=average)]), ["weights"])
    unit, name = {"pooled": ("segments", "WNM"), "texts": ("texts", "WNM-mean")}[average]
    assert finding.summary == f"In 2 of 20 {unit} the words of b have a total weight below 4 ({name})."
    assert finding.segments == (19, 20)
    assert finding.evidence["light"] == {
        f"a, {name}, hypothesis": 0,
        f"a, {name}, reference": 0,
        f"b, {name}, hypothesis": 2,
        f"b, {name}, reference": 0,
    }
    assert "Precision divides" in finding.advice
    assert "s-literal" not in finding.advice


def test_a_claimed_difference_is_held_against_the_power() -> None:
    """The power of a larger claim is larger, and it takes fewer segments."""
    systems = {"a": OUTPUT, "b": varied(TEXTS, share=0.4, seed=5)}
    small, large = (evidence("size", systems, TEXTS, difference=claim) for claim in (1.0, 20.0))
    assert (small["difference"], large["difference"]) == (1.0, 20.0)
    assert small["power"] < large["power"]
    assert small["units_needed"] > large["units_needed"]
    assert small["detectable"] == large["detectable"]


def test_a_phenomenon_is_looked_for_in_every_reference() -> None:
    """In any case, in any of the references; several words are alternatives."""
    found = evidence(
        "phenomenon", {"s": ["x"] * 4}, [["A Dog", "x"], ["x", "my cat"], ["x", "y"], ["dogs", "x"]],
        phenomena=["dog", "CAT"],
    )  # fmt: skip
    assert (found["found"], found["share"]) == (3, 0.75)
