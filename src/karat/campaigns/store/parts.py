"""Parts of a transaction: what is refused in one of them leaves the others as they are."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text

from karat.campaigns.campaign_errors import Refused
from karat.campaigns.store.ready_statements import ReadyStatement

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

_BEGIN = ReadyStatement(text("SAVEPOINT part"))
_KEEP = ReadyStatement(text("RELEASE SAVEPOINT part"))
_UNDO = ReadyStatement(text("ROLLBACK TO SAVEPOINT part"))


class Parts:
    """One part after the other, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @contextmanager
    def one(self) -> Iterator[None]:
        """A part that a refusal undoes. After any other failure the transaction cannot go on."""
        _BEGIN.run(self._connection)
        try:
            yield
        except Refused:
            _UNDO.run(self._connection)
            _KEEP.run(self._connection)
            raise
        _KEEP.run(self._connection)
