"""The annotator's and the adjudicator's page by finger, by keys alone, and in windows of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.annotation.annotators import page_of, send
from tests.web.annotators_page import ALONE, finish, marked, word
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import annotated_documents, final_entities

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

    Annotate = Callable[..., SmallCampaign]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 850}}
# What a window of 1280 pixels leaves at 200 %.
ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 425}}


def box(page: Any, selector: str) -> dict[str, float]:
    """Where something is in the window."""
    found: dict[str, float] = page.locator(selector).bounding_box()
    return found


def test_the_whole_work_by_finger(browsing: Browsing, annotate: Annotate) -> None:
    """Tap the first and the last word, a type, the same name elsewhere, other texts, suggestions, and on."""
    campaign = annotate(texts=(NEWS,), **ALONE)
    page = browsing.arrive(campaign, "annotator-1", **PHONE)
    word(page, "Ann").tap()
    word(page, "Lee").tap()
    assert page.text_content("#panel .chosen") == "Ann Lee"
    page.locator("#panel button[data-name=PERSON]").tap()
    assert page.locator("#alternatives").is_hidden()
    page.locator("[data-tool=details]").tap()
    page.fill("#alternatives", "Ms Lee")
    page.locator("#optional").tap()
    page.locator("[data-tool=details]").tap()
    word(page, "Porto").tap()
    page.locator("#panel button[data-name=LOCATION]").tap()
    page.locator("[data-tool=more]").tap()
    page.locator(".steps [data-tool=undo]").tap()
    page.locator("[data-tool=redo]").tap()
    word(page, "May").tap()
    page.locator("[data-tool=accept]").tap()
    page.locator("[data-tool=reject]:visible").first.tap()
    with page.expect_navigation():
        page.locator("#submit").tap()
    (found,) = annotated_documents(campaign.desk.store)
    ann, porto, may = found.entities[0]
    assert (ann.text, ann.alternatives, ann.optional) == ("Ann Lee", ("Ms Lee",), True)
    assert (porto.text, may.text, len(found.entities[1])) == ("Porto", "3 May", 2)
    assert found.counts == {"hand": 2, "repeated": 2, "accepted": 1, "rejected": 1}


@pytest.mark.parametrize(("window", "most"), [(PHONE, 1 / 3), (ZOOMED, 0.45)], ids=["phone", "zoomed"])
def test_the_text_stays_in_sight(
    browsing: Browsing, annotate: Annotate, window: dict[str, Any], most: float
) -> None:
    """The panel is low, whatever is selected, and what is selected is above it."""
    page = browsing.open(annotate(texts=(NEWS * 6,), **ALONE), "annotator-1", **window)
    height = window["viewport"]["height"]
    for place in (0, 40, 90):
        token = page.locator("#document .token:not(.suggested)").nth(place)
        token.click()
        page.keyboard.press("p")
        assert box(page, "#panel")["height"] < most * height + 110 * page.locator("#offer").is_visible()
        page.keyboard.press("Escape")
        token.click()
        there, panel = token.bounding_box(), box(page, "#panel")
        assert there["y"] + there["height"] <= panel["y"] or there["y"] >= panel["y"] + panel["height"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_panel_is_above_the_actions(browsing: Browsing, annotate: Annotate) -> None:
    """On a phone these have a second line as soon as there is a page to go back to."""
    campaign = annotate(texts=(NEWS, NEWS * 6), **ALONE)
    send(campaign.desk, "annotator-1", page_of(campaign.desk, "annotator-1"))
    page = browsing.open(campaign, "annotator-1", **PHONE)
    word(page, "Ann").click()
    page.keyboard.press("p")
    panel, actions = box(page, "#panel"), box(page, ".actions")
    assert actions["height"] > 1.5 * box(page, "#submit")["height"]
    assert panel["y"] + panel["height"] <= actions["y"]


@pytest.mark.parametrize("locale", ["en", "de", "ar"])
def test_what_is_left_stands_in_one_line(browsing: Browsing, annotate: Annotate, locale: str) -> None:
    """On a phone, how many suggestions are open is not squeezed in beside the buttons."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1", **PHONE, locale=locale)
    line = page.eval_on_selector("#left", "one => parseFloat(getComputedStyle(one).lineHeight)")
    assert 0 < box(page, "#left")["height"] < 1.5 * line
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("locale", ["en", "de", "ar"])
def test_the_panel_fits_on_a_laptop(browsing: Browsing, annotate: Annotate, locale: str) -> None:
    """With a mark, all of it is above the actions before anybody scrolls, and nothing of it is cut off."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1", **LAPTOP, locale=locale)
    word(page, "Ann").click()
    page.keyboard.press("p")
    panel = box(page, "#panel")
    assert panel["y"] + panel["height"] <= box(page, ".actions")["y"]
    assert page.evaluate(
        "(({scrollHeight, clientHeight, scrollWidth, clientWidth}) =>"
        " scrollHeight <= clientHeight && scrollWidth <= clientWidth)(document.getElementById('panel'))"
    )


def test_targets_are_large_enough(browsing: Browsing, annotate: Annotate) -> None:
    """24 pixels at least, but for words within a text and boxes whose label is the target."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1", **PHONE)
    word(page, "Ann").click()
    page.keyboard.press("p")
    page.locator("[data-tool=details]").tap()
    small = page.evaluate(
        "[...document.querySelectorAll('#panel button, #panel input:not([type=checkbox]), #panel label.agree')]"
        ".filter(one => one.checkVisibility())"
        ".filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24).map(one => one.outerHTML)"
    )
    assert small == []


def test_adjudicating_by_keyboard_alone(browsing: Browsing, annotate: Annotate) -> None:
    """Choose a version by its number, mark one's own, give reasons, send."""
    campaign = annotate(texts=(NEWS,))
    for person, name in (("annotator-1", "Ann"), ("annotator-2", "Porto")):
        page = browsing.open(campaign, person)
        word(page, name).click()
        page.keyboard.press("p")
        page.click("button[data-tool=rest]")
        finish(page)
    page = browsing.open(campaign, "dora")
    press, focus = page.keyboard.press, "document.activeElement?.matches(selector)"

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate(f"selector => {focus}", selector):
                return
            press("Tab")
        message = f"{selector} cannot be reached by Tab"
        raise AssertionError(message)

    tab_to("fieldset:nth-of-type(1) input[type=radio]")
    press("3")
    tab_to("fieldset:nth-of-type(1) [data-part=own-go]")
    press("Enter")
    press("Shift+ArrowRight")
    press("p")
    press("i")
    tab_to("#back")
    press("Enter")
    assert page.evaluate(f"selector => {focus}", "fieldset:nth-of-type(1) [data-part=reason]")
    page.keyboard.type("the whole name")
    press("Tab")
    press("2")
    press("Tab")
    page.keyboard.type("not a person")
    with page.expect_navigation():
        tab_to("#submit")
        press("Enter")
    page.wait_for_selector("h1:has-text('You are done')")
    (ann,) = final_entities(campaign.desk.store).entities[0]
    assert (ann.text, ann.optional) == ("Ann Lee", True)
    assert marked(campaign)[0] == [("Ann", "PERSON")]


def test_forced_colours(browsing: Browsing, annotate: Annotate) -> None:
    """Where colours are the user's own, a line is still solid or dashed."""
    page = browsing.open(annotate(texts=(NEWS,), **ALONE), "annotator-1", forced_colors="active")
    word(page, "Ann").click()
    page.keyboard.press("p")
    line = "one => getComputedStyle(one).borderBlockEndStyle"
    assert page.locator("#document .entity").first.evaluate(line) == "solid"
    assert page.locator("#document .suggested").first.evaluate(line) == "dashed"
