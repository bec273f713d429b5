"""Processes killed, servers gone, many at once: nothing is lost, and nothing is stored twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.campaigns.plans import MARK, PlanMaker, answer_to, next_page, work
from tests.postgres import running_postgres

from karat.campaigns.campaign_errors import Unavailable
from karat.campaigns.desk import Desk
from karat.campaigns.desk.judge_page import Done, Page
from karat.campaigns.store import create_store
from karat.campaigns.store.sql_store import SqlStore

ROOT = Path(__file__).resolve().parents[3]
ONE = "judge 1"
KILLS = 5


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
