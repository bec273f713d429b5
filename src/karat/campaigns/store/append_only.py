"""Triggers that keep what was answered: no row is changed or deleted, no value is off its scale.

They are part of the database itself, so that a slip in a query, or somebody with a database client, cannot
change a judgement without removing the trigger first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

if TYPE_CHECKING:
    from sqlalchemy import Connection

APPEND_ONLY = ("answers", "answer_values", "answer_spans", "consents", "guidelines", "remarks", "events")

_ON_SCALE = """
    SELECT 1 FROM answers JOIN questions ON questions.step = answers.step
    WHERE answers.number = NEW.answer AND questions.dimension = NEW.dimension
      AND NEW.value >= questions.low AND NEW.value <= questions.high
      AND (NOT questions.whole_steps OR NEW.value = ROUND(NEW.value))
"""


def add_triggers(connection: Connection) -> None:
    """All triggers, in the words of the database."""
    made = _sqlite() if connection.dialect.name == "sqlite" else _postgresql()
    for statement in made:
        connection.execute(text(statement))


def keep_rows(connection: Connection, table: str) -> None:
    """The triggers of one table that is new in a campaign."""
    made = _sqlite_kept(table) if connection.dialect.name == "sqlite" else _postgresql_kept(table)
    for statement in made:
        connection.execute(text(statement))


def _sqlite_kept(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} only grows'); END"
        for verb in ("UPDATE", "DELETE")
    ]


def _postgresql_kept(table: str) -> list[str]:
    return [
        f"CREATE TRIGGER {table}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    ]


def _sqlite() -> list[str]:
    kept = [statement for table in APPEND_ONLY for statement in _sqlite_kept(table)]
    on_scale = (
        "CREATE TRIGGER value_is_on_scale BEFORE INSERT ON answer_values "
        f"WHEN NOT EXISTS ({_ON_SCALE}) BEGIN SELECT RAISE(ABORT, 'value is off its scale'); END"
    )
    return [*kept, on_scale]


def _postgresql() -> list[str]:
    refuse = """
        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END $$
    """
    check = f"""
        CREATE FUNCTION check_value() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NOT EXISTS ({_ON_SCALE}) THEN RAISE EXCEPTION 'value is off its scale'; END IF;
            RETURN NEW;
        END $$
    """
    kept = [statement for table in APPEND_ONLY for statement in _postgresql_kept(table)]
    on_scale = (
        "CREATE TRIGGER value_is_on_scale BEFORE INSERT ON answer_values "
        "FOR EACH ROW EXECUTE FUNCTION check_value()"
    )
    return [refuse, check, *kept, on_scale]
