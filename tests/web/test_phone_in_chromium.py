"""At the width of a phone, by finger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# What a window of 1280 pixels leaves at 200 %, and what WCAG asks for at 400 %.
ZOOMED = {"viewport": {"width": 640, "height": 450}}
REFLOW = {"viewport": {"width": 320, "height": 256}}


def width(page: Any) -> tuple[int, int]:
    """How wide the page is, and how wide the window."""
    return page.evaluate("[document.documentElement.scrollWidth, innerWidth]")  # type: ignore[no-any-return]


def test_the_whole_judging(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """Tap the first and the last word, a severity, a score, and on to the end; pages fade into each other."""
    campaign = make("esa")
    page = browsing.arrive(campaign, reduced_motion="no-preference", **PHONE)
    for place in range(3):
        tokens = page.locator(".markable .token")
        tokens.nth(1).tap()
        tokens.nth(2).tap()
        tools = page.locator(".tools").bounding_box()
        assert tools["y"] + tools["height"] <= 740, "the ways to mark are in sight"
        page.locator(".tools button[data-severity=major]").tap()
        page.fill("input[type=number]", "60")
        with page.expect_navigation():
            page.locator("#submit").tap()
        if place < 2:
            browsing.ready(page)
    assert page.locator("h1").inner_text() == "You are done"
    stored = campaign.desk.store.records()
    assert [len(record.spans) for record in stored] == [1, 1, 1]
    assert stored[0].spans[0].end > stored[0].spans[0].start + len("gets")


@pytest.mark.parametrize("window", [PHONE, ZOOMED, REFLOW], ids=["phone", "zoomed", "reflow"])
@pytest.mark.parametrize(("protocol", "side_by_side"), [("adequacy-fluency", 1), ("cesa", 4)])
def test_nothing_is_wider_than_the_window(
    browsing: Browsing,
    make: Callable[..., SmallCampaign],
    window: dict[str, Any],
    protocol: str,
    side_by_side: int,
) -> None:
    """Also with zoom: nobody has to scroll sideways, and what sticks does not cover the work."""
    page = browsing.open(make(protocol, side_by_side=side_by_side), **window)
    whole, seen = width(page)
    assert whole <= seen
    covered = page.evaluate(
        "[...document.querySelectorAll('.top, .actions')]"
        ".filter(one => getComputedStyle(one).position === 'sticky')"
        ".reduce((sum, one) => sum + one.offsetHeight, 0) / innerHeight"
    )
    assert covered < 0.4


def test_targets_are_large_enough(browsing: Browsing, make: Callable[..., SmallCampaign]) -> None:
    """24 pixels at least, but for words within a text."""
    page = browsing.open(make("esa"), **PHONE)
    small = page.evaluate(
        "[...document.querySelectorAll('button, a, select, summary, input:not([type=hidden]), label.point')]"
        ".filter(one => one.checkVisibility() && !one.closest('dialog') && !one.matches('.skip-link'))"
        ".filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24).map(one => one.outerHTML)"
    )
    assert small == []


@pytest.mark.parametrize(
    "window", [PHONE, {"viewport": {"width": 390, "height": 844}}, ZOOMED], ids=["phone", "narrow", "zoomed"]
)
def test_nothing_takes_room_for_nothing(
    browsing: Browsing, make: Callable[..., SmallCampaign], window: dict[str, Any]
) -> None:
    """The bar is one line without hints of keys, and no box says that it is empty."""
    page = browsing.open(make("esa"), **window)
    assert page.locator(".actions .bar").bounding_box()["height"] < 70
    assert page.locator(".actions kbd:visible, .tools kbd:visible").count() == 0
    assert not page.locator(".marks-box").is_visible()
    tokens = page.locator(".markable .token")
    tokens.nth(1).click()
    page.locator(".tools button[data-severity=major]").click()
    assert page.locator(".marks-box").is_visible()
    tools = page.locator(".tools").bounding_box()
    assert tools["y"] + tools["height"] <= window["viewport"]["height"]
