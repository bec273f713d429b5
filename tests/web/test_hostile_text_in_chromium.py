"""Text that would run, break out or deceive stays text, in every field that a judge or the lead sees."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest
from tests.web.clients import answer_for, judge_all, next_item, send
from tests.web.small_campaigns import small_campaign, small_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.testclient import TestClient
    from tests.web.conftest import Browsing

HOSTILE = (
    "<img src=x onerror=window.hacked=1><script>window.hacked=1</script>",
    "</script><script>window.hacked=1</script><!--",
    "\"'><svg onload=window.hacked=1> {{7*7}} ${7*7} <a href='javascript:window.hacked=1'>x</a>",
)
GUIDELINES = (
    "# <img src=x onerror=window.hacked=1>\n\n<script>window.hacked=1</script>\n\n"
    "[click](javascript:window.hacked=1) ![x](https://evil.example/x.png)\n\n| <b>a</b> |\n|-|\n| b |"
)


@pytest.mark.parametrize("protocol", ["adequacy-fluency", "mqm"])
def test_hostile_text_is_inert(browsing: Browsing, tmp_path: Path, protocol: str) -> None:
    """Source, reference, outputs, context, questions, names of points and categories, guidelines, comments."""
    plan = small_plan(protocol, sources=HOSTILE, references=HOSTILE, outputs=[HOSTILE] * 4)
    questions = plan.questionnaire
    steps = tuple(
        replace(
            step,
            shows=frozenset(("source", "reference")),
            questions=tuple(
                replace(one, wording=HOSTILE[0], marks=MappingProxyType({1.0: HOSTILE[1], 5.0: HOSTILE[2]}))
                if not one.from_spans
                else one
                for one in step.questions
            ),
            spans=None
            if step.spans is None
            else replace(step.spans, severities=(HOSTILE[0], "minor"), categories=(HOSTILE[1], HOSTILE[2])),
        )
        for step in questions.steps
    )
    hostile = replace(
        questions, steps=steps, context="document", guidelines=MappingProxyType({"en": GUIDELINES})
    )
    campaign = small_campaign(tmp_path, replace(plan, questionnaire=hostile))
    page = browsing.arrive(campaign)
    dialogs: list[Any] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))  # noqa: PLW0108 (playwright wants a function)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.click("summary:has-text('Comment')")
    page.fill("#comment", HOSTILE[1])
    if protocol == "mqm":
        page.focus(".markable")
        page.keyboard.press("1")
        page.locator("select[data-field=category]").select_option(HOSTILE[1])
    else:
        page.locator("#answer input[type=radio]").first.check()
    page.wait_for_selector("#status:has-text('Draft saved')")
    page.reload()
    browsing.ready(page)
    page.keyboard.press("g")
    assert page.locator(".output").inner_text().startswith("<img src=x onerror")
    assert page.evaluate("window.hacked") is None
    assert dialogs == []
    assert (
        page.locator("main img, main svg, main script, dialog img, dialog a[href^=javascript]").count() == 0
    )
    assert page.locator("#comment").input_value() == HOSTILE[1]
    assert all(url.startswith(page.server.address) for url in requests)


def test_texts_arrive_as_they_are(browsing: Browsing, tmp_path: Path) -> None:
    """Line ends, controls, emoji and marks: what is marked lies where the server says."""
    text = "A\r\nb 👩‍👩‍👧 क्षि e\u0301 \u202emirror\u202c \t end"
    plan = small_plan("esa", outputs=[[text] * 3] * 4)
    campaign = small_campaign(tmp_path, plan)
    page = browsing.open(campaign)
    page.focus(".markable")
    words = page.evaluate("[...document.querySelectorAll('.token')].map(one => one.textContent)")
    place = words.index("👩‍👩‍👧")
    for _ in range(place):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.fill("input[type=number]", "50")
    with page.expect_navigation():
        page.click("#submit")
    (record,) = campaign.desk.store.records()
    (span,) = record.spans
    assert text[span.start : span.end] == "👩‍👩‍👧"


@pytest.mark.parametrize(
    ("language", "text", "keys", "marked"),
    [
        ("ar", "اجتمع المجلس يوم الثلاثاء", ["ArrowLeft", "Shift+ArrowLeft"], "المجلس يوم"),
        ("he", "המועצה החליטה אתמול", ["ArrowLeft", "ArrowLeft", "ArrowRight"], "החליטה"),
        ("zh", "市议会星期二决定加高堤坝", ["ArrowRight"], None),
        ("xx-made-up", "plain words here", ["ArrowRight"], "words"),
    ],
)
def test_scripts_of_the_world(
    browsing: Browsing, tmp_path: Path, language: str, text: str, keys: list[str], marked: str | None
) -> None:
    """Arrows go where they point, and words end where the language says."""
    campaign = small_campaign(
        tmp_path, small_plan("esa", outputs=[[text] * 3] * 4, languages=("en", language))
    )
    page = browsing.open(campaign)
    page.focus(".markable")
    for key in keys:
        page.keyboard.press(key)
    page.keyboard.press("1")
    quoted = page.locator(".marks .quoted").inner_text()
    direction = page.locator(".output").evaluate("one => getComputedStyle(one).direction")
    assert direction == ("rtl" if language in ("ar", "he") else "ltr")
    if marked is None:
        assert 1 <= len(quoted) < len(text)
    else:
        assert quoted == marked


def test_hostile_names_are_inert_for_the_lead(
    browsing: Browsing, tmp_path: Path, visitor: Callable[..., TestClient]
) -> None:
    """Names of campaign, protocol, systems, documents, judges and dimensions; consent; reasons and comments."""
    plan = small_plan()
    judges, systems = (*HOSTILE, "ben"), (*HOSTILE, "B")
    names = dict(zip(plan.systems, systems, strict=True))
    packs = tuple(
        replace(
            pack,
            judge=judge,
            items=tuple(
                replace(
                    item, candidates=tuple(replace(one, system=names[one.system]) for one in item.candidates)
                )
                for item in pack.items
            ),
        )
        for pack, judge in zip(plan.packs, judges[:3], strict=True)
    )
    asked = plan.questionnaire
    steps = tuple(
        replace(step, questions=tuple(replace(one, dimension=HOSTILE[number]) for one in step.questions))
        for number, step in enumerate(asked.steps)
    )
    hostile = replace(asked, name=HOSTILE[2], steps=steps, consent=MappingProxyType({"en": GUIDELINES}))
    segments = tuple(replace(one, document=HOSTILE[1], text_type=HOSTILE[0]) for one in plan.segments)
    campaign = small_campaign(
        tmp_path,
        replace(
            plan,
            name=HOSTILE[0],
            questionnaire=hostile,
            segments=segments,
            systems=systems,
            packs=packs,
            judges=judges,
        ),
    )
    for judge in judges[:3]:
        client = visitor(campaign, judge)
        version = next(iter(client.get("/consent", headers={"Accept": "application/json"}).json().values()))
        client.post("/consent", json={"version": version["version"]})
        item = next_item(client)
        client.post(f"/flag/{item['item']}", json={"reason": HOSTILE[0]})
        send(client, item, {**answer_for(item), "comment": HOSTILE[1]})
        judge_all(client)
    for name in ("lead", HOSTILE[0]):
        page = browsing.enter(campaign, name)
        requests: list[str] = []
        page.on("request", lambda request, seen=requests: seen.append(request.url))
        page.wait_for_url("**/lead" if name == "lead" else "**/next")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.hacked") is None
        assert page.locator("main img, main script, main a[href^=javascript], main svg[onload]").count() == 0
        assert all(url.startswith((page.server.address, "data:")) for url in requests)
        if name == "lead":
            shown = page.locator("body").inner_text()
            assert all(text.split(">")[0] in shown for text in HOSTILE)
            assert "49" not in page.locator("h1").inner_text()
