"""Who may do what, and when: the rules that the desk keeps before it does anything."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import is_adjudicated
from karat.campaigns.refusals import Closed, Conflict, NotAllowed, NotFound, Paused

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.store.answer_rows import Showing
    from karat.campaigns.store.contract import Store, Transaction
    from karat.campaigns.store.pack_rows import WorkItem
    from karat.campaigns.store.people_rows import Person

# An open pack that lies idle for so long goes to somebody else, in seconds.
LEASE = 2 * 3600.0
_NO_ITEM = "There is no such page for you."


class DeskRules:
    """A store with a clock, and what it refuses.

    `clock` gives seconds since 1970. The order of answers does not depend on it. `lease` is how many seconds
    an open pack may lie idle.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.time, lease: float = LEASE) -> None:
        self.store = store
        self.clock = clock
        self.lease = lease
        with store.reading() as transaction:
            self.campaign = transaction.campaign.fixed()

    @property
    def questionnaire(self) -> Questionnaire:
        """What judges are asked."""
        return self.campaign.questionnaire

    @property
    def workers(self) -> frozenset[str]:
        """The roles of those who do the work: judges, or annotators and adjudicators."""
        is_annotation = self.questionnaire.entities is not None
        return frozenset(("annotator", "adjudicator") if is_annotation else ("judge",))

    def judge_named(self, transaction: Transaction, name: str) -> Person:
        """The judge of this name, if they take part."""
        person = transaction.people.find(name)
        if (
            person is None
            or person.revoked is not None
            or person.role not in self.workers
            or person.is_invitation
        ):
            raise NotAllowed("Only judges of this campaign can do that.")
        return person

    def refuse_closed(self, transaction: Transaction) -> None:
        """Nothing is stored after closing."""
        if transaction.campaign.state() == "closed":
            raise Closed("The campaign is closed. Thank you for your work.")

    def refuse_pause(self, transaction: Transaction) -> None:
        """No new pages while the campaign is paused."""
        self.refuse_closed(transaction)
        if transaction.campaign.state() == "paused":
            raise Paused("The campaign is paused. What you have done is stored; come back later.")

    def refuse_unseen(self, transaction: Transaction, judge: str, item: str) -> None:
        """Only what a judge was shown has drafts and flags."""
        if not transaction.answers.showings(judge, item):
            raise NotFound(_NO_ITEM)

    def refuse_hindsight(self, transaction: Transaction, judge: str, item: str, step: int) -> None:
        """What was to be judged before seeing the reference cannot be judged after it."""
        steps = self.questionnaire.steps
        seen = [steps[showing.step].shows for showing in transaction.answers.showings(judge, item)]
        if any(shows - steps[step].shows for shows in seen):
            raise Conflict("This answer is final: you have seen more of the item since.")

    def refuse_adjudicated(self, transaction: Transaction, item: WorkItem) -> None:
        """What an adjudicator has begun to decide changes no more."""
        if item.purpose == "plan" and is_adjudicated(transaction, item):
            raise Conflict("This document is with the adjudicator now, so your answer is final.")

    def refuse_late(self, transaction: Transaction, showing: Showing, item: WorkItem) -> None:
        """Every version of a step has one answer."""
        rows = [row for row in transaction.answers.of_item(item.id) if row.step == showing.step]
        if item.purpose == "training":
            rows = [row for row in rows if row.judge == showing.judge]
        if len(rows) != showing.version:
            raise Conflict("This page was answered already, perhaps in another window. Load the page again.")
        if self.campaign.no_back and item.id in transaction.answers.skipped(showing.judge, item.pack):
            raise Conflict("This page was skipped, and there is no way back.")

    def own_item(self, transaction: Transaction, judge: str, item: str) -> WorkItem:
        """The item, if it is in a pack of the judge; another judge's looks like none."""
        found = transaction.packs.item(item)
        if found is None:
            raise NotFound(_NO_ITEM)
        if found.pack is not None:
            pack = transaction.packs.find(found.pack)
            if pack is None or pack.judge != judge:
                if transaction.answers.showings(judge, item):
                    raise Conflict("Your pack was handed to somebody else. Load the page again.")
                raise NotFound(_NO_ITEM)
        return found
