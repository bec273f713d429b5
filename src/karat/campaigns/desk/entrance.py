"""Who may come in: links with a token, and the sessions they open.

Tokens and cookies are random and stored as SHA-256 digests, so that a stolen file opens no door. A slow hash
would protect words that people choose; nobody can try 2²⁵⁶ random ones.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from itertools import count
from typing import TYPE_CHECKING

from karat.campaigns.campaign_errors import NotAllowed
from karat.campaigns.store.people_rows import Person
from karat.campaigns.store.plan_rows import new_code

if TYPE_CHECKING:
    from collections.abc import Iterable

    from karat.campaigns.store.people_rows import Role, Secret
    from karat.campaigns.store.store import Transaction

DAY = 86_400.0
# How long a link opens the door, and how long a judge stays in.
LINK_LASTS = 60 * DAY
SESSION_LASTS = 7 * DAY
_WITHDRAWN = "This link was withdrawn. Ask whoever sent it."


@dataclass(frozen=True, slots=True)
class Link:
    """A way in for one person. The token exists here and nowhere else: the store has its digest only."""

    judge: str
    role: Role
    token: str
    expires: float
    code: str = ""


@dataclass(frozen=True, slots=True)
class Session:
    """A person who has come in, and the cookie that says so."""

    cookie: str
    judge: str
    role: Role


def make_link(transaction: Transaction, person: Person, *, now: float, expires: float) -> Link:
    """A new link; those that the person has stay valid."""
    token = secrets.token_urlsafe(32)
    transaction.people.add_token(_digest(token), person.name, now=now, expires=expires)
    return Link(person.name, person.role, token, expires, person.code)


def come_in(transaction: Transaction, token: str, external: str, now: float) -> Session:
    """A new session for whoever holds the token; `external` is their name on a crowd platform."""
    found = _matching(token, transaction.people.tokens(_digest(token)))
    if found is None:
        raise NotAllowed("This link is not known. Check whether all of it was copied, or ask for a new one.")
    person = transaction.people.find(found.person)
    if found.ended is not None or person is None or person.revoked is not None:
        raise NotAllowed(_WITHDRAWN)
    if found.expires <= now:
        raise NotAllowed("This link has expired. Ask whoever sent it for a new one.")
    if person.is_invitation:
        person = _invited(transaction, person, external, now)
    elif external:
        transaction.people.set_external(person.name, external)
    cookie = secrets.token_urlsafe(32)
    expires = min(found.expires, now + SESSION_LASTS)
    transaction.people.add_session(
        _digest(cookie), person=person.name, token=found.digest, now=now, expires=expires
    )
    return Session(cookie, person.name, person.role)


def session_of(transaction: Transaction, cookie: str, now: float) -> Session | None:
    """The session of a cookie, if it is valid."""
    kept = transaction.people.sessions(_digest(cookie))
    found = _matching(cookie, (secret for secret, _ in kept))
    if found is None or found.ended is not None or found.expires <= now:
        return None
    person = next(person for secret, person in kept if secret is found)
    return None if person.revoked is not None else Session(cookie, person.name, person.role)


def go_out(transaction: Transaction, cookie: str, now: float) -> None:
    """The session of a cookie ends."""
    transaction.people.end_session(_digest(cookie), now)


def _invited(transaction: Transaction, invitation: Person, external: str, now: float) -> Person:
    """The judge whom the platform knows by this name: the one who came before, or a new one."""
    if not external:
        raise NotAllowed("This link needs your name on the platform that sent you. Open it from there.")
    guests = transaction.people.guests(invitation.name)
    for guest in guests:
        if guest.external == external:
            if guest.revoked is not None:
                raise NotAllowed(_WITHDRAWN)
            return guest
    if invitation.seats is not None and len(guests) >= invitation.seats:
        raise NotAllowed("All places of this campaign are taken. Thank you for coming.")
    names = (f"{invitation.name} {number}" for number in count(len(guests) + 1))
    free = next(name for name in names if transaction.people.find(name) is None)
    person = Person(free, invitation.role, new_code(), now, invitation.most_packs, external)
    transaction.people.add(person)
    return person


def _digest(secret: str) -> str:
    return sha256(secret.encode(errors="replace")).hexdigest()


def _matching(secret: str, kept: Iterable[Secret]) -> Secret | None:
    digest = _digest(secret)
    return next((row for row in kept if compare_digest(row.digest, digest)), None)
