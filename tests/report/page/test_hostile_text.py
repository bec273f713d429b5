"""Text that would be more than text, everywhere text can be."""

from __future__ import annotations

from typing import Any

from tests.report.page.pages import HOSTILE, LONG, hostile_page

from karat.report.page import frame


def test_hostile_text_is_text(opened: Any) -> None:
    """Nothing runs, nothing is loaded, nothing is missing after it."""
    shown = opened(hostile_page())
    assert shown.evaluate("window.broken") is None
    # The page has four scripts: colours, segments, provenance, and the rest.
    assert shown.evaluate("document.scripts.length") == 4
    assert shown.evaluate("document.querySelectorAll('main img, main script:not([type])').length") == 0
    assert shown.locator("#provenance").count() == 1
    assert shown.locator(".answer li").count() == len(HOSTILE)
    assert shown.title() == HOSTILE[1]


def test_segments_show_hostile_text_as_it_is(opened: Any) -> None:
    """Character by character, in every order of the list."""
    shown = opened(hostile_page())
    for view, texts in (("segment", HOSTILE), ("output", HOSTILE[:3])):
        shown.select_option("#row-view", view)
        for number, text in enumerate(texts, 1):
            shown.evaluate(f"location.hash = '#segment={number}'")
            row = shown.locator(".row.linked", has=shown.get_by_text(f"Segment {number}", exact=True)).first
            # As numbers: on the way to Python, older versions of playwright replace lone surrogates.
            written = row.locator(".source .text").evaluate(
                "(one) => [...one.textContent].map((sign) => sign.codePointAt(0))"
            )
            assert written == [ord(sign) for sign in text or "(empty)"]
    assert shown.evaluate("window.broken") is None


def test_each_text_has_a_direction_of_its_own(opened: Any) -> None:
    """What is written from the right does not turn its neighbours round."""
    shown = opened(hostile_page())
    shown.evaluate("location.hash = '#segment=9'")
    shown.wait_for_selector(".row.linked")
    texts = shown.locator(".row.linked .text")
    assert {one.get_attribute("dir") for one in texts.all()} == {"auto"}
    assert texts.first.evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    assert texts.first.evaluate("(one) => getComputedStyle(one).unicodeBidi") == "isolate"
    assert shown.locator(".name bdi").count() > 0


def test_a_long_text_is_folded(opened: Any) -> None:
    """A hundred thousand characters are there when they are asked for."""
    shown = opened(hostile_page(), address=f"#segment={len(HOSTILE) + 1}")
    row = shown.locator(".row.linked")
    row.wait_for()
    assert row.evaluate("(one) => one.offsetHeight") < 5000
    button = row.locator(".fold").first
    assert button.inner_text() == "… Show all 100,000 characters"
    button.click()
    text = row.locator(".source .text").first
    assert text.evaluate("(one) => one.textContent") == LONG
    assert row.locator(".fold").first.inner_text() == "Show less"


def test_provenance_comes_back(opened: Any) -> None:
    """Every hostile key and value, from the file and from the page in a browser."""
    kept = frame.read_provenance(hostile_page())
    assert list(kept) == list(HOSTILE)
    shown = opened(hostile_page())
    text = shown.evaluate("JSON.parse(document.getElementById('karat-provenance').textContent)")
    assert len(text) == len(HOSTILE)
