"""How far a campaign is, from any part of its answers: against plain counting."""

from __future__ import annotations

from functools import cache
from math import isnan
from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.campaigns.simulated import PERCENT, Truth, simulated, small_plan

from karat.campaigns.store.answer_rows import Remark
from karat.campaigns.watch.campaign_progress import CampaignProgress

if TYPE_CHECKING:
    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan

TRUTH = Truth({"A": 80.0, "B": 60.0, "C": 60.0}, {"judge 1": -10.0})


@cache
def judged() -> tuple[CampaignPlan, list[Recorded]]:
    """A small campaign that was judged to its end."""
    plan = small_plan("together", documents=6, scale=PERCENT)
    return plan, simulated(plan, TRUTH, np.random.default_rng(0))


@st.composite
def moments(draw: st.DrawFn) -> tuple[list[Recorded], list[Remark]]:
    """Some of the answers in any order, and some pages that their judges skipped, answered later or not."""
    plan, records = judged()
    some = draw(st.lists(st.sampled_from(records), unique_by=lambda one: one.item))
    holders = {item.id: pack.judge or "" for pack in plan.packs for item in pack.items}
    skipped = draw(st.lists(st.sampled_from(sorted(holders)), unique=True, max_size=8))
    return some, [Remark(holders[item], item, "skip", "unclear", 5.0 + at) for at, item in enumerate(skipped)]


@given(moment=moments())
def test_every_page_is_counted_once(moment: tuple[list[Recorded], list[Remark]]) -> None:
    """By judge, by pack and in all: answered, skipped and not answered, or still to come."""
    plan, _ = judged()
    records, remarks = moment
    progress = CampaignProgress(plan, records, remarks)
    answered = {one.item for one in records}
    skipped = {one.item for one in remarks} - answered
    planned = {item.id for pack in plan.packs for item in pack.items}
    for parts in ([progress.whole()], progress.packs(), progress.judges()):
        assert sum(one.done for one in parts) == len(answered)
        assert sum(one.skipped for one in parts) == len(skipped)
        assert sum(one.planned for one in parts) == len(planned)
    for one in progress.systems():
        mine = {
            item.id
            for pack in plan.packs
            for item in pack.items
            if one.name in {candidate.system for candidate in item.candidates}
        }
        assert (one.done, one.skipped, one.planned) == (
            len(mine & answered),
            len(mine & skipped),
            len(mine),
        )


@given(moment=moments())
def test_work_is_left_in_open_pages_alone(moment: tuple[list[Recorded], list[Remark]]) -> None:
    """Hours at the usual pace are for pages that nobody answered or skipped; the end is when the last one was."""
    plan, _ = judged()
    records, remarks = moment
    progress = CampaignProgress(plan, records, remarks)
    touched = {one.item for one in records} | {one.item for one in remarks}
    open_pages = {item.id for pack in plan.packs for item in pack.items} - touched
    left = progress.whole().left
    assert isnan(left) == (not records)
    if records:
        assert (left > 0) == bool(open_pages)
    work = progress.work()
    assert work.open == bool(open_pages)
    assert isnan(work.ended) == bool(open_pages)


@given(moment=moments(), order=st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(
    moment: tuple[list[Recorded], list[Remark]], order: object
) -> None:
    """The store may give them as it likes: pages, skips and the end are the same."""
    plan, _ = judged()
    records, remarks = moment
    mixed = list(records)
    order.shuffle(mixed)  # type: ignore[attr-defined]
    one, other = CampaignProgress(plan, records, remarks), CampaignProgress(plan, mixed, remarks)
    for first, second in zip(one.packs(), other.packs(), strict=True):
        assert (first.done, first.skipped, first.planned) == (second.done, second.skipped, second.planned)
    np.testing.assert_equal(one.work().ended, other.work().ended)


def test_a_whole_campaign_is_done() -> None:
    """Nothing is open, and the end is the time of the last page."""
    plan, records = judged()
    progress = CampaignProgress(plan, records)
    assert progress.whole().share == 1
    assert progress.work().ended == max(one.stored for one in records)
    assert not progress.work().open
    # A skip of what was answered is no gap, and comes after the end or before it: the page was there first.
    late = Remark(records[0].judge, records[0].item, "skip", "again", 1e12)
    assert CampaignProgress(plan, records, [late]).work() == progress.work()
