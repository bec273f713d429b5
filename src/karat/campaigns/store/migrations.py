"""Bringing a campaign that an older Karat made up to date, one numbered change after the other.

Alembic does the same for programs with one database, by a folder of revisions and a table of its own. A
campaign is a file that comes and goes: a list of functions is all that it takes, and one dependency less.
`VERSION` counts the changes; a change is never edited after a release, only followed by another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, inspect, select, text, update
from sqlalchemy.schema import CreateIndex, CreateTable

from karat.campaigns.store import schema
from karat.campaigns.store.append_only import add_triggers, keep_rows
from karat.errors import InvalidFile, InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Dialect

# "KRTC" in the header of a file says what kind of SQLite file it is.
APPLICATION = int.from_bytes(b"KRTC", "big")


def _invitations(connection: Connection) -> None:
    """One link for many judges of a crowd platform."""
    connection.execute(text("ALTER TABLE people ADD COLUMN seats INTEGER"))


def _published_guidelines(connection: Connection) -> None:
    """Guidelines can be published while judges judge."""
    double = "DOUBLE" if connection.dialect.name == "sqlite" else "DOUBLE PRECISION"
    connection.execute(
        text(
            "CREATE TABLE guidelines (number INTEGER NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL, "
            f"published {double} NOT NULL, PRIMARY KEY (number))"
        )
    )
    keep_rows(connection, "guidelines")


def _entities(connection: Connection) -> None:
    """Named entities: what is suggested, and what annotators marked."""
    for table in (schema.suggestions, schema.answer_marks):
        table.create(connection)
        keep_rows(connection, table.name)


def _indexes(connection: Connection) -> None:
    """What a page asks takes as long in a large campaign as in a small one."""
    indexed = {
        "segments": "document",
        "items": "segment",
        "showings": "item",
        "answers": "item",
        "consents": "judge",
        "remarks": "judge",
    }
    for table, column in indexed.items():
        connection.execute(text(f"CREATE INDEX ix_{table}_{column} ON {table} ({column})"))


def _suggested_alternatives(connection: Connection) -> None:
    """Suggestions keep the other correct texts of a file, and whether they are optional."""
    known = {column["name"] for column in inspect(connection).get_columns("suggestions")}
    if "alternatives" not in known:
        connection.execute(text("ALTER TABLE suggestions ADD COLUMN alternatives TEXT DEFAULT '[]' NOT NULL"))
        connection.execute(text("ALTER TABLE suggestions ADD COLUMN optional BOOLEAN DEFAULT false NOT NULL"))


def _several_references(connection: Connection) -> None:
    """A campaign keeps all references of a corpus. An older one has the first, and goes on with it."""
    schema.segment_references.create(connection)


def _corpus_facts(connection: Connection) -> None:
    """Which systems are people, and how long the corpus is; nobody knows either of an older campaign."""
    connection.execute(text("ALTER TABLE campaign ADD COLUMN human_systems TEXT DEFAULT '[]' NOT NULL"))
    connection.execute(text("ALTER TABLE campaign ADD COLUMN corpus_segments INTEGER"))


# The change that leads from version n to n + 1 stands at place n − 1.
CHANGES: tuple[Callable[[Connection], None], ...] = (
    _invitations,
    _published_guidelines,
    _entities,
    _indexes,
    _suggested_alternatives,
    _several_references,
    _corpus_facts,
)
VERSION = 1 + len(CHANGES)
_STATEMENTS: dict[str, tuple[str, ...]] = {}


def make_tables(connection: Connection) -> None:
    """The tables of this version, in an empty database."""
    for statement in _table_statements(connection.dialect):
        connection.exec_driver_sql(statement)
    add_triggers(connection)
    if connection.dialect.name == "sqlite":
        connection.execute(text(f"PRAGMA application_id = {APPLICATION}"))
    connection.execute(insert(schema.schema_version), {"version": VERSION})


def _table_statements(dialect: Dialect) -> tuple[str, ...]:
    """What makes the tables and their indexes. To write it takes longer than to run it, so it is kept."""
    if dialect.name not in _STATEMENTS:
        tables = schema.metadata.sorted_tables
        indexes = [one for table in tables for one in sorted(table.indexes, key=lambda one: str(one.name))]
        _STATEMENTS[dialect.name] = (
            *(str(CreateTable(table).compile(dialect=dialect)) for table in tables),
            *(str(CreateIndex(index).compile(dialect=dialect)) for index in indexes),
        )
    return _STATEMENTS[dialect.name]


def refuse_second(connection: Connection, where: str) -> None:
    """A database holds one campaign."""
    if inspect(connection).has_table("schema_version"):
        raise InvalidOption(
            f"{where} holds a campaign already. Give the new one a database or a schema of its own."
        )


def version_of(connection: Connection, where: str) -> int:
    """The version of the tables that are there."""
    if not inspect(connection).has_table("schema_version"):
        raise InvalidFile.at(where, "this database holds no campaign. Make one with: karat campaign plan")
    version = connection.execute(select(schema.schema_version.c.version)).scalar_one()
    if version > VERSION:
        raise InvalidFile.at(
            where,
            f"the campaign was written by a newer Karat (tables of version {version}; this one knows "
            f"{VERSION}). Update Karat to open it; nothing was changed.",
        )
    return int(version)


def migrate(connection: Connection, where: str) -> None:
    """The changes that are missing, all or none."""
    version = version_of(connection, where)
    for change in CHANGES[version - 1 :]:
        change(connection)
    if version < VERSION:
        connection.execute(update(schema.schema_version).values(version=VERSION))
