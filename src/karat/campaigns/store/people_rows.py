"""Who takes part: people, the digests of their tokens and sessions, and their consent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sqlalchemy import bindparam, func, insert, select, true, update

from karat.campaigns.store import schema
from karat.campaigns.store.ready_statements import ReadyStatement, next_number

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

    from karat.campaigns.store.store import State

Role: TypeAlias = Literal["judge", "lead", "annotator", "adjudicator"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who takes part. `most_packs` is how many open packs a judge may take, None for any number.

    `code` is what the judge shows at the end; `external` the name that a crowd platform knows the judge by.
    An invitation stands for up to `seats` judges, who come in by the same link.
    """

    name: str
    role: Role
    code: str
    added: float
    most_packs: int | None = None
    external: str | None = None
    revoked: float | None = None
    seats: int | None = None

    @property
    def is_invitation(self) -> bool:
        """Whether it stands for judges who are still to come."""
        return self.seats is not None


@dataclass(frozen=True, slots=True)
class Secret:
    """A token or a session, known by its digest alone."""

    digest: str
    person: str
    expires: float
    ended: float | None


@dataclass(frozen=True, slots=True)
class Consent:
    """Which version of the guidelines a judge has agreed to, in which language, and when."""

    judge: str
    guidelines: str
    language: str
    given: float


@dataclass(frozen=True, slots=True)
class Attendance:
    """Somebody who comes to the desk: who it is, their last consent, and how the campaign stands.

    `published` is the number of the newest guidelines, 0 for those of the plan.
    """

    person: Person
    consent: Consent | None
    state: State
    completion_code: str | None
    published: int


_PERSON = schema.columns(schema.people, "name role code added most_packs external revoked seats")
_LAST_CONSENT = (
    select(func.max(schema.consents.c.number))
    .where(schema.consents.c.judge == bindparam("who"))
    .scalar_subquery()
)
_ATTENDANCE = ReadyStatement(
    select(
        *_PERSON,
        *schema.columns(schema.consents, "judge guidelines language given"),
        *schema.columns(schema.campaign, "state completion_code"),
        select(func.max(schema.guidelines.c.number)).scalar_subquery(),
    )
    .select_from(
        schema.people.join(schema.campaign, true()).outerjoin(
            schema.consents, schema.consents.c.number == _LAST_CONSENT
        )
    )
    .where(schema.people.c.name == bindparam("who"))
)
_SESSIONS = ReadyStatement(
    select(*schema.columns(schema.sessions, "digest person expires ended"), *_PERSON)
    .join(schema.people, schema.people.c.name == schema.sessions.c.person)
    .where(schema.sessions.c.selector == bindparam("first"))
)


class PeopleRows:
    """Queries about people, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> tuple[Person, ...]:
        """Everybody, in the order in which they came."""
        query = select(schema.people).order_by(schema.people.c.added, schema.people.c.name)
        return tuple(Person(**row) for row in self._connection.execute(query).mappings())

    def find(self, name: str) -> Person | None:
        """The person of this name."""
        query = select(schema.people).where(schema.people.c.name == name)
        row = self._connection.execute(query).mappings().one_or_none()
        return None if row is None else Person(**row)

    def attendance(self, name: str) -> Attendance | None:
        """The person of this name with all that every page needs, by one query."""
        row = _ATTENDANCE.row(self._connection, who=name)
        if row is None:
            return None
        *person, judge, version, language, given, state, code, published = row
        consent = None if judge is None else Consent(judge, version, language, given)
        return Attendance(Person(*person), consent, state, code, published or 0)

    def guests(self, invitation: str) -> tuple[Person, ...]:
        """The judges who have come in by an invitation."""
        sessions, tokens = schema.sessions, schema.tokens
        came = (
            select(sessions.c.person)
            .join(tokens, tokens.c.digest == sessions.c.token)
            .where(tokens.c.person == invitation)
        )
        query = select(schema.people).where(schema.people.c.name.in_(came))
        return tuple(Person(**row) for row in self._connection.execute(query).mappings())

    def add(self, person: Person) -> None:
        """A new person."""
        row = {name: getattr(person, name) for name in Person.__slots__}
        self._connection.execute(insert(schema.people), row)

    def set_external(self, name: str, external: str) -> None:
        """The name that a crowd platform knows the person by."""
        where = schema.people.c.name == name
        self._connection.execute(update(schema.people).where(where).values(external=external))

    def revoke(self, name: str, now: float) -> None:
        """The person's links and sessions are valid no longer."""
        self._connection.execute(
            update(schema.people).where(schema.people.c.name == name).values(revoked=now)
        )
        self.end_secrets(name, now)

    def end_secrets(self, name: str, now: float) -> None:
        """All tokens and sessions of the person that are still valid end now."""
        for table, ended in ((schema.tokens, "revoked"), (schema.sessions, "ended")):
            where = (table.c.person == name) & table.c[ended].is_(None)
            self._connection.execute(update(table).where(where).values({ended: now}))

    def add_token(self, digest: str, person: str, *, now: float, expires: float) -> None:
        """A new token, by its digest."""
        row = {"digest": digest, "person": person, "made": now, "expires": expires}
        self._connection.execute(insert(schema.tokens), row | {"selector": selector(digest)})

    def tokens(self, digest: str) -> tuple[Secret, ...]:
        """Tokens whose digests begin alike: the caller compares them in constant time."""
        return self._secrets(schema.tokens, "revoked", digest)

    def add_session(self, digest: str, *, person: str, token: str, now: float, expires: float) -> None:
        """A new session, by its digest and that of the token that opened it."""
        row = {"digest": digest, "person": person, "token": token, "made": now, "expires": expires}
        self._connection.execute(insert(schema.sessions), row | {"selector": selector(digest)})

    def sessions(self, digest: str) -> tuple[tuple[Secret, Person], ...]:
        """Sessions whose digests begin alike, and whose they are: the caller compares in constant time."""
        rows = _SESSIONS.rows(self._connection, first=selector(digest))
        return tuple((Secret(*row[:4]), Person(*row[4:])) for row in rows)

    def end_session(self, digest: str, now: float) -> None:
        """The session ends."""
        where = (schema.sessions.c.digest == digest) & schema.sessions.c.ended.is_(None)
        self._connection.execute(update(schema.sessions).where(where).values(ended=now))

    def add_consent(self, consent: Consent) -> None:
        """One more consent."""
        row = {name: getattr(consent, name) for name in Consent.__slots__}
        number = next_number(self._connection, schema.consents)
        self._connection.execute(insert(schema.consents), row | {"number": number})

    def _secrets(self, table: Table, ended: str, digest: str) -> tuple[Secret, ...]:
        query = select(table.c.digest, table.c.person, table.c.expires, table.c[ended]).where(
            table.c.selector == selector(digest)
        )
        return tuple(Secret(*row) for row in self._connection.execute(query))


def selector(digest: str) -> str:
    """The part of a digest that rows are looked up by."""
    return digest[:16]
