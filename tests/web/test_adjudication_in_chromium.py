"""The adjudicator's document in a real browser: add what all missed, change and remove what all agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.annotation.annotators import mark, page_of, send
from tests.web.axe_core import faults
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import final_entities
from karat.campaigns.annotation.mark_records import mark_records

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

REASONS = "#changes input"


@pytest.fixture
def differing(annotate: Callable[..., SmallCampaign]) -> SmallCampaign:
    """Both have marked Porto and May alike, and Ann Lee differently; nobody has marked her second name."""
    campaign = annotate(texts=(NEWS,))
    for person, name in (("annotator-1", "Ann Lee"), ("annotator-2", "Lee")):
        page = page_of(campaign.desk, person)
        porto = mark(page, "Porto", "ORGANIZATION", segment=0)
        send(campaign.desk, person, page, mark(page, name, "PERSON"), porto, mark(page, "May", "DATE"))
    return campaign


def word(page: Any, text: str, nth: int = 0) -> Any:
    """A word of the document, as it stands there now."""
    return page.locator("#document .token", has_text=text).nth(nth)


def decide(page: Any) -> None:
    """The one difference."""
    page.locator("fieldset.difference input[value='1']").check()
    page.locator("fieldset.difference [data-part=reason]").fill("the whole name")


def reason(page: Any, nth: int, words: str) -> None:
    """Say why something was changed."""
    page.locator(REASONS).nth(nth).fill(words)


def test_changing_what_all_agree_on(browsing: Browsing, differing: SmallCampaign, axe: str) -> None:
    """Only the difference is open at first; then by the annotators' keys, each change with a reason."""
    page = browsing.open(differing, "dora")
    press = page.keyboard.press
    assert page.locator("#document").is_hidden()
    decide(page)
    page.click("#whole summary")
    assert page.locator("#document .entity.last").count() == 2
    assert page.locator("#document .disputed.last").get_attribute("data-short") == "1"
    word(page, "Porto").click()
    press("l")
    assert page.text_content("#offer p") == "2 more of “Porto” in this document"
    press("a")
    word(page, "May").click()
    press("x")
    word(page, "Lee", 1).click()
    press("p")
    rows = ["Changed: Porto Location × 3", "Removed: May Date", "Added: Lee Person"]
    assert page.locator("#changes li > span").all_inner_texts() == rows
    assert faults(page, axe) == []
    word(page, "Ann").click()
    press("o")
    assert page.text_content("#left") == "This is difference 1. Decide it above."
    press("u")
    assert page.locator(REASONS).count() == 2
    press("r")
    page.click("#submit")
    assert "“Porto” has no reason yet." in page.text_content("#problems")
    reason(page, 0, "a town")
    reason(page, 1, "not a date by itself")
    page.wait_for_selector("#status:has-text('Draft saved')")
    page.reload()
    browsing.ready(page)
    assert page.locator("#changes li > span").all_inner_texts() == rows
    reason(page, 2, "overlooked")
    with page.expect_navigation():
        page.click("#submit")
    page.wait_for_selector("h1:has-text('You are done')")
    final = final_entities(differing.desk.store)
    assert [[(one.text, one.kind) for one in found] for found in final.entities] == [
        [("Ann Lee", "PERSON"), ("Porto", "LOCATION")],
        [("Porto", "LOCATION"), ("Lee", "PERSON"), ("Porto", "LOCATION")],
    ]


def test_a_correction_begins_with_what_was_decided(browsing: Browsing, differing: SmallCampaign) -> None:
    """Decisions, changes and their reasons stand in the fields again."""
    page = browsing.open(differing, "dora")
    item = page.locator("#answer").get_attribute("action").removeprefix("/answer/")
    decide(page)
    page.click("#whole summary")
    word(page, "May").click()
    page.keyboard.press("Backspace")
    reason(page, 0, "no date")
    with page.expect_navigation():
        page.click("#submit")
    page.goto(f"{page.server.address}/item/{item}")
    browsing.ready(page)
    assert page.locator("fieldset.difference input[value='1']").is_checked()
    assert page.locator("[data-part=reason]").input_value() == "the whole name"
    assert page.locator("#changes li > span").all_inner_texts() == ["Removed: May Date"]
    assert page.locator(REASONS).input_value() == "no date"


def test_an_own_version_in_the_annotators_editor(browsing: Browsing, differing: SmallCampaign) -> None:
    """Several marks, types, other texts and optional; nothing is preselected; it survives loading again."""
    page = browsing.open(differing, "dora")
    press = page.keyboard.press
    box = page.locator("fieldset.difference")
    assert box.locator("input:checked, select").count() == 0
    box.locator("input[value=own]").check()
    box.locator("[data-part=reason]").fill("two people")
    page.click("fieldset.difference [data-part=own-go]")
    assert page.text_content("#panel .chosen") == "Ann Lee"
    word(page, "Ann").click()
    press("p")
    press("w")
    page.keyboard.type("Anna")
    press("Enter")
    word(page, "Lee").click()
    press("o")
    press("i")
    assert page.text_content("#back") == "Back to difference 1"
    own = ["Ann Person, 1 other correct texts", "Lee Organization, optional"]
    assert page.locator("[data-part=own-list] li").all_inner_texts() == own
    box.locator("input[value='0']").check()
    assert page.locator("#document .entity.last").count() == 2
    box.locator("input[value=own]").check()
    assert page.locator("[data-part=own-list] li").all_inner_texts() == own
    page.wait_for_selector("#status:has-text('Draft saved')")
    page.reload()
    browsing.ready(page)
    assert page.locator("[data-part=own-list] li").all_inner_texts() == own
    page.focus("#document")
    press("u")
    assert page.locator("[data-part=own-list] li").all_inner_texts() == [own[0], "Lee Organization"]
    press("r")
    with page.expect_navigation():
        page.click("#submit")
    page.wait_for_selector("h1:has-text('You are done')")
    first, second, porto, may = final_entities(differing.desk.store).entities[0]
    assert (first.text, first.kind, first.alternatives) == ("Ann", "PERSON", ("Anna",))
    assert (second.text, second.kind, second.optional) == ("Lee", "ORGANIZATION", True)
    assert (porto.text, may.text) == ("Porto", "May")


HOSTILE = (
    "<img src=x onerror=alert(1)> 👩\u200d👩\u200d👧 met Ann</b> &amp; Bo",
    "قال \u2067Ann\u2069 Łódz\u0301: {{ 7*7 }} Ann",
)


def test_hostile_text_is_text(browsing: Browsing, annotate: Callable[..., SmallCampaign]) -> None:
    """Around a difference, in versions, other texts and reasons; code point for code point into the export."""
    campaign = annotate(texts=(HOSTILE,))
    other = "<script>alert(2)</script>"
    for person, kind in (("annotator-1", "PERSON"), ("annotator-2", "LOCATION")):
        shown = page_of(campaign.desk, person)
        family = mark(shown, "👩\u200d👩\u200d👧", kind, alternatives=(other,))
        names = [mark(shown, "Ann", kind, nth=nth) for nth in range(3)]
        send(campaign.desk, person, shown, family, *names, mark(shown, "Łódz\u0301", "LOCATION"))
    page = browsing.open(campaign, "dora")
    contexts = page.locator("fieldset.difference > p.text").all_text_contents()
    assert contexts == [HOSTILE[0]] * 2 + [HOSTILE[1]] * 2
    assert other in page.locator(".versions").first.text_content()
    for place in (0, 1):
        page.locator("fieldset.difference").nth(place).locator("input[value='0']").check()
        page.locator("[data-part=reason]").nth(place).fill(HOSTILE[0])
    page.locator("[data-part=alike-go]").nth(1).click()
    assert page.locator("main img, main b, main script").count() == 0
    with page.expect_navigation():
        page.click("#submit")
    page.wait_for_selector("h1:has-text('You are done')")
    final = final_entities(campaign.desk.store)
    assert final.texts == HOSTILE
    found = [
        [text[one.start : one.end] for one in each]
        for text, each in zip(final.texts, final.entities, strict=True)
    ]
    assert found == [["👩\u200d👩\u200d👧", "Ann"], ["Ann", "Łódz\u0301", "Ann"]]
    assert HOSTILE[0] in {one.reason for one in mark_records(campaign.desk.store)}
