"""What annotators marked alike, and where they differ."""

from __future__ import annotations

from random import Random

import pytest
from tests.reliability.simulated_annotators import annotator, true_marks

from karat.entities import Entity
from karat.entities.adjudication import differences

TEXT = "President Clinton met the Bank of Rome on 3 May"


def mark(start: int, end: int, kind: str, **more: object) -> Entity:
    """An entity of the text."""
    return Entity.of(TEXT, start, end, kind, **more)  # type: ignore[arg-type]


def test_same_marks_merge_with_their_alternatives() -> None:
    """What is alike needs no decision."""
    agreed, found = differences(
        [
            [mark(10, 17, "PERSON", alternatives=["Bill Clinton"])],
            [mark(10, 17, "PERSON", alternatives=["President Clinton"])],
        ]
    )
    assert found == ()
    assert [(one.text, one.alternatives) for one in agreed] == [
        ("Clinton", ("Bill Clinton", "President Clinton"))
    ]


def test_other_type_extent_and_optional_differ() -> None:
    """Each is one difference, with the versions in no annotator's order."""
    first = [mark(10, 17, "PERSON"), mark(26, 38, "ORGANIZATION"), mark(42, 47, "DATE")]
    second = [mark(0, 17, "PERSON"), mark(26, 38, "LOCATION"), mark(42, 47, "DATE", optional=True)]
    agreed, found = differences([first, second])
    assert agreed == ()
    assert [(one.start, one.end) for one in found] == [(0, 17), (26, 38), (42, 47)]
    assert differences([second, first]) == (agreed, found)


def test_one_mark_over_two_is_one_difference() -> None:
    """Whatever lies over each other is decided at once."""
    _, (found,) = differences(
        [[mark(26, 38, "ORGANIZATION")], [mark(26, 30, "ORGANIZATION"), mark(34, 38, "LOCATION")], []]
    )
    assert (found.start, found.end) == (26, 38)
    assert sorted(len(version) for version in found.versions) == [0, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_every_choice_is_flat_and_complete(seed: int) -> None:
    """Agreed marks and any version of each difference never overlap; choosing one annotator's gives theirs."""
    random = Random(seed)
    truth = [true_marks(random) for _ in range(10)]
    people = [annotator(name, truth, random, error=0.4) for name in "abc"]
    for place in range(len(truth)):
        versions = [one.entities[place] for one in people]
        agreed, found = differences(versions)
        for own in versions:
            mine = list(agreed)
            for difference in found:
                within = tuple(
                    one for one in own if difference.start <= one.start and one.end <= difference.end
                )
                assert within in difference.versions
                mine += within
            assert sorted(mine, key=lambda one: one.start) == sorted(own, key=lambda one: one.start)
