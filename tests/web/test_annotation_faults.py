"""Annotators and an adjudicator at work while the server is killed with −9: nothing is lost, nothing twice."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

from benchmarks.campaigns import Findings, Load, Servers, SimulatedJudge, kill_at_random
from sqlalchemy import text
from tests.web.clients import answer_for, next_item, send
from tests.web.small_campaigns import MORE_NEWS, NEWS, entity_plan, small_campaign

from karat.campaigns.annotation.annotated_documents import annotated_documents
from karat.campaigns.annotation.mark_checks import MOST_MARKS
from karat.campaigns.store.sql_store import SqlStore

if TYPE_CHECKING:
    import random
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

    Annotate = Callable[..., SmallCampaign]
    Visitor = Callable[..., TestClient]

DOCUMENTS = 6


class SimulatedAnnotator(SimulatedJudge):
    """Marks the first words of some segments, and decides on suggestions and differences at random."""

    def made(self, page: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], Any]:
        """An answer, and its marks as they must be in the store."""
        found = page["entities"]
        if found["differences"] is not None:
            decisions = [
                {"difference": one["difference"], "version": 0, "reason": "at random"}
                for one in found["differences"]
            ]
            changes = [{"agreed": one["agreed"], "reason": "no name"} for one in found["agreed"][:1]]
            kept = [mark for one in found["differences"] for mark in one["versions"][0]]
            return {"decisions": decisions, "changes": changes}, places([*kept, *found["agreed"][1:]])
        accepted = [one for one in found["suggestions"] if chance.random() < 0.5]
        rejected = [one["suggestion"] for one in found["suggestions"] if one not in accepted]
        own = [
            {"candidate": one["id"], "start": 0, "end": end, "type": chance.choice(["PERSON", "LOCATION"])}
            for one in page["candidates"]
            for end in (one["text"].index(" "),)
            if chance.random() < 0.7 and not any(near["candidate"] == one["id"] for near in accepted)
        ]
        return {"marks": [*accepted, *own], "rejected": rejected}, places([*accepted, *own])


def places(marks: list[dict[str, Any]]) -> list[tuple[str, int, int, str]]:
    """Marks as they are compared."""
    return sorted((one["candidate"], one["start"], one["end"], one["type"]) for one in marks)


def kept(campaign: SmallCampaign) -> dict[tuple[str, str], list[Any]]:
    """The marks that are stored, by person and page; a page that was stored twice would be found here."""
    with campaign.desk.store.reading() as transaction:
        rows = transaction.answers.all()
        assert len({(row.judge, row.item) for row in rows}) == len(rows)
        return {
            (row.judge, row.item): sorted(
                (one.candidate, one.start, one.end, one.kind)
                for one in transaction.answers.marks(row.number)
                if one.is_kept
            )
            for row in rows
        }


def test_nothing_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    """Every acknowledged mark is stored, no page twice, and adjudicators get what all have done."""
    plan = entity_plan(texts=[NEWS, MORE_NEWS] * (DOCUMENTS // 2), annotators=3)
    campaign = small_campaign(tmp_path, plan)
    # Two annotations and an adjudication of each document.
    load = Load(segments=DOCUMENTS, systems=1, per_item=3, kills=1)
    findings, servers = Findings(), Servers(str(campaign.desk.store.address), 1)
    people = [
        SimulatedAnnotator(name, link.token, servers.ports, findings, load.seed)
        for name, link in campaign.links.items()
        if name != "lead"
    ]
    threads = [threading.Thread(target=one.work, daemon=True) for one in people]
    try:
        servers.start(servers.ports[0])
        for thread in threads:
            thread.start()
        kill_at_random(servers, load, findings, threads)
        for thread in threads:
            thread.join()
    finally:
        servers.stop()
    assert findings.wrong == []
    assert kept(campaign) == findings.acknowledged
    assert len(findings.acknowledged) == load.answers == 18
    assert findings.sent_again > 0


def limit(store: SqlStore, pages: int) -> None:
    """As on a disk that is full: the file may not grow."""
    with store._connected("read") as connection:
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))


def test_a_full_disk(annotate: Annotate, visitor: Visitor) -> None:
    """Neither marks nor decisions are half stored; with room again, the same answer is stored once."""
    campaign = annotate(texts=(NEWS,))
    store = campaign.desk.store
    assert isinstance(store, SqlStore)
    for number, person in enumerate(("annotator-1", "annotator-2", "dora"), 1):
        client = visitor(campaign, person)
        page = next_item(client)
        body = answer_for(page) | {"comment": "long " * 1900}
        limit(store, 1)
        assert send(client, page, body).status_code == 503
        limit(store, 1 << 30)
        assert len(annotated_documents(store)) == number - 1
        assert next_item(client) == page
        assert send(client, page, body).json() == send(client, page, body).json()
        assert len(annotated_documents(store)) == number


def test_a_clock_that_was_set_back(annotate: Annotate, visitor: Visitor) -> None:
    """Versions follow the order in which they came; no time of work is below nothing, and all goes on."""
    campaign = annotate(texts=(NEWS,))
    now = campaign.desk.clock()
    campaign.desk.clock = lambda: now
    for person in ("annotator-1", "annotator-2"):
        client = visitor(campaign, person)
        page = next_item(client)
        porto = {"candidate": page["candidates"][0]["id"], "start": 16, "end": 21, "type": "LOCATION"}
        now -= 3600
        assert send(client, page, answer_for(page)).status_code == 200
        again = client.get(f"/item/{page['item']}").json()
        now -= 3600
        body = answer_for(again) | {"marks": [porto]}
        assert send(client, again, body).status_code == 200
    found = annotated_documents(campaign.desk.store)
    assert [(one.versions, [len(each) for each in one.entities]) for one in found] == [(2, [1, 0])] * 2
    assert all(one.seconds >= 0 for one in found)
    assert next_item(visitor(campaign, "dora"))["entities"]["differences"] == []


def test_oversized(annotate: Annotate, visitor: Visitor) -> None:
    """Too many marks, too long texts and bodies are refused before anything is stored."""
    campaign = annotate(texts=(NEWS,), annotators=1, per_document=1, adjudicators=())
    client = visitor(campaign, "annotator-1")
    page = next_item(client)
    one = {"candidate": page["candidates"][0]["id"], "start": 0, "end": 7, "type": "PERSON"}
    few = {"candidate": "x", "start": 0, "end": 1, "type": "P"}
    refused = [
        answer_for(page) | {"marks": [few] * (MOST_MARKS + 1)},
        answer_for(page) | {"rejected": [0] * (MOST_MARKS + 1)},
        answer_for(page) | {"marks": [one | {"alternatives": ["x" * 501]}]},
        answer_for(page) | {"marks": [one | {"alternatives": [str(number) for number in range(21)]}]},
        answer_for(page) | {"marks": [one | {"alternatives": ["x" * 300_000]}]},
        answer_for(page) | {"marks": [one | {"type": "PERSON|" * 200}]},
        answer_for(page) | {"marks": [one | {"start": 10**400}]},
    ]
    for body in refused:
        assert send(client, page, body).status_code in (413, 422), json.dumps(body)[:200]
    assert annotated_documents(campaign.desk.store) == ()
    assert send(client, page, answer_for(page) | {"marks": [one]}).status_code == 200
