"""The contract for programs that annotate and adjudicate named entities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.clients import answer_for, next_item, send
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.testclient import TestClient
    from tests.web.small_campaigns import SmallCampaign

    Annotate = Callable[..., SmallCampaign]
    Visitor = Callable[..., TestClient]

ALONE: dict[str, Any] = {"annotators": 1, "per_document": 1, "adjudicators": ()}


def mark(item: dict[str, Any], text: str, kind: str, segment: int = 0, **more: Any) -> dict[str, Any]:
    """A mark of words of a segment."""
    shown = item["candidates"][segment]
    start = shown["text"].index(text)
    return {"candidate": shown["id"], "start": start, "end": start + len(text), "type": kind, **more}


def stored(campaign: SmallCampaign, person: str) -> list[list[tuple[str, str]]]:
    """What somebody has marked."""
    return [
        [(one.text, one.kind) for one in found]
        for document in annotated_documents(campaign.desk.store)
        if document.person == person
        for found in document.entities
    ]


def test_a_document_as_data(annotate: Annotate, visitor: Visitor) -> None:
    """Its segments, the types, what is suggested in code points, and nothing of an adjudicator's."""
    item = next_item(visitor(annotate(texts=(NEWS,), **ALONE), "annotator-1"))
    assert [one["text"] for one in item["candidates"]] == list(NEWS)
    assert (item["interaction"], item["dimensions"], item["spans"]) == ("entities", [], None)
    found = item["entities"]
    assert found["types"][:3] == ["PERSON", "ORGANIZATION", "LOCATION"]
    first, second = found["suggestions"]
    shown = [one["id"] for one in item["candidates"]]
    assert first == {
        "suggestion": 0,
        "candidate": shown[0],
        "start": 25,
        "end": 30,
        "type": "DATE",
        "source": "program",
        "alternatives": [],
        "optional": False,
    }
    assert (second["candidate"], second["type"]) == (shown[1], "PERCENT")
    assert found["counts"] == {"documents": 0, "seconds": 0, "marks": {}}
    assert found["agreed"] is found["differences"] is None


def test_marks_count_code_points(annotate: Annotate, visitor: Visitor) -> None:
    """Beyond the first 65,536 characters, each is one place; the next page says what was done."""
    texts = (("👩\u200d👩\u200d👧 𠮷野家 e\u0301 Ann",), ("Ann again",))
    campaign = annotate(texts=texts, **ALONE)
    client = visitor(campaign, "annotator-1")
    item = next_item(client)
    marks = [mark(item, "𠮷野家", "ORGANIZATION"), mark(item, "Ann", "PERSON", alternatives=["Anna"])]
    assert (marks[0]["start"], marks[0]["end"]) == (6, 9)
    assert send(client, item, {"marks": marks, "rejected": [], "active": 12.5}).status_code == 200
    assert stored(campaign, "annotator-1") == [[("𠮷野家", "ORGANIZATION"), ("Ann", "PERSON")]]
    after = next_item(client)["entities"]
    assert after["counts"] == {"documents": 1, "seconds": 12.5, "marks": {"hand": 2}}
    assert [(one["source"], one["type"]) for one in after["suggestions"]] == [("own", "PERSON")]


def refused(item: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Answers that cannot be, by what is said of them."""
    ann, date = mark(item, "Ann Lee", "PERSON"), {"suggestion": 0}
    both = {"rejected": [0, 1]}
    return {
        "lies over the one from 0 to 7": both | {"marks": [ann, ann]},
        "The mark from 4 to 7 lies over": both | {"marks": [ann, mark(item, "Lee", "PERSON")]},
        "is not in the text, which has 31": both | {"marks": [ann | {"end": 99}]},
        "from -1 to 7 is not in the text": both | {"marks": [ann | {"start": -1}]},
        "from 3 to 3 is not in the text": both | {"marks": [ann | {"start": 3, "end": 3}]},
        "begins or ends with a space": both | {"marks": [ann | {"end": 8}]},
        "has the type 'DRAGON'; known: PERSON": both | {"marks": [ann | {"type": "DRAGON"}]},
        "a text that is not on this page": both | {"marks": [ann | {"candidate": "x"}]},
        "2 suggestions are neither accepted nor rejected": {"marks": [ann]},
        "1 suggestion is neither accepted nor rejected": {"rejected": [0]},
        "Suggestion 0 is decided twice": {"rejected": [0, 0]},
        "There is no suggestion 7": {"rejected": [0, 1, 7]},
        "does not touch the suggestion": {"rejected": [1], "marks": [ann | date]},
        "Only an adjudicator": both | {"decisions": [{"difference": 0, "version": 0, "reason": "x"}]},
        "Only an adjudicator sends decisions and changes": both | {"changes": [{"agreed": 0, "reason": "x"}]},
        "Entry 1 of marks: start is not a whole number": both | {"marks": [ann | {"start": 0.5}]},
        "Entry 1 of marks: end is missing": both | {"marks": [{k: v for k, v in ann.items() if k != "end"}]},
        "Entry 1 of marks: optional is neither": both | {"marks": [ann | {"optional": 1}]},
        "Entry 1 of marks: alternatives is not a list": both | {"marks": [ann | {"alternatives": "Lee"}]},
        "marks is not a list of objects": both | {"marks": {"0": ann}},
        "rejected is not a list": {"rejected": "all"},
        "rejected is not a whole number": {"rejected": [True]},
    }


def test_what_is_refused(annotate: Annotate, visitor: Visitor) -> None:
    """With 422 and what is wrong in words; nothing is stored, and the page is the same again."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    client = visitor(campaign, "annotator-1")
    item = next_item(client)
    for words, body in refused(item).items():
        response = send(client, item, body)
        assert (response.status_code, words in response.json()["error"]) == (422, True), response.text
    assert annotated_documents(campaign.desk.store) == ()
    assert next_item(client) == item


# A text, and where a mark would cut a character of it in two.
CUTS = [("Ae\u0301b", 0, 2), ("x👩\u200d👩y", 1, 2), ("🇩🇪🇫🇷", 0, 3), ("👍🏽!", 0, 1), ("กรุง", 0, 2)]


def test_no_half_character(annotate: Annotate, visitor: Visitor) -> None:
    """What readers see as one is marked as one."""
    client = visitor(annotate(texts=([text for text, _, _ in CUTS],), **ALONE), "annotator-1")
    item = next_item(client)
    for shown, (_, start, end) in zip(item["candidates"], CUTS, strict=True):
        cut = {"candidate": shown["id"], "start": start, "end": end, "type": "PERSON"}
        response = send(client, item, {"marks": [cut]})
        assert response.status_code == 422
        assert "cuts a character in two" in response.json()["error"]


def test_no_part_of_a_word_by_accident(annotate: Annotate, visitor: Visitor) -> None:
    """An edge within a word is refused, unless whoever sends it says that it is meant."""
    campaign = annotate(texts=(("Ann Leeds, 東京都 U.S.A",),), **ALONE)
    client = visitor(campaign, "annotator-1")
    item = next_item(client)
    lee = mark(item, "Lee", "PERSON")
    for cut in (lee, mark(item, "eeds", "PERSON"), lee | {"within_word": False}):
        response = send(client, item, {"marks": [cut]})
        assert response.status_code == 422
        assert "begins or ends within a word at" in response.json()["error"]
    assert send(client, item, {"marks": [lee | {"within_word": 1}]}).status_code == 422
    marks = [lee | {"within_word": True}, mark(item, "東京", "LOCATION"), mark(item, "U.S.", "LOCATION")]
    assert send(client, item, {"marks": marks}).status_code == 200
    assert [one for one, _ in stored(campaign, "annotator-1")[0]] == ["Lee", "東京", "U.S."]


def test_a_suggestion_with_more_is_corrected(annotate: Annotate, visitor: Visitor) -> None:
    """Accepted is what stays as it was suggested; another text or optional is a correction."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    client = visitor(campaign, "annotator-1")
    item = next_item(client)
    first, second = item["entities"]["suggestions"]
    marks = [first | {"alternatives": ["May"]}, second | {"optional": True}]
    assert send(client, item, {"marks": marks}).status_code == 200
    (found,) = annotated_documents(campaign.desk.store)
    assert found.counts == {"corrected": 2}


def test_sent_again(annotate: Annotate, visitor: Visitor) -> None:
    """The same key gives the same answer and stores nothing; other marks with it are refused."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    client = visitor(campaign, "annotator-1")
    item = next_item(client)
    body = {"marks": [mark(item, "Ann Lee", "PERSON")], "rejected": [0, 1]}
    first = send(client, item, body)
    assert first.status_code == 200
    assert send(client, item, body).json() == first.json()
    assert send(client, item, body | {"marks": []}).status_code == 409
    assert send(client, item, body, key="another").status_code == 409
    (found,) = annotated_documents(campaign.desk.store)
    assert (found.versions, stored(campaign, "annotator-1")[0]) == (1, [("Ann Lee", "PERSON")])


def test_another_annotators_page(annotate: Annotate, visitor: Visitor) -> None:
    """It cannot be answered, read, drafted, skipped or flagged with one's own cookie, whatever key is sent."""
    campaign = annotate(texts=(NEWS,))
    item = next_item(visitor(campaign, "annotator-1"))
    for name in ("annotator-2", "dora"):
        other = visitor(campaign, name)
        calls = [
            send(other, item),
            other.get(f"/item/{item['item']}"),
            other.put(f"/draft/{item['item']}", content=b"{}"),
            other.post(f"/skip/{item['item']}", json={"reason": "x"}),
            other.post(f"/flag/{item['item']}", json={"reason": "x"}),
        ]
        assert {call.status_code for call in calls} == {404}
    assert visitor(campaign, "lead").get("/next").status_code == 403
    assert annotated_documents(campaign.desk.store) == ()


def test_closing(annotate: Annotate, visitor: Visitor) -> None:
    """Nothing more is stored, also not of a page that is open; what was acknowledged can be sent again."""
    campaign = annotate(texts=(NEWS,))
    first, second = (visitor(campaign, f"annotator-{number}") for number in (1, 2))
    done, left = next_item(first), next_item(second)
    acknowledged = send(first, done).json()
    lead = visitor(campaign, "lead")
    assert lead.post("/lead/state", json={"state": "closed", "sure": "yes"}).status_code == 200
    assert send(second, left).status_code == 410
    assert second.put(f"/draft/{left['item']}", content=b"{}").status_code == 410
    assert second.get("/next").status_code == 410
    assert send(first, done).json() == acknowledged
    assert [one.person for one in annotated_documents(campaign.desk.store)] == ["annotator-1"]


@pytest.fixture
def differing(annotate: Annotate, visitor: Visitor) -> SmallCampaign:
    """Both have marked Porto alike, and Ann Lee differently."""
    campaign = annotate(texts=(NEWS,))
    for person, name in (("annotator-1", "Ann Lee"), ("annotator-2", "Lee")):
        client = visitor(campaign, person)
        item = next_item(client)
        marks = [mark(item, name, "PERSON"), mark(item, "Porto", "ORGANIZATION")]
        assert send(client, item, answer_for(item) | {"marks": marks}).status_code == 200
    return campaign


def test_adjudicating(differing: SmallCampaign, visitor: Visitor) -> None:
    """Differences are decided, an agreed mark is changed, a missed one added; nobody is named."""
    client = visitor(differing, "dora")
    item = next_item(client)
    found = item["entities"]
    (agreed,), (difference,) = found["agreed"], found["differences"]
    porto = mark(item, "Porto", "ORGANIZATION")
    assert {name: agreed[name] for name in (*porto, "agreed")} == porto | {"agreed": 0}
    assert [[one["start"] for one in version] for version in difference["versions"]] == [[4], [0]]
    assert "annotator-" not in client.get("/next").text
    assert "annotator-" not in client.get("/next", headers={"Accept": "text/html"}).text
    body = {
        "decisions": [{"difference": 0, "version": 1, "reason": "the whole name"}],
        "changes": [
            {"agreed": 0, "mark": porto | {"type": "LOCATION"}, "reason": "a town"},
            {"agreed": None, "mark": mark(item, "Lee", "PERSON", segment=1), "reason": "overlooked"},
        ],
    }
    first = send(client, item, body)
    assert first.status_code == 200, first.text
    assert send(client, item, body).json() == first.json()
    final = final_entities(differing.desk.store)
    assert [[(one.text, one.kind) for one in each] for each in final.entities] == [
        [("Ann Lee", "PERSON"), ("Porto", "LOCATION")],
        [("Lee", "PERSON")],
    ]
    assert stored(differing, "annotator-2")[0] == [("Lee", "PERSON"), ("Porto", "ORGANIZATION")]


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"decisions": []}, "1 difference is not decided yet"),
    ({"marks": [{"candidate": "x", "start": 0, "end": 1, "type": "PERSON"}]}, "sends decisions and changes"),
    ({"changes": [{"agreed": 0}]}, "Agreed mark 0 is decided without a reason"),
    ({"changes": [{"agreed": 5, "reason": "x"}]}, "There is no agreed mark 5"),
    ({"changes": [{"agreed": "0", "reason": "x"}]}, "Entry 1 of changes: agreed is not a whole number"),
    ({"changes": [{"mark": "Lee", "reason": "x"}]}, "Entry 1 of changes: mark is not an object"),
    ({"changes": [{"mark": {"start": 0}, "reason": "x"}]}, "Entry 1 of changes: candidate is missing"),
    ({"changes": [{"reason": "x"}]}, "names neither an agreed mark nor a new one"),
    ({"changes": "all"}, "changes is not a list of objects"),
    ({"decisions": [{"difference": 0, "reason": "x", "marks": ["Ann"]}]}, "marks is not a list of objects"),
]


def test_adjudications_that_are_refused(differing: SmallCampaign, visitor: Visitor) -> None:
    """With 422, in words, and nothing is stored."""
    client = visitor(differing, "dora")
    item = next_item(client)
    decided = {"decisions": [{"difference": 0, "version": 0, "reason": "x"}]}
    for body, words in REFUSED:
        response = send(client, item, decided | body)
        assert (response.status_code, words in response.json()["error"]) == (422, True), response.text
    assert stored(differing, "dora") == []


def test_pages_say_what_is_to_be_done(annotate: Annotate, visitor: Visitor) -> None:
    """Entities are marked, not errors; where annotators agree, nobody is asked to choose a version."""
    campaign = annotate(texts=(NEWS,))

    def page_of(person: str) -> tuple[TestClient, str]:
        client = visitor(campaign, person)
        version = client.get("/consent").json()["en"]["version"]
        assert client.post("/consent", json={"version": version}).status_code == 200
        return client, client.get("/next", headers={"Accept": "text/html"}).text

    for person in ("annotator-1", "annotator-2"):
        client, text = page_of(person)
        assert "Marking named entities needs JavaScript" in text
        send(client, next_item(client))
    _, text = page_of("dora")
    assert "Marking named entities needs JavaScript" in text
    assert "The annotators agree on every mark." in text
    assert "Differences to decide: 0" not in text
