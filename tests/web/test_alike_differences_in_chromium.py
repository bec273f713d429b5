"""The same difference in several places of a document, in a real browser: decided once, for all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.campaigns.annotation.annotators import mark, page_of, send
from tests.web.annotators_page import finish, word
from tests.web.axe_core import faults
from tests.web.small_campaigns import NEWS

from karat.campaigns.annotation.annotated_documents import final_entities

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

LEE, FIRST, SECOND, THIRD = range(4)


@pytest.fixture
def differing(annotate: Callable[..., SmallCampaign]) -> SmallCampaign:
    """One name in three places is a place to one annotator and a club to the other; only one has marked Lee."""
    campaign = annotate(texts=(NEWS,))
    for person, kind in (("annotator-1", "LOCATION"), ("annotator-2", "ORGANIZATION")):
        page = page_of(campaign.desk, person)
        marks = [mark(page, "Porto", kind, nth=nth) for nth in range(3)]
        lee = [mark(page, "Ann Lee", "PERSON")] if kind == "LOCATION" else []
        send(campaign.desk, person, page, *lee, *marks)
    return campaign


def part(page: Any, place: int, name: str) -> Any:
    """Of a difference."""
    return page.locator("fieldset.difference").nth(place).locator(f"[data-part={name}]")


def chosen(page: Any) -> list[tuple[str | None, str]]:
    """The version and the reason of every difference."""
    found = page.eval_on_selector_all(
        "fieldset.difference",
        "all => all.map(one => [one.querySelector(':checked')?.value ?? null,"
        " one.querySelector('[data-part=reason]').value])",
    )
    return [tuple(one) for one in found]


def decide(page: Any, place: int, value: str, reason: str) -> None:
    """Choose a version, and say why."""
    page.locator("fieldset.difference").nth(place).locator(f"input[value='{value}']").check()
    part(page, place, "reason").fill(reason)


def test_decided_once(browsing: Browsing, differing: SmallCampaign, axe: str) -> None:
    """With one undo; what a person has decided there stays; Enter in the field of a reason sends nothing."""
    page = browsing.open(differing, "dora")
    decide(page, LEE, "0", "a name")
    assert part(page, LEE, "alike").is_hidden()
    page.locator("fieldset.difference").nth(FIRST).locator("input[value='0']").check()
    assert part(page, FIRST, "alike").is_hidden()
    decide(page, FIRST, "0", "the town")
    words = part(page, FIRST, "alike-words")
    assert words.text_content() == "2 more with the same difference: “Porto”"
    assert faults(page, axe) == []
    part(page, FIRST, "alike-go").click()
    assert chosen(page) == [("0", "a name"), *[("0", "the town")] * 3]
    part(page, FIRST, "reason").press("Enter")
    page.locator("fieldset.difference").nth(FIRST).locator(":checked").press("Enter")
    assert page.locator("#answer[aria-busy=true]").count() == 0
    assert words.text_content() == "2 more decided alike."
    part(page, FIRST, "alike-undo").click()
    assert chosen(page) == [("0", "a name"), ("0", "the town"), (None, ""), (None, "")]
    page.locator("fieldset.difference").nth(FIRST).locator(":checked").focus()
    page.keyboard.press("a")
    decide(page, THIRD, "1", "the club")
    page.locator("fieldset.difference").nth(FIRST).locator(":checked").focus()
    page.keyboard.press("u")
    assert chosen(page)[FIRST:] == [("0", "the town"), (None, ""), ("1", "the club")]
    assert words.text_content() == "1 more with the same difference: “Porto”"
    page.keyboard.press("a")
    finish(page, "Control+Enter")
    final = final_entities(differing.desk.store).entities
    kinds = [one.kind for found in final for one in found]
    assert kinds == ["PERSON", "LOCATION", "LOCATION", "ORGANIZATION"]


def test_a_version_of_ones_own_everywhere(browsing: Browsing, differing: SmallCampaign) -> None:
    """With its other texts, at the same place of each; another reason or version afterwards is offered again."""
    page = browsing.open(differing, "dora")
    decide(page, LEE, "1", "no name")
    decide(page, FIRST, "own", "the town")
    assert part(page, FIRST, "alike").is_hidden()
    part(page, FIRST, "own-go").click()
    page.keyboard.press("l")
    page.keyboard.press("w")
    page.keyboard.type("Oporto")
    page.keyboard.press("Enter")
    part(page, FIRST, "alike-go").click()
    own = ["Porto Location, 1 other correct texts"]
    for place in (FIRST, SECOND, THIRD):
        assert part(page, place, "own-list").locator("li").all_inner_texts() == own
    decide(page, FIRST, "own", "the town on the Douro")
    assert part(page, FIRST, "alike-words").text_content() == "2 more with the same difference: “Porto”"
    part(page, FIRST, "alike-go").click()
    word(page, "Porto").click()
    page.keyboard.press("o")
    part(page, FIRST, "alike-go").click()
    finish(page)
    final = final_entities(differing.desk.store).entities
    found = [(one.text, one.kind, one.alternatives) for segment in final for one in segment]
    assert found == [("Porto", "ORGANIZATION", ("Oporto",))] * 3
