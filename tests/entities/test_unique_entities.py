"""The entities of a unit, each once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.entities.entity import TYPES, Entity
from karat.entities.search import Output
from karat.entities.unique_entities import GROUPS, unique_entities


def lowered(text: str) -> tuple[str, ...]:
    """A normal form that is easy to follow."""
    return tuple(text.lower().split())


def entity(text: str, kind: str = "PERSON", *alternatives: str, optional: bool = False) -> Entity:
    """An entity that is its whole segment."""
    return Entity.of(text, 0, len(text), kind, alternatives=alternatives, optional=optional)


def test_the_first_segment_keeps_it() -> None:
    """A name that comes again is the same entity; another type makes another."""
    segments = [(3, [entity("Ann")]), (5, [entity("ANN"), entity("Ann", "LOCATION")])]
    found = unique_entities(segments, lowered, ())
    assert [(one.segment, one.entity.kind, one.forms) for one in found] == [
        (3, "PERSON", (("ann",),)),
        (5, "LOCATION", (("ann",),)),
    ]


def test_alternatives_come_together() -> None:
    """Each that somebody gave will do, once, in the order in which they came."""
    segments = [
        (0, [entity("UN", "ORG", "United Nations")]),
        (1, [entity("un", "ORG", "UNO", "united nations")]),
    ]
    (one,) = unique_entities(segments, lowered, ())
    assert one.forms == (("un",), ("united", "nations"), ("uno",))


def test_optional_only_if_always() -> None:
    """Once it is required it is required."""
    for first, second, both in ((True, True, True), (True, False, False), (False, True, False)):
        segments = [(0, [entity("Ann", optional=first)]), (1, [entity("Ann", optional=second)])]
        assert [one.optional for one in unique_entities(segments, lowered, ())] == [both]


def test_types_are_chosen() -> None:
    """One that may be of several types is of each of them."""
    segments = [(0, [entity("Ann"), entity("Bonn", "LOCATION"), entity("Cole", "PERSON|LOCATION")])]
    found = unique_entities(segments, lowered, ("LOCATION",))
    assert [one.entity.text for one in found] == ["Bonn", "Cole"]


def test_white_space_is_no_entity() -> None:
    """There is nothing to look for."""
    assert unique_entities([(0, [entity(" ")])], lowered, ()) == []


@pytest.mark.parametrize("kind", TYPES)
def test_groups(kind: str) -> None:
    """A type has its group, and those of several types share the last."""
    first, last = unique_entities([(0, [entity("x", kind), entity("y", "PERSON|DATE")])], lowered, ())
    assert GROUPS[first.group] == kind.lower()
    assert GROUPS[last.group] == "unsure"


def test_any_form_is_found() -> None:
    """The share is that of the form that comes nearest."""
    (one,) = unique_entities([(0, [entity("Bank of England", "ORG", "the old lady")])], lowered, ())
    assert one.is_in(Output(["said", "the", "old", "lady"]), "script")
    half = Output(["bank", "of", "america"])
    assert not one.is_in(half, "script")
    assert one.share_in(half, "script") == 2 / 3


names = st.sampled_from(["Ann", "ann", "Bo", "Cy Dee", "cy  dee", " "])
kinds = st.sampled_from(["PERSON", "LOCATION", "PERSON|DATE"])
units = st.lists(st.lists(st.builds(entity, names, kinds), max_size=4), max_size=4)


@given(units)
def test_each_once(unit: list[list[Entity]]) -> None:
    """As many as there are different pairs of types and form, and again the same when all is given twice."""
    found = unique_entities(enumerate(unit), lowered, ())
    pairs = {(one.types, lowered(one.text)) for segment in unit for one in segment if lowered(one.text)}
    assert {(one.entity.types, one.forms[0]) for one in found} == pairs
    assert len(found) == len(pairs)
    assert unique_entities(enumerate(unit + unit), lowered, ()) == found
