"""A campaign moves between SQLite and PostgreSQL, exactly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.plans import MARK, PlanMaker, answer_to, next_page, work

from karat.campaigns.desk import Desk
from karat.campaigns.exchange.copying import copy_campaign
from karat.campaigns.store import create_store, open_store
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from pathlib import Path


def test_there_and_back(tmp_path: Path, postgres: Any) -> None:
    """Plan, records, links, sessions, drafts and half-done pages are the same after both ways."""
    first, database, last = tmp_path / "a.campaign", postgres.address(), tmp_path / "b.campaign"
    desk = Desk(create_store(first, PlanMaker(training=1, open_packs=1).make()))
    desk.consent("judge 1", desk.guidelines()[0].version)
    work(desk, "judge 1", most=5)
    page = next_page(desk, "judge 1")
    desk.draft("judge 1", page.item, b"\x00\xff")
    desk.flag("judge 1", page.item, "‘odd’ 日本 𝔸")
    [link] = desk.links(["judge 2"])
    session = desk.enter(link.token)
    desk.pause()
    plan, records = desk.store.plan(), desk.store.records()
    desk.store.close()

    there = copy_campaign(first, database)
    back = copy_campaign(database, last)
    assert there.answers == back.answers == 5
    assert there.rows == back.rows
    for address in (database, last):
        copy = Desk(open_store(address))
        assert copy.store.plan() == plan
        assert copy.store.records() == records
        assert copy.session(session.cookie) == session
        assert copy.state() == "paused"
        copy.resume()
        assert next_page(copy, "judge 1") == replace(page, draft=b"\x00\xff")
        copy.answer("judge 1", page.item, page.key, answer_to(page))
        assert len(copy.store.records()) == len(records) + 1
        copy.store.close()


def test_nothing_is_overwritten(tmp_path: Path, postgres: Any) -> None:
    """A campaign that is there stays."""
    first, second, database = tmp_path / "a.campaign", tmp_path / "b.campaign", postgres.address()
    for address in (first, second, database):
        create_store(address, PlanMaker(questionnaire=MARK).make()).close()
    for address in (second, database):
        with pytest.raises(InvalidOption, match=r"already"):
            copy_campaign(first, address)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]
