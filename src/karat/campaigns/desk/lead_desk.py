"""What the lead does: links, people, packs, and the state of the campaign."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.campaigns.campaign_errors import Closed, Conflict, Invalid, NotFound
from karat.campaigns.desk.answer_checks import check_words
from karat.campaigns.desk.assignment import is_adjudication, may_take
from karat.campaigns.desk.desk_rules import DeskRules
from karat.campaigns.desk.entrance import LINK_LASTS, make_link
from karat.campaigns.desk.judge_page import guidelines_of
from karat.campaigns.desk.worklist import Worklist
from karat.campaigns.store.people_rows import Person
from karat.campaigns.store.plan_rows import new_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.desk.entrance import Link
    from karat.campaigns.desk.judge_page import Guidelines
    from karat.campaigns.store.people_rows import Role
    from karat.campaigns.store.store import State, Transaction


LONGEST_GUIDELINES = 200_000
_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class PackState:
    """A pack: its number in the plan, from 1, who has it, and how many of its items are done.

    `lease` is until when an open pack is held.
    """

    number: int
    id: str
    judge: str | None
    lease: float | None
    done: int
    total: int


class LeadDesk(DeskRules):
    """What the lead does. Each deed that changes the campaign is one of its events."""

    def state(self) -> State:
        """Open, paused or closed."""
        with self.store.reading() as transaction:
            return transaction.campaign.state()

    def clock_behind(self) -> float:
        """How many seconds the clock is behind the newest answer; 0 if it is not.

        The clock was set back, or the campaign comes from a machine whose clock is ahead.
        """
        with self.store.reading() as transaction:
            newest = transaction.answers.newest()
        return 0.0 if newest is None else max(newest - self.clock(), 0.0)

    def people(self) -> tuple[Person, ...]:
        """Everybody who takes part."""
        with self.store.reading() as transaction:
            return transaction.people.all()

    def packs(self) -> tuple[PackState, ...]:
        """Every pack: who has it, and how far it is."""
        steps = len(self.questionnaire.steps)
        with self.store.reading() as transaction:
            found = []
            for number, pack in enumerate(transaction.packs.all(), start=1):
                work = Worklist.of(transaction, pack.judge or "", steps, [pack.id]).progress()
                found.append(PackState(number, pack.id, pack.judge, pack.lease, work.done, work.total))
        return tuple(found)

    def links(
        self, names: Sequence[str] | None = None, *, expires: float | None = None, replace: bool = False
    ) -> tuple[Link, ...]:
        """A new link for each of these people, or for all; `replace` ends their older links and sessions."""
        now = self.clock()
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
        """One more person, and the link; `most_packs` limits how many open packs a judge takes.

        Where entities are marked, a judge is an annotator.
        """
        role = self._worker() if role == "judge" else role
        return self._add(Person(name, role, new_code(), self.clock(), most_packs), expires)

    def invite(
        self, name: str, seats: int, expires: float | None = None, *, most_packs: int | None = 1
    ) -> Link:
        """One link for up to `seats` judges of a crowd platform, who become judges when they come.

        They are told apart by their names on the platform, which the platform puts into the link.
        """
        if seats < 1:
            raise Invalid("An invitation needs at least one seat.")
        person = Person(name, self._worker(), new_code(), self.clock(), most_packs, seats=seats)
        return self._add(person, expires)

    def revoke(self, name: str) -> None:
        """The person's links and sessions end. What they answered stays; open packs go back."""
        now = self.clock()
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

    def reassign(self, pack: str, judge: str, *, force: bool = False) -> None:
        """Hand a pack to another judge, who goes on with what is not answered.

        Only with `force` to one who has judged the same segments in another pack.
        """
        with self.store.writing() as transaction:
            self.refuse_closed(transaction.campaign.state())
            found = transaction.packs.find(pack)
            if found is None:
                raise NotFound(f"There is no pack {pack!r}.")
            person = _known(transaction, judge)
            wanted = self._worker(is_adjudication(transaction, pack))
            if person.role != wanted or person.is_invitation:
                raise Conflict(f"{judge!r} is no {wanted}.")
            held = [other for other in transaction.packs.all() if other.judge == judge]
            if not force and not may_take(transaction, judge, found, held):
                raise Conflict(f"{judge!r} has, or had, a pack with the same segments. Choose another judge.")
            transaction.packs.assign(pack, judge, None)
            transaction.campaign.add_event("reassign", f"{pack} {judge}", self.clock())

    def open_packs(self) -> None:
        """Give the work to whoever comes: the judges of the plan leave, and their packs wait for anybody.

        For crowd platforms, where nobody is known beforehand.
        """
        with self.store.writing() as transaction:
            self.refuse_closed(transaction.campaign.state())
            now, worker = self.clock(), self._worker()
            for person in transaction.people.all():
                if person.role == worker and person.revoked is None and not person.is_invitation:
                    transaction.people.revoke(person.name, now)
            for pack in transaction.packs.all():
                if not is_adjudication(transaction, pack.id):
                    transaction.packs.assign(pack.id, None, None)
            transaction.campaign.add_event("open-packs", "", now)

    def set_completion_code(self, code: str | None) -> None:
        """One code that all judges are shown at the end, instead of one for each."""
        check_words("The code", code or "")
        with self.store.writing() as transaction:
            transaction.campaign.set_completion_code(code)

    def publish_guidelines(self, language: str, text: str) -> Guidelines:
        """New guidelines in one language: judges read them, and agree, before they get another page.

        Answers keep the version that their judge had agreed to.
        """
        text = text.strip()
        check_words("The guidelines", text, longest=LONGEST_GUIDELINES)
        if not text:
            raise Invalid("The guidelines are empty.")
        if not _LANGUAGE.fullmatch(language):
            raise Invalid(f"The language is {language!r}; a code such as en or pt-BR was expected.")
        now = self.clock()
        with self.store.writing() as transaction:
            self.refuse_closed(transaction.campaign.state())
            newest = transaction.campaign.guidelines()
            before = self.guidelines_at(transaction, newest[-1].number if newest else 0)
            texts = {one.language: one.text for one in before} | {language: text}
            found = guidelines_of(texts, self.questionnaire.consent)
            made = next(one for one in found if one.language == language)
            if made in before:
                return made
            transaction.campaign.publish_guidelines(language, text, now)
            transaction.campaign.add_event("guidelines", f"{language} {made.version}", now)
        return made

    def pause(self) -> None:
        """No new pages. Answers to pages that judges have before them are still stored."""
        self._turn("paused", "pause", while_in=("open", "paused"))

    def resume(self) -> None:
        """Judges go on."""
        self._turn("open", "resume", while_in=("open", "paused"))

    def close(self) -> None:
        """Nothing is stored any more. A campaign is closed for good."""
        self._turn("closed", "close", while_in=("open", "paused", "closed"))

    def _worker(self, decides: bool = False) -> Role:
        """The role of those who do the work."""
        if self.questionnaire.entities is None:
            return "judge"
        return "adjudicator" if decides else "annotator"

    def _add(self, person: Person, expires: float | None) -> Link:
        check_words("The name", person.name)
        if not person.name.strip():
            raise Invalid("A person needs a name.")
        now = person.added
        with self.store.writing() as transaction:
            self.refuse_closed(transaction.campaign.state())
            if transaction.people.find(person.name) is not None:
                raise Conflict(f"There is a {person.name!r} already. Choose another name.")
            transaction.people.add(person)
            transaction.campaign.add_event(
                "invite" if person.is_invitation else "add-judge", person.name, now
            )
            until = now + LINK_LASTS if expires is None else expires
            return make_link(transaction, person, now=now, expires=until)

    def _turn(self, state: State, event: str, *, while_in: tuple[State, ...]) -> None:
        with self.store.writing() as transaction:
            now = transaction.campaign.state()
            if now not in while_in:
                raise Closed("The campaign is closed.")
            if now != state:
                transaction.campaign.set_state(state)
                transaction.campaign.add_event(event, "", self.clock())


def _known(transaction: Transaction, name: str) -> Person:
    person = transaction.people.find(name)
    if person is None or person.revoked is not None:
        known = [other.name for other in transaction.people.all() if other.revoked is None]
        raise NotFound(f"There is no {name!r} in this campaign. Known: {', '.join(known)}.")
    return person
