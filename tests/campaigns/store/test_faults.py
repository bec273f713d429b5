"""Processes killed, disks full, files removed, cut short or foreign: clear words, and nothing lost."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from tests.campaigns.plans import MARK, PlanMaker, answer_to, next_page, work
from tests.postgres import running_postgres

from karat.campaigns.campaign_errors import Unavailable
from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Done, Page
from karat.campaigns.store import create_store, open_store
from karat.campaigns.store.sql_store import SqlStore
from karat.errors import InvalidFile, InvalidOption, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]
ONE = "judge 1"
KILLS = 5


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


def test_killed_at_random_moments(address: str) -> None:
    """What was acknowledged is stored, nothing is stored twice, and the order is the plan's."""
    store = create_store(address, PlanMaker(judges=1, items=150).make())
    acknowledged: list[str] = []
    dice = random.Random(18)
    for _ in range(KILLS):
        acknowledged += answer_until_killed(address, dice.randint(1, 25), dice.uniform(0, 0.004))
    desk = Desk(store)
    with store.reading() as transaction:
        rows = [row for item in store.plan().packs[0].items for row in transaction.answers.of_item(item.id)]
    keys = [row.key for row in sorted(rows, key=lambda row: row.number)]
    assert len(acknowledged) > KILLS
    assert set(acknowledged) <= set(keys)
    # At most the one answer that was stored, but not acknowledged, when each process died.
    assert len(keys) - len(acknowledged) <= KILLS
    assert len(set(keys)) == len(keys)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert isinstance(next_page(desk, ONE), Page)
    store.close()


def answer_until_killed(address: str, answers: int, seconds: float) -> list[str]:
    """The keys that a process acknowledged before it was killed: at work, some time after so many answers."""
    places = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    with subprocess.Popen(
        [sys.executable, "-m", "tests.campaigns.store.answering", address, ONE],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": places},
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        said = [process.stdout.readline() for _ in range(answers)]
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said += process.stdout.read().splitlines(keepends=True)
    assert process.returncode == -signal.SIGKILL
    # A line that was cut short was not acknowledged.
    return [line.strip() for line in said if line.endswith("\n")]


def test_twenty_judges_at_once(address: str) -> None:
    """A fifth of the answers are sent twice, some at the same time: each is stored once, none is lost."""
    judges, items = 20, 3
    store = create_store(address, PlanMaker(judges=judges, items=items, questionnaire=MARK).make())
    failures: list[BaseException] = []

    def judge(name: str, dice: random.Random) -> None:
        try:
            desk = Desk(store)
            while isinstance(page := desk.next(name), Page):
                twice = [
                    threading.Thread(target=desk.answer, args=(name, page.item, page.key, answer_to(page)))
                ]
                first = desk.answer(name, page.item, page.key, answer_to(page))
                if dice.random() < 0.2:
                    twice[0].start()
                    assert desk.answer(name, page.item, page.key, answer_to(page)) == first
                    twice[0].join()
        except BaseException as error:
            failures.append(error)
            raise

    threads = [
        threading.Thread(target=judge, args=(f"judge {number}", random.Random(number)))
        for number in range(1, judges + 1)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    records = store.records()
    assert len(records) == judges * items
    assert len({record.item for record in records}) == judges * items
    for pack in store.plan().packs:
        own = [record.item for record in records if record.judge == pack.judge]
        assert own == [item.id for item in pack.items]
    store.close()


def test_twenty_judges_take_open_packs(address: str) -> None:
    """Nobody gets a pack that somebody else has."""
    judges = 20
    store = create_store(address, PlanMaker(judges=0, open_packs=judges, items=1, questionnaire=MARK).make())
    desk = Desk(store)
    names = [f"judge {number}" for number in range(judges)]
    for name in names:
        desk.add_judge(name, most_packs=1)
    items: list[str] = []
    threads = [
        threading.Thread(target=lambda name=name: items.append(next_page(desk, name).item)) for name in names
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(items)) == judges
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


def test_a_server_that_stops(postgres: Any) -> None:
    """A lost connection is refused in words, and the next call makes a new one."""
    address = postgres.address()
    desk = Desk(create_store(address, PlanMaker(questionnaire=MARK).make()))
    page = next_page(desk, ONE)
    assert isinstance(desk.store, SqlStore)

    def lose() -> None:
        assert isinstance(desk.store, SqlStore)
        with desk.store._connected("write") as connection:
            connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(Unavailable, match=r"does not answer|stopping"):
        lose()
    desk.answer(ONE, page.item, page.key, answer_to(page))
    assert not isinstance(desk.next(ONE), Done)
    desk.store.close()


def test_a_server_that_crashes(postgres: Any) -> None:
    """Ended at once while judges judge, and started again: refused in words, all that was acknowledged is there."""
    with running_postgres(postgres.programs) as server:
        desk = Desk(create_store(server.address(), PlanMaker(questionnaire=MARK, items=4).make()))
        work(desk, ONE, most=2)
        page = next_page(desk, ONE)
        server.crash()
        for _ in range(2):
            with pytest.raises(Unavailable, match=r"(does not answer|stopping).*can be sent again"):
                desk.answer(ONE, page.item, page.key, answer_to(page))
        server.start()
        assert next_page(desk, ONE) == page
        desk.answer(ONE, page.item, page.key, answer_to(page))
        desk.answer(ONE, page.item, page.key, answer_to(page))
        assert len(desk.store.records()) == 3
        desk.store.close()


def test_a_server_that_is_killed(postgres: Any) -> None:
    """Its main process dies twice while judges judge: what was acknowledged is there, and nothing twice."""
    judges, items = 3, 12
    with running_postgres(postgres.programs) as server:
        plan = PlanMaker(judges=judges, items=items, questionnaire=MARK).make()
        desk = Desk(create_store(server.address(), plan))
        acknowledged: list[str] = []
        wrong: list[BaseException] = []

        def again(method: Any, *arguments: Any) -> Any:
            until = time.monotonic() + 60
            while True:
                try:
                    return method(*arguments)
                except Unavailable:
                    if time.monotonic() > until:
                        raise
                    time.sleep(0.02)

        def judge(name: str) -> None:
            try:
                while isinstance(page := again(desk.next, name), Page):
                    again(desk.answer, name, page.item, page.key, answer_to(page))
                    acknowledged.append(page.item)
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=judge, args=(f"judge {n}",)) for n in range(1, judges + 1)]
        for thread in threads:
            thread.start()
        for share in (0.2, 0.6):
            while len(acknowledged) < share * judges * items and any(map(threading.Thread.is_alive, threads)):
                time.sleep(0.001)
            server.crash(signal.SIGKILL)
            server.start()
        for thread in threads:
            thread.join()
        assert not wrong
        stored = [record.item for record in desk.store.records()]
        assert len(set(stored)) == len(stored) == judges * items
        assert set(acknowledged) == set(stored)
        desk.store.close()


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
