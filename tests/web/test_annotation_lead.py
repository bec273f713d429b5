"""The lead's page of annotators: what each has done, what suggestions saved, and agreement, in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.annotation.annotators import mark, page_of, send
from tests.web.axe_core import faults
from tests.web.small_campaigns import MORE_NEWS, NEWS

from karat.web.catalogues import catalogues

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Visitor = Callable[..., TestClient]

HTML = {"Accept": "text/html"}


@pytest.fixture
def worked(annotate: Callable[..., SmallCampaign]) -> SmallCampaign:
    """The first has corrected a date, accepted a share and repeated a name; the second rejects all."""
    campaign = annotate(texts=(NEWS, MORE_NEWS))
    page = page_of(campaign.desk, "annotator-1")
    marks = [
        mark(page, "Porto", "LOCATION"),
        mark(page, "Porto", "LOCATION", nth=1, origin="repeated"),
        mark(page, "Porto", "LOCATION", nth=2, origin="repeated"),
        mark(page, "May", "DATE", suggestion=0),
    ]
    send(campaign.desk, "annotator-1", page, *marks, accept=True)
    page = page_of(campaign.desk, "annotator-2")
    send(campaign.desk, "annotator-2", page, mark(page, "Porto", "LOCATION"))
    return campaign


def tables(text: str) -> list[list[list[str]]]:
    """The cells of every table, row by row."""
    return [
        [
            [re.sub("<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row)]
            for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
        ]
        for table in re.findall(r"<table.*?</table>", text, re.DOTALL)
    ]


def test_the_numbers(worked: SmallCampaign, visitor: Visitor) -> None:
    """Suggested, accepted, corrected, rejected, repeated, by hand; seconds; adjudicators apart; F1."""
    text = visitor(worked, "lead").get("/lead", headers=HTML).text
    annotators, adjudicators, agreement = tables(text)
    assert annotators == [
        [
            "Annotator",
            "Documents",
            "Suggested",
            "Accepted",
            "Corrected",
            "Rejected",
            "Repeated",
            "By hand",
            "Seconds a document",
        ],
        ["annotator-1", "1 of 2", "2", "1", "1", "0", "2", "1", "20.0"],
        ["annotator-2", "1 of 2", "2", "0", "0", "2", "0", "1", "20.0"],
    ]
    assert adjudicators[1] == ["dora", "0 of 2", "0", "0", "0", "0", "–"]
    # One mark in common; five and one in all.
    assert agreement[1] == ["All types", "5", "1", "0.33", "0.33", "0.33"]
    assert ["Location", "3", "1", "0.50", "0.50", "0.50"] in agreement
    assert "0 of 2 documents are finished." in text


def test_the_same_for_programs(worked: SmallCampaign, visitor: Visitor) -> None:
    """As data."""
    found = visitor(worked, "lead").get("/lead/status.json").json()
    first = next(one for one in found["people"] if one["person"] == "annotator-1")
    assert (first["suggested"], first["done"], first["total"]) == (2, 1, 2)
    assert first["marks"] == {"accepted": 1, "corrected": 1, "hand": 1, "repeated": 2}
    assert first["seconds_per_document"] == 20
    (agreement,) = found["agreement"]
    assert agreement["all"]["exact"]["value"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("language", sorted(catalogues()))
def test_every_word_is_in_the_language_of_the_page(
    worked: SmallCampaign, visitor: Visitor, language: str
) -> None:
    """Tables and forms, and nothing that is said of judges or in English alone."""
    text = visitor(worked, "lead").get("/lead", headers=HTML | {"Accept-Language": language}).text
    words = catalogues()[language]
    for name in (
        "lead_suggested",
        "lead_by_hand",
        "lead_seconds",
        "lead_own",
        "lead_overlap",
        "lead_criteria",
    ):
        assert words.say(name) in text
    assert words.say("lead_add_annotator") in text
    assert f"<h3>{words.say('lead_add')}</h3>" not in text
    assert f">{words.say('lead_judge')}</label>" not in text
    assert 'lang="en" dir="ltr"' not in text or language == "en"


OWN = """name = "products"
[[step]]
interaction = "entities"
[step.entities]
types = ["PERSON", "CITY", "PRODUCT"]
counts_as = { CITY = "LOCATION" }
[guidelines]
en = "Mark people, cities and products."
"""


def files(lead: TestClient) -> tuple[list[str], str]:
    """The files that the page offers, and what it says of them."""
    text = lead.get("/lead", headers=HTML).text
    box = text[text.index('<div class="files">') :]
    return re.findall(r'href="/lead/files/([^"]+)"', box), " ".join(
        re.findall(r'<p class="note">(.*?)</p>', box)
    )


def test_what_the_files_do_not_have(
    annotate: Callable[..., SmallCampaign], visitor: Visitor, tmp_path: Path
) -> None:
    """Said beside them: own types that MUC leaves out, open documents; nothing finished is no file."""
    protocol = tmp_path / "products.toml"
    protocol.write_text(OWN)
    campaign = annotate(protocol=str(protocol), annotators=1, per_document=1, adjudicators=())
    lead = visitor(campaign, "lead")
    offered, said = files(lead)
    assert offered == ["marks.csv"]
    assert "No document is finished yet" in said
    assert lead.get("/lead/files/reference.muc").status_code == 422
    page = page_of(campaign.desk, "annotator-1")
    send(campaign.desk, "annotator-1", page, mark(page, "Ann Lee", "PRODUCT"), mark(page, "Porto", "CITY"))
    offered, said = files(lead)
    assert offered == ["entities.jsonl", "reference.muc", "marks.csv"]
    assert "not finished have no entities in the files: 1." in said
    assert "Not in entities.jsonl and reference.muc: Product 1." in said
    assert "PRODUCT" not in lead.get("/lead/files/reference.muc").text
    assert "LOCATION" in lead.get("/lead/files/reference.muc").text
    assert ",PRODUCT," in lead.get("/lead/files/marks.csv").text


def test_without_an_adjudicator_there_is_no_last_text(
    annotate: Callable[..., SmallCampaign], visitor: Visitor
) -> None:
    """Of several annotators: what was recorded can be had, and the page says why no more."""
    lead = visitor(annotate(texts=(NEWS,), adjudicators=()), "lead")
    offered, said = files(lead)
    assert offered == ["marks.csv"]
    assert "nobody decides between them" in said
    refused = lead.get("/lead/files/entities.jsonl")
    assert (refused.status_code, "nobody decides" in refused.text) == (422, True)


def test_an_annotator_is_added(worked: SmallCampaign, visitor: Visitor) -> None:
    """With a link, and in the table."""
    lead = visitor(worked, "lead")
    assert lead.post("/lead/judges", json={"name": "emil"}).json()["judge"] == "emil"
    assert ["emil", "0 of 0", *["0"] * 6, "–"] in tables(lead.get("/lead", headers=HTML).text)[0]


@pytest.mark.parametrize("locale", ["en", "de", "ar"])
def test_the_method_of_intervals_is_named(locale: str) -> None:
    """Documents are left out one by one, as `karat judges` does it; nothing is drawn."""
    words = catalogues()[locale].say("lead_criteria").lower()
    assert "jackknife" in words
    assert "bootstrap" not in words


@pytest.mark.parametrize(("width", "locale"), [(1280, "de"), (390, "ar")])
def test_tables_fit_or_scroll(
    browsing: Browsing, worked: SmallCampaign, axe: str, width: int, locale: str
) -> None:
    """At the width of a laptop every column is in sight; on a phone each row is a card that names its figures."""
    page = browsing.enter(worked, "lead", viewport={"width": width, "height": 800}, locale=locale)
    page.wait_for_selector("#actions")
    assert faults(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.table-box')].map(box => [box.scrollWidth, box.clientWidth,"
        " getComputedStyle(box).overflowX])"
    )
    assert len(boxes) == 3
    for inside, outside, overflow in boxes:
        assert inside <= outside if width == 1280 else overflow == "auto"
    labels = page.eval_on_selector_all(
        ".table-box td", "all => all.map(one => getComputedStyle(one, '::before').content)"
    )
    named = catalogues()[locale].say("lead_by_hand")
    assert (f'"{named}: "' in labels) is (width == 390)
    assert '": "' not in labels
