"""Campaigns of older versions open, those of newer ones are refused."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from tests.campaigns.plans import PlanMaker, answer_to, next_page, work

from karat.campaigns.answers import Span
from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store, open_store
from karat.campaigns.store.migrations import APPLICATION, VERSION, version_of
from karat.campaigns.store.sql_store import SqlStore
from karat.errors import InvalidFile

if TYPE_CHECKING:
    from collections.abc import Iterator

# A campaign of version 1, in the middle of its work, as `sqlite3 FILE .dump` writes it.
OLD = Path(__file__).parent / "files" / "version1.sql"
TOKEN = "eENGtZKA34Qd6_IIgquwObvffa-0KQ4qiCu2w4Ljjfo"
COOKIE = "rsg6w8hR_d8oSbr_9ABPizRZLsoR_ZbXGT66fOLmKjA"
KEY = "0020189138f6ddf851959f67c8eb5813"
THEN = 1_800_000_000.0
# Columns that have an index since version 5.
INDEXED = (
    *("segments_document", "items_segment", "showings_item"),
    *("answers_item", "consents_judge", "remarks_judge"),
)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The file that an older Karat wrote."""
    path = tmp_path / "old.campaign"
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text("utf-8"))
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    return path


@pytest.fixture
def desk(old: Path) -> Iterator[Desk]:
    """Its desk, a minute later."""
    store = open_store(old)
    yield Desk(store, clock=lambda: THEN + 120)
    store.close()


def test_an_old_file_has_all_it_had(desk: Desk) -> None:
    """Records, link, session, draft and the page that was open."""
    records = desk.store.records()
    assert [(r.judge, r.purpose, r.value, r.version) for r in records] == [
        ("judge 1", "training", 4.5, 0),
        ("judge 1", "plan", 90, 0),
        ("judge 1", "plan", 40, 0),
        ("judge 1", "plan", 45, 1),
    ]
    assert records[0].comment == "naïve ‘日本’ 𝔸"
    assert [(span.start, span.end, span.severity) for span in records[1].spans] == [(0, 6, "minor")]
    assert isinstance(records[1].spans[0], Span)
    session = desk.session(COOKIE)
    assert session is not None
    assert session.judge == "judge 1"
    assert desk.enter(TOKEN).judge == "judge 2"
    page = next_page(desk, "judge 1")
    assert (page.key, page.draft) == (KEY, b'{"esa": 70}')


def test_an_old_file_goes_on(desk: Desk, old: Path) -> None:
    """What is new works in it, and its rules still hold."""
    page = next_page(desk, "judge 1")
    desk.answer("judge 1", page.item, KEY, answer_to(page, 70))
    assert len(work(desk, "judge 2")) == 3
    desk.invite("crowd", 3)
    assert desk.store.plan().judges == ("judge 1", "judge 2")
    with sqlite3.connect(old) as connection, pytest.raises(sqlite3.DatabaseError, match="only grows"):
        connection.execute("DELETE FROM answers")
    connection.close()


def test_an_old_file_has_the_tables_of_a_new_one(desk: Desk, tmp_path: Path) -> None:
    """Columns and triggers are the same, whether they were made now or brought up to date."""
    create_store(tmp_path / "new.campaign", PlanMaker().make()).close()
    assert layout(Path(desk.store.address)) == layout(tmp_path / "new.campaign")


def layout(path: Path) -> list[object]:
    """Tables with their columns, indexes and triggers."""
    connection = sqlite3.connect(path)
    named = connection.execute(
        "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    ).fetchall()
    columns = [
        (name, connection.execute(f"PRAGMA table_info({name})").fetchall())
        for kind, name in named
        if kind == "table"
    ]
    connection.close()
    return [sorted(named), sorted(columns)]


def test_old_tables_in_both_stores(address: str) -> None:
    """The changes are made in either database, and once."""
    store = create_store(address, PlanMaker().make())
    plan = store.plan()
    assert isinstance(store, SqlStore)
    with store._connected("write") as connection:
        connection.execute(text("DROP TABLE guidelines"))
        connection.execute(text("ALTER TABLE people DROP COLUMN seats"))
        connection.execute(text("DROP TABLE suggestions"))
        connection.execute(text("DROP TABLE answer_marks"))
        connection.execute(text("DROP TABLE segment_references"))
        connection.execute(text("ALTER TABLE campaign DROP COLUMN human_systems"))
        connection.execute(text("ALTER TABLE campaign DROP COLUMN corpus_segments"))
        for column in INDEXED:
            connection.execute(text(f"DROP INDEX ix_{column}"))
        connection.execute(text("UPDATE schema_version SET version = 1"))
    store.close()
    for _ in range(2):
        store = open_store(address)
        assert isinstance(store, SqlStore)
        with store._connected("read") as connection:
            assert version_of(connection, address) == VERSION
        assert store.plan() == plan
        assert len(Desk(store).people()) == 3
        store.close()


def test_newer_tables_are_refused(address: str) -> None:
    """In words, and nothing is changed."""
    store = create_store(address, PlanMaker().make())
    assert isinstance(store, SqlStore)
    with store._connected("write") as connection:
        connection.execute(text(f"UPDATE schema_version SET version = {VERSION + 1}"))
    store.close()
    with pytest.raises(InvalidFile, match=f"newer Karat.*version {VERSION + 1}.*Update Karat"):
        open_store(address)


def test_a_change_that_fails_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All changes or none: the older Karat can still open it."""

    def fail(connection: object) -> None:
        raise KeyboardInterrupt

    from karat.campaigns.store import migrations

    monkeypatch.setattr(migrations, "CHANGES", (migrations.CHANGES[0], fail))
    monkeypatch.setattr(migrations, "VERSION", 3)
    monkeypatch.setattr("karat.campaigns.store.sql_store.VERSION", 3)
    with pytest.raises(KeyboardInterrupt):
        open_store(old)
    monkeypatch.undo()
    connection = sqlite3.connect(old)
    assert connection.execute("SELECT version FROM schema_version").fetchone() == (1,)
    assert "seats" not in {row[1] for row in connection.execute("PRAGMA table_info(people)")}
    connection.close()
    open_store(old).close()
