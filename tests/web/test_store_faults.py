"""The store fails under the server: judges are told so, and what they send again is stored once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from tests.web.clients import answer_for, next_item, send

from karat.campaigns.store.sql_store import SqlStore

if TYPE_CHECKING:
    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

HTML = {"Accept": "text/html"}


@pytest.fixture
def store(campaign: SmallCampaign) -> SqlStore:
    """The store, whose file can be kept from growing."""
    assert isinstance(campaign.desk.store, SqlStore)
    return campaign.desk.store


def limit(store: SqlStore, pages: int | None) -> None:
    """As on a disk that is full: the file may not grow. None is no limit."""
    with store._connected("read") as connection:
        most = 1 << 30 if pages is None else pages
        connection.execute(text(f"PRAGMA max_page_count = {most}"))


def test_a_full_disk(judge: TestClient, store: SqlStore) -> None:
    """503 in words that say what to do; with room again, the draft is kept and the same answer is stored once."""
    page = next_item(judge)
    assert judge.put(f"/draft/{page['item']}", content=b"half a thought").status_code == 200
    limit(store, 1)
    body = answer_for(page) | {"comment": "long " * 1900}
    refused = send(judge, page, body)
    assert refused.status_code == 503
    assert "disk is full" in refused.json()["error"]
    assert "can be sent again" in refused.json()["error"]
    limit(store, None)
    assert store.records() == ()
    assert next_item(judge) == page
    assert judge.get("/next").json()["key"] == page["key"]
    assert send(judge, page, body).json() == send(judge, page, body).json()
    assert len(store.records()) == 1


def test_a_file_that_is_gone(
    campaign: SmallCampaign, judge: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """Every page says so. Where the file was says the server's log, and nothing that a judge gets."""
    page = next_item(judge)
    path = campaign.desk.store.address
    kept = Path(path).rename(f"{path}.kept")
    for response in (send(judge, page), judge.get("/next"), judge.get("/next", headers=HTML)):
        assert response.status_code == 503
        assert path not in response.text
    assert caplog.text.count(path) == 3
    assert "removed or replaced" in judge.get("/next").json()["error"]
    kept.rename(path)
    assert send(judge, page).status_code == 200
