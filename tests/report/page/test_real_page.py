"""The page that `karat report` makes of the demo data, charts and all, as a browser shows it.

The other pages of these tests have charts and sections made for the purpose; here nothing is. What the page
complains of or asks the network for fails any of these tests.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.dossier.dossiers import entity_dossier, whole_dossier
from tests.report.page.accessibility import problems

from karat.report.page.sections import ORDER, sections_of
from karat.report.page.writing import render

# What is cut off at the right of the window, unless it is in a box that scrolls.
_BEYOND = """() => {
  const scrolls = (one) => one && (getComputedStyle(one).overflowX !== "visible" ||
  scrolls(one.parentElement)); return [...document.querySelectorAll("main *, header *, footer *")]
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
CHAPTERS = {
    "human": ("judges",),
    "scores": ("pairs", "parts"),
    "people": ("metrics", "orders"),
    "calibration": ("transfer",),
    "checks": (),
    "variation": ("units", "damage"),
    "absent": (),
}
ANCHORS = tuple(name for chapter, sections in CHAPTERS.items() for name in (chapter, *sections))
# Half of what the page of the demo data was in version 0.1, folded as it comes; fonts differ a little.
_MOST_PIXELS = {1280: 6_600, 390: 9_600}
_MOST_SHEETS = 7
# What is written for readers: all but code, texts of the corpus, and what scripts hold.
_WORDS = """() => {
  const page = document.querySelector("main").cloneNode(true);
  for (const one of page.querySelectorAll("script, style, code, #browser, noscript")) one.remove();
  for (const one of page.querySelectorAll("p, li, td, th, dd, dt, figcaption, summary, text"))
  one.append("\\n"); return page.textContent;
}"""


@cache
def real_page() -> str:
    """The demo data with people and judges."""
    return render(whole_dossier(), sections_of(whole_dossier()))


def test_every_section_is_there_with_its_charts(opened: Any) -> None:
    """In order, and no chart is empty."""
    shown = opened(real_page())
    names = shown.evaluate("[...document.querySelectorAll('main section')].map((one) => one.id)")
    assert names == ["answer", *ANCHORS, "segments"]
    chapters = shown.evaluate("[...document.querySelectorAll('main > section')].map((one) => one.id)")
    assert chapters == ["answer", *CHAPTERS, "segments"]
    for name in CHAPTERS:
        assert shown.locator(f"#{name} > :is(figure, .table-box)").count() == 1, name
    # Without entities, groups of judges and kinds of systems, which are not marked; and without estimates,
    # because people judged everything.
    assert len(ANCHORS) == len(ORDER) - 4
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


def test_the_page_is_short_on_screen_and_on_paper(opened: Any) -> None:
    """What is folded counts as it is: by its name. On paper it takes no more than that either."""
    shown = opened(real_page())
    for width, most in _MOST_PIXELS.items():
        shown.set_viewport_size({"width": width, "height": 900})
        assert shown.evaluate("document.documentElement.scrollHeight") <= most, width
    # Every PDF has the number of its pages in it.
    sheets = [int(found) for found in re.findall(rb"/Type /Pages\n/Count (\d+)", shown.pdf(format="A4"))]
    assert 2 <= max(sheets) <= _MOST_SHEETS
    # The first screen has the whole answer.
    shown.set_viewport_size({"width": 1280, "height": 900})
    assert (
        shown.locator("#answer").bounding_box()["y"] + shown.locator("#answer").bounding_box()["height"]
        <= 900
    )
    assert shown.locator("#answer svg").bounding_box()["y"] < 900 / 2

    text = shown.evaluate(_WORDS)
    assert "People put aurora first by adequacy" in text
    # No options of the command line, one minus sign, one way to write a p-value, and units after a space.
    assert re.findall(r"(?<!\w)--?[a-z][\w-]+", text) == []
    assert re.findall(r"(?<![\w-])-\.?\d.{0,12}", text) == []
    assert re.findall(r"\bp(?:-value)?s? ?[=<≤]? ?0\.\d.{0,12}", text) == []
    assert re.findall(r"\d%.{0,12}", text) == []


def test_what_goes_on_below_is_seen_to(opened: Any) -> None:
    """A long table fades at its foot until that is reached."""
    shown = opened(real_page())
    shown.evaluate(_UNFOLD)
    box = shown.locator("#checks details .table-box").first
    box.scroll_into_view_if_needed()
    box.evaluate("(one) => (one.style.maxHeight = '6rem')")
    shown.locator("#checks .table-box.falls").first.wait_for()
    box.evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    shown.locator("#checks details .table-box:not(.falls)").first.wait_for()


def test_it_can_be_used_without_seeing_it(opened: Any) -> None:
    """Names, roles, headings and tables."""
    assert problems(opened(real_page())) == []
