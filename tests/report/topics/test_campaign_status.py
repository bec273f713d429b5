"""What the lead is told of a running campaign, in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat.campaigns.store.answer_rows import Remark
from karat.campaigns.watch.status import Status, status
from karat.report.topics.campaign_status import sections, statements, tables
from karat.web.catalogues import catalogues
from karat.web.lead_view import lead_view

TRUTH = Truth({"A": 80.0, "B": 60.0, "C": 60.0})


@pytest.fixture(scope="module")
def hurried() -> Status:
    """Everybody answers a page of 12 words in half a second; the last two pages are skipped, one is flagged."""
    plan = small_plan("together", documents=4, judges=3, per_output=2, scale=PERCENT)
    records = [replace(one, active=0.5) for one in simulated(plan, TRUTH, np.random.default_rng(0))]
    left = records[-2:]
    remarks = [Remark(one.judge, one.item, "skip", "too hard", one.stored) for one in left]
    remarks.append(Remark(records[0].judge, records[0].item, "flag", "not <b>English</b>", records[0].stored))
    return status(plan, records[:-2], remarks=remarks)


def test_who_cannot_have_read_is_not_cleared(hurried: Status) -> None:
    """No sentence says that no judge looks careless beside one that says that all are too fast."""
    assert len(hurried.quality.hurried) == 3
    said = [one.text for one in statements(hurried)]
    said += [part for section in sections(hurried) for part in (section.lead, str(section.parts))]
    assert any("faster than these can be read" in text for text in said)
    assert not any("No judge looks careless" in text for text in said)
    tile = next(one for one in lead_view(hurried, catalogues()["en"]).tiles if one.label == "Careless judges")
    assert (tile.value, tile.tone) == ("3 too fast to have read", "doubtful")


def test_the_tile_gives_the_advice_of_the_section(hurried: Status) -> None:
    """In each of the four cases, in the words for it."""
    said = {}
    for advice in ("go on", "stop: every pair is decided", "stop: no more claims to expect", "complete"):
        found = replace(hurried, verdict=replace(hurried.verdict, advice=advice))
        tiles = lead_view(found, catalogues()["en"]).tiles
        said[advice] = next(one.value for one in tiles if one.section == "stopping")
    assert list(said.values()) == [
        "Go on",
        "You can stop: every pair is decided",
        "You can stop: no more claims to expect",
        "The plan is complete",
    ]


def test_skips_and_flags_are_in_tables_and_on_the_page(hurried: Status) -> None:
    """Not in JSON alone: how many pages of whom, and why."""
    shown = {table.title: table for table in tables(hurried)}
    said = [row.labels for row in shown["Judges say"].rows]
    assert sorted(row[0] for row in said) == ["flag", "skip", "skip"]
    assert {row[4] for row in said} == {"too hard", "not <b>English</b>"}
    progress = shown["Progress by judge"]
    place = [column.name for column in progress.columns].index("skipped")
    assert sum(row.values[place] for row in progress.rows) == 2
    view = lead_view(hurried, catalogues()["en"])
    assert "pages skipped: 2" in view.tiles[0].details
    assert [one.bar.skipped for one in view.judges if one.bar.skipped]
