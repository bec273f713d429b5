"""The server's clock is set back while people judge, in both stores: nothing is lost, and nothing ends."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import MARK, answer_to, next_page, work

from karat.campaigns.answers import latest
from karat.campaigns.campaign_errors import NotAllowed
from karat.campaigns.desk.entrance import SESSION_LASTS
from karat.campaigns.desk.judge_page import Done, Page
from karat.campaigns.watch.quality import quality
from karat.campaigns.watch.watching import campaign_status

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    from karat.campaigns.desk import Desk

    NewDesk = Callable[..., Desk]

ONE = "judge 1"
HOUR = 3600.0


def test_answers_keep_their_order(new_desk: NewDesk, clock: Clock) -> None:
    """Answers stay in the order in which they came, and none was stored before it was shown."""
    desk = new_desk(questionnaire=MARK)
    for value in (10, 20, 30):
        page = next_page(desk, ONE)
        clock.now -= HOUR
        desk.answer(ONE, page.item, page.key, answer_to(page, value))
    records = desk.store.records()
    assert [record.value for record in records] == [10, 20, 30]
    assert all(record.stored >= record.shown for record in records)
    assert isinstance(desk.next(ONE), Page)


def test_a_correction_after_it_counts(new_desk: NewDesk, clock: Clock) -> None:
    """The last version is the one that came last, though its time is earlier; sent again it is the same."""
    desk = new_desk(questionnaire=MARK)
    [first] = work(desk, ONE, most=1)
    clock.now -= HOUR
    again = desk.page(ONE, first.item)
    stored = desk.answer(ONE, again.item, again.key, answer_to(again, 70))
    assert desk.answer(ONE, again.item, again.key, answer_to(again, 70)) == stored
    records = desk.store.records()
    assert records[1].stored < records[0].stored
    assert [record.value for record in latest(records)] == [70]


def test_drafts_stay_and_are_replaced(new_desk: NewDesk, clock: Clock) -> None:
    """A draft from before is still there, and a newer one takes its place."""
    desk = new_desk(questionnaire=MARK)
    page = next_page(desk, ONE)
    desk.draft(ONE, page.item, b"before")
    clock.now -= HOUR
    assert next_page(desk, ONE).draft == b"before"
    desk.draft(ONE, page.item, b"after")
    again = next_page(desk, ONE)
    assert (again.draft, again.key) == (b"after", page.key)


def test_sessions_and_links_end_no_earlier(new_desk: NewDesk, clock: Clock) -> None:
    """Whoever is in stays in; expiry counts from the clock as it is; what was withdrawn stays withdrawn."""
    desk = new_desk()
    [link], [gone] = desk.links([ONE]), desk.links(["judge 2"])
    session, left = desk.enter(link.token), desk.enter(link.token)
    desk.leave(left.cookie)
    desk.revoke("judge 2")
    made = clock.now
    clock.now -= HOUR
    assert desk.session(session.cookie) == session
    assert desk.session(left.cookie) is None
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(gone.token)
    later = desk.enter(link.token)
    clock.now = made + SESSION_LASTS - 1
    assert desk.session(session.cookie) == session
    assert desk.session(later.cookie) is None
    clock.now = link.expires + 1
    with pytest.raises(NotAllowed, match="expired"):
        desk.enter(link.token)


def test_an_open_pack_is_held_for_longer_and_then_goes_on(new_desk: NewDesk, clock: Clock) -> None:
    """Nobody loses a pack by it; a pack that lies idle goes to the next judge, if later."""
    desk = new_desk(judges=0, open_packs=1, questionnaire=MARK)
    desk.add_judge("a")
    desk.add_judge("b")
    page = next_page(desk, "a")
    clock.now -= HOUR
    assert isinstance(desk.next("b"), Done)
    desk.answer("a", page.item, page.key, answer_to(page))
    clock.now += HOUR + desk.lease + 1
    assert isinstance(desk.next("b"), Page)
    assert len(work(desk, "b")) == 3
    assert [record.judge for record in desk.store.records()] == ["a", "b", "b", "b"]


def test_nobody_is_infinitely_fast(new_desk: NewDesk, clock: Clock) -> None:
    """A page whose time nobody knows counts for no pace: not for the judge's own, nor for the lead."""
    desk = new_desk(questionnaire=MARK, items=6)
    for seconds in (-HOUR, 10, -HOUR, 20, 30):
        page = next_page(desk, ONE)
        clock.now += seconds
        desk.answer(ONE, page.item, page.key, answer_to(page), nan)
    assert next_page(desk, ONE).progress.seconds_left == 20
    [pace] = [one.pace for one in quality(desk.store.plan(), desk.store.records()).judges]
    assert (pace.pages, pace.hurried, pace.seconds_per_word) == (5, 0, 2)
    assert sum(isnan(record.seconds) for record in desk.store.records()) == 2


def test_the_lead_is_told_how_far_it_is_behind(new_desk: NewDesk, clock: Clock) -> None:
    """By the newest answer; the status still says who answered last."""
    desk = new_desk(questionnaire=MARK)
    assert desk.clock_behind() == 0
    work(desk, ONE, most=1)
    assert desk.clock_behind() == 0
    clock.now -= HOUR
    assert desk.clock_behind() == HOUR
    work(desk, ONE, most=1)
    assert desk.clock_behind() == HOUR
    [judge] = [one for one in campaign_status(desk.store).judges if one.name == ONE]
    assert judge.last == clock.now
