"""The annotator's and the adjudicator's page in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from tests.web.annotators_page import ALONE, finish, marked, word
from tests.web.axe_core import faults
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Annotate: TypeAlias = Callable[..., SmallCampaign]


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
    # One Enter too many sends nothing, in the text or elsewhere.
    press("Enter")
    press("Escape")
    press("Enter")
    page.focus("#task-title")
    press("Enter")
    assert page.text_content("#status") != "Sending …"
    assert annotated_documents(campaign.desk.store) == ()
    page.focus("#document")
    finish(page, "Control+Enter")
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


def test_a_suggestion_is_accepted_as_it_is_selected(browsing: Browsing, annotate: Annotate) -> None:
    """Other edges by keys or by mouse: the panel shows them, and they are stored with the suggestion's type."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    page = browsing.arrive(campaign, "annotator-1")
    page.focus("#document")
    page.keyboard.press("Tab")
    assert page.text_content("#panel .chosen") == "3 May"
    page.keyboard.press("Alt+Shift+ArrowLeft")
    assert page.text_content("#panel .chosen") == "on 3 May"
    page.keyboard.press("Enter")
    word(page, "twenty").hover()
    page.mouse.down()
    word(page, "cheaper").hover()
    page.mouse.up()
    assert page.text_content("#panel .chosen") == "twenty percent cheaper"
    page.click("#panel button[data-tool=accept]")
    assert page.text_content("[data-count=corrected]") == "2"
    finish(page)
    assert marked(campaign) == [[("on 3 May", "DATE")], [("twenty percent cheaper", "PERCENT")]]
    (found,) = annotated_documents(campaign.desk.store)
    assert found.counts == {"corrected": 2}


def test_a_type_without_a_free_letter_has_a_digit(
    browsing: Browsing, annotate: Annotate, tmp_path: Path
) -> None:
    """On its button and in the list of keys; and it marks."""
    own = tmp_path / "own.toml"
    own.write_text(
        'name = "products"\n[[step]]\ninteraction = "entities"\n[step.entities]\n'
        'types = ["PERSON", "ORGANIZATION", "CITY", "DATE", "PRODUCT"]\ncounts_as = { CITY = "LOCATION" }\n'
        '[guidelines]\nen = "Mark people and products."\n'
    )
    page = browsing.open(annotate(texts=(NEWS,), protocol=str(own), **ALONE), "annotator-1")
    assert page.text_content("button[data-name=PRODUCT] kbd") == "5"
    word(page, "Lee").click()
    page.keyboard.press("5")
    assert page.get_attribute("button[data-name=PRODUCT]", "aria-pressed") == "true"
    page.keyboard.press("?")
    assert page.locator("#keys kbd", has_text="5").count() == 1


def test_long_windows_open_at_their_beginning(browsing: Browsing, annotate: Annotate) -> None:
    """Guidelines and keys, also where they have to be scrolled; Escape closes them."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1")
    page.set_viewport_size({"width": 1280, "height": 400})
    for key, name in (("g", "guidelines"), ("?", "keys")):
        page.keyboard.press(key)
        window = page.locator(f"#{name}[open]")
        assert window.evaluate("one => [one.scrollTop, one.scrollHeight > one.clientHeight]") == [0, True]
        page.keyboard.press("Escape")
        assert page.locator("dialog[open]").count() == 0


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
    assert page.locator("#replaced").is_hidden()
    press("l")
    assert page.locator("#document .entity.last").count() == 1
    assert page.locator("#replaced p").inner_text() == "In place of “Ann” (Person), “Lee” (Organization)."
    page.locator("#replaced button").click()
    assert page.locator("#document .entity.last").count() == 2
    assert page.locator("#replaced").is_hidden()
    press("r")
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


def test_undo_survives_loading_again(browsing: Browsing, annotate: Annotate) -> None:
    """Both ways, and without limit; a history that does not end with the draft is not taken."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1")
    press = page.keyboard.press
    word(page, "Porto").click()
    press("l")
    press("a")
    for _ in range(6):
        press("o")
        press("l")
    press("u")
    press("u")
    for _ in range(2):
        page.reload()
        browsing.ready(page)
    assert page.locator("#document .entity.last").count() == 3
    page.focus("#document")
    for _ in range(11):
        press("u")
    assert page.locator("#document .entity.last").count() == 1
    press("u")
    assert page.locator("#document .entity").count() == 0
    for _ in range(14):
        press("r")
    assert page.locator("#document .entity.last").count() == 3
    assert page.get_attribute("button[data-tool=redo]", "aria-disabled") == "true"
    page.evaluate(
        "() => addEventListener('pagehide', () => { for (const name of Object.keys(localStorage)) {"
        " if (!name.startsWith('karat-draft')) continue; const draft = JSON.parse(localStorage[name]);"
        " localStorage[name] = JSON.stringify({ ...draft, marks: [], saved: draft.saved + 1e6 }); } })"
    )
    page.reload()
    browsing.ready(page)
    assert page.locator("#document .entity").count() == 0
    assert page.get_attribute("button[data-tool=undo]", "aria-disabled") == "true"


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
    first.locator("[data-part=reason]").fill("the whole name")
    page.click("#submit")
    assert "Difference 1: nothing is marked there yet." in page.text_content("#problems")
    page.click("fieldset.difference >> nth=0 >> [data-part=own-go]")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("p")
    assert page.text_content("#left") == "This is difference 2. Decide it above."
    second.locator("label", has_text="No entity here").click()
    second.locator("[data-part=reason]").fill("part of the name")
    first.locator("[data-part=own-go]").click()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("p")
    assert first.locator("[data-part=own-list] li").all_inner_texts() == ["Ann Lee Person"]
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
