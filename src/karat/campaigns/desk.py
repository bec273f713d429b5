"""The desk of a campaign: all that judges and the lead do, without HTTP.

A judge comes in, agrees to the guidelines, trains, and works through packs, one step after the other. The
desk decides what comes next; whoever sends an answer must have been shown its page, and carries its key.
"""

from __future__ import annotations

import secrets
import time
from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.campaigns.answer_checks import check_answer, check_words, with_scores
from karat.campaigns.entrance import LINK_LASTS, come_in, go_out, make_link, session_of
from karat.campaigns.judge_page import Done, Guidelines, Stored, checksum
from karat.campaigns.page_making import make_page
from karat.campaigns.refusals import Closed, Conflict, Invalid, NotAllowed, NotFound, Paused
from karat.campaigns.store.answer_rows import AnswerRow, Remark, Showing
from karat.campaigns.store.people_rows import Consent, Person
from karat.campaigns.store.plan_rows import new_code
from karat.campaigns.training_feedback import feedback_on
from karat.campaigns.worklist import Place, Worklist, may_take, training_place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.campaigns.answers import Answer
    from karat.campaigns.entrance import Link, Session
    from karat.campaigns.judge_page import Page
    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.store.contract import State, Store, Transaction
    from karat.campaigns.store.pack_rows import HeldPack, WorkItem
    from karat.campaigns.store.people_rows import Role

# An open pack that lies idle for so long goes to somebody else, in seconds.
LEASE = 2 * 3600.0
LARGEST_DRAFT = 256 * 1024


class Desk:
    """What people do in a campaign. Every method is one transaction; threads and processes may share a store.

    `clock` gives seconds since 1970. The order of answers does not depend on it.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time.time, lease: float = LEASE) -> None:
        self.store = store
        self._clock = clock
        self._lease = lease
        with store.reading() as transaction:
            self.campaign = transaction.campaign.fixed()

    @property
    def questionnaire(self) -> Questionnaire:
        """What judges are asked."""
        return self.campaign.questionnaire

    # Coming in

    def enter(self, token: str, *, external: str = "") -> Session:
        """A new session for whoever holds the token; `external` is the name on a crowd platform."""
        check_words("The name", external)
        with self.store.writing() as transaction:
            session = come_in(transaction, token, self._clock())
            if external:
                transaction.people.set_external(session.judge, external)
            return session

    def session(self, cookie: str) -> Session | None:
        """The session of a cookie; None if it has ended, or never was."""
        with self.store.reading() as transaction:
            return session_of(transaction, cookie, self._clock())

    def leave(self, cookie: str) -> None:
        """The session ends."""
        with self.store.writing() as transaction:
            go_out(transaction, cookie, self._clock())

    # Guidelines

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
            self._judge(transaction, judge)
            consent = Consent(judge, guidelines_version, found[0].language, self._clock())
            transaction.people.add_consent(consent)
        return consent

    # Work

    def next(self, judge: str) -> Page | Done:
        """The page that comes next: the same one until it is answered or skipped."""
        with self.store.writing() as transaction:
            person = self._judge(transaction, judge)
            self._refuse_pause(transaction)
            place, work = self._place(transaction, person)
            if place is None:
                code = transaction.campaign.completion_code() or person.code
                return Done(code, work.progress())
            return self._show(transaction, judge, place, work)

    def page(self, judge: str, item: str, step: int = 0) -> Page:
        """A page that the judge has answered, to correct it; a correction is a new version."""
        with self.store.writing() as transaction:
            self._judge(transaction, judge)
            self._refuse_pause(transaction)
            found = self._own_item(transaction, judge, item)
            work = self._work(transaction, judge)
            rows = [row for row in transaction.answers.of_item(item) if row.step == step]
            if self.campaign.no_back or found.purpose == "training" or not rows:
                raise Conflict("Answers of this campaign are final: there is no way back.")
            self._refuse_hindsight(transaction, judge, item, step)
            return self._show(transaction, judge, Place(found, step, len(rows)), work)

    def draft(self, judge: str, item: str, body: bytes) -> None:
        """What the judge has begun to answer, kept until the answer comes."""
        if len(body) > LARGEST_DRAFT:
            raise Invalid(f"The draft has {len(body)} bytes; {LARGEST_DRAFT} fit.")
        with self.store.writing() as transaction:
            self._judge(transaction, judge)
            self._refuse_closed(transaction)
            found = self._own_item(transaction, judge, item)
            self._refuse_unseen(transaction, judge, item)
            transaction.answers.save_draft(judge, item, body, self._clock())
            self._renew(transaction, found.pack)

    def answer(self, judge: str, item: str, key: str, answer: Answer, active: float = nan) -> Stored:
        """Store an answer. The same answer with the same key again gives the same result, and stores nothing.

        `active` is how many seconds the judge worked on the page.
        """
        with self.store.writing() as transaction:
            self._judge(transaction, judge)
            showing = transaction.answers.showing(key)
            if showing is None or showing.judge != judge or showing.item != item:
                self._own_item(transaction, judge, item)
                raise Conflict("The key is not the one of this page. Load the page again.")
            step = self.questionnaire.steps[showing.step]
            candidates = transaction.packs.candidates(item)
            whole = with_scores(answer, step, candidates)
            if (before := transaction.answers.by_key(key)) is not None:
                return _same(transaction, before, whole)
            self._refuse_closed(transaction)
            found = self._own_item(transaction, judge, item)
            self._refuse_late(transaction, showing, found)
            check_answer(answer, step, candidates)
            row = transaction.answers.add(self._row(transaction, showing, found, answer, active), whole)
            transaction.answers.drop_draft(judge, item)
            self._renew(transaction, found.pack)
            return _stored(transaction, row)

    def skip(self, judge: str, item: str, reason: str) -> None:
        """The judge cannot judge the item, and says why. Skipping it again changes nothing."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            person = self._judge(transaction, judge)
            self._refuse_closed(transaction)
            found = self._own_item(transaction, judge, item)
            if item in transaction.answers.skipped(judge, found.pack):
                return
            place, _ = self._place(transaction, person)
            if place is None or place.item.id != item:
                raise Conflict("Only the page that is to be answered now can be skipped.")
            transaction.answers.add_remark(Remark(judge, item, "skip", reason, self._clock()))
            transaction.answers.drop_draft(judge, item)
            self._renew(transaction, found.pack)

    def flag(self, judge: str, item: str, reason: str) -> None:
        """The judge tells the lead that something is wrong with an item."""
        _check_reason(reason)
        with self.store.writing() as transaction:
            self._judge(transaction, judge)
            self._refuse_closed(transaction)
            self._own_item(transaction, judge, item)
            self._refuse_unseen(transaction, judge, item)
            transaction.answers.add_remark(Remark(judge, item, "flag", reason, self._clock()))

    # The lead

    def state(self) -> State:
        """Open, paused or closed."""
        with self.store.reading() as transaction:
            return transaction.campaign.state()

    def people(self) -> tuple[Person, ...]:
        """Everybody who takes part."""
        with self.store.reading() as transaction:
            return transaction.people.all()

    def links(
        self, names: Sequence[str] | None = None, *, expires: float | None = None, replace: bool = False
    ) -> tuple[Link, ...]:
        """A new link for each of these people, or for all; `replace` ends their older links and sessions."""
        now = self._clock()
        with self.store.writing() as transaction:
            people = [person for person in transaction.people.all() if person.revoked is None]
            if names is not None:
                people = [_known(transaction, name) for name in names]
            if replace:
                for person in people:
                    transaction.people.end_secrets(person.name, now)
            until = now + LINK_LASTS if expires is None else expires
            return tuple(make_link(transaction, person, now=now, expires=until) for person in people)

    def add_judge(
        self,
        name: str,
        role: Role = "judge",
        expires: float | None = None,
        *,
        most_packs: int | None = None,
    ) -> Link:
        """One more person, and the link; `most_packs` limits how many open packs a judge takes."""
        check_words("The name", name)
        if not name.strip():
            raise Invalid("A person needs a name.")
        now = self._clock()
        with self.store.writing() as transaction:
            self._refuse_closed(transaction)
            if transaction.people.find(name) is not None:
                raise Conflict(f"There is a {name!r} already. Choose another name.")
            person = Person(name, role, new_code(), now, most_packs)
            transaction.people.add(person)
            transaction.campaign.add_event("add-judge", name, now)
            until = now + LINK_LASTS if expires is None else expires
            return make_link(transaction, person, now=now, expires=until)

    def revoke(self, name: str) -> None:
        """The person's links and sessions end. What they answered stays; open packs go back."""
        now = self._clock()
        with self.store.writing() as transaction:
            person = _known(transaction, name)
            if person.role == "lead":
                others = [other for other in transaction.people.all() if other.role == "lead"]
                if not any(other.revoked is None for other in others if other.name != name):
                    raise Conflict("The last lead cannot be revoked. Add another one first.")
            transaction.people.revoke(name, now)
            for pack in transaction.packs.all():
                if pack.judge == name and pack.lease is not None:
                    transaction.packs.assign(pack.id, None, None)
            transaction.campaign.add_event("revoke", name, now)

    def reassign(self, pack: str, judge: str) -> None:
        """Hand a pack to another judge, who goes on with what is not answered."""
        with self.store.writing() as transaction:
            self._refuse_closed(transaction)
            found = transaction.packs.find(pack)
            if found is None:
                raise NotFound(f"There is no pack {pack!r}.")
            person = _known(transaction, judge)
            if person.role != "judge":
                raise Conflict(f"{judge!r} is no judge.")
            held = [other for other in transaction.packs.all() if other.judge == judge]
            if not may_take(transaction, judge, found, held):
                raise Conflict(f"{judge!r} has, or had, a pack with the same segments. Choose another judge.")
            transaction.packs.assign(pack, judge, None)
            transaction.campaign.add_event("reassign", f"{pack} {judge}", self._clock())

    def set_completion_code(self, code: str | None) -> None:
        """One code that all judges are shown at the end, instead of one for each."""
        check_words("The code", code or "")
        with self.store.writing() as transaction:
            transaction.campaign.set_completion_code(code)

    def pause(self) -> None:
        """No new pages. Answers to pages that judges have before them are still stored."""
        self._turn("paused", "pause", while_in=("open", "paused"))

    def resume(self) -> None:
        """Judges go on."""
        self._turn("open", "resume", while_in=("open", "paused"))

    def close(self) -> None:
        """Nothing is stored any more. A campaign is closed for good."""
        self._turn("closed", "close", while_in=("open", "paused", "closed"))

    # Rules

    def _turn(self, state: State, event: str, *, while_in: tuple[State, ...]) -> None:
        with self.store.writing() as transaction:
            now = transaction.campaign.state()
            if now not in while_in:
                raise Closed("The campaign is closed.")
            if now != state:
                transaction.campaign.set_state(state)
                transaction.campaign.add_event(event, "", self._clock())

    def _judge(self, transaction: Transaction, name: str) -> Person:
        person = transaction.people.find(name)
        if person is None or person.revoked is not None or person.role != "judge":
            raise NotAllowed("Only judges of this campaign can do that.")
        return person

    def _refuse_closed(self, transaction: Transaction) -> None:
        if transaction.campaign.state() == "closed":
            raise Closed("The campaign is closed. Thank you for your work.")

    def _refuse_pause(self, transaction: Transaction) -> None:
        self._refuse_closed(transaction)
        if transaction.campaign.state() == "paused":
            raise Paused("The campaign is paused. What you have done is stored; come back later.")

    def _refuse_unseen(self, transaction: Transaction, judge: str, item: str) -> None:
        if not transaction.answers.showings(judge, item):
            raise NotFound(_NO_ITEM)

    def _refuse_hindsight(self, transaction: Transaction, judge: str, item: str, step: int) -> None:
        """What was to be judged before seeing the reference cannot be judged after it."""
        steps = self.questionnaire.steps
        seen = [steps[showing.step].shows for showing in transaction.answers.showings(judge, item)]
        if any(shows - steps[step].shows for shows in seen):
            raise Conflict("This answer is final: you have seen more of the item since.")

    def _refuse_late(self, transaction: Transaction, showing: Showing, item: WorkItem) -> None:
        rows = [row for row in transaction.answers.of_item(item.id) if row.step == showing.step]
        if item.purpose == "training":
            rows = [row for row in rows if row.judge == showing.judge]
        if len(rows) != showing.version:
            raise Conflict("This page was answered already, perhaps in another window. Load the page again.")
        if self.campaign.no_back and item.id in transaction.answers.skipped(showing.judge, item.pack):
            raise Conflict("This page was skipped, and there is no way back.")

    def _own_item(self, transaction: Transaction, judge: str, item: str) -> WorkItem:
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

    # Where a judge stands

    def _place(self, transaction: Transaction, person: Person) -> tuple[Place | None, Worklist]:
        steps = len(self.questionnaire.steps)
        work = self._work(transaction, person.name)
        begun = any(row.judge == person.name for rows in work.answers.values() for row in rows)
        if not begun and (place := training_place(transaction, person.name, self.questionnaire)) is not None:
            return place, Worklist.of(transaction, person.name, steps, [None])
        place = work.first_open()
        if place is None and self._take(transaction, person):
            work = self._work(transaction, person.name)
            place = work.first_open()
        if place is not None:
            self._renew(transaction, place.item.pack)
        return place, work

    def _work(self, transaction: Transaction, judge: str) -> Worklist:
        held = [pack.id for pack in transaction.packs.all() if pack.judge == judge]
        return Worklist.of(transaction, judge, len(self.questionnaire.steps), held)

    def _take(self, transaction: Transaction, person: Person) -> bool:
        """The first open pack that the judge may have; False if there is none."""
        now = self._clock()
        packs = transaction.packs.all()
        held = [pack for pack in packs if pack.judge == person.name]
        taken = sum(pack.lease is not None for pack in held)
        if person.most_packs is not None and taken >= person.most_packs:
            return False
        for pack in packs:
            if _is_open(pack, person.name, now) and may_take(transaction, person.name, pack, held):
                work = Worklist.of(transaction, person.name, len(self.questionnaire.steps), [pack.id])
                if work.first_open() is not None:
                    transaction.packs.assign(pack.id, person.name, now + self._lease)
                    return True
        return False

    def _renew(self, transaction: Transaction, pack: str | None) -> None:
        found = None if pack is None else transaction.packs.find(pack)
        now = self._clock()
        # Not at every step: a page that is only looked at needs no write to the disk.
        if found is not None and found.lease is not None and found.lease - now < self._lease / 2:
            transaction.packs.assign(found.id, found.judge, now + self._lease)

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
        showing = Showing(key, judge, place.item.id, place.step, place.version, self._clock())
        transaction.answers.add_showing(showing)
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
            stored=max(self._clock(), showing.shown),
            active=active if isfinite(active) and active >= 0 else nan,
            guidelines="" if consent is None else consent.guidelines,
            reference=checksum(reference),
        )


_NO_ITEM = "There is no such page for you."


def _known(transaction: Transaction, name: str) -> Person:
    person = transaction.people.find(name)
    if person is None or person.revoked is not None:
        known = [other.name for other in transaction.people.all() if other.revoked is None]
        raise NotFound(f"There is no {name!r} in this campaign. Known: {', '.join(known)}.")
    return person


def _is_open(pack: HeldPack, judge: str, now: float) -> bool:
    return pack.judge is None or (pack.judge != judge and pack.lease is not None and pack.lease < now)


def _same(transaction: Transaction, row: AnswerRow, answer: Answer) -> Stored:
    kept = transaction.answers.content(row)
    if (
        sorted(map(repr, kept.values)) != sorted(map(repr, answer.values))
        or kept.spans != answer.spans
        or kept.comment != answer.comment
    ):
        raise Conflict("This page was answered already, with other values. Load the page again.")
    return _stored(transaction, row)


def _stored(transaction: Transaction, row: AnswerRow) -> Stored:
    return Stored(row.item, row.step, row.version, row.stored, feedback_on(transaction, row))


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Invalid("Say why, in a few words.")
    check_words("The reason", reason)
