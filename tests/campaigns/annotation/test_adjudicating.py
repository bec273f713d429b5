"""What an adjudicator changes where annotators do not differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.annotation.annotators import mark, new_desk, page_of, send

from karat.campaigns.annotation.adjudicating import given_decisions
from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities
from karat.campaigns.answers import AdjudicatorChange, AdjudicatorDecision, Answer
from karat.campaigns.campaign_errors import Conflict, Invalid

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from karat.campaigns.answers import EntityMark
    from karat.campaigns.desk import Desk
    from karat.campaigns.desk.judge_page import Page

DECISIONS = (AdjudicatorDecision(0, "the whole name", version=1),)


def agreeing(folder: Path) -> tuple[Desk, Page]:
    """Two annotators agree on Porto and on Lee's first name, and differ on her name."""
    desk = new_desk(folder, recognises="none")
    for person, name in (("anna", "Ann Lee"), ("ben", "Lee")):
        page = page_of(desk, person)
        send(desk, person, page, mark(page, name, "PERSON"), mark(page, "Porto", "ORGANIZATION"))
    return desk, page_of(desk, "dora")


def adjudicate(
    desk: Desk,
    page: Page,
    *changes: AdjudicatorChange,
    decisions: Sequence[AdjudicatorDecision] = DECISIONS,
) -> Any:
    """Send decisions and changes."""
    return desk.answer("dora", page.item, page.key, Answer((), decisions=tuple(decisions), changes=changes))


def stored(desk: Desk, page: Page, version: int = -1) -> tuple[EntityMark, ...]:
    """The marks of a version of the adjudicated document."""
    with desk.store.reading() as transaction:
        return transaction.answers.marks(transaction.answers.of_item(page.item)[version].number)


def test_added_changed_and_removed(tmp_path: Path) -> None:
    """What all missed is added, an agreed mark changed, another removed; each with its reason."""
    desk, page = agreeing(tmp_path)
    town = mark(page, "Porto", "LOCATION", alternatives=("Oporto",))
    adjudicate(
        desk,
        page,
        AdjudicatorChange(" a town ", 0, town),
        AdjudicatorChange("all overlooked it", None, mark(page, "3 May", "DATE")),
        AdjudicatorChange("the same town", None, mark(page, "Porto", "LOCATION", segment=1)),
    )
    assert [[(one.text, one.kind) for one in found] for found in final_entities(desk.store).entities] == [
        [("Ann Lee", "PERSON"), ("Porto", "LOCATION"), ("3 May", "DATE")],
        [("Porto", "LOCATION")],
        [],
    ]
    assert [(one.origin, one.kind, one.reason) for one in stored(desk, page)] == [
        ("refused", "ORGANIZATION", "a town"),
        ("own", "LOCATION", "a town"),
        ("own", "DATE", "all overlooked it"),
        ("own", "LOCATION", "the same town"),
        ("chosen", "PERSON", "the whole name"),
        ("refused", "PERSON", "the whole name"),
    ]
    done = {one.person: one for one in annotated_documents(desk.store)}
    assert [[one.text for one in found] for found in done["anna"].entities] == [["Ann Lee", "Porto"], []]
    assert [[one.text for one in found] for found in done["ben"].entities] == [["Lee", "Porto"], []]


def test_a_correction_begins_with_what_was_decided(tmp_path: Path) -> None:
    """The second version takes a change back; the first one stays in the store."""
    desk, page = agreeing(tmp_path)
    own = AdjudicatorDecision(0, "her first name", marks=(mark(page, "Ann", "PERSON"),))
    changes = (
        AdjudicatorChange("no name", 0, None),
        AdjudicatorChange("overlooked", None, mark(page, "3 May", "DATE")),
    )
    adjudicate(desk, page, *changes, decisions=[own])
    again = desk.page("dora", page.item)
    assert again.given is not None
    assert again.entities is not None
    assert again.entities.adjudicated is not None
    assert given_decisions(again.given.marks, again.entities.adjudicated) == ([own], list(changes))
    adjudicate(desk, again, changes[1])
    assert [one.text for one in final_entities(desk.store).entities[0]] == ["Ann Lee", "Porto", "3 May"]
    assert [one.origin for one in stored(desk, page, 0)] == ["refused", "own", "own", "refused", "refused"]


@pytest.mark.parametrize("decision", [DECISIONS[0], AdjudicatorDecision(0, "no name at all")])
def test_what_was_decided_can_be_read_back(tmp_path: Path, decision: AdjudicatorDecision) -> None:
    """A version, and none of them; a mark in place of an agreed one."""
    desk, page = agreeing(tmp_path)
    change = AdjudicatorChange("with the word before", 0, mark(page, "to Porto", "LOCATION"))
    adjudicate(desk, page, change, decisions=[decision])
    again = desk.page("dora", page.item)
    assert again.given is not None
    assert again.entities is not None
    assert again.entities.adjudicated is not None
    assert given_decisions(again.given.marks, again.entities.adjudicated) == ([decision], [change])


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    """With the same key, changes are part of the answer."""
    desk, page = agreeing(tmp_path)
    first = adjudicate(desk, page, AdjudicatorChange("no name", 0))
    assert adjudicate(desk, page, AdjudicatorChange("no name", 0)) == first
    for changes in ((), (AdjudicatorChange("another reason", 0),)):
        with pytest.raises(Conflict, match="answered already"):
            adjudicate(desk, page, *changes)
    assert [one.origin for one in stored(desk, page)] == ["refused", "chosen", "refused"]


def bad_changes(page: Page) -> dict[str, tuple[AdjudicatorChange, ...]]:
    """Changes that cannot be, by what is said of them."""
    porto = mark(page, "Porto", "LOCATION")
    return {
        "There is no agreed mark 1": (AdjudicatorChange("x", 1),),
        "There is no agreed mark -1": (AdjudicatorChange("x", -1),),
        "changed twice": (AdjudicatorChange("x", 0), AdjudicatorChange("x", 0, porto)),
        "changed to what it is": (AdjudicatorChange("x", 0, replace(porto, kind="ORGANIZATION")),),
        "names neither": (AdjudicatorChange("x"),),
        "Agreed mark 0 is decided without a reason": (AdjudicatorChange(" ", 0),),
        "from 25 to 30 is decided without a reason": (
            AdjudicatorChange("", None, mark(page, "3 May", "DATE")),
        ),
        "has 1001 characters": (AdjudicatorChange("x" * 1001, 0),),
        "lies over the one": (AdjudicatorChange("x", None, porto),),
        "lies over the one from 0 to 7": (AdjudicatorChange("x", None, mark(page, "Lee flew", "PERSON")),),
        "a text that is not on this page": (AdjudicatorChange("x", None, replace(porto, candidate="other")),),
        "is not in the text": (AdjudicatorChange("x", 0, replace(porto, end=99)),),
        "has the type 'DRAGON'": (AdjudicatorChange("x", 0, replace(porto, kind="DRAGON")),),
    }


def test_changes_that_cannot_be(tmp_path: Path) -> None:
    """Refused in words, and nothing is stored."""
    desk, page = agreeing(tmp_path)
    for problem, changes in bad_changes(page).items():
        with pytest.raises(Invalid, match=problem):
            adjudicate(desk, page, *changes)
    assert not any(one.is_adjudicated for one in annotated_documents(desk.store))


def test_only_an_adjudicator_changes(tmp_path: Path) -> None:
    """An annotator does not."""
    desk = new_desk(tmp_path)
    page = page_of(desk, "anna")
    with pytest.raises(Invalid, match="Only an adjudicator"):
        desk.answer("anna", page.item, page.key, Answer((), changes=(AdjudicatorChange("x", 0),)))
