"""Links, tokens and sessions, in both stores."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import next_page

from karat.campaigns import entrance
from karat.campaigns.entrance import LINK_LASTS, SESSION_LASTS
from karat.campaigns.refusals import NotAllowed

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


@pytest.mark.parametrize("token", ["", "x", "é\ud800", "0" * 43, "'; DROP TABLE people; --"])
def test_unknown_tokens_and_cookies(new_desk: NewDesk, token: str) -> None:
    """Nothing opens without a token, and a token is no cookie."""
    desk = new_desk()
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
