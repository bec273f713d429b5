"""The page in a browser, apart from its segments: what is there, sorting, colours, print, charts."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report.page.pages import CHART, demo_page, drawn

from karat.report.page.frame import page


def test_every_section_is_there_and_linked(opened: Any) -> None:
    """The contents lead to each heading."""
    shown = opened(demo_page())
    headings = shown.locator("main h2").all_inner_texts()
    assert headings == ["The answer", "Scores", "By text type", "Segments"]
    for link in shown.locator(".contents a").all():
        link.click()
        name = link.get_attribute("href")
        assert shown.locator(name).count() == 1
        shown.wait_for_url(lambda url, name=name: url.endswith(name))


def test_the_answer_links_to_its_evidence(opened: Any) -> None:
    """A statement without a section has no link."""
    shown = opened(demo_page())
    links = shown.locator(".answer a")
    assert [link.get_attribute("href") for link in links.all()] == ["#scores", "#segments"]


def test_tables_sort_up_down_and_back(opened: Any) -> None:
    """By value, not by what is written; a screen reader is told."""
    shown = opened(demo_page())
    shown.evaluate("document.querySelectorAll('#scores details').forEach((one) => (one.open = true))")
    table = shown.locator("#scores table")
    before = table.locator("tbody th").all_inner_texts()
    button, header = table.locator("thead button").nth(3), table.locator("thead th").nth(3)
    orders = {}
    for _ in range(3):
        button.click()
        orders[header.get_attribute("aria-sort")] = table.locator("tbody th").all_inner_texts()
    values = dict(zip(before, table.locator("tbody td:nth-child(4)").all_inner_texts(), strict=True))
    assert orders["ascending"] == sorted(before, key=lambda name: float(values[name].split()[0]))
    assert orders["descending"] == orders["ascending"][::-1]
    assert orders["none"] == before


def test_the_total_stays_below(opened: Any) -> None:
    """It is no row to sort."""
    shown = opened(demo_page())
    table = shown.locator("#types table").first
    table.locator("thead button").nth(1).click()
    assert table.locator("tr").last.locator("th").inner_text() == "all"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_follow_the_system_until_somebody_chooses(opened: Any, scheme: str) -> None:
    """The button is remembered when the page is opened again."""
    shown = opened(demo_page(), color_scheme=scheme)
    background = "getComputedStyle(document.body).backgroundColor"
    first = shown.evaluate(background)
    assert (first == "rgb(255, 255, 255)") == (scheme == "light")
    shown.click("#theme")
    second = shown.evaluate(background)
    assert second != first
    shown.reload()
    assert shown.evaluate(background) == second


def test_print_is_light_and_as_short_as_the_page(opened: Any) -> None:
    """No controls, whatever the colours of the screen; what is folded is named, what is opened is printed."""
    shown = opened(demo_page(), color_scheme="dark")
    folds = shown.locator("#types details.more", has_text="Notes: ")
    assert folds.count() == 1
    shown.emulate_media(media="print", color_scheme="dark")
    assert (
        shown.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')") == "#ffffff"
    )
    assert not shown.locator("#browser").is_visible()
    assert not shown.locator("#theme").is_visible()
    assert shown.locator(".print-only").is_visible()
    assert folds.locator("summary").is_visible()
    assert not folds.locator("dd").first.is_visible()
    folds.evaluate("(one) => (one.open = true)")
    assert folds.locator("dd").first.is_visible()
    # Where the figures come from is on paper, too.
    assert shown.locator(".provenance").first.is_visible()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_window(opened: Any, width: int) -> None:
    """Wide tables and charts scroll in boxes of their own."""
    shown = opened(demo_page(), viewport={"width": width, "height": 740})
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


def test_charts_say_their_marks(opened: Any) -> None:
    """Under the pointer, and with the arrow keys."""
    shown = opened(demo_page())
    tip = shown.locator("#tip")
    shown.locator("#figure-forest circle").nth(1).hover()
    assert tip.inner_text() == "system 2: 2.5"
    shown.mouse.move(0, 0)
    assert not tip.is_visible()
    shown.locator("#figure-forest .chart-box").focus()
    for expected in ("system 1: 1.5", "system 2: 2.5"):
        shown.keyboard.press("ArrowRight")
        assert tip.inner_text() == expected
    shown.keyboard.press("Escape")
    assert not tip.is_visible()


def test_without_script_the_page_can_be_read(opened: Any) -> None:
    """Everything but the segments, for which there is a sentence."""
    shown = opened(demo_page(), wait=False, java_script_enabled=False)
    assert shown.locator("#scores svg").is_visible()
    assert shown.locator("#types table").first.is_visible()
    assert "need JavaScript" in shown.locator("#segments").inner_text()
    assert not shown.locator("#browser").is_visible()
    assert not shown.locator("#theme").is_visible()


def test_a_page_without_segments(opened: Any) -> None:
    """Nothing of the browser is there."""
    shown = opened(page("Small", [], [], None, {}, draw=drawn), wait=False)
    assert shown.locator("main h2").all_inner_texts() == ["The answer"]
    assert shown.locator("#segments").count() == 0


def test_spoilt_segments_are_told(opened: Any) -> None:
    """A file that was cut says so instead of staying empty."""
    html = demo_page()
    start = html.index('id="karat-segments"') + 200
    shown = opened(html[:start] + html[start + 4000 :], wait=False)
    shown.wait_for_selector("#browser-problem:not([hidden])")
    assert "cannot be shown" in shown.locator("#browser-problem").inner_text()


def test_a_chart_has_its_title_and_how_to_read_it(opened: Any) -> None:
    """In words, for everybody; what it shows is said by the sentence above it."""
    shown = opened(demo_page())
    caption = shown.locator("#figure-forest figcaption").inner_text()
    assert caption.split("\n") == [CHART.title, CHART.reading]
