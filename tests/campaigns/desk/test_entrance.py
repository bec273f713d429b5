"""Links, tokens and sessions, in both stores."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import MARK, next_page, work

from karat.campaigns.campaign_errors import Invalid, NotAllowed
from karat.campaigns.desk import entrance
from karat.campaigns.desk.entrance import LINK_LASTS, SESSION_LASTS
from karat.campaigns.desk.judge_page import Done
from karat.campaigns.watch.watching import current_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    from karat.campaigns.desk import Desk

    NewDesk = Callable[..., Desk]

ONE = "judge 1"


def test_everybody_has_a_link(new_desk: NewDesk) -> None:
    """The lead and each judge; tokens have 256 random bits and are never the same."""
    desk = new_desk()
    links = desk.links()
    assert {(link.judge, link.role) for link in links} == {
        ("lead", "lead"),
        (ONE, "judge"),
        ("judge 2", "judge"),
    }
    tokens = [link.token for link in (*links, *desk.links())]
    assert len(set(tokens)) == 6
    assert all(re.fullmatch(r"[\w-]{43}", token) for token in tokens)


def test_a_token_opens_a_session(new_desk: NewDesk) -> None:
    """Each time a new one: nobody can choose another's cookie."""
    desk = new_desk()
    [link] = desk.links([ONE])
    first, second = desk.enter(link.token), desk.enter(link.token)
    assert (first.judge, first.role) == (ONE, "judge")
    assert first.cookie != second.cookie
    assert desk.session(first.cookie) == first
    desk.leave(first.cookie)
    assert desk.session(first.cookie) is None
    assert desk.session(second.cookie) == second


def test_unknown_tokens_and_cookies(new_desk: NewDesk) -> None:
    """Nothing opens without a token, and a token is no cookie."""
    desk = new_desk()
    for token in ("", "x", "é\ud800", "0" * 43, "'; DROP TABLE people; --"):
        with pytest.raises(NotAllowed, match="not known"):
            desk.enter(token)
        assert desk.session(token) is None
    assert desk.session(desk.links()[0].token) is None


def test_links_and_sessions_expire(new_desk: NewDesk, clock: Clock) -> None:
    """A session lasts a week, and no longer than its link."""
    desk = new_desk()
    [link] = desk.links([ONE])
    assert link.expires == clock.now + LINK_LASTS
    session = desk.enter(link.token)
    clock.now += SESSION_LASTS
    assert desk.session(session.cookie) is None
    clock.now = link.expires - 10
    session = desk.enter(link.token)
    clock.now += 11
    assert desk.session(session.cookie) is None
    with pytest.raises(NotAllowed, match="expired"):
        desk.enter(link.token)


def test_new_links_leave_the_old_ones_or_replace_them(new_desk: NewDesk) -> None:
    """Links that were mailed stay valid, unless they are replaced."""
    desk = new_desk()
    [old] = desk.links([ONE])
    session = desk.enter(old.token)
    desk.links()
    assert desk.enter(old.token)
    [new] = desk.links([ONE], replace=True)
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(old.token)
    assert desk.session(session.cookie) is None
    assert desk.enter(new.token)


def test_the_store_knows_no_token(new_desk: NewDesk, address: str) -> None:
    """Neither token nor cookie is among its bytes: a stolen file opens no door."""
    desk = new_desk()
    links = desk.links()
    sessions = [desk.enter(link.token) for link in links]
    next_page(desk, ONE)
    with desk.store.reading() as transaction:
        kept = repr([row for _, rows in transaction.tables.all() for row in rows])
    if "://" not in address:
        kept += "".join(path.read_bytes().decode("latin-1") for path in Path(address).parent.iterdir())
    assert ONE in kept
    for secret in [*(link.token for link in links), *(session.cookie for session in sessions)]:
        assert secret not in kept


def test_secrets_are_compared_in_constant_time(new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are looked up by a part of the digest; the whole is compared by `hmac.compare_digest`."""
    desk = new_desk()
    [link] = desk.links([ONE])
    monkeypatch.setattr(entrance, "compare_digest", lambda *_: False)
    with pytest.raises(NotAllowed, match="not known"):
        desk.enter(link.token)


def test_the_name_on_a_crowd_platform(new_desk: NewDesk) -> None:
    """It comes with the link, and is kept with the person."""
    desk = new_desk()
    [link] = desk.links([ONE])
    desk.enter(link.token, external="5f2c")
    assert [person.external for person in desk.people() if person.name == ONE] == ["5f2c"]


def test_one_link_for_a_crowd(new_desk: NewDesk) -> None:
    """Who comes by an invitation becomes a judge, is known again, and no more come than there are seats."""
    desk = new_desk(judges=0, open_packs=3, questionnaire=MARK)
    link = desk.invite("prolific", 2)
    with pytest.raises(NotAllowed, match="platform"):
        desk.enter(link.token)
    first, again, second = (desk.enter(link.token, external=name) for name in ("5f2c", "5f2c", "61aa"))
    assert (first.judge, again.judge, second.judge) == ("prolific 1", "prolific 1", "prolific 2")
    assert current_plan(desk.store).judges == ("prolific 1", "prolific 2")
    assert {page.item for page in work(desk, first.judge)}.isdisjoint(
        page.item for page in work(desk, second.judge)
    )
    assert isinstance(desk.next(first.judge), Done)
    with pytest.raises(NotAllowed, match="taken"):
        desk.enter(link.token, external="70bb")
    with pytest.raises(NotAllowed):
        desk.next("prolific")
    desk.revoke("prolific 1")
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(link.token, external="5f2c")
    desk.revoke("prolific")
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(link.token, external="61aa")
    assert desk.session(second.cookie) == second


def test_the_work_of_a_plan_goes_to_a_crowd(new_desk: NewDesk) -> None:
    """The judges of the plan leave; whoever comes gets one of their packs, and only who worked gets a code."""
    desk = new_desk(questionnaire=MARK)
    [own] = desk.links([ONE])
    desk.open_packs()
    with pytest.raises(NotAllowed, match="withdrawn"):
        desk.enter(own.token)
    assert current_plan(desk.store).judges == (ONE, "judge 2")
    link = desk.invite("crowd", 3)
    first, second, late = (desk.enter(link.token, external=name).judge for name in ("a", "b", "c"))
    assert len(work(desk, first)) == len(work(desk, second)) == 4
    assert current_plan(desk.store).judges == (first, second, late)
    done, nothing = desk.next(first), desk.next(late)
    assert isinstance(done, Done)
    assert done.code is not None
    assert isinstance(nothing, Done)
    assert nothing.code is None
    desk.revoke(second)
    assert current_plan(desk.store).packs[1].judge == "judge 2"


def test_an_invitation_opens_no_other_judges_work(new_desk: NewDesk) -> None:
    """The name of somebody who has a link of their own makes nobody them."""
    desk = new_desk()
    [own] = desk.links([ONE])
    desk.enter(own.token, external="5f2c")
    link = desk.invite("judge", 5)
    assert desk.enter(link.token, external="5f2c").judge == "judge 3"
    with pytest.raises(Invalid, match="seat"):
        desk.invite("other", 0)
