"""What the lead does, and what becomes of packs, in both stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import MARK, answer_to, next_page, work

from karat.campaigns.campaign_errors import Closed, Conflict, Invalid, NotAllowed, NotFound, Paused
from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Done, Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    NewDesk = Callable[..., Desk]

ONE, TWO, NEW = "judge 1", "judge 2", "somebody new"


def test_pause_stores_what_was_begun(new_desk: NewDesk) -> None:
    """No new pages, but the answer to the page before the judge is stored; then the work goes on."""
    desk = new_desk()
    page = next_page(desk, ONE)
    desk.pause()
    assert desk.state() == "paused"
    with pytest.raises(Paused, match="paused"):
        desk.next(TWO)
    desk.answer(ONE, page.item, page.key, answer_to(page))
    with pytest.raises(Paused):
        desk.next(ONE)
    desk.resume()
    assert next_page(desk, ONE).item == page.item


def test_closing_is_for_good(new_desk: NewDesk) -> None:
    """After closing nothing is stored."""
    desk = new_desk()
    page = next_page(desk, ONE)
    desk.close()
    for act in (
        lambda: desk.next(ONE),
        lambda: desk.answer(ONE, page.item, page.key, answer_to(page)),
        lambda: desk.draft(ONE, page.item, b"x"),
        lambda: desk.skip(ONE, page.item, "why"),
        lambda: desk.flag(ONE, page.item, "why"),
        lambda: desk.page(ONE, page.item),
        lambda: desk.add_judge(NEW),
        lambda: desk.reassign(desk.store.plan().packs[0].id, TWO),
        desk.pause,
        desk.resume,
    ):
        with pytest.raises(Closed):
            act()
    desk.close()
    assert desk.state() == "closed"
    assert not desk.store.records()


def test_what_the_lead_did_is_kept(new_desk: NewDesk) -> None:
    """Every deed once, in order."""
    desk = new_desk()
    pack = desk.store.plan().packs[0].id
    desk.pause()
    desk.pause()
    desk.resume()
    desk.add_judge(NEW)
    desk.reassign(pack, NEW)
    desk.revoke(NEW)
    desk.close()
    with desk.store.reading() as transaction:
        events = [(event.kind, event.subject) for event in transaction.campaign.events()]
    assert events == [
        ("pause", ""),
        ("resume", ""),
        ("add-judge", NEW),
        ("reassign", f"{pack} {NEW}"),
        ("revoke", NEW),
        ("close", ""),
    ]


def test_a_name_is_given_once(new_desk: NewDesk) -> None:
    """Two people of one name could not be told apart."""
    desk = new_desk()
    for name in (ONE, "lead"):
        with pytest.raises(Conflict, match="already"):
            desk.add_judge(name)
    for name in ("", " "):
        with pytest.raises(Invalid, match="name"):
            desk.add_judge(name)
    with pytest.raises(Invalid, match="no text"):
        desk.add_judge("a\0")


def test_revoked_judges_are_out(new_desk: NewDesk) -> None:
    """Link, session and desk refuse them; what they answered stays."""
    desk = new_desk()
    [link] = desk.links([ONE])
    session = desk.enter(link.token)
    work(desk, ONE, most=1)
    page = next_page(desk, ONE)
    desk.revoke(ONE)
    assert desk.session(session.cookie) is None
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(link.token)
    with pytest.raises(NotAllowed):
        desk.answer(ONE, page.item, page.key, answer_to(page))
    with pytest.raises(NotFound, match="no 'judge 1'"):
        desk.revoke(ONE)
    with pytest.raises(NotFound):
        desk.links([ONE])
    assert len(desk.store.records()) == 1
    assert ONE not in [link.judge for link in desk.links()]


def test_the_last_lead_stays(new_desk: NewDesk) -> None:
    """A campaign without a lead could not be closed from the page."""
    desk = new_desk()
    with pytest.raises(Conflict, match="last lead"):
        desk.revoke("lead")
    desk.add_judge("second lead", "lead")
    desk.revoke("lead")


def test_a_pack_goes_on_with_another_judge(new_desk: NewDesk) -> None:
    """Finished items stay; one that was begun is judged again as a whole, and the last version counts."""
    desk = new_desk(judges=1)
    work(desk, ONE, most=3)
    late = next_page(desk, ONE)
    desk.add_judge(NEW)
    [pack] = desk.store.plan().packs
    desk.reassign(pack.id, NEW)
    with pytest.raises(Conflict, match="somebody else"):
        desk.answer(ONE, late.item, late.key, answer_to(late))
    pages = work(desk, NEW)
    assert [(page.item, page.step) for page in pages[:2]] == [(late.item, 0), (late.item, 1)]
    assert {page.item for page in pages} == {item.id for item in pack.items[1:]}
    assert isinstance(desk.next(ONE), Done)
    half = [record for record in desk.store.records() if record.item == late.item]
    assert [(r.judge, r.step, r.version) for r in half] == [(ONE, 0, 0), (NEW, 0, 1), (NEW, 1, 0)]


def test_reassigning_keeps_the_plan(new_desk: NewDesk) -> None:
    """Nobody gets the segments of the plan twice, and only judges get packs."""
    desk = new_desk(shared=True)
    first = desk.store.plan().packs[0].id
    with pytest.raises(Conflict, match="same segments"):
        desk.reassign(first, TWO)
    with pytest.raises(Conflict, match="no judge"):
        desk.reassign(first, "lead")
    with pytest.raises(NotFound, match="no pack"):
        desk.reassign("nothing", TWO)
    with pytest.raises(NotFound, match="Known: "):
        desk.reassign(first, "nobody")
    desk.reassign(first, ONE)
    desk.reassign(first, TWO, force=True)
    assert [pack.judge for pack in desk.packs()] == [TWO, TWO]


def test_open_packs_are_taken_in_order(new_desk: NewDesk) -> None:
    """Whoever comes takes the next pack; nobody has the same; then there is nothing more."""
    desk = new_desk(judges=0, open_packs=3, questionnaire=MARK)
    packs = desk.store.plan().packs
    for name in ("a", "b"):
        desk.add_judge(name, most_packs=1)
    assert next_page(desk, "a").item == packs[0].items[0].id
    assert next_page(desk, "b").item == packs[1].items[0].id
    assert {page.item for page in work(desk, "a")} == {item.id for item in packs[0].items}
    assert isinstance(desk.next("a"), Done)
    desk.add_judge("c")
    assert next_page(desk, "c").item == packs[2].items[0].id
    work(desk, "b")
    work(desk, "c")
    desk.add_judge("d")
    assert isinstance(desk.next("d"), Done)
    assert len(desk.store.records()) == 12


def test_a_judge_takes_no_pack_with_the_same_segments(new_desk: NewDesk) -> None:
    """Where several judges judge each output, they are different ones."""
    desk = new_desk(judges=0, open_packs=2, shared=True, questionnaire=MARK)
    desk.add_judge("a")
    assert len(work(desk, "a")) == 4
    assert isinstance(desk.next("a"), Done)
    desk.add_judge("b")
    assert len(work(desk, "b")) == 4


def test_idle_packs_go_to_the_next_judge(new_desk: NewDesk, clock: Clock) -> None:
    """A lease that ran out gives the rest of the pack away; work renews it; the late answer is refused."""
    desk = new_desk(judges=0, open_packs=1, questionnaire=MARK)
    desk.add_judge("a")
    desk.add_judge("b")
    for _ in range(3):
        page = next_page(desk, "a")
        clock.now += desk.lease - 1
        desk.answer("a", page.item, page.key, answer_to(page))
        assert isinstance(desk.next("b"), Done)
    page = next_page(desk, "a")
    clock.now += desk.lease + 1
    taken = next_page(desk, "b")
    assert taken.item == page.item
    assert taken.key != page.key
    with pytest.raises(Conflict, match="somebody else"):
        desk.answer("a", page.item, page.key, answer_to(page))
    assert isinstance(desk.next("a"), Done)
    desk.answer("b", taken.item, taken.key, answer_to(taken))
    assert [record.judge for record in desk.store.records()] == ["a", "a", "a", "b"]


def test_an_idle_pack_that_nobody_took_is_still_the_judges(new_desk: NewDesk, clock: Clock) -> None:
    """Coming back late is no reason to lose an answer."""
    desk = new_desk(judges=0, open_packs=1, questionnaire=MARK)
    desk.add_judge("a")
    page = next_page(desk, "a")
    clock.now += 10 * desk.lease
    desk.answer("a", page.item, page.key, answer_to(page))
    desk.add_judge("b")
    assert isinstance(desk.next("b"), Done)


def test_revoking_gives_open_packs_back(new_desk: NewDesk) -> None:
    """The next judge goes on at once."""
    desk = new_desk(judges=0, open_packs=1, questionnaire=MARK)
    desk.add_judge("a")
    desk.add_judge("b")
    work(desk, "a", most=1)
    desk.revoke("a")
    assert isinstance(desk.next("b"), Page)
    assert len(work(desk, "b")) == 3


def test_guidelines_are_published_in_versions(new_desk: NewDesk) -> None:
    """The newest of a language counts, here and at another desk; the same text again is no new version."""
    desk = new_desk()
    old = {one.language: one.version for one in desk.guidelines()}
    made = desk.publish_guidelines("en", "Judge less.\n")
    again = Desk(desk.store)
    assert {one.language: one.version for one in again.guidelines()} == {**old, "en": made.version}
    assert desk.publish_guidelines("en", "Judge less.") == made
    assert desk.publish_guidelines("fr", "Jugez.").language == "fr"
    with desk.store.reading() as transaction:
        assert [event.kind for event in transaction.campaign.events()] == ["guidelines", "guidelines"]
    for language, text in (("en", " "), ("no language", "Judge."), ("en", "x" * 300_000)):
        with pytest.raises(Invalid):
            desk.publish_guidelines(language, text)
    desk.close()
    with pytest.raises(Closed):
        desk.publish_guidelines("en", "Too late.")
