"""Disks full, files removed, cut short or foreign: clear words, and nothing lost."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from tests.campaigns.plans import MARK, PlanMaker, answer_to, next_page, work

from karat.campaigns.campaign_errors import Unavailable
from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store, open_store
from karat.campaigns.store.sql_store import SqlStore
from karat.errors import InvalidFile, InvalidOption, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


ONE = "judge 1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign that was begun and closed properly."""
    path = tmp_path / "example.campaign"
    desk = Desk(create_store(path, PlanMaker(questionnaire=MARK, items=30).make()))
    work(desk, ONE, most=3)
    desk.store.close()
    return path


@pytest.fixture
def desk(path: Path) -> Iterator[Desk]:
    """The desk of that campaign."""
    store = open_store(path)
    yield Desk(store)
    store.close()


def test_a_full_disk(desk: Desk, path: Path) -> None:
    """The answer is refused in words; with room again the same one is stored."""
    assert isinstance(desk.store, SqlStore)
    page = next_page(desk, ONE)
    limit_pages(desk.store, now=True)
    with pytest.raises(Unavailable, match=r"disk is full.*Nothing was stored"):
        desk.answer(ONE, page.item, page.key, answer_to(page, comment="long " * 1900))
    assert len(desk.store.records()) == 3
    limit_pages(desk.store, now=False)
    desk.answer(ONE, page.item, page.key, answer_to(page, comment="long " * 1900))
    assert len(desk.store.records()) == 4


def limit_pages(store: SqlStore, *, now: bool) -> None:
    """SQLite's own way to say that the disk is full: the file may not grow. It holds for the connection."""
    with store._connected("read") as connection:
        pages = connection.execute(text("PRAGMA page_count")).scalar_one() if now else 1 << 30
        connection.execute(text(f"PRAGMA max_page_count = {pages}"))


def test_a_file_that_may_not_grow(desk: Desk, path: Path) -> None:
    """The operating system refuses to write: the log beside the file has reached the largest size allowed."""
    page = next_page(desk, ONE)
    answer = answer_to(page, comment="long " * 1900)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.with_name(f"{path.name}-wal").stat().st_size, limits[1]))
    try:
        with pytest.raises(Unavailable, match=r"disk.*Nothing was stored"):
            desk.answer(ONE, page.item, page.key, answer)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    desk.answer(ONE, page.item, page.key, answer)
    desk.store.close()
    store = open_store(path)
    assert len(store.records()) == 4
    store.close()


@pytest.mark.parametrize("how", ["removed", "moved", "replaced"])
def test_a_file_that_goes_away(desk: Desk, path: Path, how: str) -> None:
    """An answer that would be lost is not acknowledged; the file, put back, has all the others."""
    page = next_page(desk, ONE)
    kept = path.with_name("kept")
    if how == "removed":
        os.link(path, kept)
        path.unlink()
    else:
        path.rename(kept)
        if how == "replaced":
            shutil.copy(kept, path)
    with pytest.raises(Unavailable, match="removed or replaced"):
        desk.answer(ONE, page.item, page.key, answer_to(page))
    with pytest.raises(Unavailable, match="removed or replaced"):
        desk.next(ONE)
    kept.replace(path)
    desk.answer(ONE, page.item, page.key, answer_to(page))
    assert len(desk.store.records()) == 4


def test_a_file_that_goes_away_while_it_is_written(
    desk: Desk, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the file and the commit, too."""
    page = next_page(desk, ONE)
    assert isinstance(desk.store, SqlStore)

    def remove(*_: Any) -> None:
        path.rename(path.with_name("kept"))

    monkeypatch.setattr("karat.campaigns.desk.judge_desk.check_answer", remove)
    with pytest.raises(Unavailable, match="removed or replaced"):
        desk.answer(ONE, page.item, page.key, answer_to(page))
    path.with_name("kept").rename(path)


def test_the_log_of_a_file_that_is_gone(path: Path) -> None:
    """A new campaign of the same name would take it for its own: SQLite would mix the two."""
    store = open_store(path)
    work(Desk(store), ONE, most=1)
    log = path.with_name(path.name + "-wal")
    kept = log.read_bytes()
    store.close()
    path.unlink()
    log.write_bytes(kept)
    with pytest.raises(InvalidOption, match=r"belongs to an earlier example\.campaign"):
        create_store(path, PlanMaker(names=["dora"]).make())
    assert (path.exists(), log.read_bytes()) == (False, kept)
    log.unlink()
    create_store(path, PlanMaker(names=["dora"]).make()).close()


def test_a_file_that_may_not_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can be read, and stays as it is; judging is refused in words."""
    before = path.read_bytes()
    # Root may write to every file: so the question is answered instead.
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    store = open_store(path)
    assert len(store.records()) == 3
    with pytest.raises(Unavailable, match=r"may not be written.*Nothing was stored"):
        Desk(store).next(ONE)
    store.close()
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("share", [0.02, 0.3, 0.7, 0.95])
def test_a_file_that_was_cut_short(path: Path, share: float) -> None:
    """It is found when the file is opened, and the file is not touched."""
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    before = path.read_bytes()
    with pytest.raises(InvalidFile, match=r"damaged|no campaign"):
        open_store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("old", [rb"Mark what is wrong\.", rb"(?<=CREATE )TABLE [a-z_]+ \("])
def test_a_file_in_which_text_is_no_text(path: Path, old: bytes) -> None:
    """Bytes that are not UTF-8, in a cell or in the schema: damage as well, and no fault of Karat's."""
    path.write_bytes(re.sub(old, lambda found: b"\xfc" * len(found[0]), path.read_bytes()))

    def works() -> None:
        with closing(open_store(path)) as store:
            store.records()
            Desk(store).next(ONE)

    with pytest.raises(InvalidFile, match="the file is damaged"):
        works()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b'{"judge": "a"}\n', "no campaign"),
        (b"SQLite format 3\0" + bytes(84), "damaged|no campaign"),
        (b"SQLite format 3\0" + random.Random(1).randbytes(100_000), "damaged|no campaign"),
    ],
)
def test_foreign_files(tmp_path: Path, content: bytes, words: str) -> None:
    """What is no campaign is said to be none."""
    path = tmp_path / "foreign.campaign"
    path.write_bytes(content)
    with pytest.raises(InvalidFile, match=words):
        open_store(path)
    assert path.read_bytes() == content


def test_another_programs_database(tmp_path: Path) -> None:
    """A file of SQLite that holds something else."""
    path = tmp_path / "foreign.campaign"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE campaign (a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(InvalidFile, match="holds no campaign"):
        open_store(path)
    assert path.read_bytes() == before


def test_folders_and_missing_files(tmp_path: Path) -> None:
    """In words, and without a file left behind."""
    with pytest.raises(UnreadableFile, match="Is a directory"):
        open_store(tmp_path)
    with pytest.raises(UnreadableFile, match="No such file"):
        open_store(tmp_path / "missing.campaign")
    with pytest.raises(UnreadableFile, match="cannot be written"):
        create_store(tmp_path / "missing" / "a.campaign", PlanMaker().make())
    with pytest.raises(InvalidOption, match="exists already"):
        create_store(tmp_path, PlanMaker().make())
    assert not list(tmp_path.iterdir())


def test_a_full_disk_while_several_are_stored_together(desk: Desk) -> None:
    """None of them is stored, whoever came before the one that did not fit."""
    assert isinstance(desk.store, SqlStore)
    page = next_page(desk, ONE)
    limit_pages(desk.store, now=True)

    def both() -> None:
        with desk.store.together():
            desk.flag(ONE, page.item, "odd")
            desk.answer(ONE, page.item, page.key, answer_to(page, comment="long " * 1900))

    with pytest.raises(Unavailable, match="disk is full"):
        both()
    limit_pages(desk.store, now=False)
    with desk.store.reading() as transaction:
        assert transaction.answers.remarks() == ()
    assert len(desk.store.records()) == 3
    both()
    assert len(desk.store.records()) == 4
