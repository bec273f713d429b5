"""Which entities are shown in a text."""

from __future__ import annotations

from karat.entities.entity import Entity
from karat.entities.highlights import entities_of_output, marked_entities, suggested_entities


def test_what_is_marked_is_shown() -> None:
    """Of two that overlap, the longer."""
    text = "in New York City"
    entities = [Entity.of(text, 3, 11, "LOCATION"), Entity.of(text, 3, 16, "LOCATION")]
    assert marked_entities(entities) == [(3, 16, "LOCATION")]


def test_rules_need_a_language() -> None:
    """A language without rules, or none at all, has no suggestions."""
    assert suggested_entities("on 3 May 2020", "en") == [(3, 13, "DATE")]
    assert suggested_entities("on 3 May 2020", "xx") == suggested_entities("on 3 May 2020", None) == []


def test_names_of_the_reference_are_found_as_whole_words() -> None:
    """Ann is not in Anna."""
    names = {"Ann": "PERSON", "Bonn": "LOCATION"}
    assert entities_of_output("Anna met Ann in Bonn.", None, names) == [(9, 12, "PERSON"), (16, 20, "LOCATION")]


def test_a_wrong_number_is_shown_too() -> None:
    """A sum that no reference has is what one wants to see."""
    assert entities_of_output("It cost $7.", "en", {"$5": "MONEY"}) == [(8, 10, "MONEY")]


def test_what_is_spelled_with_special_characters_is_text() -> None:
    """A name is no pattern."""
    assert entities_of_output("C++ (x) .*", None, {".*": "PERSON"}) == [(8, 10, "PERSON")]
