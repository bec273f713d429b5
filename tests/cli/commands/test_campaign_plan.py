"""`karat campaign plan`: what it writes, what it prints, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import work
from tests.cli.conftest import Karat, Write, refused

from karat import demo
from karat.campaigns.desk import Desk
from karat.campaigns.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

DEMO = demo.segments_path()
PLAN = ("campaign", "plan", DEMO)


def test_a_campaign_is_written(karat: Karat, tmp_path: Path) -> None:
    """The file holds the plan that the report is of; there is a word of what comes next."""
    pytest.importorskip("sqlalchemy", reason="the extra web is not installed")
    from karat.campaigns.store import open_store

    path, consent = tmp_path / "news.campaign", tmp_path / "consent.de.md"
    consent.write_text("Ich willige ein.\n", encoding="utf-8")
    asked = ("--no-back", "--masked", "--anchors", 1, "--consent", consent)
    code, out, err = karat(*PLAN, "--judges", 6, *asked, "-o", path, "--format", "json")
    assert code == 0
    assert f"karat campaign serve {path}" in err
    document = json.loads(out)
    plan = open_store(path).plan()
    assert (plan.name, plan.design, plan.no_back, plan.masked) == ("news", "square", True, True)
    assert plan.questionnaire.consent == {"de": "Ich willige ein."}
    assert sum(len(pack.items) for pack in plan.packs) == sum(document["items"].values()) == 6 * 48
    assert document["items"]["anchor"] == 6 * 4
    assert list(plan.systems) == document["systems"]
    refused(karat(*PLAN, "--judges", 6, "-o", path), "exists already")


def test_without_a_file_it_only_reports(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plans can be compared before one is written."""
    monkeypatch.chdir(tmp_path)
    code, out, err = karat(*PLAN, "--judges", 6, "--wage", 20, "--format", "table")
    assert (code, err) == (0, "")
    assert not list(tmp_path.iterdir())
    for words in (
        "no judge sees a source twice; 6 systems, 1 judge per output",
        "square (this plan)",
        "together",
        "contrast",
        "judges of an output",
        "0.8 s for each source word and output: what WMT 2025 planned with for ESA",
        "hours at 20 an hour",
        "as measured of ESA, done twice in WMT 2023",
    ):
        assert words in out


def test_a_pilot(karat: Karat) -> None:
    """Variances come from judgements, whose documents are those of the corpus."""
    document = json.loads(
        karat(*PLAN, "--judges", 6, "--pilot", demo.judgements_path(), "--format", "json").out
    )
    fluency, adequacy = document["variance_parts"]
    assert fluency["origin"] == adequacy["origin"] == "pilot of 864 judgements by 3 judges"
    assert fluency["not_separated"] == []
    assert adequacy["standard_deviations"]["judge"] == pytest.approx(0.25, abs=0.05)
    assert {one["dimension"] for one in document["precision"]} == {"fluency", "adequacy"}


def test_spoilt_outputs(karat: Karat) -> None:
    """Damages take turns; only those that were named are used."""
    asked = ("--judges", 6, "--spoilt", 4, "--damages", "shuffle", "truncate", "--format", "json")
    document = json.loads(karat(*PLAN, *asked).out)
    assert document["spoilt"] == {"shuffle": 12, "truncate": 12}


def test_names_of_judges(karat: Karat) -> None:
    """Given with commas between them."""
    document = json.loads(
        karat(
            *PLAN, "--design", "together", "--judges", "anna, ben", "--protocol", "da", "--format", "json"
        ).out
    )
    assert [one["judge"] for one in document["judges"]] == ["anna", "ben"]


def test_many_judges_are_summed_up(karat: Karat) -> None:
    """Nobody reads a row for each of thirty."""
    out = karat(*PLAN, "--judges", 30, "--format", "table").out
    assert "most of 30" in out
    assert "judge-07" not in out


def test_a_reference_is_not_judged_beside_itself(karat: Karat, tmp_path: Path) -> None:
    """A system that is the reference stays out where the reference is shown, and stays where it is not."""
    rows = [json.loads(line) for line in DEMO.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if row["is_human"]:
            row["hypothesis"] = row["references"][0]
    path = tmp_path / "segments.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    shown = karat("campaign", "plan", path, "--judges", 6, "--format", "json")
    assert "human is left out" in shown.err
    assert "human" not in json.loads(shown.out)["systems"]
    hidden = karat("campaign", "plan", path, "--judges", 6, "--protocol", "da", "--format", "json")
    assert "human" in json.loads(hidden.out)["systems"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), ("How many judges are there?", "--judges N")),
        (("--judges", "2"), ("need at least 6 judges", "--design together", "2 systems")),
        (("--judges", "6", "--protocol", "ads"), ("There is no protocol 'ads'", "own.toml")),
        (("--judges", "6", "--protocol", "no.toml"), ("no.toml: there is no such file",)),
        (("--judges", "6", "--damages", "shuffle"), ("Add --spoilt N",)),
        (("--judges", "6", "--spoilt", "1", "--damages", "burn"), ("There is no damage 'burn'",)),
        (("--judges", "6", "--format", "tsv"), ("Use json or table",)),
        (("--judges", "6", "--power", "1"), ("--power is 1", "below 1")),
        (("--judges", "6", "--anchors", "-1"), ("--anchors is -1",)),
        (("--judges", "6", "--design", "round"), ("--design is 'round'", "square, together, contrast")),
        (("--judges", "6", "--protocol", "esa", "--pilot", demo.judgements_path()), ("asks for esa",)),
        (("--judges", "6", "--per-item", "two"), ("--per-item", "whole number")),
    ],
)
def test_refusals(karat: Karat, arguments: tuple[object, ...], words: tuple[str, ...]) -> None:
    """One line, with what would be right."""
    refused(karat(*PLAN, *arguments), *words)


def test_a_place_that_cannot_be_written(karat: Karat, tmp_path: Path) -> None:
    """One line, and no traceback."""
    pytest.importorskip("sqlalchemy", reason="the extra web is not installed")
    refused(karat(*PLAN, "--judges", 6, "-o", tmp_path / "nowhere" / "x.campaign"), "nowhere")


@pytest.fixture
def texts(write: Write) -> tuple[str, ...]:
    """Two outputs and their source, and no reference."""
    lines = "eins zwei\ndrei\nvier fünf\nsechs\n"
    files = (write("a.txt", lines.upper()), write("b.txt", lines.title()), write("source.txt", lines))
    return tuple(map(str, files))


def test_a_campaign_without_references(karat: Karat, texts: tuple[str, ...], tmp_path: Path) -> None:
    """A protocol that shows none needs none; what is judged can be weighed, and scores say what they lack."""
    first, second, source = texts
    path = tmp_path / "alone.campaign"
    asked = ("--protocol", "da", "--source", source, "--judges", "2", "--spoilt", "1", "--damages", "shuffle")
    made = karat("campaign", "plan", first, second, *asked, "-o", str(path))
    assert made.code == 0
    assert "There is no reference. Judges need none" in made.err
    store = open_store(path)
    desk = Desk(store)
    assert {segment.reference for segment in store.plan().segments} == {None}
    for judge in store.plan().judges:
        work(desk, judge)
    store.close()
    assert karat("campaign", "export", path).out.count('"value"') >= 8
    assert karat("judges", path).code == 0
    assert "has no reference, so there is nothing to compare" in karat("score", path).err


def test_which_texts_a_protocol_needs(karat: Karat, texts: tuple[str, ...]) -> None:
    """In words of the protocol."""
    first, second, source = texts
    found = karat("campaign", "plan", first, second, "--source", source, "--judges", "2")
    assert "adequacy-fluency shows a reference, and there is none" in found.err
    found = karat("campaign", "plan", first, second, "--protocol", "da", "--judges", "2")
    assert "shows the source. Name its file with --source; no reference is needed" in found.err


def test_one_reference_of_several_is_kept(karat: Karat, texts: tuple[str, ...], tmp_path: Path) -> None:
    """And that is said, since scores of the campaign are then of that one."""
    first, second, source = texts
    path = tmp_path / "two.campaign"
    found = karat("campaign", "plan", first, "-r", second, source, "--judges", "1", "-o", str(path))
    assert "has 2 references, and the campaign keeps the first" in found.err


def test_masked_names_are_not_exported(karat: Karat, texts: tuple[str, ...], tmp_path: Path) -> None:
    """Before the campaign is closed, only who asks for them gets them."""
    first, second, source = texts
    path = tmp_path / "masked.campaign"
    asked = ("--protocol", "da", "--source", source, "--judges", "2", "--masked")
    assert karat("campaign", "plan", first, second, *asked, "-o", str(path)).code == 0
    store = open_store(path)
    work(Desk(store), "judge-1")
    store.close()
    refused(karat("campaign", "export", path), "masked until the campaign is closed", "--unmask")
    assert '"system": "a"' in karat("campaign", "export", path, "--unmask").out
    assert karat("campaign", "close", path).code == 0
    assert '"system": "a"' in karat("campaign", "export", path).out
