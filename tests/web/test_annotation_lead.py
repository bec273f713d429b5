"""The lead's page of annotators: what each has done, what suggestions saved, and agreement, in every language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.campaigns.annotation.annotators import mark, page_of, send
from tests.web.small_campaigns import MORE_NEWS, NEWS

from karat.web.catalogues import catalogues

if TYPE_CHECKING:
    from collections.abc import Callable

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
def test_tables_fit_or_scroll(browsing: Browsing, worked: SmallCampaign, width: int, locale: str) -> None:
    """At the width of a laptop every column is in sight; on a phone tables scroll, and the page does not."""
    page = browsing.enter(worked, "lead", viewport={"width": width, "height": 800}, locale=locale)
    page.wait_for_selector("#actions")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.evaluate(
        "[...document.querySelectorAll('.table-box')].map(box => [box.scrollWidth, box.clientWidth,"
        " getComputedStyle(box).overflowX])"
    )
    assert len(boxes) == 3
    for inside, outside, overflow in boxes:
        assert inside <= outside if width == 1280 else overflow == "auto"
