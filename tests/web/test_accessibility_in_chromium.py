"""axe-core finds nothing on any page, in light and dark, from left to right and from right to left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.web.axe_core import faults
from tests.web.small_campaigns import small_campaign, small_plan

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign


@pytest.mark.parametrize(
    ("protocol", "side_by_side", "window"),
    [
        ("adequacy-fluency", 1, "light"),
        ("adequacy-fluency", 1, "arabic"),
        ("mqm", 1, "dark"),
        ("mqm", 1, "phone"),
        ("cesa", 3, "light"),
        ("cesa", 3, "dark"),
    ],
)
def test_axe_finds_nothing(
    browsing: Browsing,
    make: Callable[..., SmallCampaign],
    axe: str,
    protocol: str,
    side_by_side: int,
    window: str,
) -> None:
    """The page as it opens, and with marks, missing answers and an open dialog."""
    windows: dict[str, dict[str, Any]] = {
        "light": {},
        "dark": {"color_scheme": "dark"},
        "arabic": {"locale": "ar"},
        "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True},
    }
    page = browsing.open(make(protocol, side_by_side=side_by_side), **windows[window])
    assert faults(page, axe) == []
    if protocol != "adequacy-fluency":
        page.focus(".markable")
        page.keyboard.press("1")
        page.focus(".markable")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("2")
    page.click("#submit")
    if window == "light":
        assert faults(page, axe) == []
    page.evaluate("document.getElementById('keys').showModal()")
    assert faults(page, axe) == []


def test_axe_finds_nothing_on_the_other_pages(
    browsing: Browsing, make: Callable[..., SmallCampaign], served: Callable[..., Any], axe: str
) -> None:
    """Signing in, consent, notices, the end."""
    campaign = make()
    page = browsing.open(campaign)
    for path in ("/", "/consent", "/nowhere"):
        page.goto(page.server.address + path)
        assert faults(page, axe) == [], path
    campaign.desk.close()
    page.goto(f"{page.server.address}/next")
    assert page.locator("h1").inner_text() == "The study is closed"
    assert faults(page, axe) == []
    browsing.errors.clear()  # the browser reports 404 and 410 itself


def test_what_a_screen_reader_hears(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Groups with their question, radios with their words, the text as a list of words, one live region."""
    page = browsing.open(make("adequacy-fluency"))
    group = page.get_by_role("group", name="How fluent is the translation?")
    assert group.get_by_role("radio").count() == 5
    assert group.get_by_role("radio", name="Flawless").count() == 1
    assert page.locator("[aria-live]").count() == 1
    marking = browsing.open(make("esa"))
    text = marking.get_by_role("listbox", name="Translation")
    assert text.get_by_role("option").count() == 6
    assert marking.get_by_role("slider").get_attribute("aria-valuetext") == "not set"
    assert marking.get_by_role("spinbutton", name="How good is the translation? 0 to 100").count() == 1


def test_forced_colours(browsing: Browsing, tmp_path: Path) -> None:
    """Where the system decides the colours, marks and choices are still told apart."""
    campaign = small_campaign(tmp_path, small_plan("esa"))
    page = browsing.open(campaign, forced_colors="active")
    page.focus(".markable")
    for key in ("ArrowRight", "1", "ArrowRight", "2", "End"):
        page.keyboard.press(key)
    lines = page.evaluate(
        "[...document.querySelectorAll('.token[data-rank]')].map(one => getComputedStyle(one).textDecorationStyle)"
    )
    assert lines == ["dotted", "solid"]
