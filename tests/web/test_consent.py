"""Consent: asked of everybody where the campaign asks for it, and of no program where it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.web.clients import judge_all, next_item, send
from tests.web.small_campaigns import small_campaign, small_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

    Visitor = Callable[..., TestClient]

HTML = {"Accept": "text/html"}
WORDS = {"en": "I take part **of my own free will**.", "de": "Ich nehme **freiwillig** teil."}


@pytest.fixture
def asked(tmp_path: Path) -> SmallCampaign:
    """A campaign whose lead asks for consent."""
    plan = small_plan()
    return small_campaign(
        tmp_path, replace(plan, questionnaire=replace(plan.questionnaire, consent=WORDS), no_back=False)
    )


def test_the_table_is_enough_where_no_consent_is_asked(campaign: SmallCampaign, visitor: Visitor) -> None:
    """A program that knows only enter, next and answer does the whole work."""
    *seen, done = judge_all(visitor(campaign))
    assert (len(seen), done["done"]) == (6, True)
    assert seen[0]["guidelines"]["agreed"] is None
    assert {record.guidelines for record in campaign.desk.store.records()} == {""}


def test_programs_consent_where_it_is_asked(asked: SmallCampaign, visitor: Visitor) -> None:
    """Without it there is no page, and the refusal says which calls help."""
    judge = visitor(asked)
    refused = judge.get("/next")
    assert refused.status_code == 403
    assert "agree" in refused.json()["error"]
    assert "POST /consent" in refused.json()["remedy"]
    texts = judge.get("/consent").json()
    assert texts["de"]["consent"] == WORDS["de"]
    assert "Fluency" in texts["en"]["text"]
    assert judge.post("/consent", json={"version": "0" * 16}).status_code == 422
    assert judge.get("/next").status_code == 403
    version = texts["en"]["version"]
    assert judge.post("/consent", json={"version": version}).json() == {"consented": version}
    send(judge, next_item(judge))
    assert asked.desk.store.records()[0].guidelines == version
    assert visitor(asked, "judge-2").get("/next").status_code == 403


def test_judges_read_what_they_agree_to(asked: SmallCampaign, visitor: Visitor) -> None:
    """The page has the guidelines and the words of consent, in the judge's language."""
    judge = visitor(asked)
    page = judge.get("/next", headers=HTML | {"Accept-Language": "de"})
    assert page.url.path == "/consent"
    assert "<strong>freiwillig</strong>" in page.text


def test_new_guidelines_are_read_before_the_next_page(asked: SmallCampaign, visitor: Visitor) -> None:
    """An open page is still answered; each answer keeps the version that its judge had."""
    judge, first = visitor(asked), asked.desk.guidelines()[0].version
    judge.post("/consent", json={"version": first})
    page = next_item(judge)
    made = asked.desk.publish_guidelines("en", "Judge **each word**.")
    assert send(judge, page).status_code == 200
    assert "have changed" in judge.get("/next").json()["error"]
    assert judge.post("/consent", json={"version": first}).status_code == 422
    assert "<strong>each word</strong>" in judge.get("/next", headers=HTML).text
    judge.post("/consent", json={"version": made.version})
    send(judge, next_item(judge))
    assert [record.guidelines for record in asked.desk.store.records()] == [first, made.version]


def test_new_guidelines_without_consent(campaign: SmallCampaign, visitor: Visitor) -> None:
    """People read them before they go on; a program is told which version there is."""
    judge = visitor(campaign)
    judge.post("/consent", json={"version": campaign.desk.guidelines()[0].version})
    assert judge.get("/next", headers=HTML).url.path == "/next"
    made = campaign.desk.publish_guidelines("en", "Judge each word.")
    assert judge.get("/next", headers=HTML).url.path == "/consent"
    told = next_item(judge)["guidelines"]
    assert told["current"]["en"] == made.version != told["agreed"]
