"""`karat campaign plan`: what it writes, what it prints, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.plans import answer_to, next_page, work
from tests.cli.conftest import Karat, Write, refused

from karat import Corpus, demo, read
from karat.campaigns.desk import Desk
from karat.campaigns.store import open_store
from karat.errors import InvalidJudgement
from karat.readers import read_judgements

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
    report = karat(*PLAN, "--judges", 6, "--no-back", "--masked", "--format", "table").out
    assert "judges cannot correct what they have answered" in report
    assert "the lead sees the names of the systems when the campaign is closed" in report


def test_work_for_whoever_comes(karat: Karat, tmp_path: Path) -> None:
    """A crowd platform has one link: each participant gets the whole work of one judge."""
    path = tmp_path / "crowd.campaign"
    asked = (*PLAN, "--judges", 6, "--open", "--format", "json")
    code, _, err = karat(*asked, "-o", path)
    assert code == 0
    assert f"karat campaign add-judge {path} crowd --seats 6" in err
    [link] = json.loads(karat("campaign", "add-judge", path, "crowd", "--seats", 6, "--format", "json").out)
    store = open_store(path)
    desk = Desk(store)
    judge = desk.enter(link["token"], external="5f2c").judge
    assert next_page(desk, judge).progress.total == 48
    store.close()
    listed = karat("campaign", "reassign", path).out.splitlines()
    assert [line.split("items")[1].strip() for line in listed] == ["crowd 1", *["nobody yet"] * 5]
    status = json.loads(karat("campaign", "status", path).out)
    assert [one["planned"] for one in status["progress"]["judges"]] == [48] * 6
    refused(karat(*asked, "--pack-hours", 1), "--pack-hours")
    refused(karat(*PLAN, "--judges", 1, "--protocol", "entities", "--open"), "--open")


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
        (("--judges", "6", "--overwrite"), ("A campaign is never overwritten", "--figures")),
        (("--judges", "6", "-o", __file__ + ".campaign", "--overwrite"), ("never overwritten",)),
        (
            ("--judges", "6", "--repeats", "8", "--spoilt", "2", "--most-checks", "0.1"),
            ("items of judge-1 would be checks", "10 % are allowed", "--most-checks 0."),
        ),
        (("--judges", "6", "--most-checks", "0"), ("--most-checks is 0; it must be above 0",)),
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


def test_all_references_are_kept(karat: Karat, tmp_path: Path) -> None:
    """Judges see the first, or the one that is named; scores count all, as those of the corpus do."""
    path, other = tmp_path / "first.campaign", tmp_path / "second.campaign"
    found = karat(*PLAN, "--judges", 6, "-o", path)
    assert "Of the references 1, 2 judges see 1; the campaign keeps all" in found.err
    assert karat(*PLAN, "--judges", 6, "--show-reference", 2, "-o", other).code == 0
    whole = read(DEMO)
    for file, shown in ((path, 0), (other, 1)):
        store = open_store(file)
        plan = store.plan()
        assert [text.reference for text in plan.segments] == list(whole.references.streams[shown])
        page = next_page(Desk(store), plan.judges[0])
        Desk(store).answer(plan.judges[0], page.item, page.key, answer_to(page))
        number = next(item.segment for pack in plan.packs for item in pack.items if item.id == page.item)
        seen = next_page(Desk(store), plan.judges[0]).reference
        assert seen == whole.references.streams[shown][number - 1]
        store.close()
        assert read(file).references == whole.references
    assert karat("score", path, "-m", "bleu").out == karat("score", DEMO, "-m", "bleu").out
    refused(karat(*PLAN, "--judges", 6, "--show-reference", "x"), "There is no reference 'x'. Known: 1, 2")
    asked = ("--protocol", "da", "--show-reference", 1)
    refused(karat(*PLAN, "--judges", 6, *asked), "the protocol da shows no reference")


TABLE = """\
{"seg_id": 1, "source": "eins", "system": "A", "hypothesis": "one"}
{"seg_id": 1, "source": "eins", "system": "B", "hypothesis": "1"}
{"seg_id": 2, "source": "zwei", "system": "A", "hypothesis": "two"}
{"seg_id": 2, "source": "zwei", "system": "B", "hypothesis": "2"}
"""
XML = """\
<dataset><doc id="d"><src lang="de"><p><seg id="1">eins</seg><seg id="2">zwei</seg></p></src>
<hyp system="A"><p><seg id="1">one</seg><seg id="2">two</seg></p></hyp>
<hyp system="B"><p><seg id="1">1</seg><seg id="2">2</seg></p></hyp></doc></dataset>
"""


def mteval(kind: str, name: str, *texts: str) -> str:
    """A set of mteval's SGML."""
    lines = "".join(f'<seg id="{place}">{text}</seg>' for place, text in enumerate(texts, 1))
    system = f' sysid="{name}"' if name else ""
    return f'<{kind}set setid="s" srclang="de" trglang="en"><doc docid="d"{system}>{lines}</doc></{kind}set>'


SGML = "".join(
    (mteval("src", "", "eins", "zwei"), mteval("tst", "A", "one", "two"), mteval("tst", "B", "1", "2"))
)


@pytest.mark.parametrize(
    ("files", "given"),
    [
        ({"s.jsonl": TABLE}, ("s.jsonl",)),
        ({"s.tsv": "source\tsystem:A\tsystem:B\neins\tone\t1\nzwei\ttwo\t2\n"}, ("s.tsv",)),
        ({"s.jsonl": TABLE.replace("{", '{"references": [], ')}, ("s.jsonl",)),
        ({"p/segments.jsonl": TABLE}, ("p",)),
        ({"p/source.txt": "eins\nzwei\n", "p/A.txt": "one\ntwo\n", "p/B.txt": "1\n2\n"}, ("p",)),
        ({"s.xml": XML}, ("s.xml",)),
        ({"s.sgm": SGML}, ("s.sgm",)),
        ({"all.sgm": SGML, "o.sgm": SGML}, ("all.sgm", "--source", "o.sgm")),
    ],
)
def test_every_format_may_lack_references(
    karat: Karat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], given: tuple[str]
) -> None:
    """Where the protocol shows the source; where it shows the reference, the file is refused."""
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = karat("campaign", "plan", *given, "--protocol", "da", "--judges", 2, "-o", "new.campaign")
    assert made.code == 0, made.err
    assert "There is no reference. Judges need none" in made.err
    store = open_store(tmp_path / "new.campaign")
    plan = store.plan()
    store.close()
    assert [(text.source, text.reference) for text in plan.segments] == [("eins", None), ("zwei", None)]
    outputs = {
        (one.system, one.text) for pack in plan.packs for item in pack.items for one in item.candidates
    }
    assert outputs == {("A", "one"), ("A", "two"), ("B", "1"), ("B", "2")}
    refused(karat("campaign", "plan", *given, "--judges", 2), "reference")


def test_some_segments_may_lack_references(karat: Karat, tmp_path: Path) -> None:
    """What references there are is kept."""
    table = TABLE.replace('"seg_id": 1,', '"seg_id": 1, "reference": "one",')
    (tmp_path / "s.jsonl").write_text(table, encoding="utf-8")
    path = tmp_path / "some.campaign"
    made = karat("campaign", "plan", tmp_path / "s.jsonl", "--protocol", "da", "--judges", 2, "-o", path)
    assert (made.code, "There is no reference" in made.err) == (0, False)
    store = open_store(path)
    assert [text.reference for text in store.plan().segments] == ["one", None]
    store.close()


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
    other = path.with_name("other.jsonl")
    other.write_text("mine")
    refused(karat("campaign", "export", path, "--unmask", "-o", other), "is there already", "--overwrite")
    assert other.read_text() == "mine"
    assert karat("campaign", "export", path, "--unmask", "-o", other, "--overwrite").code == 0
    assert '"system": "a"' in other.read_text()
    assert karat("campaign", "close", path).code == 0
    assert '"system": "a"' in karat("campaign", "export", path).out


def test_masked_names_are_in_no_figure(karat: Karat, texts: tuple[str, ...], tmp_path: Path) -> None:
    """Whoever reads the campaign reads the names that its lead sees, until it is closed."""
    first, second, source = texts
    path = tmp_path / "masked.campaign"
    asked = ("--protocol", "da", "--source", source, "-r", source, "--judges", "2", "--masked")
    assert karat("campaign", "plan", first, second, *asked, "-o", str(path)).code == 0
    store = open_store(path)
    for judge in ("judge-1", "judge-2"):
        work(Desk(store), judge)
    store.close()
    masked = {"System 1", "System 2"}
    assert set(read(path).systems) == set(read_judgements(path).systems) == masked
    assert set(read_judgements(path, read(path)).systems) == masked
    assert "System 1" in karat("score", path).out
    with pytest.raises(InvalidJudgement, match="masked until the campaign is closed"):
        read_judgements(path, Corpus.of({"a": ["x"], "b": ["y"]}, ["z"]))
    assert karat("campaign", "close", path).code == 0
    assert set(read(path).systems) == set(read_judgements(path).systems) == {"a", "b"}
