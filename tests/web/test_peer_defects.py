"""Defects that were seen in other tools, each as a test of ours.

What is tested elsewhere is named here, so that the list is whole: a score of 999
(test_contract, values off the scale), hostile text that runs (test_hostile_text_in_chromium), system names
in the page (test_blindness), a second judge who overwrites the first (test_contract), answers lost in a crash
(test_load), a page that cannot be used by keyboard (test_keyboard_in_chromium).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.clients import judge_all, next_item, send

from karat.campaigns.store import open_store
from karat.errors import KaratError
from karat.web.addresses import DEFAULT_HOST

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign


def test_no_download_without_signing_in(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """Pearmut hands out the admin's token at a download address."""
    client = visitor(campaign, None)
    for path in ("/download", "/download-annotations", "/download-progress", "/dashboard", "/export", "/lead", "/lead/status.json"):
        for headers in ({}, {"Accept": "text/html"}):
            response = client.get(path, headers=headers)
            assert response.status_code in (401, 404)
            for link in campaign.links.values():
                assert link.token not in response.text


def test_the_lead_is_not_shown_tokens(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """Not even to the lead: the server does not know them."""
    status = visitor(campaign, "lead").get("/lead/status.json").text
    for link in campaign.links.values():
        assert link.token not in status


def test_no_name_in_an_address_signs_in(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """A guessable name in the URL is no log-in, and no address carries a token."""
    client = visitor(campaign, None)
    for path in ("/?user=judge-1", "/next?judge=judge-1", f"/next?token={campaign.token('judge-1')}"):
        assert client.get(path, headers={"Accept": "application/json"}).status_code in (200, 401)
        assert client.get("/next").status_code == 401


def test_no_cross_origin_use(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """Pearmut allows every origin; we allow none, and answer no preflight."""
    client = visitor(campaign, "judge-1")
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    response = client.options("/answer/x", headers=asked)
    assert response.status_code == 405
    for call in (response, client.get("/next", headers={"Origin": "https://evil.example"})):
        assert not [name for name in call.headers if name.startswith("access-control")]


def test_this_machine_alone_by_default() -> None:
    """Not every address."""
    assert DEFAULT_HOST == "127.0.0.1"


def test_nothing_is_preselected(make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]) -> None:
    """Sliders that start at 0 are answers that nobody gave."""
    for protocol in ("adequacy-fluency", "da", "esa"):
        campaign = make(protocol)
        client = visitor(campaign)
        client.post("/consent", json={"version": campaign.desk.guidelines()[0].version})
        page = client.get("/next", headers={"Accept": "text/html"}).text
        form = page.split('id="answer"')[1].split("</form>")[0]
        assert " checked" not in form
        assert " selected" not in form
        for field in form.split("<input")[1:]:
            tag = field.split(">")[0]
            assert 'type="hidden"' in tag or 'type="radio"' in tag or " value=" not in tag


def test_an_answer_without_values_is_none(campaign: SmallCampaign, judge: TestClient) -> None:
    """Whoever presses submit at once has said nothing."""
    item = next_item(judge)
    assert send(judge, item, {"answers": [], "spans": [], "comment": ""}).status_code == 422
    assert not campaign.desk.store.records()


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0" + b"\0" * 50])
def test_a_broken_file_is_named(tmp_path: Path, content: bytes) -> None:
    """A truncated file must not end in a traceback."""
    path = tmp_path / "broken.campaign"
    path.write_bytes(content)
    with pytest.raises(KaratError, match=r"broken\.campaign"):
        open_store(path)


def test_an_idle_page_loses_nothing(campaign: SmallCampaign, judge: TestClient) -> None:
    """A page that lay open over a pause and a new session is still answered with its own key."""
    item = next_item(judge)
    campaign.desk.pause()
    campaign.desk.resume()
    judge.post("/leave", json={})
    assert send(judge, item).status_code == 401
    judge.post("/enter", json={"token": campaign.token("judge-1")})
    assert send(judge, item).status_code == 200
    assert len(campaign.desk.store.records()) == 1


def test_work_goes_on_where_it_was_left(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """On another machine too: the server knows the place."""
    first = visitor(campaign, "judge-1")
    send(first, next_item(first))
    item = next_item(first)
    assert next_item(visitor(campaign, "judge-1")) == item
    judge_all(visitor(campaign, "judge-1"))
    assert next_item(first)["done"] is True
