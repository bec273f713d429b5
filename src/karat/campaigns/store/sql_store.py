"""The store behind both kinds of address."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from karat.campaigns.store.answer_rows import AnswerRows
from karat.campaigns.store.campaign_file import CampaignFile, new_file
from karat.campaigns.store.campaign_rows import CampaignRows
from karat.campaigns.store.connections import (
    Mode,
    for_mode,
    is_database,
    postgresql_engine,
    sqlite_engine,
)
from karat.campaigns.store.contract import Transaction
from karat.campaigns.store.failures import check_whole, failures_in_words
from karat.campaigns.store.migrations import VERSION, make_tables, migrate, refuse_second, version_of
from karat.campaigns.store.pack_rows import PackRows
from karat.campaigns.store.people_rows import PeopleRows
from karat.campaigns.store.plan_rows import load_plan, save_plan
from karat.campaigns.store.record_rows import records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection, Engine

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import Plan


class SqlStore:
    """A campaign in a file of SQLite or in a database of PostgreSQL; threads may share it."""

    def __init__(self, engine: Engine, file: CampaignFile | None) -> None:
        self._engine = engine
        self._file = file
        # Writers of this process queue here: SQLite itself would let them ask again and again.
        self._queue = Lock()

    @classmethod
    def create(cls, address: str, plan: Plan) -> SqlStore:
        """A new campaign, where none may be yet."""
        if not is_database(address):
            path = Path(address)
            with new_file(path) as beside:
                cls(sqlite_engine(beside), None)._fill(plan)
            return cls.open(address)
        store = cls(postgresql_engine(address), None)
        store._fill(plan)
        return store

    @classmethod
    def open(cls, address: str) -> SqlStore:
        """A campaign that is there, brought up to date."""
        if is_database(address):
            store = cls(postgresql_engine(address), None)
        else:
            file = CampaignFile.existing(Path(address))
            store = cls(sqlite_engine(file.path), file)
        with store._connected("read") as connection:
            check_whole(connection, store.address)
            version = version_of(connection, store.address)
        if version < VERSION:
            with store._connected("write") as connection:
                migrate(connection, store.address)
        return store

    @property
    def address(self) -> str:
        """Where it is kept, without a password."""
        if self._file is not None:
            return str(self._file.path)
        return self._engine.url.render_as_string(hide_password=True)

    def plan(self) -> Plan:
        """The plan as it was made."""
        with self._connected("read") as connection:
            return load_plan(connection)

    def records(self) -> Sequence[Recorded]:
        """Every value that was stored, all versions, oldest first."""
        with self._connected("read") as connection:
            return tuple(records(connection))

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """A look at the campaign at one moment."""
        with self._connected("read") as connection:
            yield _transaction(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """The only writer. What was done is stored when the block ends, and undone if it raises."""
        with self._queue:
            with self._connected("write") as connection:
                yield _transaction(connection)
            # The disk keeps a file that somebody has removed until it is closed, and then all is gone.
            if self._file is not None:
                self._file.check()

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    def _fill(self, plan: Plan) -> None:
        with self._connected("create") as connection:
            refuse_second(connection, self.address)
            make_tables(connection)
            save_plan(connection, plan, time.time())
        self.close()

    @contextmanager
    def _connected(self, mode: Mode) -> Iterator[Connection]:
        if self._file is not None:
            self._file.check()
        with (
            failures_in_words(self.address),
            self._engine.connect() as connection,
            for_mode(connection, mode).begin(),
        ):
            yield connection


def _transaction(connection: Connection) -> Transaction:
    return Transaction(
        CampaignRows(connection), PeopleRows(connection), PackRows(connection), AnswerRows(connection)
    )
