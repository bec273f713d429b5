"""The annotator's and the adjudicator's page in a real browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from tests.web.axe_core import faults
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities
from karat.campaigns.exchange.entity_export import written_entities
from karat.entities.muc import read_tagged
from karat.entities.standoff import read_standoff

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Annotate: TypeAlias = Callable[..., SmallCampaign]

ALONE: dict[str, Any] = {"annotators": 1, "per_document": 1, "adjudicators": ()}


def word(page: Any, text: str, nth: int = 0) -> Any:
    """A word of the document, as it stands there now."""
    return page.locator("#document .token", has_text=text).nth(nth)


def finish(page: Any, key: str | None = None) -> None:
    """Send the page, by its button or by a key, and wait for the next one."""
    with page.expect_navigation():
        if key is None:
            page.click("#submit")
        else:
            page.keyboard.press(key)
    page.wait_for_selector("html.ready, .paper", state="attached")


def marked(campaign: SmallCampaign, person: str = "annotator-1") -> list[list[tuple[str, str]]]:
    """What somebody has marked, segment by segment, of all documents."""
    return [
        [(one.text, one.kind) for one in found]
        for document in annotated_documents(campaign.desk.store)
        if document.person == person
        for found in document.entities
    ]


def test_by_mouse(browsing: Browsing, annotate: Annotate) -> None:
    """Drag over a name, press a button; the same name elsewhere by one press, and one undo."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    page = browsing.arrive(campaign, "annotator-1")
    word(page, "Ann").hover()
    page.mouse.down()
    word(page, "Lee").hover()
    page.mouse.up()
    assert page.text_content("#panel .chosen") == "Ann Lee"
    page.click("#panel button[data-name=PERSON]")
    assert page.locator("#offer").is_hidden()
    word(page, "Porto").click()
    page.click("#panel button[data-name=LOCATION]")
    assert page.text_content("#offer p") == "2 more of “Porto” in this document"
    page.click("#offer button[data-tool=more]")
    assert page.locator("#document .entity.last").count() == 4
    page.click("button[data-tool=undo]")
    assert page.locator("#document .entity.last").count() == 2
    page.click("button[data-tool=redo]")
    page.click("#submit")
    assert "Suggestions still open: 2." in page.text_content("#problems")
    page.click("button[data-tool=rest]")
    finish(page)
    assert marked(campaign) == [
        [("Ann Lee", "PERSON"), ("Porto", "LOCATION")],
        [("Porto", "LOCATION"), ("Porto", "LOCATION")],
    ]
    (found,) = annotated_documents(campaign.desk.store)
    assert found.counts == {"hand": 2, "repeated": 2, "rejected": 2}
    assert found.seconds > 0


def test_by_keyboard_alone(browsing: Browsing, annotate: Annotate) -> None:
    """Move, extend, mark, accept, reject, correct an edge, a second type, optional, other texts, send."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    page = browsing.open(campaign, "annotator-1")
    press = page.keyboard.press
    page.focus("#document")
    press("Shift+ArrowRight")
    press("p")
    press("Shift+O")
    press("i")
    press("w")
    page.keyboard.type("Ms Lee | Lee")
    press("Enter")
    press("Tab")
    assert page.text_content("#panel .chosen") == "3 May"
    press("Alt+Shift+ArrowRight")
    press("d")
    press("Tab")
    press("Enter")
    assert page.text_content("#left") == "No suggestion is open."
    press("ArrowUp")
    press("ArrowUp")
    press("Control+z")
    press("Control+z")
    assert page.locator("#document .suggested.last").count() == 2
    press("Control+Shift+z")
    press("Control+y")
    assert page.locator("#document .suggested.last").count() == 0
    press("Escape")
    finish(page, "Enter")
    (found,) = annotated_documents(campaign.desk.store)
    first, date = found.entities[0]
    assert (first.text, first.kind, first.optional, first.alternatives) == (
        "Ann Lee",
        "PERSON|ORGANIZATION",
        True,
        ("Ms Lee", "Lee"),
    )
    assert (date.text, date.kind) == ("May", "DATE")
    assert found.counts == {"hand": 1, "corrected": 1, "accepted": 1}


def test_the_text_is_no_trap(browsing: Browsing, annotate: Annotate) -> None:
    """Tab goes from suggestion to suggestion, and then on; Shift+Tab always leaves."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1")
    page.focus("#document")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "document"
    page.focus("#document")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") != "document"


def test_marks_are_flat_trimmed_and_undone_without_limit(browsing: Browsing, annotate: Annotate) -> None:
    """A mark over others replaces them; an edge stops at a neighbour; all of it can be undone, and redone."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1")
    press = page.keyboard.press
    for name, key in (("Ann", "p"), ("Lee", "o")):
        word(page, name).click()
        press(key)
    word(page, "Ann").click()
    press("Alt+ArrowRight")
    assert page.evaluate("document.querySelectorAll('#document .entity.last').length") == 2
    word(page, "Ann").click()
    press("Shift+ArrowRight")
    press("l")
    assert page.locator("#document .entity.last").count() == 1
    for _ in range(10):
        word(page, "Ann").click()
        press("d")
        press("t")
    for _ in range(23):
        press("u")
    assert page.locator("#document .entity").count() == 0
    for _ in range(23):
        press("r")
    assert page.locator("#document .entity.last").count() == 1


def test_a_draft_survives_loading_again(browsing: Browsing, annotate: Annotate) -> None:
    """Marks and rejected suggestions."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1")
    word(page, "Porto").click()
    page.keyboard.press("l")
    word(page, "3").click()
    page.keyboard.press("x")
    page.wait_for_timeout(100)
    page.reload()
    browsing.ready(page)
    assert page.locator("#document .entity.last").count() == 1
    assert page.locator("#document .suggested.last").count() == 1


MUC_TEXTS = (
    "the Clinton government",
    "U.S. exporters",
    "all of 1987 was good",
    "175 to 180 million Canadian dollars",
)
# Text, the place of the entity in it, and its language.
HOSTILE: tuple[tuple[str, str, str], ...] = (
    ("اجتمع مجلس القاهرة يوم الثلاثاء", "القاهرة", "ar"),
    ("He met עמוס עוז in Tel Aviv", "עמוס עוז", "en"),
    ("x 👩\u200d👩\u200d👧 Ann 👩🏽 y 🇩🇪🇫🇷", "👩\u200d👩\u200d👧 Ann", "en"),
    ("Ame\u0301lie Nothomb e\u0301crit", "Ame\u0301lie Nothomb", "fr"),
    ("<b>Ann</b> &amp; <img src=x onerror=alert(1)>", "Ann", "en"),
    ("他在北京的大學工作", "北京", "zh"),
    ("山田さんは東京に住む", "東京", "ja"),
    ("เขาอยู่ที่กรุงเทพ", "กรุงเทพ", "th"),
    ("𝔸𝕟𝕟 Lee 𠮷野家", "𠮷野家", "en"),
    ("Zoë\u00a0Lee\u2028next", "Zoë", "en"),
    ("a | b \" c ' d \\ e {{ f }}", "b", "en"),
)


def select(page: Any, segment: int, text: str) -> None:
    """Select a stretch by keys alone: to its first word, then edge by edge."""
    start, end = page.evaluate(
        """([segment, wanted]) => {
            const page = JSON.parse(document.getElementById('page').textContent);
            const points = Array.from(page.candidates[segment].text), name = Array.from(wanted);
            for (let start = 0; start + name.length <= points.length; start += 1)
                if (name.every((point, place) => points[start + place] === point)) return [start, start + name.length];
        }""",
        [segment, text],
    )
    first = f"#document > p:nth-child({segment + 1}) .token"
    starts = page.eval_on_selector_all(first, "all => all.map(one => Number(one.dataset.start))")
    place = max(place for place, one in enumerate(starts) if one <= start)
    page.locator(first).nth(place).click()
    for edge, wanted in (("start", start), ("end", end)):
        for _ in range(60):
            now = page.evaluate(
                "edge => { const all = [...document.querySelectorAll('#document .selected')];"
                " const one = edge === 'start' ? all[0] : all.at(-1);"
                " return Number(one.dataset.start) + (edge === 'end' ? Array.from(one.textContent).length : 0); }",
                edge,
            )
            if now == wanted:
                break
            is_rtl = page.evaluate(
                "place => getComputedStyle(document.querySelectorAll('#document > p')[place]).direction === 'rtl'",
                segment,
            )
            onward = (now < wanted) != is_rtl
            key = "ArrowRight" if onward else "ArrowLeft"
            page.keyboard.press(f"Alt+Shift+{key}" if edge == "start" else f"Alt+{key}")


def test_hostile_text_comes_back_code_point_for_code_point(browsing: Browsing, annotate: Annotate) -> None:
    """Through page, store and export: from right to left, joined emoji, combining marks, markup as text."""
    texts = [text for text, _, _ in HOSTILE]
    campaign = annotate(texts=[texts], **ALONE)
    page = browsing.open(campaign, "annotator-1")
    assert page.eval_on_selector_all("#document > p", "all => all.map(one => one.textContent)") == texts
    for segment, (_, name, _) in enumerate(HOSTILE):
        select(page, segment, name)
        page.keyboard.press("p")
        assert page.text_content("#panel .chosen") == name
    page.click("button[data-tool=rest]")
    finish(page)
    final = final_entities(campaign.desk.store)
    lines = written_entities(final, "entities").split("\n")[:-1]
    for (text, name, _), line in zip(HOSTILE, lines, strict=True):
        read, (entity,) = read_standoff(line, text)
        assert read == text
        assert entity.text == name
        assert text[entity.start : entity.end] == name
        assert json.loads(line)["text"] == text
    for (text, name, _), line in zip(HOSTILE, written_entities(final, "muc").split("\n")[:-1], strict=True):
        read, found = read_tagged(line)
        assert (read, [one.text for one in found]) == (text, [name])


def test_examples_of_muc(browsing: Browsing, annotate: Annotate) -> None:
    """Marked on the page, exported as the tags that MUC has for them."""
    campaign = annotate(texts=(MUC_TEXTS,), **ALONE)
    page = browsing.open(campaign, "annotator-1")
    page.click("button[data-tool=rest]")
    for segment, name, key in (
        (0, "Clinton", "p"),
        (1, "U.S.", "l"),
        (2, "all of 1987", "d"),
        (3, "175", "m"),
        (3, "180 million Canadian dollars", "m"),
    ):
        select(page, segment, name)
        page.keyboard.press(key)
        if name == "all of 1987":
            page.keyboard.press("w")
            page.keyboard.type("1987")
            page.keyboard.press("Enter")
    finish(page)
    assert written_entities(final_entities(campaign.desk.store), "muc").splitlines() == [
        'the <ENAMEX TYPE="PERSON">Clinton</ENAMEX> government',
        '<ENAMEX TYPE="LOCATION">U.S.</ENAMEX> exporters',
        '<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX> was good',
        '<NUMEX TYPE="MONEY">175</NUMEX> to <NUMEX TYPE="MONEY">180 million Canadian dollars</NUMEX>',
    ]


@pytest.mark.parametrize(
    ("language", "text", "keys", "chosen"),
    [
        ("ar", "اجتمع مجلس القاهرة", ["ArrowLeft", "Shift+ArrowLeft"], "مجلس القاهرة"),
        ("th", "เขาอยู่ที่กรุงเทพ", ["End"], None),
        ("zh", "他在北京的大學", ["ArrowRight"], None),
        ("ja", "東京に住む", [], None),
    ],
)
def test_snapping_by_script(
    browsing: Browsing, annotate: Annotate, language: str, text: str, keys: Sequence[str], chosen: str | None
) -> None:
    """A word of the language is selected, whole, and an edge moves by whole characters."""
    page = browsing.open(annotate(texts=([text],), language=language, **ALONE), "annotator-1")
    page.focus("#document")
    for key in keys:
        page.keyboard.press(key)
    words = page.evaluate(
        "([text, language]) => [...new Intl.Segmenter(language, {granularity: 'word'}).segment(text)].map(one => one.segment)",
        [text, language],
    )
    seen = page.text_content("#panel .chosen")
    assert seen == chosen if chosen else seen in words
    if chosen is None:
        graphemes = page.evaluate(
            "text => [...new Intl.Segmenter(undefined, {granularity: 'grapheme'}).segment(text)].map(one => one.segment)",
            text,
        )
        before = page.text_content("#panel .chosen")
        page.keyboard.press("Alt+ArrowRight")
        after = page.text_content("#panel .chosen")
        assert after == before or after.removeprefix(before) in graphemes


def test_adjudicating(browsing: Browsing, annotate: Annotate) -> None:
    """Only differences, without names; a decision and a reason for each."""
    campaign = annotate(texts=(NEWS,))
    for person, names in (("annotator-1", ("Ann", "Porto")), ("annotator-2", ("Lee", "Porto"))):
        page = browsing.open(campaign, person)
        for name in names:
            word(page, name).click()
            page.keyboard.press("p" if name != "Porto" else "l")
        page.click("button[data-tool=rest]")
        finish(page)
    page = browsing.open(campaign, "dora")
    assert "annotator" not in page.text_content("main").replace("all annotators", "")
    assert page.locator("fieldset.difference").count() == 2
    page.click("#submit")
    assert "Difference 1 is not decided yet." in page.text_content("#problems")
    first, second = page.locator("fieldset.difference").all()
    first.locator("input[value=own]").check()
    first.locator("[data-part=own-text]").fill("Ann Lee")
    first.locator("[data-part=own-type]").select_option("PERSON")
    first.locator("[data-part=reason]").fill("the whole name")
    second.locator("label", has_text="No entity here").click()
    second.locator("[data-part=reason]").fill("part of the name")
    finish(page)
    assert page.text_content("h1") == "You are done"
    final = final_entities(campaign.desk.store)
    assert [[one.text for one in found] for found in final.entities] == [["Ann Lee", "Porto"], []]
    assert marked(campaign, "annotator-2")[0] == [("Lee", "PERSON"), ("Porto", "LOCATION")]


WINDOWS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "arabic": {"locale": "ar"},
    "phone": {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True},
}


@pytest.mark.parametrize("window", WINDOWS)
def test_axe_finds_nothing(browsing: Browsing, annotate: Annotate, axe: str, window: str) -> None:
    """As it opens, with a mark, an offer and a complaint; and the adjudicator's page; nothing too wide."""
    campaign = annotate(texts=(NEWS,))
    page = browsing.open(campaign, "annotator-1", **WINDOWS[window])
    assert faults(page, axe) == []
    word(page, "Porto").click()
    page.keyboard.press("l")
    page.click("#submit")
    assert faults(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("button[data-tool=rest]")
    finish(page)
    other = browsing.open(campaign, "annotator-2", **WINDOWS[window])
    other.click("button[data-tool=rest]")
    finish(other)
    page = browsing.open(campaign, "dora", **WINDOWS[window])
    page.click("#submit")
    assert faults(page, axe) == []
    page.click("#whole summary")
    word(page, "Ann").click()
    page.keyboard.press("p")
    page.locator("#changes input").focus()
    assert faults(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
