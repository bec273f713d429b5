"""Drafts, corrections and the way back, in both stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import MARK, answer_to, next_page

from karat.campaigns.campaign_errors import Conflict, Invalid, NotFound

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    from karat.campaigns.desk import Desk

    NewDesk = Callable[..., Desk]

ONE = "judge 1"


def test_a_draft_stays_until_the_answer(new_desk: NewDesk) -> None:
    """The last draft is on the page; an answer ends it."""
    desk = new_desk()
    page = next_page(desk, ONE)
    desk.draft(ONE, page.item, b'{"fluency": 3}')
    desk.draft(ONE, page.item, b"\x00\xff anything")
    assert next_page(desk, ONE).draft == b"\x00\xff anything"
    desk.answer(ONE, page.item, page.key, answer_to(page))
    assert next_page(desk, ONE).draft is None
    with pytest.raises(Invalid, match="bytes"):
        desk.draft(ONE, page.item, bytes(1_000_000))


def test_a_draft_of_what_was_never_shown_is_refused(new_desk: NewDesk) -> None:
    """Only pages that a judge has seen have drafts and flags."""
    desk = new_desk()
    later = desk.store.plan().packs[0].items[2].id
    with pytest.raises(NotFound):
        desk.draft(ONE, later, b"x")
    with pytest.raises(NotFound):
        desk.flag(ONE, later, "odd")


def test_no_way_back(new_desk: NewDesk) -> None:
    """The server keeps the order: what is answered is final, and what comes later cannot be skipped now."""
    desk = new_desk(no_back=True, questionnaire=MARK)
    first = next_page(desk, ONE)
    desk.answer(ONE, first.item, first.key, answer_to(first))
    second = next_page(desk, ONE)
    assert second.previous is None
    with pytest.raises(Conflict, match="no way back"):
        desk.page(ONE, first.item)
    with pytest.raises(Conflict, match="skipped"):
        desk.skip(ONE, first.item, "changed my mind")
    desk.skip(ONE, second.item, "too hard")
    with pytest.raises(Conflict, match="no way back"):
        desk.answer(ONE, second.item, second.key, answer_to(second))
    assert len(desk.store.records()) == 1


def test_a_correction_is_a_new_version(new_desk: NewDesk, clock: Clock) -> None:
    """The old answer stays; the page to correct has what was given, and a key of its own."""
    desk = new_desk(questionnaire=MARK)
    first = next_page(desk, ONE)
    given = answer_to(first, 50)
    desk.answer(ONE, first.item, first.key, given)
    here = next_page(desk, ONE)
    assert here.previous == first.item
    clock.now += 30
    again = desk.page(ONE, first.item)
    assert (again.given, again.key != first.key) == (given, True)
    desk.answer(ONE, again.item, again.key, answer_to(again, 70))
    records = desk.store.records()
    assert [(record.version, record.value) for record in records] == [(0, 50), (1, 70)]
    assert records[1].shown - records[0].shown == 30
    assert next_page(desk, ONE) == here


def test_two_windows_with_the_same_correction(new_desk: NewDesk) -> None:
    """The second correction of one page has the same key, so only one of two contents is stored."""
    desk = new_desk(questionnaire=MARK)
    first = next_page(desk, ONE)
    desk.answer(ONE, first.item, first.key, answer_to(first, 50))
    left, right = desk.page(ONE, first.item), desk.page(ONE, first.item)
    desk.answer(ONE, left.item, left.key, answer_to(left, 60))
    with pytest.raises(Conflict, match="other values"):
        desk.answer(ONE, right.item, right.key, answer_to(right, 70))


def test_no_hindsight(new_desk: NewDesk) -> None:
    """Fluency cannot be corrected once the reference was seen; adequacy can."""
    desk = new_desk()
    page = next_page(desk, ONE)
    desk.answer(ONE, page.item, page.key, answer_to(page))
    assert desk.page(ONE, page.item, 0).given is not None
    after = next_page(desk, ONE)
    with pytest.raises(Conflict, match="seen more"):
        desk.page(ONE, page.item, 0)
    desk.answer(ONE, after.item, after.key, answer_to(after))
    assert desk.page(ONE, page.item, 1).step == 1
