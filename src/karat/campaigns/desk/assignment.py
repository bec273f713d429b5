"""Which page a judge gets next: the training, then the judge's packs, then open ones.

An open pack is held for a time that every answer renews. If it lies idle for longer, it goes to the next
judge who asks, with what is not answered yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.desk.training_feedback import ATTEMPTS, feedback_on
from karat.campaigns.desk.worklist import Place, Worklist

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.store.pack_rows import HeldPack
    from karat.campaigns.store.people_rows import Person
    from karat.campaigns.store.store import Transaction


def next_place(
    transaction: Transaction, person: Person, steps: int, *, now: float, lease: float
) -> tuple[Place | None, Worklist]:
    """The step that the judge is to answer, None at the end; and the list that it is on."""
    held = _held(transaction, person.name)
    work = Worklist.of(transaction, person.name, steps, [pack.id for pack in held])
    begun = any(row.judge == person.name for rows in work.answers.values() for row in rows)
    if not begun:
        training = Worklist.of(transaction, person.name, steps, [None])
        if (place := _training_place(transaction, training)) is not None:
            return place, training
    place = work.first_open()
    if place is None and _take(transaction, person, steps, now=now, lease=lease):
        held = _held(transaction, person.name)
        work = Worklist.of(transaction, person.name, steps, [pack.id for pack in held])
        place = work.first_open()
    if place is not None:
        renew(
            transaction,
            next(pack for pack in held if pack.id == place.item.pack),
            now=now,
            lease=lease,
        )
    return place, work


def held_work(transaction: Transaction, judge: str, steps: int) -> Worklist:
    """All that the judge has."""
    return Worklist.of(transaction, judge, steps, [pack.id for pack in _held(transaction, judge)])


def _held(transaction: Transaction, judge: str) -> list[HeldPack]:
    return list(transaction.packs.of_judge(judge))


def renew(transaction: Transaction, pack: HeldPack | None, *, now: float, lease: float) -> None:
    """The judge works on the pack, and keeps it."""
    # Not at every step: a page that is only looked at needs no write to the disk.
    if pack is not None and pack.lease is not None and pack.lease - now < lease / 2:
        transaction.packs.assign(pack.id, pack.judge, now + lease)


def may_take(transaction: Transaction, judge: str, pack: HeldPack, held: Sequence[HeldPack]) -> bool:
    """Whether the pack has no segment of the plan that the judge has judged, or will judge, in another."""
    others = {other.id for other in held} | transaction.answers.packs_of(judge)
    others.discard(pack.id)
    seen = {item.segment for item in transaction.packs.items_of_packs(others) if item.purpose == "plan"}
    return not any(
        item.segment in seen for item in transaction.packs.items(pack.id) if item.purpose == "plan"
    )


def is_adjudication(transaction: Transaction, pack: str) -> bool:
    """Whether a pack is an adjudicator's."""
    return any(item.purpose == "adjudication" for item in transaction.packs.items(pack))


def _take(transaction: Transaction, person: Person, steps: int, *, now: float, lease: float) -> bool:
    """The first open pack that the judge may have; False if there is none."""
    packs = transaction.packs.all()
    held = [pack for pack in packs if pack.judge == person.name]
    decides = person.role == "adjudicator"
    taken = sum(pack.lease is not None for pack in held)
    if person.most_packs is not None and taken >= person.most_packs:
        return False
    for pack in packs:
        if not _is_open(pack, person.name, now) or is_adjudication(transaction, pack.id) != decides:
            continue
        if not may_take(transaction, person.name, pack, held):
            continue
        if Worklist.of(transaction, person.name, steps, [pack.id]).first_open() is not None:
            transaction.packs.assign(pack.id, person.name, now + lease)
            return True
    return False


def _is_open(pack: HeldPack, judge: str, now: float) -> bool:
    return pack.judge is None or (pack.judge != judge and pack.lease is not None and pack.lease < now)


def _training_place(transaction: Transaction, work: Worklist) -> Place | None:
    """The step of the training that comes next: each one until it is right, but twice at most."""
    for item in work.items:
        if item.id in work.skipped:
            continue
        own = [row for row in work.answers.get(item.id, ()) if row.judge == work.judge]
        for step in range(work.steps):
            attempts = [row for row in own if row.step == step]
            if not attempts:
                return Place(item, step, 0)
            right = all(said.is_right for said in feedback_on(transaction, attempts[-1]))
            if len(attempts) < ATTEMPTS and not right:
                return Place(item, step, len(attempts))
    return None
