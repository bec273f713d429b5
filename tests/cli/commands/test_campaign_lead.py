"""`karat campaign links`, `add-judge`, `revoke`, `reassign`, `pause`, `resume`, `close` and `copy`."""

from __future__ import annotations

import csv
import json
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.plans import MARK, PlanMaker, work
from tests.cli.conftest import Karat, refused

from karat.campaigns.campaign_errors import NotAllowed
from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of two judges and an open pack."""
    path = tmp_path / "news.campaign"
    create_store(path, PlanMaker(names=["anna", "ben"], open_packs=1, questionnaire=MARK).make()).close()
    return path


@pytest.fixture
def ask(path: Path) -> Iterator[Callable[[], Desk]]:
    """The desk, as it is after a command."""
    opened = []

    def desk() -> Desk:
        opened.append(open_store(path))
        return Desk(opened[-1])

    yield desk
    for store in opened:
        store.close()


def test_links_for_programs(karat: Karat, path: Path, ask: Callable[[], Desk]) -> None:
    """JSON with judge, role, token, address and expiry; every token opens its door."""
    code, out, err = karat(
        "campaign", "links", path, "--format", "json", "--url", "https://judge.example.org"
    )
    assert (code, err) == (0, "")
    links = json.loads(out)
    assert [(link["judge"], link["role"]) for link in links] == [
        ("lead", "lead"),
        ("anna", "judge"),
        ("ben", "judge"),
    ]
    for link in links:
        assert link["url"] == f"https://judge.example.org/#{link['token']}"
        days = (datetime.fromisoformat(link["expires"]).timestamp() - time.time()) / 86_400
        assert 59.9 < days < 60.1
        assert ask().enter(link["token"]).judge == link["judge"]


def test_links_for_mailing(karat: Karat, path: Path) -> None:
    """CSV for some people, with the parameter of a crowd platform, and a shorter life."""
    code, out, err = karat(
        *("campaign", "links", path, "ben", "--format", "csv", "--expires", "2"),
        *("--participant", "{{%PROLIFIC_PID%}}"),
    )
    assert code == 0
    assert "--url" in err
    [row] = csv.DictReader(out.splitlines())
    assert row["judge"] == "ben"
    assert row["url"] == f"http://127.0.0.1:8420/?participant={{{{%PROLIFIC_PID%}}}}#{row['token']}"
    assert datetime.fromisoformat(row["expires"]).timestamp() - time.time() < 2 * 86_400 + 5
    assert len(row["code"]) == 10


def test_links_in_a_table(karat: Karat, path: Path, ask: Callable[[], Desk]) -> None:
    """A line for each; older links end if they are replaced; one code for all."""
    old = json.loads(karat("campaign", "links", path, "anna", "--format", "json").out)[0]["token"]
    code, out, _ = karat("campaign", "links", path, "--replace", "--completion-code", "C1A2B3")
    assert (code, len(out.splitlines())) == (0, 3)
    with pytest.raises(NotAllowed):
        ask().enter(old)
    with ask().store.reading() as transaction:
        assert transaction.campaign.completion_code() == "C1A2B3"


def test_new_people(karat: Karat, path: Path, ask: Callable[[], Desk]) -> None:
    """Judges, leads, and one link for a crowd."""
    code, out, _ = karat("campaign", "add-judge", path, "dora", "emil", "--packs", "1", "--format", "json")
    assert (code, [link["judge"] for link in json.loads(out)]) == (0, ["dora", "emil"])
    assert karat("campaign", "add-judge", path, "fritz", "--role", "lead").code == 0
    crowd = json.loads(karat("campaign", "add-judge", path, "crowd", "--seats", "3", "--format", "json").out)
    people = {person.name: person for person in ask().people()}
    assert (people["dora"].most_packs, people["fritz"].role, people["crowd"].seats) == (1, "lead", 3)
    assert ask().enter(crowd[0]["token"], external="5f2c").judge == "crowd 1"
    refused(karat("campaign", "add-judge", path, "dora"), "already")
    refused(karat("campaign", "add-judge", path), "Who is new?")
    refused(karat("campaign", "add-judge", path, "x", "--role", "king"), "--role", "judge")
    refused(karat("campaign", "add-judge", path, "x", "--role", "lead", "--seats", "3"), "--seats")


def test_a_pack_changes_hands(karat: Karat, path: Path, ask: Callable[[], Desk]) -> None:
    """By its number, or by who has it; the list says how far it is."""
    work(ask(), "anna", most=1)
    karat("campaign", "add-judge", path, "dora")
    listed = karat("campaign", "reassign", path).out.splitlines()
    assert [line.split() for line in listed] == [
        ["1", "1", "of", "4", "items", "anna"],
        ["2", "0", "of", "4", "items", "ben"],
        ["3", "0", "of", "4", "items", "nobody", "yet"],
    ]
    assert (
        karat("campaign", "reassign", path, "3", "dora").out
        == "Pack 3 goes to dora, with 4 items to judge.\n"
    )
    code, out, _ = karat("campaign", "revoke", path, "anna")
    assert (code, out) == (0, "anna takes part no longer. Packs that wait for another judge: 1.\n")
    assert (
        karat("campaign", "reassign", path, "anna", "dora").out
        == "Pack 1 goes to dora, with 3 items to judge.\n"
    )
    assert len(work(ask(), "dora")) == 7
    refused(karat("campaign", "reassign", path, "anna", "dora"), "no pack 'anna'")
    refused(karat("campaign", "reassign", path, "2"), "judge who gets it")
    refused(karat("campaign", "reassign", path, "2", "nobody"), "Known:")
    refused(karat("campaign", "revoke", path), "Name them")
    refused(karat("campaign", "revoke", path, "lead"), "last lead")


def test_pause_resume_close(karat: Karat, path: Path, ask: Callable[[], Desk]) -> None:
    """Each says what it has done."""
    for verb, state in (("pause", "paused"), ("resume", "open"), ("close", "closed")):
        assert karat("campaign", verb, path).out.startswith("The campaign ")
        assert ask().state() == state
    refused(karat("campaign", "resume", path), "closed")
    refused(karat("campaign", "pause", path, "more"), "'more'")
    refused(karat("campaign", "pause"), "no campaign")


def test_copies(karat: Karat, path: Path, postgres: Any, tmp_path: Path) -> None:
    """Into a database, where commands work by --database, and back into a file."""
    database = postgres.address()
    code, out, _ = karat("campaign", "copy", path, database)
    assert code == 0
    assert "0 answers" in out
    assert karat("campaign", "pause", "--database", database).code == 0
    assert karat("campaign", "copy", database, tmp_path / "back.campaign").code == 0
    refused(karat("campaign", "copy", path, database), "already")
    refused(karat("campaign", "copy", path), "two files")


@pytest.mark.parametrize("command", ["status", "export"])
def test_a_database_is_named_alike_everywhere(karat: Karat, path: Path, postgres: Any, command: str) -> None:
    """By `--database`, as with every other command, or in place of the file."""
    where = postgres.address()
    copied = karat("campaign", "copy", path, where).out
    assert copied.startswith("postgresql://")
    assert karat("campaign", command, "--database", where) == karat("campaign", command, where)


def test_what_is_no_campaign(karat: Karat, tmp_path: Path) -> None:
    """One line says what is wrong."""
    other = tmp_path / "notes.txt"
    other.write_text("hello")
    for verb in ("links", "pause", "resume", "close", "reassign"):
        refused(karat("campaign", verb, other), "no campaign")
        refused(karat("campaign", verb, tmp_path / "missing"), "No such file")


def test_guidelines_are_published(karat: Karat, path: Path, tmp_path: Path, ask: Callable[[], Desk]) -> None:
    """The language is that of the file's name; without a text, the versions are listed."""
    (tmp_path / "leitfaden.de.md").write_text("# Neu\n\nLesen Sie genau.\n", encoding="utf-8")
    code, out, _ = karat("campaign", "guidelines", path, tmp_path / "leitfaden.de.md")
    german = next(one for one in ask().guidelines() if one.language == "de")
    assert (code, german.text) == (0, "# Neu\n\nLesen Sie genau.")
    assert f"Published in de: version {german.version}" in out
    code, out, _ = karat("campaign", "guidelines", path)
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["en", "de"]
    refused(karat("campaign", "guidelines", path, tmp_path / "none.md"), "no such file")
