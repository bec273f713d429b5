"""The annotator's and the adjudicator's page in a real browser."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Browsing
    from tests.web.small_campaigns import SmallCampaign

Annotate = "Callable[..., SmallCampaign]"


def word(page: Any, text: str, nth: int = 0) -> Any:
    """A word of the document, as it stands there now."""
    return page.locator("#document .token", has_text=text).nth(nth)


def test_try(browsing: Browsing, annotate: Annotate) -> None:
    """x"""
    campaign = annotate()
    page = browsing.open(campaign, "annotator-1")
    page.screenshot(path="/tmp/shot1.png")
    word(page, "Porto").click()
    page.keyboard.press("l")
    page.screenshot(path="/tmp/shot2.png")
    page.keyboard.press("a")
    page.screenshot(path="/tmp/shot3.png")
