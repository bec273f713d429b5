"""Judges and a lead who do anything in any order: whatever they do, the rules of the store hold."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import answer_to

from karat.campaigns.campaign_errors import Refused
from karat.campaigns.desk.judge_page import Page

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.campaigns.plans import Clock

    from karat.campaigns.desk import Desk

    NewDesk = Callable[..., Desk]

ACTS = ("answer", "answer", "answer", "again", "late", "skip", "flag", "draft", "back", "wait", "lead")
STEPS = 60


@pytest.mark.parametrize("seed", range(3))
def test_anything_in_any_order(new_desk: NewDesk, clock: Clock, seed: int) -> None:
    """Numbers without a gap, no key twice, no version twice, every item with its packs' judges, times in order."""
    dice = random.Random(seed)
    desk = new_desk(judges=2, open_packs=2, items=3, training=seed % 2, no_back=seed == 1, shared=seed == 2)
    desk.add_judge("late comer", most_packs=1)
    names = ["judge 1", "judge 2", "late comer"]
    shown: list[tuple[str, Page]] = []
    acknowledged: set[tuple[str, int, int]] = set()
    for _ in range(STEPS):
        clock.now += dice.choice((-50, 5, 20, 400))
        name = dice.choice(names)
        with suppress(Refused):
            act(desk, clock, dice, name, shown, acknowledged)
    check(desk, acknowledged, names)


def act(
    desk: Desk,
    clock: Clock,
    dice: random.Random,
    name: str,
    shown: list[tuple[str, Page]],
    acknowledged: set[tuple[str, int, int]],
) -> None:
    """One of the things that people do."""
    what = dice.choice(ACTS)
    if what == "wait":
        clock.now += desk.lease * dice.random() * 1.2
        return
    if what == "lead":
        dice.choice(
            (desk.pause, desk.resume, desk.resume, lambda: desk.reassign(dice.choice(desk.packs()).id, name))
        )()
        return
    if what in {"late", "again"} and shown:
        name, page = dice.choice(shown)
    elif what == "back" and shown:
        name, page = dice.choice(shown)
        page = desk.page(name, page.item, dice.choice((0, 1)))
    else:
        found = desk.next(name)
        if not isinstance(found, Page):
            return
        page = found
    shown.append((name, page))
    if what in {"skip", "flag"}:
        getattr(desk, what)(name, page.item, "because")
    elif what == "draft":
        desk.draft(name, page.item, b"draft")
    else:
        value = 4.0 if what == "again" else float(dice.randint(1, 5))
        stored = desk.answer(name, page.item, page.key, answer_to(page, value))
        acknowledged.add((stored.item, stored.step, stored.version))


def check(desk: Desk, acknowledged: set[tuple[str, int, int]], names: list[str]) -> None:
    """What holds, whatever was done."""
    plan = desk.store.plan()
    with desk.store.reading() as transaction:
        tables = {name: list(rows) for name, rows in transaction.tables.all()}
    rows = tables["answers"]
    assert len(rows) >= 10
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert acknowledged == {(row["item"], row["step"], row["version"]) for row in rows}
    planned = {item.id for pack in plan.packs for item in pack.items}
    versions = Counter((row["item"], row["step"], row["version"]) for row in rows if row["item"] in planned)
    assert set(versions.values()) <= {1}
    # Versions of a step count from 0 in the order in which they were stored.
    for item, step in {(row["item"], row["step"]) for row in rows if row["item"] in planned}:
        own = [row["version"] for row in rows if (row["item"], row["step"]) == (item, step)]
        assert own == list(range(len(own)))
    assert all(row["stored"] >= row["shown"] for row in rows)
    assert {row["judge"] for row in rows} <= set(names)
    if plan.no_back:
        own_answers = Counter(
            (row["judge"], row["item"], row["step"]) for row in rows if row["item"] in planned
        )
        assert set(own_answers.values()) <= {1}
    assert len(desk.store.records()) == len(tables["answer_values"]) == len(rows)
