"""The contract for programs: answers that are refused, and that change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.clients import answer_for, judge_all, next_item, send

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign


def records(campaign: SmallCampaign) -> list[Any]:
    """All that is stored."""
    return list(campaign.desk.store.records())


@pytest.mark.parametrize(
    "value", [0, 6, 999, -1, 2.5, 1e308, -1e308, "3", True, None, [3], {"value": 3}, float("inf")]
)
def test_values_off_the_scale_change_nothing(
    campaign: SmallCampaign, judge: TestClient, value: object
) -> None:
    """Refused, with a reason in words."""
    item = next_item(judge)
    body = answer_for(item)
    body["answers"][0]["value"] = value
    response = judge.post(
        f"/answer/{item['item']}",
        content=_json(body),
        headers={"Idempotency-Key": item["key"], "Content-Type": "application/json"},
    )
    assert response.status_code == 422
    assert len(response.json()["error"]) > 10
    assert records(campaign) == []
    assert next_item(judge) == item


def _json(value: object) -> bytes:
    import json

    return json.dumps(value).encode()


@pytest.mark.parametrize(
    "spoil",
    [
        {"answers": []},
        {"answers": "none"},
        {"answers": [1]},
        {"answers": [{}]},
        {"spans": [{"candidate": "x", "start": 0, "end": 1, "severity": "minor"}]},
        {"spans": {}},
        {"comment": 5},
        {"comment": "half a \ud800"},
        {"comment": "x" * 10_001},
    ],
)
def test_what_cannot_be_an_answer(campaign: SmallCampaign, judge: TestClient, spoil: dict[str, Any]) -> None:
    """Each in its own words."""
    item = next_item(judge)
    response = judge.post(
        f"/answer/{item['item']}",
        content=_json(answer_for(item) | spoil),
        headers={"Idempotency-Key": item["key"], "Content-Type": "application/json"},
    )
    assert response.status_code in (413, 422)
    assert response.json()["error"]
    assert records(campaign) == []


def test_another_key_is_refused(campaign: SmallCampaign, judge: TestClient) -> None:
    """Also none at all, and one of an earlier page."""
    item = next_item(judge)
    assert send(judge, item, key="0" * 32).status_code == 409
    assert judge.post(f"/answer/{item['item']}", json=answer_for(item)).status_code == 422
    send(judge, item)
    second = next_item(judge)
    assert send(judge, second, key=item["key"]).status_code in (409, 422)
    assert len(records(campaign)) == 1


def test_another_judges_item_looks_like_none(
    campaign: SmallCampaign, visitor: Callable[..., TestClient]
) -> None:
    """Whether it exists or not: nobody can search for items."""
    first, second = visitor(campaign, "judge-1"), visitor(campaign, "judge-2")
    item = next_item(first)
    theirs = send(second, item)
    none = send(second, item | {"item": "f" * 32})
    assert theirs.status_code == none.status_code == 404
    assert theirs.content == none.content
    for call in ("skip", "flag"):
        real = second.post(f"/{call}/{item['item']}", json={"reason": "x"})
        made_up = second.post(f"/{call}/{'f' * 32}", json={"reason": "x"})
        assert (
            (real.status_code, real.content) == (made_up.status_code, made_up.content) == (404, real.content)
        )
    assert second.put(f"/draft/{item['item']}", content=b"x").status_code == 404
    assert second.get(f"/item/{item['item']}").status_code == 404
    assert records(campaign) == []


def test_a_second_judge_never_overwrites_the_first(
    campaign: SmallCampaign, visitor: Callable[..., TestClient]
) -> None:
    """Everybody's answers are there."""
    for name in ("judge-1", "judge-2", "judge-3"):
        judge_all(visitor(campaign, name))
    stored = records(campaign)
    assert len(stored) == 18
    assert {record.judge for record in stored} == {"judge-1", "judge-2", "judge-3"}


def test_after_closing_nothing_is_stored(campaign: SmallCampaign, judge: TestClient) -> None:
    """410, in words; but what was acknowledged before is acknowledged again."""
    first = next_item(judge)
    acknowledged = send(judge, first)
    second = next_item(judge)
    campaign.desk.close()
    assert send(judge, second).status_code == 410
    assert judge.get("/next").status_code == 410
    assert send(judge, first).content == acknowledged.content
    assert len(records(campaign)) == 1


def test_a_pause_stops_new_pages_only(campaign: SmallCampaign, judge: TestClient) -> None:
    """What lies before a judge can still be answered."""
    item = next_item(judge)
    campaign.desk.pause()
    assert judge.get("/next").status_code == 409
    assert send(judge, item).status_code == 200
    campaign.desk.resume()
    assert judge.get("/next").status_code == 200


def test_no_going_back_is_enforced(
    make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]
) -> None:
    """A final item answers 409, whatever the page sends."""
    campaign = make("da", no_back=True)
    client = visitor(campaign)
    item = next_item(client)
    send(client, item)
    assert client.get(f"/item/{item['item']}").status_code == 409
    assert send(client, item, answer_for(item, 0.1)).status_code == 409
    assert next_item(client)["previous"] is None
    assert [record.value for record in records(campaign)] == [60]
