"""The contract of stores: what is kept, and what no query can do, in SQLite and in PostgreSQL."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from tests.campaigns.plans import MARK, PlanMaker, answer_to, fresh, next_page, work

from karat.campaigns.answers import Span
from karat.campaigns.campaign_errors import Conflict
from karat.campaigns.desk import Desk
from karat.campaigns.plan import Candidate, Item, NamedReference, Pack, SuggestedMark
from karat.campaigns.planning.questionnaire_files import BUILT_IN, read_questionnaire
from karat.campaigns.questionnaire import Question, QuestionStep
from karat.campaigns.store import create_store, open_store
from karat.campaigns.store.append_only import APPEND_ONLY
from karat.campaigns.store.sql_store import SqlStore
from karat.errors import InvalidFile, InvalidOption, InvalidText, KaratError, MissingExtra, UnreadableFile
from karat.judgements.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    NewDesk = Callable[..., Desk]

ONE = "judge 1"


FIRST_COLUMN = {
    "answers": "comment",
    "answer_values": "dimension",
    "answer_spans": "severity",
    "consents": "language",
    "guidelines": "text",
    "remarks": "reason",
    "events": "kind",
    "suggestions": "kind",
    "answer_marks": "reason",
}


def mark_an_entity(desk: Desk) -> None:
    """A suggestion and a mark, put where a campaign of annotators would have them."""
    with desk.store.writing() as transaction:
        row = transaction.answers.all()[0]
        shown = transaction.packs.candidates(row.item)[0].id
        transaction.packs.suggest(row.item, [SuggestedMark(shown, 0, 2, "PERSON", "program")])
    execute(
        desk,
        "INSERT INTO answer_marks VALUES "
        f"({row.number}, 0, '{shown}', 0, 2, 'PERSON', '[]', FALSE, 'accepted', 0, '')",
    )


def judge_a_little(desk: Desk) -> None:
    """One row, at least, in every table that only grows."""
    desk.publish_guidelines("en", "Look twice.")
    desk.consent(ONE, desk.guidelines()[0].version)
    page = next_page(desk, ONE)
    desk.flag(ONE, page.item, "odd")
    [shown] = page.candidates
    answer = replace(answer_to(page, 50), spans=(Span(shown.id, 0, 3, "minor", "grammar"),))
    desk.answer(ONE, page.item, page.key, answer)
    desk.pause()
    desk.resume()


@contextmanager
def open_again(address: str) -> Iterator[Desk]:
    """Another desk at the same address."""
    store = open_store(address)
    try:
        yield Desk(store)
    finally:
        store.close()


def execute(desk: Desk, statement: str) -> None:
    """Raw SQL, as somebody with a database client could send it."""
    assert isinstance(desk.store, SqlStore)
    with desk.store._connected("write") as connection:
        connection.execute(text(statement))


def test_a_plan_comes_back_as_it_was(new_desk: NewDesk, address: str) -> None:
    """Every field, also after opening it again, and whoever has the packs now."""
    desk = new_desk(training=2, open_packs=2, no_back=True)
    plan = desk.store.plan()
    desk.add_judge("somebody")
    next_page(desk, "somebody")
    with open_again(address) as again:
        assert again.store.plan() == plan
    assert (plan.packs[0].judge, plan.packs[2].judge, plan.no_back) == (ONE, None, True)
    assert plan.training[0].expected


def test_several_references_come_back(address: str) -> None:
    """All of them with their names, where a segment has some; none that is no text is stored."""
    plan = PlanMaker().make()
    first, second, *others = plan.segments
    named = (NamedReference("refA", "Reference 1."), NamedReference("refB", "Naïve 𝔸."))
    several = replace(
        plan,
        segments=(replace(first, references=named), replace(second, references=named[1:]), *others),
    )
    spoilt = replace(first, references=(NamedReference("refA", "a\0b"),))
    with pytest.raises(InvalidText, match="A reference of segment 1"):
        create_store(address, replace(plan, segments=(spoilt, second, *others)))
    store = create_store(address, several)
    assert store.plan() == several
    store.close()


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_protocol_comes_back(tmp_path: Path, name: str) -> None:
    """Scales, marks, spans, weights and guidelines of the questionnaires that come with Karat."""
    plan = PlanMaker(questionnaire=read_questionnaire(name), outputs=2 if name == "cesa" else 1).make()
    store = create_store(tmp_path / "a.campaign", plan)
    assert store.plan() == plan
    store.close()


def test_scales_without_ends(new_desk: NewDesk) -> None:
    """Infinity comes back as infinity, in the plan and in the rule of the table."""
    points = Question("points", Scale("points", -inf, inf), "How many?")
    desk = new_desk(questionnaire=replace(MARK, steps=(QuestionStep("rate", (points,), frozenset()),)))
    page = next_page(desk, ONE)
    assert page.dimensions[0].scale.high == inf
    desk.answer(ONE, page.item, page.key, answer_to(page, -1e12))
    assert desk.store.records()[0].value == -1e12


def test_a_second_campaign_is_refused(new_desk: NewDesk, address: str) -> None:
    """One file, one campaign: what is there is not touched."""
    desk = new_desk()
    plan = desk.store.plan()
    with pytest.raises(InvalidOption, match="already"):
        create_store(address, PlanMaker(judges=5).make())
    assert desk.store.plan() == plan


def test_answers_only_grow(new_desk: NewDesk) -> None:
    """The database itself refuses to change or delete what was answered."""
    desk = new_desk(questionnaire=MARK)
    judge_a_little(desk)
    mark_an_entity(desk)
    for table in APPEND_ONLY:
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {FIRST_COLUMN[table]} = 'x'"):
            with pytest.raises(DBAPIError, match=f"{table} only grows"):
                execute(desk, statement)
    with desk.store.reading() as transaction:
        rows = {name: len(list(rows)) for name, rows in transaction.tables.all()}
    assert all(rows[table] for table in APPEND_ONLY)


def test_the_table_knows_the_scale(new_desk: NewDesk) -> None:
    """A value off its scale is refused also where no desk has looked at it."""
    desk = new_desk(questionnaire=MARK)
    judge_a_little(desk)
    candidate = desk.store.plan().packs[1].items[0].candidates[0].id
    row = f"INSERT INTO answer_values (answer, candidate, dimension, value) VALUES (1, '{candidate}', "
    for value in (-1, 100.5, 1e9):
        with pytest.raises(DBAPIError, match="off its scale"):
            execute(desk, f"{row}'esa', {value})")
    with pytest.raises(DBAPIError, match="off its scale"):
        execute(desk, f"{row}'another', 50)")
    execute(desk, f"{row}'esa', 50)")


def test_the_table_knows_whole_steps(new_desk: NewDesk) -> None:
    """Between the points of an ordinal scale there is nothing."""
    desk = new_desk()
    work(desk, ONE, most=1)
    candidate = desk.store.plan().packs[1].items[0].candidates[0].id
    row = f"INSERT INTO answer_values (answer, candidate, dimension, value) VALUES (1, '{candidate}', 'fluency', "
    with pytest.raises(DBAPIError, match="off its scale"):
        execute(desk, f"{row}3.5)")


def test_rows_obey_rules(new_desk: NewDesk) -> None:
    """Words are known ones, and what is referred to is there."""
    desk = new_desk()
    for change in (
        "UPDATE campaign SET state = 'broken'",
        "UPDATE people SET role = 'king'",
        "INSERT INTO drafts (judge, item, body, saved) VALUES ('nobody', 'nothing', '', 0)",
        "UPDATE packs SET judge = 'nobody'",
        "UPDATE items SET purpose = 'fun'",
        "UPDATE items SET purpose = 'training'",
    ):
        with pytest.raises(IntegrityError):
            execute(desk, change)


def test_an_item_is_answered_once(new_desk: NewDesk) -> None:
    """Two answers of the same version cannot be stored, whoever sends them."""
    desk = new_desk(questionnaire=MARK)
    judge_a_little(desk)
    columns = "item, step, version, training, comment, shown, stored, guidelines, reference"
    page = next_page(desk, "judge 2")
    again = (
        f"INSERT INTO answers (number, judge, key, {columns}) "
        f"SELECT 99, 'judge 2', '{page.key}', {columns} FROM answers WHERE number = 1"
    )
    with pytest.raises(DBAPIError, match=r"answered_once|answers\.item"):
        execute(desk, again)


def test_what_raises_changes_nothing(new_desk: NewDesk) -> None:
    """All of a transaction is stored, or none of it."""
    desk = new_desk()

    def fail() -> None:
        with desk.store.writing() as transaction:
            transaction.campaign.set_state("closed")
            transaction.people.set_external(ONE, "x")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert desk.state() == "open"
    assert desk.people()[0].external is None


def test_reading_looks_at_one_moment(new_desk: NewDesk) -> None:
    """What is stored meanwhile is not seen, and who reads keeps nobody from writing."""
    desk = new_desk()
    with desk.store.reading() as transaction:
        assert transaction.campaign.state() == "open"
        desk.pause()
        assert transaction.campaign.state() == "open"
    assert desk.state() == "paused"


def test_texts_that_are_no_texts_are_refused(address: str) -> None:
    """Before anything is written: a half-made campaign would be in the way of the right one."""
    plan = PlanMaker().make()
    for letter in ("\0", "\ud800"):
        bad = Item(fresh(), 1, (Candidate(fresh(), "system-alpha", f"a{letter}"),), "plan")
        with pytest.raises(InvalidText, match="no text"):
            create_store(address, replace(plan, packs=(Pack(fresh(), (bad,), ONE),)))
    create_store(address, plan).close()


def test_names_of_the_plan_are_checked(address: str) -> None:
    """The lead is no judge, and packs belong to judges of the plan."""
    plan = PlanMaker(names=["lead"]).make()
    with pytest.raises(InvalidOption, match="'lead'"):
        create_store(address, plan)
    plan = PlanMaker().make()
    with pytest.raises(InvalidOption, match="no judge of the plan"):
        create_store(address, replace(plan, judges=(ONE,)))


def test_a_database_without_a_campaign(address: str) -> None:
    """An address where nothing is, in words."""
    if "://" in address:
        with pytest.raises(InvalidFile, match="holds no campaign"):
            open_store(address)
    else:
        with pytest.raises(UnreadableFile, match="No such file"):
            open_store(address)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://host/campaign", "begins with postgresql://"),
        ("postgresql://user:secret@/campaign?host=/nowhere/at/all", "does not answer"),
    ],
)
def test_addresses_that_cannot_be(address: str, words: str) -> None:
    """No password is shown."""
    with pytest.raises(KaratError, match=words) as refused:
        open_store(address)
    assert "secret" not in str(refused.value)


def test_a_store_needs_its_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without SQLAlchemy the words say what to install."""
    monkeypatch.setitem(sys.modules, "karat.campaigns.store.sql_store", None)
    with pytest.raises(MissingExtra, match=r"karat-mt\[web\]"):
        open_store(tmp_path / "a.campaign")


def test_sqlite_is_set_to_lose_nothing(tmp_path: Path) -> None:
    """A write-ahead log, every commit on the disk, and references that hold."""
    store = create_store(tmp_path / "a.campaign", PlanMaker().make())
    assert isinstance(store, SqlStore)
    with store._connected("read") as connection:
        found = [
            connection.execute(text(f"PRAGMA {name}")).scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "application_id")
        ]
    assert found == ["wal", 2, 1, 0x4B525443]
    store.close()


def test_what_is_stored_together(new_desk: NewDesk) -> None:
    """A refusal undoes its own part alone; what was done before and after it is stored."""
    desk = new_desk(judges=2, questionnaire=MARK)
    one, two = next_page(desk, ONE), next_page(desk, "judge 2")

    def change_and_refuse() -> None:
        with desk.store.writing() as transaction:
            transaction.campaign.set_completion_code("half done")
            raise Conflict("not so")

    with desk.store.together():
        desk.answer(ONE, one.item, one.key, answer_to(one))
        with pytest.raises(Conflict):
            change_and_refuse()
        desk.answer("judge 2", two.item, two.key, answer_to(two))
        assert not desk.store.records()
    assert {record.judge for record in desk.store.records()} == {ONE, "judge 2"}
    with desk.store.reading() as transaction:
        assert transaction.campaign.completion_code() is None


def test_what_fails_together(new_desk: NewDesk) -> None:
    """Anything but a refusal undoes the whole block, and the thread is free to go on."""
    desk = new_desk(questionnaire=MARK)
    page = next_page(desk, ONE)

    def answer_and_fail() -> None:
        with desk.store.together():
            desk.answer(ONE, page.item, page.key, answer_to(page))
            with desk.store.writing():
                raise KeyError

    with pytest.raises(KeyError):
        answer_and_fail()
    assert not desk.store.records()
    assert next_page(desk, ONE) == page
    desk.answer(ONE, page.item, page.key, answer_to(page))
    assert len(desk.store.records()) == 1


def test_pages_need_no_search_through_a_table(tmp_path: Path) -> None:
    """Every query that a page asks finds its rows by an index, so that large campaigns are as fast as small."""
    from karat.campaigns.store import answer_rows, pack_rows, people_rows
    from karat.campaigns.store.ready_statements import ReadyStatement

    store = create_store(tmp_path / "a.campaign", PlanMaker().make())
    assert isinstance(store, SqlStore)
    with store._connected("read") as connection:
        for module in (answer_rows, pack_rows, people_rows):
            for name, ready in vars(module).items():
                if isinstance(ready, ReadyStatement) and not name.startswith("_ADD"):
                    compiled = ready._statement.compile(dialect=connection.dialect)
                    values = (None,) * str(compiled).count("?")
                    # The campaign is one row; `_ALL` asks for every row there is.
                    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values)
                    steps = [row[3] for row in plan if row[3].startswith("SCAN")]
                    assert name == "_ALL" or set(steps) <= {"SCAN campaign"}, name
    store.close()
