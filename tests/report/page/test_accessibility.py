"""The page for those who use a keyboard, a screen reader, or need contrast."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report.page.accessibility import faint_texts, focus_order, problems
from tests.report.page.pages import demo_page, hostile_page, large_page

from karat.report.page.assets import PAGE


@pytest.mark.parametrize("width", [360, 1280])
def test_names_roles_headings_and_tables(opened: Any, width: int) -> None:
    """Nothing is found, on a phone or a desk."""
    shown = opened(demo_page(), viewport={"width": width, "height": 800})
    assert problems(shown) == []


def test_hostile_text_breaks_no_structure(opened: Any) -> None:
    """Names made of markup are still names."""
    assert problems(opened(hostile_page())) == []


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        ("document.querySelector('h2').outerHTML = '<h4>x</h4>'", "heading 4 after 1"),
        ("document.querySelector('#theme').textContent = ''", "no name"),
        ("document.querySelector('#types th').removeAttribute('scope')", "no scope"),
        ("document.querySelector('main').id = 'list'", "two ids list"),
        ("document.querySelector('label[for=find-text]').remove()", "no name"),
        ("document.querySelector('.row').removeAttribute('aria-setsize')", "no place"),
    ],
)
def test_a_broken_page_is_found_out(opened: Any, broken: str, problem: str) -> None:
    """The checks can fail."""
    shown = opened(demo_page())
    shown.evaluate(broken)
    assert any(problem in one for one in problems(shown))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_of_every_text(opened: Any, scheme: str) -> None:
    """At least 4.5 to 1, with every highlight on."""
    shown = opened(demo_page(), color_scheme=scheme)
    shown.fill("#find-text", "the")
    shown.locator(".hit").first.wait_for()
    shown.click("#systems-chosen")
    assert faint_texts(shown) == []
    shown.evaluate("document.body.style.setProperty('--muted', 'var(--line)')")
    assert faint_texts(shown) != []


def test_the_keyboard_reaches_everything_in_order(opened: Any) -> None:
    """Every control once, with a visible focus, and out again at the end; also what was folded."""
    shown = opened(demo_page())
    summaries = shown.locator("details.more > summary")
    assert summaries.count() > 0
    shown.evaluate("document.querySelectorAll('details.more').forEach((one) => (one.open = true))")
    reached = focus_order(shown)
    assert not [one for one in reached if "without" in one]
    ids = [one.split("#")[1] for one in reached]
    assert reached[0] == "a#"
    wanted = ["theme", "find-text", "find-where", "of-type", "of-document", "systems-chosen", "row-view"]
    wanted += ["sort-by", "sort-direction", "mark-matches", "mark-entities", "start-again", "list"]
    assert [one for one in ids if one in wanted] == wanted
    buttons = shown.locator("thead button").count()
    assert sum(one.startswith("button#") for one in reached) >= buttons
    assert sum(one.startswith("summary#") for one in reached) >= summaries.count()
    assert len(reached) < 200


def test_the_tab_key_leaves_a_long_list(opened: Any) -> None:
    """It stops at one row, not at twenty thousand."""
    shown = opened(large_page(20_000, 1))
    shown.focus("#start-again")
    reached = focus_order(shown, most=10)
    # What comes after the list are the facts in the footer.
    assert [one.split()[0] for one in reached] == ["div#list", "article#", "button#", "summary#"]


def test_the_first_link_skips_to_the_answer(opened: Any) -> None:
    """It is seen when it has the focus."""
    shown = opened(demo_page())
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.getBoundingClientRect().top") >= 0
    shown.keyboard.press("Enter")
    assert shown.url.endswith("#answer")


def test_counts_are_announced(opened: Any) -> None:
    """In a region that speaks."""
    shown = opened(demo_page())
    assert shown.get_by_role("status").inner_text() == "48 segments"


def test_nothing_moves_for_those_who_want_no_motion(opened: Any) -> None:
    """Scrolling is at once, and smooth for all others."""
    for wanted, scrolling in (("reduce", "auto"), ("no-preference", "smooth")):
        shown = opened(demo_page(), reduced_motion=wanted)
        assert shown.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == scrolling


def luminance(colour: str) -> float:
    """WCAG's relative luminance."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """From 1 to 21."""
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


BACKGROUNDS = ("paper", "panel", "raised", "match1", "match2", "match3", "match4", "hit")


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize(
    ("front", "back", "least"),
    [
        *(("ink", back, 4.5) for back in (*BACKGROUNDS, "good-back", "doubtful-back", "bad-back")),
        *(("muted", back, 4.5) for back in ("paper", "panel", "raised")),
        *(("link", back, 4.5) for back in ("paper", "panel", "good-back", "doubtful-back", "bad-back")),
        *((tone, f"{tone}-back", 4.5) for tone in ("good", "doubtful", "bad")),
        ("bad", "paper", 4.5),
        # What is not text but must be seen: edges of controls, focus, underlines, meters.
        *(
            (line, back, 3)
            for line in ("rule", "focus", "entity", "link")
            for back in ("paper", "panel", "raised")
        ),
        ("accent", "paper", 3),
    ],
)
def test_contrast_of_the_palette(front: str, back: str, least: float, place: int) -> None:
    """In both sets of colours."""
    assert contrast(PAGE[front][place], PAGE[back][place]) >= least


@pytest.mark.parametrize("place", [0, 1])
def test_longer_matches_are_stronger(place: int) -> None:
    """In greyscale too."""
    away = [contrast(PAGE["raised"][place], PAGE[f"match{level}"][place]) for level in (1, 2, 3, 4)]
    assert away == sorted(away)
    assert len({round(ratio, 1) for ratio in away}) == 4
