"""What a judge does: agree to the guidelines, get a page, answer, correct, skip and flag."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import replace
from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.campaigns.annotation.entity_pages import suggest_own_names, with_marks
from karat.campaigns.desk.answer_checks import check_answer, check_words, with_scores
from karat.campaigns.desk.assignment import held_work, next_place, renew
from karat.campaigns.desk.desk_rules import DeskRules
from karat.campaigns.desk.judge_page import Done, Guidelines, Stored, checksum
from karat.campaigns.desk.page_making import make_page
from karat.campaigns.desk.training_feedback import feedback_on
from karat.campaigns.desk.worklist import Place
from karat.campaigns.refusals import Conflict, Invalid
from karat.campaigns.store.answer_rows import AnswerRow, Remark, Showing
from karat.campaigns.store.people_rows import Consent

if TYPE_CHECKING:
    from karat.campaigns.answers import Answer
    from karat.campaigns.desk.judge_page import Page
    from karat.campaigns.desk.worklist import Worklist
    from karat.campaigns.store.contract import Transaction
    from karat.campaigns.store.pack_rows import WorkItem
    from karat.campaigns.store.people_rows import Person

LARGEST_DRAFT = 256 * 1024


class JudgeDesk(DeskRules):
    """What a judge does. Refused is what `DeskRules` say, and answers that cannot be ones."""

    def guidelines(self) -> tuple[Guidelines, ...]:
        """The guidelines in every language that they were written in."""
        texts = self.questionnaire.guidelines
        return tuple(Guidelines(language, checksum(text), text) for language, text in texts.items())

    def consented(self, judge: str) -> Consent | None:
        """The consent of the judge to the guidelines as they are; None if it is still missing."""
        with self.store.reading() as transaction:
            consent = transaction.people.consent(judge)
        known = {guidelines.version for guidelines in self.guidelines()}
        return consent if consent is not None and consent.guidelines in known else None

    def consent(self, judge: str, guidelines_version: str) -> Consent:
        """The judge agrees to a version of the guidelines."""
        found = [each for each in self.guidelines() if each.version == guidelines_version]
        if not found:
            raise Invalid("These are not the guidelines of this campaign. Load the page again.")
        with self.store.writing() as transaction:
            self.judge_named(transaction, judge)
            consent = Consent(judge, guidelines_version, found[0].language, self.clock())
            transaction.people.add_consent(consent)
        return consent

    def next(self, judge: str) -> Page | Done:
        """The page that comes next: the same one until it is answered or skipped."""
        with self.store.writing() as transaction:
            person = self.judge_named(transaction, judge)
            self.refuse_pause(transaction)
            place, work = self._place(transaction, person)
            if place is None:
                code = transaction.campaign.completion_code() or person.code
                return Done(code, work.progress(), len(work.waiting))
            return self._show(transaction, judge, place, work)

    def page(self, judge: str, item: str, step: int = 0) -> Page:
        """A page that the judge has answered, to correct it; a correction is a new version."""
        with self.store.writing() as transaction:
            self.judge_named(transaction, judge)
            self.refuse_pause(transaction)
            found = self.own_item(transaction, judge, item)
            work = held_work(transaction, judge, self._steps)
            rows = [row for row in transaction.answers.of_item(item) if row.step == step]
            if self.campaign.no_back or found.purpose == "training" or not rows:
                raise Conflict("Answers of this campaign are final: there is no way back.")
            self.refuse_hindsight(transaction, judge, item, step)
            self.refuse_adjudicated(transaction, found)
            return self._show(transaction, judge, Place(found, step, len(rows)), work)

    def draft(self, judge: str, item: str, body: bytes) -> None:
        """What the judge has begun to answer, kept until the answer comes."""
        if len(body) > LARGEST_DRAFT:
            raise Invalid(f"The draft has {len(body)} bytes; {LARGEST_DRAFT} fit.")
        with self.store.writing() as transaction:
            self.judge_named(transaction, judge)
            self.refuse_closed(transaction)
            found = self.own_item(transaction, judge, item)
            self.refuse_unseen(transaction, judge, item)
            transaction.answers.save_draft(judge, item, body, self.clock())
            renew(transaction, found.pack, now=self.clock(), lease=self.lease)

    def answer(self, judge: str, item: str, key: str, answer: Answer, active: float = nan) -> Stored:
        """Store an answer. The same answer with the same key again gives the same result, and stores nothing.

        `active` is how many seconds the judge worked on the page.
        """
        with self.store.writing() as transaction:
            self.judge_named(transaction, judge)
            showing = transaction.answers.showing(key)
            if showing is None or showing.judge != judge or showing.item != item:
                self.own_item(transaction, judge, item)
                raise Conflict("The key is not the one of this page. Load the page again.")
            step = self.questionnaire.steps[showing.step]
            candidates = transaction.packs.candidates(item)
            whole = with_marks(transaction, with_scores(answer, step, candidates), step, item)
            if (before := transaction.answers.by_key(key)) is not None:
                return _same(transaction, before, whole)
            self.refuse_closed(transaction)
            found = self.own_item(transaction, judge, item)
            self.refuse_late(transaction, showing, found)
            self.refuse_adjudicated(transaction, found)
            check_answer(replace(answer, marks=whole.marks), step, candidates)
            row = transaction.answers.add(self._row(transaction, showing, found, answer, active), whole)
            transaction.answers.drop_draft(judge, item)
            renew(transaction, found.pack, now=self.clock(), lease=self.lease)
            return _stored(transaction, row)

    def skip(self, judge: str, item: str, reason: str) -> None:
        """The judge cannot judge the item, and says why. Skipping it again changes nothing."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            person = self.judge_named(transaction, judge)
            self.refuse_closed(transaction)
            found = self.own_item(transaction, judge, item)
            if item in transaction.answers.skipped(judge, found.pack):
                return
            place, _ = self._place(transaction, person)
            if place is None or place.item.id != item:
                raise Conflict("Only the page that is to be answered now can be skipped.")
            transaction.answers.add_remark(Remark(judge, item, "skip", reason, self.clock()))
            transaction.answers.drop_draft(judge, item)
            renew(transaction, found.pack, now=self.clock(), lease=self.lease)

    def flag(self, judge: str, item: str, reason: str) -> None:
        """The judge tells the lead that something is wrong with an item."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            self.judge_named(transaction, judge)
            self.refuse_closed(transaction)
            self.own_item(transaction, judge, item)
            self.refuse_unseen(transaction, judge, item)
            transaction.answers.add_remark(Remark(judge, item, "flag", reason, self.clock()))

    @property
    def _steps(self) -> int:
        return len(self.questionnaire.steps)

    def _place(self, transaction: Transaction, person: Person) -> tuple[Place | None, Worklist]:
        return next_place(transaction, person, self._steps, now=self.clock(), lease=self.lease)

    def _show(self, transaction: Transaction, judge: str, place: Place, work: Worklist) -> Page:
        shown = transaction.answers.showings(judge, place.item.id)
        same = [each for each in shown if (each.step, each.version) == (place.step, place.version)]
        showing = same[0] if same else self._first_showing(transaction, judge, place)
        consent = transaction.people.consent(judge)
        return make_page(
            transaction,
            self.questionnaire,
            showing,
            place.item,
            progress=work.progress(),
            guidelines="" if consent is None else consent.guidelines,
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
        before = work.items[: ids.index(item.id)]
        own = [
            each.id
            for each in before
            if any(row.judge == work.judge for row in work.answers.get(each.id, ()))
        ]
        return own[-1] if own else None

    def _row(
        self, transaction: Transaction, showing: Showing, item: WorkItem, answer: Answer, active: float
    ) -> AnswerRow:
        consent = transaction.people.consent(showing.judge)
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
            guidelines="" if consent is None else consent.guidelines,
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
