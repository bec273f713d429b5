"""Whole tables, row by row: what a copy of a campaign is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from karat.campaigns.store import schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sqlalchemy import Connection

# Of so many rows at a time: a campaign of any size fits into memory.
_PORTION = 1000


class TableRows:
    """All tables, in an order in which no row comes before one that it refers to."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> Iterator[tuple[str, Iterator[dict[str, Any]]]]:
        """Each table with its rows, in the order of its primary key."""
        for table in schema.metadata.sorted_tables:
            if table is not schema.schema_version:
                query = select(table).order_by(*table.primary_key.columns)
                rows = self._connection.execute(query.execution_options(yield_per=_PORTION))
                yield table.name, (dict(row) for row in rows.mappings())

    def fill(self, tables: Iterable[tuple[str, Iterable[dict[str, Any]]]]) -> None:
        """Rows of another campaign into tables that are empty."""
        for name, rows in tables:
            portion: list[dict[str, Any]] = []
            for row in rows:
                portion.append(row)
                if len(portion) == _PORTION:
                    self._connection.execute(insert(schema.metadata.tables[name]), portion)
                    portion = []
            if portion:
                self._connection.execute(insert(schema.metadata.tables[name]), portion)
