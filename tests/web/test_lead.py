"""The lead's page: what it shows, what it does, and who may see it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.web.clients import judge_all
from tests.web.small_campaigns import SYSTEMS, small_campaign, small_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

HTML = {"Accept": "text/html"}
LEADS = ("/lead", "/lead/status.json", "/lead/progress", "/lead/files/judgements.jsonl")
ACTS = ("/lead/state", "/lead/judges", "/lead/link", "/lead/revoke", "/lead/reassign")

if TYPE_CHECKING:
    Visitor = Callable[..., TestClient]


def form(client: TestClient) -> str:
    """The token that forms of this session carry."""
    found = re.search(r'name="form" value="([0-9a-f]+)"', client.get("/lead", headers=HTML).text)
    assert found
    return found[1]


def test_an_empty_campaign_has_a_page(campaign: SmallCampaign, visitor: Visitor) -> None:
    """Before the first answer the page says so, and has every form."""
    page = visitor(campaign, "lead").get("/lead", headers=HTML)
    assert page.status_code == 200
    assert "it is too early to say anything" in page.text
    for act in ACTS:
        assert f'action="{act}"' in page.text


def test_the_page_follows_the_answers(campaign: SmallCampaign, visitor: Visitor) -> None:
    """After all pages are answered it is complete, with standings, judges and their progress."""
    before = visitor(campaign, "lead").get("/lead/status.json").json()
    assert before["progress"]["pages"]["done"] == 0
    for name in campaign.plan.judges:
        judge_all(visitor(campaign, name))
    lead = visitor(campaign, "lead")
    after = lead.get("/lead/status.json").json()
    assert after["progress"]["pages"]["done"] == after["progress"]["pages"]["planned"]
    assert {one["name"] for one in after["progress"]["judges"]} == set(campaign.plan.judges)
    assert {one["dimension"] for one in after["standings"]} == {"adequacy", "fluency"}
    assert lead.get("/lead/progress").json()["answers"] > 0
    assert "Where do the systems stand?" in lead.get("/lead", headers=HTML).text


@pytest.mark.parametrize("path", LEADS)
def test_only_the_lead_sees_it(campaign: SmallCampaign, visitor: Visitor, path: str) -> None:
    """A judge is refused, and so is a stranger."""
    assert visitor(campaign, "judge-1").get(path).status_code == 403
    assert visitor(campaign, None).get(path).status_code == 401


@pytest.mark.parametrize("path", ACTS)
def test_only_the_lead_acts(campaign: SmallCampaign, visitor: Visitor, path: str) -> None:
    """Nobody else can, and a form without its token does nothing."""
    body = {"state": "paused", "name": "judge-1", "pack": "x", "judge": "judge-1"}
    assert visitor(campaign, "judge-1").post(path, json=body).status_code == 403
    assert visitor(campaign, None).post(path, json=body).status_code == 401
    lead = visitor(campaign, "lead")
    assert lead.post(path, data=body).status_code == 403
    assert lead.post(path, data={**body, "form": "0" * 64}).status_code == 403
    assert campaign.desk.state() == "open"


def test_pause_resume_and_close(campaign: SmallCampaign, visitor: Visitor) -> None:
    """A form pauses and goes on; closing must be meant."""
    lead = visitor(campaign, "lead")
    token = form(lead)
    for state in ("paused", "open"):
        sent = lead.post(
            "/lead/state", data={"form": token, "state": state}, headers=HTML, follow_redirects=False
        )
        assert (sent.status_code, sent.headers["location"]) == (303, "/lead")
        assert campaign.desk.state() == state
    assert lead.post("/lead/state", json={"state": "closed"}).status_code == 422
    assert lead.post("/lead/state", json={"state": "gone"}).status_code == 422
    assert campaign.desk.state() == "open"
    assert lead.post("/lead/state", json={"state": "closed", "sure": "yes"}).status_code == 200
    page = lead.get("/lead", headers=HTML).text
    assert "The campaign is closed" in page
    assert 'action="/lead/state"' not in page


def test_a_new_judge_gets_a_link_that_works(campaign: SmallCampaign, visitor: Visitor) -> None:
    """It is shown once, and the page afterwards does not have it."""
    lead = visitor(campaign, "lead")
    page = lead.post("/lead/judges", data={"form": form(lead), "name": "nora"}, headers=HTML).text
    found = re.search(r'id="link" dir="ltr">http://127\.0\.0\.1/#([^<]+)<', page)
    assert found
    stranger = visitor(campaign, None)
    assert stranger.post("/enter", json={"token": found[1]}).status_code == 200
    assert found[1] not in lead.get("/lead", headers=HTML).text
    again = lead.post("/lead/link", json={"name": "nora"}).json()["token"]
    assert stranger.get("/next").status_code == 401
    assert visitor(campaign, None).post("/enter", json={"token": again}).status_code == 200
    assert lead.post("/lead/judges", json={"name": "nora"}).status_code == 409


def test_revoke_and_reassign(campaign: SmallCampaign, visitor: Visitor) -> None:
    """A judge who is revoked is out at once; a pack that does not exist cannot be handed over."""
    lead, judge = visitor(campaign, "lead"), visitor(campaign, "judge-1")
    assert lead.post("/lead/revoke", json={"name": "judge-1"}).status_code == 200
    assert judge.get("/next").status_code in (401, 403)
    assert lead.post("/lead/reassign", json={"pack": "none", "judge": "judge-2"}).status_code == 404
    people = {one["name"]: one["revoked"] for one in lead.get("/lead/status.json").json()["people"]}
    assert people["judge-1"] is True


def test_files_come_down(campaign: SmallCampaign, visitor: Visitor) -> None:
    """Judgements and everything, as attachments; no other name leads anywhere."""
    for name in campaign.plan.judges:
        judge_all(visitor(campaign, name))
    lead = visitor(campaign, "lead")
    for name, begins in (("judgements.jsonl", "{"), ("answers.csv", "judge,item,")):
        found = lead.get(f"/lead/files/{name}")
        assert found.text.startswith(begins)
        assert found.headers["content-disposition"] == f'attachment; filename="{name}"'
    assert lead.get("/lead/files/..%2Fsecret").status_code in (404, 422)
    assert lead.get("/lead/files/other.txt").status_code == 422


def test_masked_names_stay_hidden(tmp_path: Path, visitor: Visitor) -> None:
    """Neither the page nor its data nor a file has a system's name until the campaign is closed."""
    campaign = small_campaign(tmp_path, replace(small_plan(), masked=True))
    for name in campaign.plan.judges:
        judge_all(visitor(campaign, name))
    lead = visitor(campaign, "lead")
    seen = [
        lead.get(path, headers=headers).text for path, headers in (("/lead", HTML), ("/lead/status.json", {}))
    ]
    for text in seen:
        assert not [name for name in SYSTEMS if name in text]
    for file in ("judgements.jsonl", "answers.csv"):
        assert lead.get(f"/lead/files/{file}").status_code == 422
    campaign.desk.close()
    assert any(name in lead.get("/lead", headers=HTML).text for name in SYSTEMS)
