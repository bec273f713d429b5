"""No byte that a judge receives names a system, reference, document or campaign, or why an item is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.web.clients import answer_for, next_item
from tests.web.small_campaigns import DOCUMENT, NAME, REFERENCE_NAMES, SYSTEMS, UNSEEN

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

HTML = {"Accept": "text/html"}
_PURPOSES = ("spoilt", "anchor", "repeat", "damage")


@pytest.mark.parametrize(
    ("protocol", "side_by_side"),
    [("adequacy-fluency", 1), ("esa", 1), ("mqm", 1), ("cesa", 4), ("preference", 2), ("entities", 1)],
)
def test_no_byte_names_a_system(
    make: Callable[..., SmallCampaign],
    visitor: Callable[..., TestClient],
    protocol: str,
    side_by_side: int,
) -> None:
    """Pages and data, headers and bodies, errors too, over the whole work of a judge."""
    campaign = make(protocol, side_by_side=side_by_side, training=True)
    client = visitor(campaign)
    received: list[bytes] = []

    def call(method: str, path: str, **options: object) -> None:
        response = client.request(method, path, **options)  # type: ignore[arg-type]
        received.append(repr(response.headers.raw).encode() + response.content)

    version = campaign.desk.guidelines()[0].version
    call("GET", "/consent", headers=HTML)
    call("POST", "/consent", json={"version": version})
    for _ in range(20):
        item = next_item(client)
        call("GET", "/next")
        call("GET", "/next", headers=HTML)
        if "done" in item:
            break
        path = f"/answer/{item['item']}"
        key = {"Idempotency-Key": item["key"]}
        call("POST", path, json={"answers": []}, headers=key)
        call("PUT", f"/draft/{item['item']}", content=b"{}")
        call("POST", f"/flag/{item['item']}", json={"reason": "x"})
        call("POST", path, json=answer_for(item), headers=key)
        call("POST", path, json=answer_for(item), headers=key)
        call("GET", f"/item/{item['item']}", headers=HTML)
    else:
        pytest.fail("the work did not end")
    for path in ("/guidelines", "/lead/status.json", "/static/task.js", "/nowhere"):
        call("GET", path)
    everything = b"\n".join(received).lower()
    assert len(received) > 30
    for name in (*SYSTEMS, *REFERENCE_NAMES, UNSEEN, NAME, DOCUMENT, "human_systems"):
        assert name.lower().encode() not in everything, name


def test_no_page_says_why_an_item_is_there(campaign: SmallCampaign, judge: TestClient) -> None:
    """A judge who knows which outputs are checks judges them otherwise."""
    item = next_item(judge)
    assert not {"purpose", "system", "damage", "document", "pack", "segment"} & set(item)
    page = judge.get("/next", headers=HTML, follow_redirects=True).text + str(item)
    assert not [page[page.lower().index(word) - 60 :][:120] for word in _PURPOSES if word in page.lower()]


def test_ids_are_opaque(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """128 random bits, other ones for every judge: the same output cannot be recognised by its id."""
    items = [next_item(visitor(campaign, name)) for name in ("judge-1", "judge-2", "judge-3")]
    ids = [
        id_
        for item in items
        for id_ in (item["item"], item["key"], *(one["id"] for one in item["candidates"]))
    ]
    assert len(set(ids)) == len(ids)
    assert all(len(id_) == 32 and int(id_, 16) >= 0 for id_ in ids)


def test_the_reference_is_not_sent_before_its_step(judge: TestClient) -> None:
    """Not even in a part of the page that is not shown."""
    page = judge.get("/next", headers=HTML, follow_redirects=True)
    if page.url.path == "/consent":
        version = judge.get("/guidelines").json()["en"]["version"]
        judge.post("/consent", json={"version": version})
        page = judge.get("/next", headers=HTML)
    assert "gets new flood protection" in page.text
    assert "New flood defences" not in page.text
    assert "Hochwasserschutz" not in page.text
