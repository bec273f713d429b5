"""Entities: offsets, types, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from karat.entities import TYPES, Entity
from karat.entities.entity import types_of
from karat.errors import InvalidText


def test_types_are_those_of_muc() -> None:
    """Persons, organizations, locations; dates, times; money, percent."""
    assert TYPES == ("PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT")


@pytest.mark.parametrize(
    ("written", "types"),
    [
        ("PERSON", ("PERSON",)),
        ("per", ("PERSON",)),
        ("ORGANIZATION|PERSON", ("PERSON", "ORGANIZATION")),
        ("ORG | PER", ("PERSON", "ORGANIZATION")),
        ("GPE|LOC", ("LOCATION",)),
    ],
)
def test_types_of(written: str, types: tuple[str, ...]) -> None:
    """Names of other schemes are known; several types are in one order however they are written."""
    assert types_of(written) == types


@pytest.mark.parametrize("written", ["", "ANIMAL", "PERSON|", 3, None])
def test_unknown_type(written: Any) -> None:
    """What is no type is refused, and the types are named."""
    with pytest.raises(InvalidText, match="Known"):
        types_of(written)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (0, 0), (2, 1), (0, 6), (5, 6), (3, 99)])
def test_offsets_outside(start: int, end: int) -> None:
    """Offsets are within the text, and an entity has at least one character."""
    with pytest.raises(InvalidText, match="not within the text, which has 5 characters"):
        Entity.of("Paris", start, end, "LOCATION")


@pytest.mark.parametrize("offset", [1.0, "1", True, None])
def test_offsets_are_whole_numbers(offset: Any) -> None:
    """Anything else is refused."""
    with pytest.raises(InvalidText, match="not a whole number"):
        Entity.of("Paris", 0, offset, "LOCATION")


def test_kind() -> None:
    """An unsure type is written with a bar."""
    assert Entity.of("Paris", 0, 5, "LOC|PER").kind == "PERSON|LOCATION"
