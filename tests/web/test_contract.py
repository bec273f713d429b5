"""The contract for programs: every call of the table, and everything that is refused."""

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


def test_enter_gives_a_cookie(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """Names of judge and role, and where to go on."""
    client = visitor(campaign, None)
    response = client.post("/enter", json={"token": campaign.token("judge-1")})
    assert response.json() == {"judge": "judge-1", "role": "judge", "next": "/next"}
    assert client.post("/enter", json={"token": campaign.token("lead")}).json()["next"] == "/lead"


def test_next_has_all_that_a_judge_needs(judge: TestClient) -> None:
    """As the table says; what the step does not show is null."""
    item = next_item(judge)
    assert {"item", "key", "dimensions", "candidates", "source", "reference", "context", "progress"} <= set(
        item
    )
    (dimension,) = item["dimensions"]
    assert dimension["name"] == "fluency"
    assert (dimension["scale"]["low"], dimension["scale"]["high"]) == (1, 5)
    assert item["source"] is item["reference"] is None
    assert item["progress"] == {"done": 0, "total": 3, "seconds_left": item["progress"]["seconds_left"]}
    assert (item["step"], item["steps"], item["training"]) == (1, 2, False)


def test_steps_come_one_after_the_other(judge: TestClient) -> None:
    """Fluency first, without the reference; then adequacy with it, on the same output."""
    first = next_item(judge)
    assert send(judge, first).status_code == 200
    second = next_item(judge)
    assert second["item"] == first["item"]
    assert second["key"] != first["key"]
    assert second["candidates"] == first["candidates"]
    assert [one["name"] for one in second["dimensions"]] == ["adequacy"]
    assert second["reference"]


def test_the_whole_work(campaign: SmallCampaign, judge: TestClient) -> None:
    """Until it is done, with a code."""
    *seen, done = judge_all(judge)
    assert len(seen) == 6
    assert done["done"] is True
    assert done["code"]
    assert done["progress"]["done"] == 3
    assert len(records(campaign)) == 6


def test_the_same_key_gives_the_same_answer(campaign: SmallCampaign, judge: TestClient) -> None:
    """To the byte, and nothing is stored twice."""
    item = next_item(judge)
    first = send(judge, item)
    again = send(judge, item)
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert len(records(campaign)) == 1


def test_spans_and_comments_are_stored(
    make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]
) -> None:
    """In code points, an omission from 0 to 0."""
    campaign = make("esa")
    client = visitor(campaign)
    item = next_item(client)
    (candidate,) = item["candidates"]
    assert item["spans"]["severities"] == ["minor", "major"]
    body = answer_for(item, 0.5) | {
        "spans": [
            {"candidate": candidate["id"], "start": 0, "end": 9, "severity": "minor", "category": None},
            {"candidate": candidate["id"], "start": 0, "end": 0, "severity": "major"},
        ],
        "comment": "Ein Kommentar 🐌",
    }
    assert send(client, item, body).status_code == 200
    (record,) = records(campaign)
    assert [(span.start, span.end, span.severity) for span in record.spans] == [
        (0, 9, "minor"),
        (0, 0, "major"),
    ]
    assert record.comment == "Ein Kommentar 🐌"
    assert record.value == 50


def test_active_seconds_are_kept(campaign: SmallCampaign, judge: TestClient) -> None:
    """Where the page says them."""
    item = next_item(judge)
    send(judge, item, answer_for(item) | {"active": 12.5})
    assert records(campaign)[0].active == 12.5


def test_mqm_has_no_question(make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]) -> None:
    """The value follows from the spans, so nobody is asked for it."""
    campaign = make("mqm")
    client = visitor(campaign)
    item = next_item(client)
    assert item["dimensions"] == []
    span = {
        "candidate": item["candidates"][0]["id"],
        "start": 0,
        "end": 4,
        "severity": "major",
        "category": "accuracy/mistranslation",
    }
    assert send(client, item, {"answers": [], "spans": [span]}).status_code == 200
    assert records(campaign)[0].value == -5


def test_several_side_by_side(make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]) -> None:
    """Every candidate gets a value."""
    campaign = make("cesa", side_by_side=3)
    client = visitor(campaign)
    item = next_item(client)
    assert len(item["candidates"]) == 3
    partial = answer_for(item)
    partial["answers"].pop()
    assert send(client, item, partial).status_code == 422
    assert send(client, item).status_code == 200
    assert len(records(campaign)) == 3


def test_places_end_with_the_last_output(
    make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]
) -> None:
    """Of three outputs none is the fourth: the page says so, and the server refuses it."""
    campaign = make("preference", side_by_side=3)
    client = visitor(campaign)
    item = next_item(client)
    assert item["dimensions"][0]["scale"]["high"] == 3
    *others, last = answer_for(item)["answers"]
    refused = send(client, item, {"answers": [*others, {**last, "value": 4}]})
    assert refused.status_code == 422
    assert "from 1 to 3" in refused.text
    assert not records(campaign)
    assert send(client, item).status_code == 200


@pytest.mark.parametrize("body", [b"", b"{}", b"not JSON", b"\xff\x00", b'{"answers": []}'])
def test_a_draft_is_anything(campaign: SmallCampaign, judge: TestClient, body: bytes) -> None:
    """It is kept, and the page works with it; it is no answer."""
    item = next_item(judge)
    assert judge.put(f"/draft/{item['item']}", content=body).status_code == 200
    page = judge.get("/next", headers={"Accept": "text/html"}, follow_redirects=True)
    assert page.status_code == 200
    assert next_item(judge)["item"] == item["item"]
    assert records(campaign) == []


def test_skip_and_flag(campaign: SmallCampaign, judge: TestClient) -> None:
    """With a reason; a skipped item does not come again."""
    item = next_item(judge)
    assert judge.post(f"/flag/{item['item']}", json={"reason": "The source is cut off."}).json() == {
        "flagged": True
    }
    assert judge.post(f"/skip/{item['item']}", json={"reason": ""}).status_code == 422
    assert judge.post(f"/skip/{item['item']}", json={}).status_code == 422
    assert next_item(judge)["item"] == item["item"]
    assert judge.post(f"/skip/{item['item']}", json={"reason": "I know no German."}).json() == {
        "skipped": True
    }
    assert next_item(judge)["item"] != item["item"]
    assert records(campaign) == []


def test_a_correction_is_a_new_version(
    make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]
) -> None:
    """The old one stays."""
    campaign = make("da")
    client = visitor(campaign)
    item = next_item(client)
    send(client, item)
    assert next_item(client)["previous"] == item["item"]
    again = client.get(f"/item/{item['item']}").json()
    assert again["key"] != item["key"]
    assert send(client, again, answer_for(again, 0.1)).json()["version"] == 1
    assert [(record.version, record.value) for record in records(campaign)] == [(0, 60), (1, 10)]


def test_training_gives_feedback_and_two_attempts(
    make: Callable[..., SmallCampaign], visitor: Callable[..., TestClient]
) -> None:
    """The answers count for nothing."""
    campaign = make("da", training=True)
    client = visitor(campaign)
    item = next_item(client)
    assert item["training"] is True
    first = send(client, item, answer_for(item, 0.1)).json()
    assert first["again"] is True
    assert first["feedback"] == [
        {"dimension": "da", "right": False, "words": "da: it is as good as it gets."}
    ]
    again = next_item(client)
    assert again["training"] is True
    second = send(client, again, answer_for(again, 0.1)).json()
    assert second["again"] is False
    assert next_item(client)["training"] is False


def test_consent_by_programs(campaign: SmallCampaign, judge: TestClient) -> None:
    """They read the guidelines, and each answer keeps which version."""
    texts = judge.get("/guidelines").json()
    version = texts["en"]["version"]
    assert "Fluency" in texts["en"]["text"]
    assert judge.post("/consent", json={"version": "other"}).status_code == 422
    assert judge.post("/consent", json={"version": version}).json() == {"consented": version}
    send(judge, next_item(judge))
    assert records(campaign)[0].guidelines == version


def test_only_the_lead_sees_the_status(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """A judge gets 403, nobody 401."""
    assert visitor(campaign, "lead").get("/lead/status.json").status_code == 200
    assert visitor(campaign, "judge-1").get("/lead/status.json").status_code == 403
    assert visitor(campaign, None).get("/lead/status.json").status_code == 401
    assert visitor(campaign, "lead").get("/next").status_code == 403


def test_a_crowd_platforms_name_is_kept(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """It comes with the link."""
    client = visitor(campaign, None)
    client.post("/enter", json={"token": campaign.token("judge-2"), "external": "5f3c"})
    person = next(one for one in campaign.desk.people() if one.name == "judge-2")
    assert person.external == "5f3c"


def test_unknown_addresses_and_methods(judge: TestClient) -> None:
    """In words, as JSON."""
    assert judge.get("/nowhere").json() == {"error": "There is no such page."}
    assert judge.get("/answer/x").status_code == 405
    assert judge.delete("/next").status_code == 405
    assert judge.options("/next").status_code == 405


def test_the_same_addresses_are_pages(judge: TestClient) -> None:
    """For whoever asks for HTML: first the guidelines, then the work."""
    page = judge.get("/next", headers={"Accept": "text/html"}, follow_redirects=True)
    assert page.url.path == "/consent"
    assert "<h1>" in page.text


def test_forms_work_without_scripts(campaign: SmallCampaign, judge: TestClient) -> None:
    """Consent and a rating by plain forms, with the token of the page."""
    import re

    html = {"Accept": "text/html", "Origin": "http://127.0.0.1"}
    page = judge.get("/consent", headers=html).text
    fields = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.split('action="/consent"')[1])
    )
    refused = judge.post("/consent", data=fields, headers=html)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.text
    work = judge.post("/consent", data=fields | {"agreed": "yes"}, headers=html, follow_redirects=True)
    assert work.url.path == "/next"
    form = work.text.split('id="answer"')[1]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
    action = re.search(r'action="(/answer/\w+)"', work.text)
    name = re.search(r'name="(value:[^"]+)"', form)
    assert action is not None
    assert name is not None
    sent = judge.post(action[1], data=hidden | {name[1]: "4"}, headers=html, follow_redirects=True)
    assert sent.status_code == 200
    assert [record.value for record in records(campaign)] == [4]
