"""Recognisers: rules, none, and models of spaCy, which a stand-in plays here."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from karat.entities.entity import Entity
from karat.entities.recognisers import read_recogniser, recogniser, recogniser_signature
from karat.errors import InvalidOption, MissingExtra, UnknownName


def test_rules_and_none() -> None:
    """By name."""
    assert [entity.text for entity in recogniser("rules", "en")("on May 3")] == ["May 3"]
    assert list(recogniser("none", "en")("on May 3")) == []


@pytest.mark.parametrize("name", ["", "rule", "nltk:x", "rules:x", "none:x"])
def test_unknown(name: str) -> None:
    """Other names are refused."""
    with pytest.raises(UnknownName, match="There is no recogniser"):
        recogniser(name, "en")


def test_spacy_needs_a_model() -> None:
    """The model is the user's choice."""
    with pytest.raises(InvalidOption, match="needs a model"):
        recogniser("spacy", "en")


def test_spacy_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, the error says how to install it."""
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtra, match=r"karat-mt\[spacy\]"):
        recogniser("spacy:en_core_web_sm", "en")


def _spans(text: str, *marked: tuple[str, str]) -> SimpleNamespace:
    places = [(text.index(name), name, label) for name, label in marked]
    return SimpleNamespace(
        ents=[
            SimpleNamespace(start_char=start, end_char=start + len(name), text=name, label_=label)
            for start, name, label in places
        ]
    )


def test_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    """MUC's types and extents: no determiner, no possessive; of what overlaps, the longer stays."""

    def load(model: str) -> Any:
        if model != "small":
            raise OSError(model)
        return lambda text: _spans(
            text, ("the White House's", "ORG"), ("Paris", "GPE"), ("Mass", "WORK_OF_ART"), ("May", "DATE")
        )

    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(load=load))
    found = recogniser("spacy:small", "en")("In the White House's Mass at Paris on May 3")
    assert [(entity.text, entity.kind, entity.suggested) for entity in found] == [
        ("White House", "ORGANIZATION", True),
        ("Paris", "LOCATION", True),
        ("May 3", "DATE", True),
    ]
    with pytest.raises(InvalidOption, match="no model 'large'"):
        recogniser("spacy:large", "en")


def years(text: str) -> list[Entity]:
    """A recogniser of one's own."""
    at = text.find("1984")
    return [Entity.of(text, at, at + 4, "DATE")] if at >= 0 else []


def test_a_function_of_ones_own() -> None:
    """It is called as it is, and a recipe says its name."""
    assert recogniser(years, "en")("in 1984")[0].text == "1984"
    assert recogniser_signature(years) == f"callable[{__name__}.years]"


@pytest.mark.parametrize("wrong", [3, None, ["rules"]])
def test_what_is_no_function(wrong: Any) -> None:
    """Is refused before anything is read."""
    with pytest.raises(InvalidOption, match="a function from a text"):
        recogniser(wrong, "en")


@pytest.mark.parametrize("returned", [None, "x", ["x"], [("a", 0, 1)]])
def test_what_a_function_must_return(returned: Any) -> None:
    """A list of entities, or it is refused by name."""
    with pytest.raises(InvalidOption, match="must return a list of Entity"):
        recogniser(lambda _: returned, "en")("x")


def test_signatures_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is itself; a model has its version, and another version is refused."""
    model = SimpleNamespace(meta={"version": "3.8"})
    monkeypatch.setitem(sys.modules, "spacy", SimpleNamespace(load=lambda _: model))
    assert read_recogniser(recogniser_signature("rules")) == "rules"
    assert recogniser_signature("spacy:versioned") == "spacy:versioned[3.8]"
    assert read_recogniser("spacy:versioned[3.8]") == "spacy:versioned"
    with pytest.raises(InvalidOption, match=r"the one here is spacy:versioned\[3.8\]"):
        read_recogniser("spacy:versioned[3.7]")


@pytest.mark.parametrize("language", ["xx", "none", ""])
def test_rules_need_a_language(language: str) -> None:
    """One that has no rules is refused before anything is read."""
    with pytest.raises(InvalidOption, match="must be one of"):
        recogniser("rules", language)
