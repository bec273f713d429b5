"""What a program does that judges over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.testclient import TestClient


def next_item(client: TestClient) -> dict[str, Any]:
    """The next page as data."""
    response = client.get("/next")
    assert response.status_code == 200, response.text
    found: dict[str, Any] = response.json()
    return found


def answer_for(item: dict[str, Any], part: float = 0.6) -> dict[str, Any]:
    """Values at a part of every scale; of entities, nothing that was suggested."""
    if "entities" in item:
        return {"marks": [], "rejected": [one["suggestion"] for one in item["entities"]["suggestions"]]}
    return {
        "answers": [
            {
                "candidate": candidate["id"],
                "dimension": dimension["name"],
                "value": round(scale["low"] + part * (scale["high"] - scale["low"])),
            }
            for candidate in item["candidates"]
            for dimension in item["dimensions"]
            for scale in [dimension["scale"]]
        ],
        "spans": [],
        "comment": "",
    }


def send(client: TestClient, item: dict[str, Any], body: dict[str, Any] | None = None, **options: Any) -> Any:
    """Send an answer; `key` in place of the page's."""
    key = options.pop("key", item["key"])
    return client.post(
        f"/answer/{item['item']}",
        json=answer_for(item) if body is None else body,
        headers={"Idempotency-Key": key},
        **options,
    )


def judge_all(client: TestClient) -> list[dict[str, Any]]:
    """Answer every page; all that was seen."""
    seen = []
    while "done" not in (item := next_item(client)):
        seen.append(item)
        response = send(client, item)
        assert response.status_code == 200, response.text
    seen.append(item)
    return seen
