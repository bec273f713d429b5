"""What a judge does: agree to the guidelines, get a page, answer, correct, skip and flag."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import replace
from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.campaigns.annotation.entity_pages import suggest_own_names, with_marks
from karat.campaigns.campaign_errors import Conflict, Invalid
from karat.campaigns.desk.answer_checks import check_answer, check_words, with_scores
from karat.campaigns.desk.assignment import held_work, next_place, renew
from karat.campaigns.desk.desk_rules import DeskRules
from karat.campaigns.desk.judge_page import Done, Stored, checksum
from karat.campaigns.desk.page_making import make_page
from karat.campaigns.desk.training_feedback import feedback_on
from karat.campaigns.desk.worklist import Place
from karat.campaigns.store.answer_rows import AnswerRow, Remark, Showing
from karat.campaigns.store.people_rows import Consent

if TYPE_CHECKING:
    from karat.campaigns.answers import Answer
    from karat.campaigns.desk.judge_page import Guidelines, Page
    from karat.campaigns.desk.worklist import Worklist
    from karat.campaigns.store.pack_rows import WorkItem
    from karat.campaigns.store.people_rows import Attendance, Person
    from karat.campaigns.store.store import Transaction

LARGEST_DRAFT = 256 * 1024


class JudgeDesk(DeskRules):
    """What a judge does. Refused is what `DeskRules` say, and answers that cannot be ones."""

    def guidelines(self) -> tuple[Guidelines, ...]:
        """The guidelines as they are now, in every language that they were written in."""
        with self.store.reading() as transaction:
            newest = transaction.campaign.guidelines()
            return self.guidelines_at(transaction, newest[-1].number if newest else 0)

    def consented(self, judge: str) -> Consent | None:
        """The consent of the judge to the guidelines as they are; None if it is still missing."""
        with self.store.reading() as transaction:
            found = transaction.people.attendance(judge)
            if found is None or found.consent is None:
                return None
            known = {one.version for one in self.guidelines_at(transaction, found.published)}
        return found.consent if found.consent.guidelines in known else None

    def consent(self, judge: str, guidelines_version: str) -> Consent:
        """The judge agrees to a version of the guidelines."""
        with self.store.writing() as transaction:
            published = self.attending(transaction, judge).published
            known = self.guidelines_at(transaction, published)
            found = [each for each in known if each.version == guidelines_version]
            if not found:
                raise Invalid(
                    "These are not the guidelines of this campaign as they are now. Read them again."
                )
            consent = Consent(judge, guidelines_version, found[0].language, self.clock())
            transaction.people.add_consent(consent)
        return consent

    def next(self, judge: str, *, must_read: bool = False) -> Page | Done:
        """The page that comes next: the same one until it is answered or skipped.

        With `must_read` the judge has to agree to the guidelines first, even if the campaign asks for no
        consent: a person is shown what has changed before they go on.
        """
        with self.store.writing() as transaction:
            here = self.attending(transaction, judge)
            self.refuse_pause(here.state)
            place, work = self._place(transaction, here.person)
            if place is None:
                code = here.completion_code or here.person.code
                # Whoever found nothing to do has done nothing that a platform should pay for.
                worked = bool(work.items) or bool(transaction.answers.packs_of(judge))
                return Done(code if worked else None, work.progress(), len(work.waiting))
            self.refuse_unread(transaction, here, must_read=must_read)
            return self._show(transaction, here, place, work)

    def page(self, judge: str, item: str, step: int = 0) -> Page:
        """A page that the judge has answered, to correct it; a correction is a new version."""
        with self.store.writing() as transaction:
            here = self.attending(transaction, judge)
            self.refuse_pause(here.state)
            self.refuse_unread(transaction, here, must_read=False)
            found, _ = self.own_item(transaction, judge, item)
            work = held_work(transaction, judge, self._steps)
            rows = [row for row in transaction.answers.of_item(item) if row.step == step]
            if self.campaign.no_back or found.purpose == "training" or not rows:
                raise Conflict("Answers of this campaign are final: there is no way back.")
            self.refuse_hindsight(transaction, judge, item, step)
            self.refuse_adjudicated(transaction, found)
            return self._show(transaction, here, Place(found, step, len(rows)), work)

    def draft(self, judge: str, item: str, body: bytes) -> None:
        """What the judge has begun to answer, kept until the answer comes."""
        if len(body) > LARGEST_DRAFT:
            raise Invalid(f"The draft has {len(body)} bytes; {LARGEST_DRAFT} fit.")
        with self.store.writing() as transaction:
            self.refuse_closed(self.attending(transaction, judge).state)
            _, pack = self.own_item(transaction, judge, item)
            self.refuse_unseen(transaction, judge, item)
            transaction.answers.save_draft(judge, item, body, self.clock())
            renew(transaction, pack, now=self.clock(), lease=self.lease)

    def answer(self, judge: str, item: str, key: str, answer: Answer, active: float = nan) -> Stored:
        """Store an answer. The same answer with the same key again gives the same result, and stores nothing.

        `active` is how many seconds the judge worked on the page.
        """
        with self.store.writing() as transaction:
            here = self.attending(transaction, judge)
            showing = transaction.answers.showing(key)
            if showing is None or showing.judge != judge or showing.item != item:
                self.own_item(transaction, judge, item)
                raise Conflict("The key is not the one of this page. Load the page again.")
            candidates = transaction.packs.candidates(item)
            step = self.questionnaire.steps[showing.step].on_page(len(candidates))
            whole = with_marks(transaction, with_scores(answer, step, candidates), step, item)
            answers = transaction.answers.of_item(item)
            if (before := next((row for row in answers if row.key == key), None)) is not None:
                return _same(transaction, before, whole)
            self.refuse_closed(here.state)
            found, pack = self.own_item(transaction, judge, item)
            self.refuse_late(transaction, showing, found, answers)
            self.refuse_adjudicated(transaction, found)
            check_answer(replace(answer, marks=whole.marks), step, candidates)
            made = self._row(transaction, here, showing, found, answer, active)
            row = transaction.answers.add(made, whole)
            transaction.answers.drop_draft(judge, item)
            renew(transaction, pack, now=self.clock(), lease=self.lease)
            return _stored(transaction, row)

    def skip(self, judge: str, item: str, reason: str) -> None:
        """The judge cannot judge the item, and says why. Skipping it again changes nothing."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            here = self.attending(transaction, judge)
            self.refuse_closed(here.state)
            found, pack = self.own_item(transaction, judge, item)
            if item in transaction.answers.skipped(judge, found.pack):
                return
            place, _ = self._place(transaction, here.person)
            if place is None or place.item.id != item:
                raise Conflict("Only the page that is to be answered now can be skipped.")
            transaction.answers.add_remark(Remark(judge, item, "skip", reason, self.clock()))
            transaction.answers.drop_draft(judge, item)
            renew(transaction, pack, now=self.clock(), lease=self.lease)

    def flag(self, judge: str, item: str, reason: str) -> None:
        """The judge tells the lead that something is wrong with an item."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            self.refuse_closed(self.attending(transaction, judge).state)
            self.own_item(transaction, judge, item)
            self.refuse_unseen(transaction, judge, item)
            transaction.answers.add_remark(Remark(judge, item, "flag", reason, self.clock()))

    @property
    def _steps(self) -> int:
        return len(self.questionnaire.steps)

    def _place(self, transaction: Transaction, person: Person) -> tuple[Place | None, Worklist]:
        return next_place(transaction, person, self._steps, now=self.clock(), lease=self.lease)

    def _show(self, transaction: Transaction, here: Attendance, place: Place, work: Worklist) -> Page:
        judge = here.person.name
        shown = transaction.answers.showings(judge, place.item.id)
        same = [each for each in shown if (each.step, each.version) == (place.step, place.version)]
        showing = same[0] if same else self._first_showing(transaction, judge, place)
        return make_page(
            transaction,
            self.questionnaire,
            showing,
            place.item,
            answers=work.answers.get(place.item.id, ()),
            progress=work.progress(),
            guidelines="" if here.consent is None else here.consent.guidelines,
            terms=self.guidelines_at(transaction, here.published),
            previous=self._previous(work, place.item),
        )

    def _first_showing(self, transaction: Transaction, judge: str, place: Place) -> Showing:
        key = secrets.token_hex(16)
        showing = Showing(key, judge, place.item.id, place.step, place.version, self.clock())
        transaction.answers.add_showing(showing)
        if self.questionnaire.entities is not None:
            suggest_own_names(transaction, judge, place.item)
        return showing

    def _previous(self, work: Worklist, item: WorkItem) -> str | None:
        if self.campaign.no_back or item.purpose == "training":
            return None
        ids = [each.id for each in work.items]
        for before in reversed(ids[: ids.index(item.id)]):
            if any(row.judge == work.judge for row in work.answers.get(before, ())):
                return before
        return None

    def _row(
        self,
        transaction: Transaction,
        here: Attendance,
        showing: Showing,
        item: WorkItem,
        answer: Answer,
        active: float,
    ) -> AnswerRow:
        step = self.questionnaire.steps[showing.step]
        reference = transaction.packs.segment(item.segment).reference if "reference" in step.shows else None
        return AnswerRow(
            number=0,
            key=showing.key,
            judge=showing.judge,
            item=showing.item,
            step=showing.step,
            version=showing.version,
            training=item.purpose == "training",
            comment=answer.comment,
            shown=showing.shown,
            # The clock may have been set back since the page was shown.
            stored=max(self.clock(), showing.shown),
            active=active if isfinite(active) and active >= 0 else nan,
            guidelines="" if here.consent is None else here.consent.guidelines,
            reference=checksum(reference),
        )


def _same(transaction: Transaction, row: AnswerRow, answer: Answer) -> Stored:
    kept = transaction.answers.content(row)
    if (
        Counter(kept.values) != Counter(answer.values)
        or kept.spans != answer.spans
        or kept.comment != answer.comment
        or kept.marks != answer.marks
    ):
        raise Conflict("This page was answered already, with other values. Load the page again.")
    return _stored(transaction, row)


def _stored(transaction: Transaction, row: AnswerRow) -> Stored:
    return Stored(row.item, row.step, row.version, row.stored, feedback_on(transaction, row))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Invalid("Say why, in a few words.")
    check_words("The reason", reason)
