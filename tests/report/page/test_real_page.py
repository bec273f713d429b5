"""The page that `karat report` makes of the demo data, charts and all, as a browser shows it.

The other pages of these tests have charts and sections made for the purpose; here nothing is. What the page
complains of or asks the network for fails any of these tests.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from tests.dossier.dossiers import entity_dossier, whole_dossier
from tests.report.page.accessibility import problems

from karat.report.page.sections import ORDER, sections_of
from karat.report.page.writing import render

# What is cut off at the right of the window, unless it is in a box that scrolls.
_BEYOND = """() => {
  const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" || scrolls(one.parentElement));
  return [...document.querySelectorAll("main *, header *, footer *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one.parentElement))
    .map((one) => `${one.tagName} ${one.textContent.slice(0, 40)}`);
}"""
# Letters that go beyond their drawing, which are cut off.
_CUT = """() => [...document.querySelectorAll(".chart-box:not(.narrow) svg")].flatMap((chart) => {
  const box = chart.getBoundingClientRect();
  return [...chart.querySelectorAll("text")]
    .filter((text) => {
      const { left, right } = text.getBoundingClientRect();
      return right > box.right + 1 || left < box.left - 1;
    })
    .map((text) => `${chart.getAttribute("aria-labelledby")}: ${text.textContent}`);
})"""
_UNFOLD = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


# Where links lead to: these names do not change when a module does.
ANCHORS = (
    *(
        "scores",
        "pairs",
        "parts",
        "human",
        "people",
        "metrics",
        "orders",
        "judges",
        "calibration",
        "transfer",
        "checks",
    ),
    *("variation", "units", "damage", "absent"),
)


@cache
def real_page() -> str:
    """The demo data with people and judges."""
    return render(whole_dossier(), sections_of(whole_dossier()))


def test_every_section_is_there_with_its_charts(opened: Any) -> None:
    """In order, and no chart is empty."""
    shown = opened(real_page())
    names = shown.evaluate("[...document.querySelectorAll('main > section')].map((one) => one.id)")
    assert names == ["answer", *ANCHORS, "segments"]
    # Without entities, groups of judges and kinds of systems, which are not marked.
    assert len(ANCHORS) == len(ORDER) - 3
    assert shown.locator(".answer li").count() >= 5
    for name in names:
        if name in ("answer", "checks", "absent", "segments"):
            continue
        assert shown.locator(f"#{name} .chart-box:not(.narrow) svg [aria-label]").count() > 0, name
    assert shown.locator("#rows .row").count() > 0


def test_entities_are_drawn_where_they_are_marked(opened: Any) -> None:
    """By type, with the misses."""
    shown = opened(render(entity_dossier(), sections_of(entity_dossier())))
    assert shown.locator("#entities svg").count() > 0
    assert "Görzfelde" in shown.locator("#entities").text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 900, 1280])
def test_the_unfolded_page_fits_the_window(opened: Any, width: int, scheme: str) -> None:
    """On a phone too, with every table, note and menu open."""
    shown = opened(real_page(), viewport={"width": width, "height": 800}, color_scheme=scheme)
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    shown.evaluate(_UNFOLD)
    shown.wait_for_timeout(200)
    assert shown.evaluate(_BEYOND) == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_of_a_chart_is_cut_off(opened: Any) -> None:
    """Names, figures and legends are within their drawing."""
    shown = opened(real_page())
    shown.evaluate(_UNFOLD)
    assert shown.evaluate(_CUT) == []


def test_the_page_fits_a_sheet_of_paper(opened: Any) -> None:
    """A wider one would be printed in small letters from first to last."""
    shown = opened(real_page(), viewport={"width": 688, "height": 1000})  # A4 without its margins
    shown.emulate_media(media="print")
    shown.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert shown.evaluate("document.documentElement.scrollWidth") <= 688


def test_what_goes_on_below_is_seen_to(opened: Any) -> None:
    """A long table fades at its foot until that is reached."""
    shown = opened(real_page())
    box = shown.locator("#checks .table-box").first
    box.scroll_into_view_if_needed()
    assert "falls" in box.get_attribute("class")
    box.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    shown.locator("#checks .table-box:not(.falls)").first.wait_for()


def test_it_can_be_used_without_seeing_it(opened: Any) -> None:
    """Names, roles, headings and tables."""
    assert problems(opened(real_page())) == []
