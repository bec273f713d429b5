"""From a plan for annotators to NEE, by the command line."""

from __future__ import annotations

import json
from csv import DictReader
from io import StringIO
from typing import TYPE_CHECKING

from tests.campaigns.annotation.annotators import mark, new_desk, page_of, send
from tests.cli.conftest import Karat, Write, figures, refused

from karat.campaigns.annotation import annotation_work
from karat.campaigns.answers import AdjudicatorDecision, Answer
from karat.campaigns.desk import Desk
from karat.campaigns.store import create_store, open_store
from karat.cli.commands.campaign.demo import demo_plan, links_words
from karat.web.entity_presentation import entity_contract

if TYPE_CHECKING:
    from pathlib import Path

REFERENCE = "Ann Lee flew to Porto on 3 May.\nPorto was cold.\n"


def test_from_raw_reference_to_nee(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Plan, mark, export in both forms, score with the export as it is; the names go on to the next text."""
    reference, output = write("reference.txt", REFERENCE), write("output.txt", "Ann Lee in Oporto.\nPorto.\n")
    path = str(tmp_path / "names.campaign")
    plan = ("campaign", "plan", reference, "--protocol", "entities", "--judges", "anna", "--documents")
    documents = write("documents.txt", "one\ntwo\n")
    assert karat(*plan, documents, "-o", path).code == 0
    store = open_store(path)
    desk = Desk(store)
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"), mark(page, "Porto", "LOCATION"), accept=True)
    waiting = karat("campaign", "export", path)
    assert "1 of the documents are not done yet" in waiting.err
    send(desk, "anna", page_of(desk, "anna"), accept=True)
    store.close()
    names = tmp_path / "names.tsv"
    for form, ending in (("muc", "muc"), ("entities", "jsonl")):
        file = str(tmp_path / f"export.{ending}")
        assert (
            karat("campaign", "export", path, "--format", form, "--names", str(names), "-o", file).code == 0
        )
        scored = karat("score", output, "-r", reference, "-m", "nee", "--entities", file, "--format", "tsv")
        assert figures(scored.out) == [{"system": "output", "NEE": "50.00"}]
    assert "Porto\tLOCATION\t4" in names.read_text()
    status = json.loads(karat("campaign", "status", path, "--json").out)
    assert (status["documents"], status["finished"]) == (2, 2)
    assert status["people"][0]["marks"] == {"accepted": 2, "hand": 2}
    assert "by hand" in karat("campaign", "status", path, "--format", "table").out
    refused(karat("judges", path), "no two annotators")
    refused(karat("campaign", "export", path, "--format", "mqm"), "entities were marked", "entities, muc")
    suggested = karat(*plan, documents, "--names", str(names)).out
    assert json.loads(suggested)["work"][0]["suggestions"] == 4


def test_plans_that_cannot_be(karat: Karat, write: Write) -> None:
    """In words."""
    reference = write("reference.txt", REFERENCE)
    plan = ("campaign", "plan", reference, "--protocol", "entities")
    refused(karat(*plan), "How many judges")
    refused(karat(*plan, "--judges", "1", "--spoilt", "2"), "--spoilt is about outputs")
    refused(karat(*plan, "--judges", "1", "--adjudicators", "dora"), "nothing to adjudicate")
    refused(karat(*plan, "--judges", "1", "--per-item", "2"), "there are 1")
    refused(karat(*plan, "--judges", "1", "--reference", "2"), "no reference 2")
    rated = ("campaign", "plan", reference, "-r", reference, "--judges", "1")
    refused(karat(*rated, "--adjudicators", "dora"), "--adjudicators is for annotators")


TAGGED = (
    'In <TIMEX TYPE="DATE" ALT="1987|the year 1987">all of 1987</TIMEX>\n'
    '<ENAMEX TYPE="PERSON" STATUS="OPT">Ann</ENAMEX> left.\n'
)


def test_a_tagged_reference_keeps_what_it_has(karat: Karat, write: Write, tmp_path: Path) -> None:
    """As MUC or stand-off, alone or after -r: ALT and OPT go from the file to the page and the export."""
    tagged = write("tagged.muc", TAGGED)
    standoff = write(
        "tagged.jsonl", karat("entities", tagged, "--recogniser", "none", "--format", "jsonl").out
    )
    for number, named in enumerate(((tagged,), ("-r", tagged), (standoff,))):
        path = str(tmp_path / f"{number}.campaign")
        made = karat("campaign", "plan", *named, "--protocol", "entities", "--judges", "anna", "-o", path)
        assert made.code == 0
        assert "each line is one" in made.err
        store = open_store(path)
        desk = Desk(store)
        page = page_of(desk, "anna")
        assert page.entities is not None
        shown = entity_contract(page.entities)["suggestions"]
        assert [one["alternatives"] for one in shown] == [["1987", "the year 1987"]]
        send(desk, "anna", page, accept=True)
        send(desk, "anna", page_of(desk, "anna"), accept=True)
        store.close()
        assert karat("campaign", "export", path, "--format", "muc").out == TAGGED


def test_the_language_is_that_of_the_page(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Also one without rules, which gets none of another language; none has neither."""
    reference = write("reference.txt", "On 3 May 2002.\n")
    for number, (language, page_language, suggestions) in enumerate(
        (("de", "de", 0), ("th", "th", 0), ("none", "", 0), ("en", "en", 1))
    ):
        path = tmp_path / f"{number}.campaign"
        plan = ("campaign", "plan", reference, "--protocol", "entities", "--judges", "1", "-o", str(path))
        made = karat(*plan, "--language", language)
        assert ("not suggested" in made.err) == (language in ("th", "none"))
        store = open_store(path)
        page = page_of(Desk(store), "annotator-1")
        store.close()
        assert page.languages[1] == page_language
        assert page.entities is not None
        assert len(page.entities.suggestions) == suggestions
    refused(karat(*plan[:-2], "--language", "some german"), "the code of a language")


def test_text_that_looks_like_tags(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Is text if that is said; JSON lines hold it, and MUC cannot."""
    text = 'A <ENAMEX TYPE="PERSON"> opens.'
    reference, path = write("reference.txt", f"{text}\n"), str(tmp_path / "a.campaign")
    plan = ("campaign", "plan", reference, "--protocol", "entities", "--judges", "anna", "-o", path)
    refused(karat(*plan), "line 1", "not closed", "--plain-text")
    assert karat(*plan, "--plain-text").code == 0
    store = open_store(path)
    desk = Desk(store)
    page = page_of(desk, "anna")
    assert page.candidates[0].text == text
    send(desk, "anna", page, mark(page, "opens", "PERSON"))
    store.close()
    assert json.loads(karat("campaign", "export", path).out)["text"] == text
    refused(karat("campaign", "export", path, "--format", "muc"), "looks like a tag", "JSON lines")


def test_documents_of_another_length(karat: Karat, write: Write) -> None:
    """Both files are named, and nothing that is not there."""
    plan = ("campaign", "plan", write("reference.txt", REFERENCE), "--protocol", "entities", "--judges", "1")
    refused(
        karat(*plan, "--documents", write("documents.txt", "one\n")), "documents.txt has 1 lines", "has 2"
    )


def test_agreement_of_files_by_document(karat: Karat, write: Write) -> None:
    """MUC has no documents: they are named, or a note says that segments are taken as independent."""
    files = [write(f"{name}.muc", TAGGED) for name in ("anna", "ben")]
    found = karat("judges", *files, "--format", "table")
    assert "segments are taken as independent" in found.out
    documents = write("documents.txt", "one\ntwo\n")
    by_document = karat("judges", *files, "--documents", documents, "--format", "table").out
    assert "over 2 documents" in by_document
    assert "independent" not in by_document


def test_what_an_adjudicator_said_can_be_read(karat: Karat, tmp_path: Path) -> None:
    """Every mark of everybody with its reason, comments and flags; and nothing is exported before."""
    desk = new_desk(tmp_path, texts=["Ann Lee in Porto"], documents=["one"])
    path = str(tmp_path / "names.campaign")
    page = page_of(desk, "anna")
    send(desk, "anna", page, mark(page, "Ann Lee", "PERSON"))
    desk.flag("anna", page.item, "is this a name?")
    page = page_of(desk, "ben")
    send(desk, "ben", page, mark(page, "Lee", "PERSON"))
    refused(karat("campaign", "export", path), "No document is adjudicated yet", "--annotator anna")
    assert json.loads(karat("campaign", "export", path, "--annotator", "anna").out)["entities"]
    page = page_of(desk, "dora")
    assert page.entities is not None
    assert page.entities.adjudicated is not None
    (difference,) = page.entities.adjudicated.differences
    version = next(place for place, (one,) in enumerate(difference.versions) if one.start == 0)
    decision = AdjudicatorDecision(0, "=the whole name", version)
    desk.answer("dora", page.item, page.key, Answer((), comment="done", decisions=(decision,)), 5.0)
    rows = list(DictReader(StringIO(karat("campaign", "export", path, "--format", "csv").out)))
    assert [(row["record"], row["person"], row["text"], row["origin"], row["reason"]) for row in rows] == [
        ("mark", "anna", "Ann Lee", "hand", ""),
        ("mark", "ben", "Lee", "hand", ""),
        ("mark", "dora", "Ann Lee", "chosen", "'=the whole name"),
        ("mark", "dora", "Lee", "refused", "'=the whole name"),
        ("flag", "anna", "", "", "is this a name?"),
    ]
    assert [row["comment"] for row in rows] == ["", "", "done", "", ""]
    said = json.loads(karat("campaign", "status", path, "--json").out)["reasons"]
    assert [one["reason"] for one in said] == ["=the whole name", "=the whole name", "is this a name?"]


def test_demo_of_entities() -> None:
    """Two annotators of the same documents, and an adjudicator."""
    work = annotation_work(demo_plan("entities"))
    assert [(one.person, one.role, one.documents) for one in work] == [
        ("ada", "annotator", 12),
        ("ben", "annotator", 12),
        ("cleo", "adjudicator", 12),
    ]


def test_the_demo_says_who_adjudicates(tmp_path: Path) -> None:
    """Links with roles, and when the adjudicator gets something."""
    desk = Desk(create_store(tmp_path / "demo.campaign", demo_plan("entities")))
    said = links_words(desk, "http://127.0.0.1:8000", tmp_path / "demo.campaign")
    roles = [line.split()[:2] for line in said.splitlines() if "/#" in line]
    assert roles == [["lead", "lead"], ["ada", "annotator"], ["ben", "annotator"], ["cleo", "adjudicator"]]
    assert "The adjudicator gets a document when ada and ben have both sent it." in said


OWN = """name = "products"
[[step]]
interaction = "entities"
[step.entities]
types = ["PERSON", "CITY", "PRODUCT"]
counts_as = { CITY = "LOCATION" }
"""


def test_types_of_ones_own_lose_nothing_in_silence(karat: Karat, write: Write, tmp_path: Path) -> None:
    """What the only type counts as is suggested; what has no type, or is not exported, is said with numbers."""
    tagged = write(
        "reference.muc",
        '<ENAMEX TYPE="LOCATION">Porto</ENAMEX> sold <NUMEX TYPE="MONEY">$5</NUMEX> of Zed on 3 May.\n',
    )
    path = str(tmp_path / "own.campaign")
    own = write("own.toml", OWN)
    planned = karat("campaign", "plan", tagged, "--protocol", own, "--judges", "anna", "-o", path)
    assert "that are not suggested: 1 (MONEY 1)" in planned.err
    store = open_store(path)
    desk = Desk(store)
    page = page_of(desk, "anna")
    assert page.entities is not None
    assert [one.kind for one in page.entities.suggestions] == ["CITY"]
    send(desk, "anna", page, mark(page, "Zed", "PRODUCT"), accept=True)
    store.close()
    for form in ("muc", "entities"):
        exported = karat("campaign", "export", path, "--format", form)
        assert "Porto" in exported.out
        assert "Marks that are not in the file: 1 (PRODUCT 1)" in exported.err
    two = write("two.toml", OWN.replace("= { CITY", '= { PRODUCT = "LOCATION", CITY'))
    planned = karat("campaign", "plan", tagged, "--protocol", two, "--judges", "anna")
    assert "that are not suggested: 2 (LOCATION 1, MONEY 1)" in planned.err
