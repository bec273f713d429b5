"""The desk of a campaign: all that judges and the lead do, without HTTP.

A judge comes in, agrees to the guidelines, trains, and works through packs, one step after the other. The
desk decides what comes next; whoever sends an answer must have been shown its page, and carries its key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.desk.answer_checks import check_words
from karat.campaigns.desk.entrance import come_in, go_out, session_of
from karat.campaigns.desk.judge_desk import JudgeDesk
from karat.campaigns.desk.lead_desk import LeadDesk

if TYPE_CHECKING:
    from karat.campaigns.desk.entrance import Session


class Desk(JudgeDesk, LeadDesk):
    """What people do in a campaign. Every method is one transaction; threads and processes may share a store.

    What a judge does is in `JudgeDesk`, what the lead does in `LeadDesk`.
    """

    def enter(self, token: str, *, external: str = "") -> Session:
        """A new session for whoever holds the token; `external` is the name on a crowd platform."""
        check_words("The name", external)
        with self.store.writing() as transaction:
            return come_in(transaction, token, external, self.clock())

    def session(self, cookie: str) -> Session | None:
        """The session of a cookie; None if it has ended, or never was."""
        with self.store.reading() as transaction:
            return session_of(transaction, cookie, self.clock())

    def leave(self, cookie: str) -> None:
        """The session ends."""
        with self.store.writing() as transaction:
            go_out(transaction, cookie, self.clock())
