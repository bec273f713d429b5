"""What databases fail with, in words that say what to do."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from karat.campaigns.campaign_errors import Unavailable
from karat.errors import InvalidFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

_AGAIN = "Nothing was stored; what was sent can be sent again."
# By how the database's own name of the error begins: SQLite's result codes, PostgreSQL's SQLSTATE.
_WORDS = {
    "SQLITE_FULL": "the disk is full. Make room for it.",
    "SQLITE_READONLY": "the file, or its folder, may not be written. Change its permissions.",
    "SQLITE_PERM": "the file, or its folder, may not be written. Change its permissions.",
    "SQLITE_CANTOPEN": "the file cannot be opened. Check who may write to it and to its folder.",
    "SQLITE_IOERR": "the disk does not work. Check whether it is full.",
    "SQLITE_BUSY": "another process has been writing for too long. Check which one uses the file.",
    "53100": "the disk of the server is full. Make room for it.",
    "25006": "the server only allows reading.",
    "53300": "the server has too many connections.",
    "57": "the server is stopping.",
}
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_SCHEMA")


@contextmanager
def failures_in_words(where: str) -> Iterator[None]:
    """An error of the database becomes one of Karat's; a broken rule of the tables stays what it is."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        name = _name(error)
        if name.startswith(_DAMAGED) or _is_no_text(error):
            raise _damaged(where) from error
        known = next((words for code, words in _WORDS.items() if name.startswith(code)), None)
        if known is None and not error.connection_invalidated and not _is_lost(error):
            raise
        words = known or "the database does not answer. Check whether its server runs."
        raise Unavailable(where, f"{words} {_AGAIN}") from error
    except UnicodeDecodeError as error:
        # SQLite's own message quotes what is no text, and Python cannot read the message.
        raise _damaged(where) from error


def check_whole(connection: Connection, where: str) -> None:
    """A file that was cut short is found when it is opened, not in the middle of the work."""
    if connection.dialect.name == "sqlite":
        found = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
        if found != "ok":
            raise _damaged(where)


def _damaged(where: str) -> InvalidFile:
    return InvalidFile.at(
        where,
        "the file is damaged: parts of it are missing or were overwritten. Nothing was changed. "
        "Take a copy that is whole, with its -wal file if there is one.",
    )


def _name(error: DBAPIError) -> str:
    found = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    return str(found or "")


def _is_no_text(error: DBAPIError) -> bool:
    # Python's module says so itself, without a code of SQLite's.
    return type(error.orig).__module__ == "sqlite3" and not _name(error) and "UTF-8" in str(error.orig)


def _is_lost(error: DBAPIError) -> bool:
    # psycopg gives no SQLSTATE when no connection could be made.
    return type(error).__name__ == "OperationalError" and not _name(error)
