"""Names of systems that a lead chose not to see before the campaign is closed."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.store import Store


def is_masked(store: Store) -> bool:
    """Whether the systems' names are hidden now."""
    if not store.plan().masked:
        return False
    with store.reading() as transaction:
        return transaction.campaign.state() != "closed"


def shown_campaign(store: Store) -> tuple[CampaignPlan, list[Recorded]]:
    """The plan and what was recorded, with the names of systems that may be seen now."""
    plan, records = store.plan(), list(store.records())
    return with_masked_names(plan, records) if is_masked(store) else (plan, records)


def with_masked_names(plan: CampaignPlan, records: Sequence[Recorded]) -> tuple[CampaignPlan, list[Recorded]]:
    """The same campaign with other names of the systems, in another order."""
    order = list(plan.systems)
    random.Random(f"{plan.name}/{plan.seed}").shuffle(order)
    names = {name: f"System {number}" for number, name in enumerate(order, 1)}
    packs = tuple(
        replace(
            pack,
            items=tuple(
                replace(
                    item,
                    candidates=tuple(replace(one, system=names[one.system]) for one in item.candidates),
                )
                for item in pack.items
            ),
        )
        for pack in plan.packs
    )
    return (
        # Which of them is a person would tell its name.
        replace(plan, systems=tuple(names.values()), packs=packs, human_systems=frozenset()),
        [replace(record, system=names[record.system]) for record in records if record.system in names],
    )
