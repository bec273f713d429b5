"""The lead's page in a real browser: by keyboard, in every language, on a phone, and for screen readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.axe_core import faults
from tests.web.clients import judge_all

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.testclient import TestClient
    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign


@pytest.fixture
def judged(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> SmallCampaign:
    """Two of three judges have answered everything."""
    for name in ("judge-1", "judge-2"):
        judge_all(visitor(campaign, name))
    return campaign


def lead_page(browsing: Browsing, campaign: Any, **options: Any) -> Any:
    """The lead's page, as a link opens it."""
    page = browsing.enter(campaign, "lead", **options)
    page.wait_for_url("**/lead")
    page.wait_for_selector("time[title]", state="attached")
    return page


def test_axe_finds_nothing_on_the_leads_page(browsing: Browsing, judged: SmallCampaign, axe: str) -> None:
    """In light and dark, from right to left, and on a phone, where nothing sticks out."""
    windows: tuple[dict[str, Any], ...] = (
        {},
        {"color_scheme": "dark", "locale": "de"},
        {"locale": "ar", "viewport": {"width": 360, "height": 740}},
    )
    first = lead_page(browsing, judged, **windows[0])
    for page in (first, *(lead_page(browsing, first.server, **window) for window in windows[1:])):
        assert faults(page, axe) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # On a phone judges are cards: no column is cut off.
    assert page.evaluate(
        "[...document.querySelectorAll('#progress .table-box')].every(box => box.scrollWidth <= box.clientWidth)"
    )


def test_the_leads_language(browsing: Browsing, judged: SmallCampaign) -> None:
    """The page follows the browser, and the choice in its head; what stays English says so."""
    page = lead_page(browsing, judged, locale="ar")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["ar", "rtl"]
    assert page.locator(".report").get_attribute("lang") == "en"
    page.select_option("#language", "de")
    page.wait_for_selector("html[lang=de]")
    assert page.locator("#progress-title").inner_text() == "Wie weit sind die Urteilenden?"
    assert page.locator("#progress tbody tr").count() == 3


def test_the_lead_acts_by_keyboard(browsing: Browsing, judged: SmallCampaign) -> None:
    """Every control is reached by Tab, in order, and closing needs the tick."""
    page = lead_page(browsing, judged)
    reached = []
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
        )
        if reached[-1] == "Close the campaign":
            break
    assert reached[0] == "Skip to the state of the campaign"
    assert {"language", "theme", "Sign out", "Pause"} <= set(reached)
    page.keyboard.press("Enter")
    assert judged.desk.state() == "open"
    assert page.evaluate("document.activeElement.name") == "sure"
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".state[data-state=closed]")
    assert judged.desk.state() == "closed"
