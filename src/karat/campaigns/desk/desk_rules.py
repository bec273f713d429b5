"""Who may do what, and when: the rules that the desk keeps before it does anything."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import is_adjudicated
from karat.campaigns.campaign_errors import Closed, Conflict, ConsentMissing, NotAllowed, NotFound, Paused
from karat.campaigns.desk.judge_page import guidelines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from karat.campaigns.desk.judge_page import Guidelines
    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.store.answer_rows import AnswerRow, Showing
    from karat.campaigns.store.pack_rows import HeldPack, WorkItem
    from karat.campaigns.store.people_rows import Attendance
    from karat.campaigns.store.store import State, Store, Transaction

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
        self._guidelines: dict[int, tuple[Guidelines, ...]] = {}

    @property
    def questionnaire(self) -> Questionnaire:
        """What judges are asked."""
        return self.campaign.questionnaire

    @property
    def workers(self) -> frozenset[str]:
        """The roles of those who do the work: judges, or annotators and adjudicators."""
        is_annotation = self.questionnaire.entities is not None
        return frozenset(("annotator", "adjudicator") if is_annotation else ("judge",))

    def guidelines_at(self, transaction: Transaction, published: int) -> tuple[Guidelines, ...]:
        """The guidelines in all languages, up to a publication; 0 are those of the plan."""
        if published not in self._guidelines:
            newer = transaction.campaign.guidelines() if published else ()
            texts = dict(self.questionnaire.guidelines)
            texts |= {one.language: one.text for one in newer if one.number <= published}
            self._guidelines[published] = guidelines_of(texts, self.questionnaire.consent)
        return self._guidelines[published]

    def attending(self, transaction: Transaction, name: str) -> Attendance:
        """The judge of this name, if they take part, and how the campaign stands."""
        found = transaction.people.attendance(name)
        if (
            found is None
            or found.person.revoked is not None
            or found.person.role not in self.workers
            or found.person.is_invitation
        ):
            raise NotAllowed("Only judges of this campaign can do that.")
        return found

    def refuse_closed(self, state: State) -> None:
        """Nothing is stored after closing."""
        if state == "closed":
            raise Closed("The campaign is closed. Thank you for your work.")

    def refuse_pause(self, state: State) -> None:
        """No new pages while the campaign is paused."""
        self.refuse_closed(state)
        if state == "paused":
            raise Paused("The campaign is paused. What you have done is stored; come back later.")

    def refuse_unread(self, transaction: Transaction, found: Attendance, *, must_read: bool) -> None:
        """Whoever has not agreed to the guidelines as they are gets no page, if agreement is asked for."""
        versions = {one.version for one in self.guidelines_at(transaction, found.published)}
        agreed = found.consent is not None and found.consent.guidelines in versions
        if versions and not agreed and (must_read or self.questionnaire.consent):
            raise ConsentMissing(
                "The guidelines are new to you. Read them, and agree, before you go on."
                if found.consent is None
                else "The guidelines have changed. Read them, and agree, before you go on."
            )

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
        if self.questionnaire.entities is None or item.purpose != "plan":
            return
        if is_adjudicated(transaction, item):
            raise Conflict("This document is with the adjudicator now, so your answer is final.")

    def refuse_late(
        self, transaction: Transaction, showing: Showing, item: WorkItem, answers: Iterable[AnswerRow]
    ) -> None:
        """Every version of a step has one answer; `answers` are those of the item."""
        rows = [row for row in answers if row.step == showing.step]
        if item.purpose == "training":
            rows = [row for row in rows if row.judge == showing.judge]
        if len(rows) != showing.version:
            raise Conflict("This page was answered already, perhaps in another window. Load the page again.")
        if self.campaign.no_back and item.id in transaction.answers.skipped(showing.judge, item.pack):
            raise Conflict("This page was skipped, and there is no way back.")

    def own_item(self, transaction: Transaction, judge: str, item: str) -> tuple[WorkItem, HeldPack | None]:
        """The item and its pack, if it is one of the judge's; another judge's looks like none."""
        found = transaction.packs.item(item)
        if found is None:
            raise NotFound(_NO_ITEM)
        if found.pack is None:
            return found, None
        pack = transaction.packs.find(found.pack)
        if pack is None or pack.judge != judge:
            if transaction.answers.showings(judge, item):
                raise Conflict("Your pack was handed to somebody else. Load the page again.")
            raise NotFound(_NO_ITEM)
        return found, pack
