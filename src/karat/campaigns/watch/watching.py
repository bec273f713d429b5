"""A stored campaign as its lead sees it."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.store import Store
    from karat.campaigns.watch.status import Status


def current_plan(store: Store) -> CampaignPlan:
    """The plan with its packs in the hands of those who have them now, and all who judge.

    A pack that nobody has counts under the name that the plan gave it, as a judge who has not begun.
    """
    with store.reading() as transaction:
        holders = {pack.id: pack.judge for pack in transaction.packs.all()}
        people = transaction.people.all()
    # An invitation to several people is nobody yet.
    plan = store.plan()
    packs = tuple(replace(pack, judge=holders.get(pack.id) or pack.judge) for pack in plan.packs)
    having = {pack.judge for pack in packs}
    judges = tuple(
        person.name
        for person in people
        if person.role == "judge" and person.seats is None
        if person.revoked is None or person.name in having
    )
    return replace(plan, packs=packs, judges=judges)


def campaign_status(store: Store, **options: Any) -> Status:
    """Where a stored campaign is; `options` are those of `karat.campaigns.watch.status.status`."""
    # Statistics take seconds to import. Judges are served before anybody has asked for any.
    from karat.campaigns.watch.status import status

    with store.reading() as transaction:
        state, remarks = transaction.campaign.state(), transaction.answers.remarks()
    return status(current_plan(store), store.records(), state=state, remarks=remarks, **options)


class Watch:
    """The status of one campaign, made anew only when something has changed: it takes a second or two.

    Threads may share it; whoever asks while a status is being made waits for that one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._last: tuple[Any, Status] | None = None

    def status(self) -> Status:
        """The status as it is now."""
        with self._lock:
            seen = self._version()
            if self._last is None or self._last[0] != seen:
                self._last = (seen, campaign_status(self._store))
            return self._last[1]

    def answers(self) -> int:
        """How many answers there are."""
        with self._store.reading() as transaction:
            return transaction.answers.count()

    def _version(self) -> Any:
        """What changes whenever the status does."""
        with self._store.reading() as transaction:
            return (
                transaction.campaign.state(),
                transaction.answers.count(),
                len(transaction.answers.remarks()),
                [(pack.id, pack.judge) for pack in transaction.packs.all()],
                transaction.people.all(),
            )
