"""The campaign itself: its state, its questionnaire, and what its lead did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, update

from karat.campaigns.store import schema
from karat.campaigns.store.questionnaire_document import questionnaire_of
from karat.campaigns.store.ready_statements import next_number

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.store.store import State


@dataclass(frozen=True, slots=True)
class Campaign:
    """What holds for every judge, and never changes."""

    name: str
    questionnaire: Questionnaire
    no_back: bool
    masked: bool
    created: float


@dataclass(frozen=True, slots=True)
class Event:
    """What the lead did, and when: pause, close, revoke, reassign, …."""

    kind: str
    subject: str
    happened: float


@dataclass(frozen=True, slots=True)
class PublishedGuidelines:
    """Guidelines that took the place of those of the plan, in one language."""

    number: int
    language: str
    text: str
    published: float


class CampaignRows:
    """Queries about the campaign, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def fixed(self) -> Campaign:
        """What never changes."""
        table = schema.campaign
        query = select(*schema.columns(table, "name questionnaire no_back masked created"))
        row = self._connection.execute(query).one()
        return Campaign(row.name, questionnaire_of(row.questionnaire), row.no_back, row.masked, row.created)

    def state(self) -> State:
        """Whether judges may judge now."""
        state: State = self._connection.execute(select(schema.campaign.c.state)).scalar_one()
        return state

    def set_state(self, state: State) -> None:
        """Open, paused or closed."""
        self._connection.execute(update(schema.campaign).values(state=state))

    def completion_code(self) -> str | None:
        """The code that all judges are shown at the end; None if each has an own one."""
        code: str | None = self._connection.execute(select(schema.campaign.c.completion_code)).scalar_one()
        return code

    def set_completion_code(self, code: str | None) -> None:
        """One code for all judges."""
        self._connection.execute(update(schema.campaign).values(completion_code=code))

    def guidelines(self) -> tuple[PublishedGuidelines, ...]:
        """What was published since the plan was made, oldest first."""
        table = schema.guidelines
        rows = self._connection.execute(select(table).order_by(table.c.number))
        return tuple(PublishedGuidelines(*row) for row in rows)

    def publish_guidelines(self, language: str, text: str, now: float) -> None:
        """New guidelines in one language."""
        number = next_number(self._connection, schema.guidelines)
        row = {"number": number, "language": language, "text": text, "published": now}
        self._connection.execute(insert(schema.guidelines), row)

    def events(self) -> tuple[Event, ...]:
        """What the lead did, oldest first."""
        table = schema.events
        query = select(*schema.columns(table, "kind subject happened")).order_by(table.c.number)
        return tuple(Event(*row) for row in self._connection.execute(query))

    def add_event(self, kind: str, subject: str, now: float) -> None:
        """Something that the lead did."""
        number = next_number(self._connection, schema.events)
        row = {"number": number, "kind": kind, "subject": subject, "happened": now}
        self._connection.execute(insert(schema.events), row)
