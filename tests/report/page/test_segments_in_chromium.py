"""The segment browser: filters, orders, links and keys."""

from __future__ import annotations

import re
from typing import Any

import pytest

from karat import Bleu
from tests.report.page.pages import METRICS, demo_corpus, demo_page, large_page

FIRST_ROW = "#rows .row >> nth=0"


def numbers(shown: Any) -> list[int]:
    """The segments in sight, from the top."""
    return [int(title.split()[1]) for title in shown.locator("#rows h3").all_inner_texts()]


CONTROLS = {"view": "#row-view", "sort": "#sort-by", "where": "#find-where"}


def select(shown: Any, **choices: str) -> None:
    """Choose in lists."""
    for name, value in choices.items():
        shown.select_option(CONTROLS[name], value)


def count(shown: Any, expected: str) -> None:
    """What is announced, once it is."""
    from playwright.sync_api import expect

    expect(shown.locator("#count")).to_have_text(expected)


def test_a_segment_shows_everything_of_it(opened: Any) -> None:
    """Source, references, outputs, scores."""
    shown = opened(demo_page())
    corpus = demo_corpus()
    row = shown.locator(FIRST_ROW)
    texts = row.locator(".text").all_inner_texts()
    references = corpus.references.of_segment(0)
    assert corpus.sources is not None
    assert texts == [corpus.sources[0], *references, *(text[0] for text in corpus.systems.values())]
    assert row.locator(".output .name").all_inner_texts() == list(corpus.systems)
    names = [metric.name for metric in METRICS]
    assert row.locator(".scores").first.locator("dt").all_inner_texts() == [*names, "adequacy", "fluency"]


def test_scores_are_those_of_the_metric(opened: Any) -> None:
    """As many digits as are worth showing."""
    shown = opened(demo_page())
    corpus = demo_corpus()
    for name, shown_value in zip(
        corpus.systems,
        shown.locator(FIRST_ROW).locator(".scores div:first-child dd").all_inner_texts(),
        strict=True,
    ):
        bleu = Bleu(effective_order=True)
        row = bleu.count([corpus.systems[name][0]], [list(corpus.references.of_segment(0))]).total()
        assert float(shown_value) == pytest.approx(bleu.value(row), abs=0.005)


def test_matched_ngrams_are_marked(opened: Any) -> None:
    """The longest run that a reference has; without a tick there are none."""
    shown = opened(demo_page())
    output = shown.locator(FIRST_ROW).locator(".output").first
    assert output.locator(".match3").all_inner_texts() == ["new flood protection"]
    assert shown.locator("#rows .entity").count() > 0
    shown.uncheck("#mark-matches")
    shown.uncheck("#mark-entities")
    assert shown.locator("#rows [class^=match], #rows .entity").count() == 0


def test_text_is_found_where_it_was_asked_for(opened: Any) -> None:
    """In sources, references or outputs; case does not matter; what was found is marked."""
    shown = opened(demo_page())
    corpus = demo_corpus()
    assert corpus.sources is not None
    wanted = "stadtrat"
    in_sources = [n for n, text in enumerate(corpus.sources, 1) if wanted in text.lower()]
    assert in_sources
    shown.fill("#find-text", " StadtRAT ")
    select(shown, where="source")
    count(shown, f"{len(in_sources)} of 48 segments")
    assert set(numbers(shown)) <= set(in_sources)
    assert shown.locator("#rows .hit").first.inner_text().lower() == wanted
    shown.fill("#find-text", "no such text anywhere")
    count(shown, "0 of 48 segments")
    assert numbers(shown) == []
    shown.click("#start-again")
    count(shown, "48 segments")


def test_documents_types_and_systems_narrow_the_list(opened: Any) -> None:
    """All at once."""
    shown = opened(demo_page())
    shown.select_option("#of-type", label="email")
    count(shown, "16 of 48 segments")
    document = demo_corpus().documents
    assert document is not None
    name = next(one for one in document if one.startswith("email"))
    shown.select_option("#of-document", label=name)
    count(shown, "4 of 48 segments")
    select(shown, view="output")
    count(shown, "24 of 288 outputs")
    shown.click("#systems-chosen")
    shown.click("#no-systems")
    shown.get_by_label("birch").check()
    count(shown, "4 of 288 outputs")
    assert set(shown.locator("#rows .output .name").all_inner_texts()) == {"birch"}
    shown.keyboard.press("Escape")
    assert not shown.locator("#of-systems").is_visible()


def test_outputs_sort_by_any_score(opened: Any) -> None:
    """Worst first, or best first; in TER lower is better."""
    shown = opened(demo_page())
    select(shown, view="output", sort="score:2")
    ter = "#rows .row dl div:nth-child(3) dd"
    worst = [float(text) for text in shown.locator(ter).all_inner_texts()]
    assert worst == sorted(worst, reverse=True)
    assert len(worst) > 1
    assert shown.inner_text("#sort-direction") == "worst first"
    shown.click("#sort-direction")
    best = [float(text) for text in shown.locator(ter).all_inner_texts()]
    assert best == sorted(best)
    assert best[0] < worst[-1]


def test_segments_sort_by_spread_and_disagreement(opened: Any) -> None:
    """The greatest first, and the row says why it is there."""
    shown = opened(demo_page())
    select(shown, sort="spread:0")
    said = shown.locator("#rows .row-head").all_inner_texts()
    spreads = [float(re.search(r"spread of BLEU: ([\d.]+)", text)[1]) for text in said]  # type: ignore[index]
    assert spreads == sorted(spreads, reverse=True)
    select(shown, sort="disagreement:0:3", view="output")
    said = shown.locator("#rows .row-head").all_inner_texts()
    pairs = [re.findall(r"than (\d+) %", text) for text in said]
    gaps = [abs(int(metric) - int(human)) for metric, human in pairs]
    assert gaps[0] > 50
    assert all(first >= second - 1 for first, second in zip(gaps, gaps[1:], strict=False))


def test_a_link_leads_to_its_row(opened: Any) -> None:
    """When the page is opened with it, and when the address changes."""
    shown = opened(demo_page(), address="#segment=31")
    row = shown.locator(".row.linked")
    row.wait_for()
    assert "Segment 31" in row.inner_text()
    assert shown.evaluate("document.activeElement.querySelector('h3').textContent") == "Segment 31"
    assert row.bounding_box()["y"] >= shown.locator("#list").bounding_box()["y"] - 1
    shown.evaluate("location.hash = '#segment=7&system=dune'")
    shown.locator(".row.linked h3", has_text="Segment 7").wait_for()
    assert shown.locator(".line.chosen .name").inner_text() == "dune"


def test_a_link_survives_filters(opened: Any) -> None:
    """The row stays in the list, whatever else is asked for."""
    shown = opened(demo_page(), address="#segment=31&system=elm")
    shown.fill("#find-text", "no such text anywhere")
    count(shown, "1 of 48 segments")
    assert numbers(shown) == [31]
    select(shown, view="output")
    count(shown, "1 of 288 outputs")
    assert shown.locator("#rows .output .name").all_inner_texts() == ["elm"]


@pytest.mark.parametrize("link", ["#segment=0", "#segment=49", "#segment=x", "#segment=1&system=nobody"])
def test_a_link_to_nothing_says_so(opened: Any, link: str) -> None:
    """And leaves the list as it is."""
    shown = opened(demo_page(), address=link)
    assert "is not here" in shown.locator("#count").inner_text()
    assert numbers(shown)[0] == 1


def test_a_link_can_be_copied(opened: Any) -> None:
    """With the system, where a row is one output."""
    shown = opened(demo_page(), permissions=["clipboard-read", "clipboard-write"])
    select(shown, view="output")
    shown.get_by_label("Copy link to segment 1, birch").click()
    count(shown, "The link is copied.")
    link = shown.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#segment=1&system=birch")
    shown.goto(link)
    shown.reload()
    shown.wait_for_selector(".row.linked .line.chosen")


def test_keys_go_from_row_to_row(opened: Any) -> None:
    """Arrows, j and k, Home and End; slash goes to the text to find."""
    shown = opened(demo_page())
    current = "document.activeElement.querySelector('h3')?.textContent"
    shown.focus("#list")
    visited = []
    for key in ("ArrowDown", "j", "ArrowDown", "k", "ArrowUp", "End", "Home"):
        shown.keyboard.press(key)
        visited.append(shown.evaluate(current))
    assert visited == [f"Segment {number}" for number in (1, 2, 3, 2, 1, 48, 1)]
    shown.keyboard.press("/")
    assert shown.evaluate("document.activeElement.id") == "find-text"
    shown.keyboard.type("/")
    assert shown.input_value("#find-text") == "/"


def test_slash_elsewhere_is_left_alone(opened: Any) -> None:
    """A single letter works only where it is announced."""
    shown = opened(demo_page())
    shown.focus(".contents a")
    shown.keyboard.press("/")
    assert shown.evaluate("document.activeElement.id") != "find-text"


@pytest.mark.parametrize(("segments", "systems"), [(2000, 10), (20_000, 1)])
def test_of_many_rows_few_are_drawn(opened: Any, segments: int, systems: int) -> None:
    """At the beginning, in the middle, at the end, after filters and orders; rows never lie over each other."""
    shown = opened(large_page(segments, systems))
    select(shown, view="output")
    count(shown, "20,000 outputs")
    check_drawn(shown)
    for place in ("this.scrollHeight / 2", "this.scrollHeight", "this.scrollTop - 3000", "0"):
        shown.locator("#list").evaluate(f"function (list) {{ (function () {{ this.scrollTop = {place} }}).call(list) }}")
        shown.wait_for_timeout(60)
        check_drawn(shown)
    select(shown, sort="disagreement:0:1")
    check_drawn(shown)
    shown.fill("#find-text", "needle")
    select(shown, view="segment")
    count(shown, f"{segments // 100} of {segments:,} segments")
    check_drawn(shown)


def check_drawn(shown: Any) -> None:
    """Few rows, each below the one before, and no hole where the reader looks."""
    boxes = shown.evaluate(
        """() => {
            const list = document.getElementById("list").getBoundingClientRect();
            const rows = [...document.querySelectorAll(".row")].map((row) => row.getBoundingClientRect());
            return {top: list.top, bottom: list.bottom, rows: rows.map(({top, bottom}) => [top, bottom])};
        }"""
    )
    rows = boxes["rows"]
    assert 0 < len(rows) < 60
    assert all(abs(first[1] - second[0]) < 1 for first, second in zip(rows, rows[1:], strict=False))
    assert rows[0][0] <= boxes["top"] + 2
    assert rows[-1][1] >= boxes["bottom"] - 2


def test_the_readers_place_is_kept_when_heights_become_known(opened: Any) -> None:
    """Going up through rows that were never measured does not jump."""
    shown = opened(large_page(2000, 10), address="#segment=1500")
    shown.wait_for_selector(".row.linked")
    seen = []
    for _ in range(12):
        shown.keyboard.press("k")
        seen.append(shown.evaluate("document.activeElement.querySelector('h3').textContent"))
        inside = shown.evaluate(
            "document.activeElement.getBoundingClientRect().top - document.getElementById('list').getBoundingClientRect().top"
        )
        assert -1 <= inside < 800
    assert seen == [f"Segment {number}" for number in range(1499, 1487, -1)]
