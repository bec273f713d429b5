"""Statements that every page needs: compiled once for each kind of database, then given to its driver.

SQLAlchemy takes some 90 µs to execute a statement, which is right for all that is rare. The driver of SQLite
takes 6 for the same, and a page asks a dozen times.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table
    from sqlalchemy.sql.expression import ClauseElement


class ReadyStatement:
    """A statement whose values are all `bindparam`s, for connections of any kind.

    Rows come as the driver gives them: SQLite knows no Booleans, and gives 0 or 1.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._compiled: dict[str, tuple[str, dict[str, Any], list[str] | None]] = {}

    def rows(self, connection: Connection, **values: Any) -> list[tuple[Any, ...]]:
        """All rows."""
        found: list[tuple[Any, ...]] = self._execute(connection, values).fetchall()
        return found

    def row(self, connection: Connection, **values: Any) -> tuple[Any, ...] | None:
        """The first row, None if there is none."""
        found: tuple[Any, ...] | None = self._execute(connection, values).fetchone()
        return found

    def run(self, connection: Connection, **values: Any) -> None:
        """Without rows."""
        self._execute(connection, values)

    def _execute(self, connection: Connection, values: dict[str, Any]) -> Any:
        text, usual, order = self._compiled.get(connection.dialect.name) or self._compile(connection)
        named = usual | values
        given: Any = named if order is None else [named[name] for name in order]
        driver: Any = connection.connection.driver_connection
        try:
            return driver.execute(text, given)
        except connection.dialect.loaded_dbapi.Error as error:
            raise _failure(connection, text, given, error) from error

    def _compile(self, connection: Connection) -> tuple[str, dict[str, Any], list[str] | None]:
        compiled: Any = self._statement.compile(dialect=connection.dialect)
        made = (str(compiled), dict(compiled.params), compiled.positiontup)
        self._compiled[connection.dialect.name] = made
        return made


def ready_insert(table: Table) -> ReadyStatement:
    """One more row, with a value for each column."""
    return ReadyStatement(insert(table))


def next_number(connection: Connection, table: Table) -> int:
    """The number after the last one. There is one writer at a time, so nobody else takes it."""
    found = _last_number(table).row(connection)
    return 1 if found is None or found[0] is None else int(found[0]) + 1


@cache
def _last_number(table: Table) -> ReadyStatement:
    return ReadyStatement(select(func.max(table.c.number)))


def _failure(connection: Connection, text: str, given: Any, error: Exception) -> BaseException:
    """The driver's error as SQLAlchemy raises it. A connection that is lost is not used again."""
    dialect = connection.dialect
    driver: Any = connection.connection.dbapi_connection
    is_lost = dialect.is_disconnect(error, driver, None)  # type: ignore[arg-type]
    if is_lost:
        connection.invalidate(error)
    base: Any = dialect.loaded_dbapi.Error
    return DBAPIError.instance(text, given, error, base, connection_invalidated=is_lost, dialect=dialect)
