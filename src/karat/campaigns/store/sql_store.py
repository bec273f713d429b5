"""The store behind both kinds of address."""

from __future__ import annotations

import time
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, local
from typing import TYPE_CHECKING, Any
from weakref import finalize

from karat.campaigns.store.answer_rows import AnswerRows
from karat.campaigns.store.campaign_file import CampaignFile, new_file
from karat.campaigns.store.campaign_rows import CampaignRows
from karat.campaigns.store.connections import (
    Mode,
    engines_by_mode,
    is_database,
    postgresql_engine,
    sqlite_engine,
)
from karat.campaigns.store.failures import check_whole, failures_in_words
from karat.campaigns.store.migrations import VERSION, make_tables, migrate, refuse_second, version_of
from karat.campaigns.store.pack_rows import PackRows
from karat.campaigns.store.parts import Parts
from karat.campaigns.store.people_rows import PeopleRows
from karat.campaigns.store.plan_rows import load_plan, save_plan
from karat.campaigns.store.record_rows import records
from karat.campaigns.store.store import Transaction
from karat.campaigns.store.table_rows import TableRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection, Engine

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan


class SqlStore:
    """A campaign in a file of SQLite or in a database of PostgreSQL; threads may share it."""

    def __init__(self, engine: Engine, address: str, file: CampaignFile | None = None) -> None:
        self._engine = engine
        # Who forgets to close it leaves no connection open: since Python 3.13 that is a warning.
        finalize(self, engine.dispose)
        self._engines = engines_by_mode(engine)
        self._address = address
        self._file = file
        # Writers of this process queue here: SQLite itself would let them ask again and again.
        self._queue = Lock()
        self._shared = _SharedTransaction()
        # What was read of the plan, which never changes: see `PackRows`.
        self._known: dict[Any, Any] = {}

    @classmethod
    def create(cls, address: str, plan: CampaignPlan) -> SqlStore:
        """A new campaign, where none may be yet."""
        return cls._made(address, lambda connection: save_plan(connection, plan, time.time()))

    @classmethod
    def copy(cls, tables: TableRows, address: str) -> SqlStore:
        """A new campaign with the rows of another."""
        return cls._made(address, lambda connection: TableRows(connection).fill(tables.all()))

    @classmethod
    def _made(cls, address: str, fill: Callable[[Connection], None]) -> SqlStore:
        if is_database(address):
            cls._in_database(address)._fill(fill)
        else:
            with new_file(Path(address)) as beside:
                cls(sqlite_engine(beside, is_new=True), address)._fill(fill)
        return cls.open(address)

    @classmethod
    def _in_database(cls, address: str) -> SqlStore:
        engine = postgresql_engine(address)
        return cls(engine, engine.url.set(drivername="postgresql").render_as_string(hide_password=True))

    @classmethod
    def open(cls, address: str) -> SqlStore:
        """A campaign that is there, brought up to date."""
        if is_database(address):
            store = cls._in_database(address)
        else:
            file = CampaignFile.existing(Path(address))
            store = cls(sqlite_engine(file.path), address, file)
        try:
            store._bring_up_to_date()
        except BaseException:
            store.close()
            raise
        return store

    @property
    def address(self) -> str:
        """Where it is kept, without a password."""
        return self._address

    def plan(self) -> CampaignPlan:
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
        if (shared := self._shared.transaction) is not None:
            yield shared
        else:
            with self._connected("read") as connection:
                yield self._transaction(connection)

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """The only writer. What was done is stored when the block ends, and undone if it raises."""
        if (shared := self._shared.transaction) is not None:
            with shared.parts.one():
                yield shared
        else:
            with self._alone() as transaction:
                yield transaction

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that this thread reads and writes in the block is stored when the block ends, in one go."""
        with self._alone() as transaction, self._shared.by_this_thread(transaction):
            yield

    @contextmanager
    def reading_together(self) -> Iterator[None]:
        """All that this thread reads in the block is read at one moment."""
        with self.reading() as transaction, self._shared.by_this_thread(transaction):
            yield

    @contextmanager
    def _alone(self) -> Iterator[Transaction]:
        with self._queue:
            with self._connected("write") as connection:
                yield self._transaction(connection)
            # The disk keeps a file that somebody has removed until it is closed, and then all is gone.
            if self._file is not None:
                self._file.check()

    def close(self) -> None:
        """Let go of the file or the server."""
        self._engine.dispose()

    def _fill(self, fill: Callable[[Connection], None]) -> None:
        try:
            with self._connected("create") as connection:
                refuse_second(connection, self.address)
                make_tables(connection)
                fill(connection)
        finally:
            self.close()

    def _bring_up_to_date(self) -> None:
        with self._connected("read") as connection:
            check_whole(connection, self.address)
            version = version_of(connection, self.address)
        if version < VERSION:
            with self._connected("write") as connection:
                migrate(connection, self.address)

    @contextmanager
    def _connected(self, mode: Mode) -> Iterator[Connection]:
        if self._file is not None:
            self._file.check()
        with (
            failures_in_words(self.address),
            self._engines[mode].begin() as connection,
        ):
            yield connection

    def _transaction(self, connection: Connection) -> Transaction:
        return Transaction(
            CampaignRows(connection),
            PeopleRows(connection),
            PackRows(connection, self._known),
            AnswerRows(connection),
            TableRows(connection),
            Parts(connection),
        )


class _SharedTransaction(local):
    """The transaction that all calls of a thread are part of; each thread has its own, mostly none."""

    transaction: Transaction | None = None

    @contextmanager
    def by_this_thread(self, transaction: Transaction) -> Iterator[None]:
        self.transaction = transaction
        try:
            yield
        finally:
            self.transaction = None
