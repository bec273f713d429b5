"""The page of promises: it has every case, and its verdicts are what the figures say."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from benchmarks.promises.__main__ import TOPICS, table, tally
from benchmarks.promises.promise import Promise
from benchmarks.promises.words import ABOUT, INTRODUCTION

PAGE = Path(__file__).parents[2] / "docs" / "promises.md"


@pytest.mark.parametrize("topic", TOPICS)
def test_every_case_is_on_the_page(topic: str) -> None:
    """In the order in which they are measured, under the heading of the topic."""
    text = PAGE.read_text(encoding="utf-8")
    part = text.partition(f"\n## {topic.capitalize()}\n")[2].partition("\n## ")[0]
    headings = [line.removeprefix("### ") for line in part.splitlines() if line.startswith("### ")]
    assert headings == list(import_module(f"benchmarks.promises.{topic}").CASES)
    assert part.strip().startswith(ABOUT[topic])


def test_the_page_begins_with_what_it_is() -> None:
    """The words before the tables are those of the program that writes it."""
    assert PAGE.read_text(encoding="utf-8").startswith(INTRODUCTION)


@pytest.mark.parametrize(
    ("measured", "verdict"),
    [(94.0, "kept"), (92.0, "within chance"), (89.0, "BROKEN"), (98.0, "within chance")],
)
def test_verdicts_tell_what_chance_allows(measured: float, verdict: str) -> None:
    """Only a rate within its limits is kept; two standard errors outside may be chance."""
    promise = Promise("interval", "95", measured, 300, 93, 97)
    assert promise.verdict == verdict
    assert str(promise).endswith(f"| {verdict} |")
    assert promise.kept == (verdict != "BROKEN")


def test_a_row_without_limits_promises_nothing() -> None:
    """It is shown, but not counted among the promises."""
    row = Promise("any system, refused", "no promise", 16.7, 72, 0, 100)
    assert row.verdict == "no promise"
    assert row.kept
    assert tally([row]) == "0 promises: 0 kept, 0 within chance, 0 broken"


def test_a_case_has_its_name_and_all_are_counted() -> None:
    """As the page shows them."""
    promises = [Promise("interval", "95", measured, 300, 93, 97) for measured in (94.0, 92.0, 89.0)]
    assert table("chrF", promises).startswith("### chrF\n\n| promise | nominal |")
    assert tally(promises) == "3 promises: 1 kept, 1 within chance, 1 broken"
