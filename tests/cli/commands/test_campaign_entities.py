"""From a plan for annotators to NEE, by the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.campaigns.annotation.annotators import mark, page_of, send
from tests.cli.conftest import Karat, Write, refused

from karat.campaigns.annotation import annotation_work
from karat.campaigns.desk import Desk
from karat.campaigns.store import open_store
from karat.cli.commands.campaign.demo import demo_plan

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
    assert "1 of the documents are not finished" in waiting.err
    send(desk, "anna", page_of(desk, "anna"), accept=True)
    store.close()
    names = tmp_path / "names.tsv"
    for form, ending in (("muc", "muc"), ("entities", "jsonl")):
        file = str(tmp_path / f"export.{ending}")
        assert (
            karat("campaign", "export", path, "--format", form, "--names", str(names), "-o", file).code == 0
        )
        scored = karat("score", output, "-r", reference, "-m", "nee", "--entities", file, "--format", "tsv")
        assert scored.out.split()[-1] == "50.00"
    assert "Porto\tLOCATION\t4" in names.read_text()
    status = json.loads(karat("campaign", "status", path, "--json").out)
    assert (status["documents"], status["finished"]) == (2, 2)
    assert status["people"][0]["marks"] == {"accepted": 2, "hand": 2}
    assert "by hand" in karat("campaign", "status", path, "--format", "table").out
    refused(karat("judges", path), "no two annotators")
    refused(karat("campaign", "export", path, "--format", "csv"), "entities were marked", "entities, muc")
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


def test_demo_of_entities() -> None:
    """Two annotators of the same documents, and an adjudicator."""
    work = annotation_work(demo_plan("entities"))
    assert [(one.person, one.role, one.documents) for one in work] == [
        ("ada", "annotator", 12),
        ("ben", "annotator", 12),
        ("cleo", "adjudicator", 12),
    ]
