"""Annotators and an adjudicator at work while the server is killed with −9: nothing is lost, nothing twice."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from benchmarks.campaigns import Findings, Load, Servers, SimulatedJudge, kill_at_random
from tests.web.small_campaigns import MORE_NEWS, NEWS, entity_plan, small_campaign

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from tests.web.small_campaigns import SmallCampaign

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
