"""Stand-off entities: JSON lines, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from tests.entities.test_muc import annotated

from karat.entities import Entity
from karat.entities.standoff import read_standoff, write_standoff
from karat.errors import InvalidText

TEXT = "Ann left Paris"


def line(*entities: Any, **others: Any) -> str:
    """A line of JSON about the text."""
    return json.dumps({"text": TEXT, "entities": list(entities), **others})


def test_read() -> None:
    """All that an entity may have."""
    written = {
        "start": 9,
        "end": 14,
        "type": "LOC",
        "text": "Paris",
        "alternatives": ["the city"],
        "optional": True,
    }
    expected = Entity(9, 14, ("LOCATION",), "Paris", ("the city",), optional=True)
    assert read_standoff(line(written)) == (TEXT, (expected,))


def test_text_may_be_the_reference() -> None:
    """Where the reference is known, the line need not repeat it; other text is refused."""
    bare = '{"entities": [{"start": 0, "end": 3, "type": "PERSON"}]}'
    assert read_standoff(bare, TEXT)[1][0].text == "Ann"
    with pytest.raises(InvalidText, match='no "text"'):
        read_standoff(bare)
    with pytest.raises(InvalidText, match="differs from the reference at character 10"):
        read_standoff(line(), "Ann left Rome")
    with pytest.raises(InvalidText, match="differs from the reference at character 15"):
        read_standoff(line(), "Ann left Paris.")


@pytest.mark.parametrize(
    ("entity", "problem"),
    [
        (
            {"start": 0, "end": 3, "type": "PERSON", "text": "Anna"},
            "text is 'Anna', and characters 0 to 3 are 'Ann'",
        ),
        ({"start": 0, "end": 30, "type": "PERSON"}, "not within the text"),
        ({"start": 0, "end": 3, "type": "ANIMAL"}, "no type 'ANIMAL'"),
        ({"start": 0, "end": 3}, "has no 'type'"),
        ({"start": "0", "end": 3, "type": "PERSON"}, "not a whole number"),
        ({"start": 0, "end": 3, "type": "PERSON", "colour": 1}, "the key 'colour'"),
        ({"start": 0, "end": 3, "type": "PERSON", "alternatives": "x"}, "a list of texts"),
        ({"start": 0, "end": 3, "type": "PERSON", "optional": "yes"}, "true or false"),
        ("Ann", "an object with start, end and type"),
    ],
)
def test_refused(entity: Any, problem: str) -> None:
    """What is wrong with an entity is said."""
    with pytest.raises(InvalidText, match=problem):
        read_standoff(line(entity))


@pytest.mark.parametrize(
    "written", ["", "[]", "nonsense", "{}", '{"entities": {}}', '{"text": 1, "entities": []}']
)
def test_not_an_object(written: str) -> None:
    """A line is an object with a list of entities."""
    with pytest.raises(InvalidText):
        read_standoff(written)


@given(annotated())
def test_round_trip(both: tuple[str, list[Entity]]) -> None:
    """What was written is read back."""
    text, entities = both
    assert read_standoff(write_standoff(text, entities)) == (text, tuple(entities))
