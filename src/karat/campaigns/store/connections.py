"""Engines for a campaign's file or database, set so that what was committed stays.

SQLite: a write-ahead log with full synchronisation, so that a commit is on the disk before it is
acknowledged. PostgreSQL does so by itself. In both, one writer works at a time: what a transaction has
checked cannot have changed when it writes. A judge writes once in many seconds, so nobody waits for long.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args
from urllib.parse import quote

from sqlalchemy import create_engine, event, make_url, select

from karat.campaigns.store import schema
from karat.errors import InvalidOption, MissingExtra

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection, Engine

# How long a writer waits for the writers before it, in seconds.
PATIENCE = 30.0
Mode: TypeAlias = Literal["read", "write", "create"]
_MODE = "karat_mode"


def is_database(address: str) -> bool:
    """Whether it is the address of a database server, not a file."""
    return "://" in address


def postgresql_engine(address: str) -> Engine:
    """An engine for `postgresql://user:password@host/database`."""
    url = make_url(address)
    if url.get_backend_name() not in {"postgresql", "postgres"}:
        raise InvalidOption(
            f"There is no store at {url.render_as_string()}: a database's address begins with postgresql://."
        )
    try:
        engine = create_engine(url.set(drivername="postgresql+psycopg"), pool_size=20, pool_pre_ping=True)
    except ImportError:
        raise MissingExtra.of("A campaign in PostgreSQL", "postgres") from None
    event.listen(engine, "begin", _begin_postgresql)
    return engine


def sqlite_engine(path: Path, *, is_new: bool = False) -> Engine:
    """An engine for a file; where it may not be written, for reading only."""
    mode = "rwc" if is_new else "rw"
    if not is_new and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        # A log beside the file has what the file has not yet. Without one, nobody can be writing to it.
        mode = "ro" if path.with_name(path.name + "-wal").exists() else "ro&immutable=1"
    engine = create_engine(
        f"sqlite:///file:{quote(str(path.absolute()))}?mode={mode}&uri=true",
        connect_args={"timeout": PATIENCE},
    )
    event.listen(engine, "connect", partial(_prepare_sqlite, is_new=is_new))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def engines_by_mode(engine: Engine) -> dict[Mode, Engine]:
    """The same engine thrice: its transactions only read, are the only writer, or make the tables."""
    return {mode: engine.execution_options(**{_MODE: mode}) for mode in get_args(Mode)}


def _prepare_sqlite(connection: Any, _record: Any, *, is_new: bool) -> None:
    # Transactions are begun by `_begin_sqlite`: the driver would begin them later, and not for writing.
    connection.isolation_level = None
    # The file remembers that it has a write-ahead log. One that is not ours is not changed.
    settings = ["synchronous = FULL", "foreign_keys = ON", *(["journal_mode = WAL"] if is_new else [])]
    for setting in settings:
        connection.execute(f"PRAGMA {setting}")


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get(_MODE) == "read"
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _begin_postgresql(connection: Connection) -> None:
    mode = connection.get_execution_options().get(_MODE)
    if mode == "read":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    elif mode == "write":
        connection.execute(select(schema.campaign.c.number).with_for_update())
