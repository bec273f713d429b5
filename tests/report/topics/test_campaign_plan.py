"""What is shown of a plan: tables for people, a record for programs."""

from __future__ import annotations

import json
from math import isnan
from typing import Any

import pytest
from tests.campaigns.random_plans import corpus_of, spoilt_texts

from karat.campaigns.planning import plan_campaign, plan_sizes
from karat.campaigns.planning.plan_summary import PlanSummary, summarise_plan
from karat.errors import InvalidOption
from karat.report.topics import campaign_plan

CORPUS = corpus_of([2, 1, 3, 2, 2, 1], ["news", "email"] * 3, 3)


def summary(protocol: str = "adequacy-fluency", **asked: Any) -> PlanSummary:
    """That of a small plan."""
    wage = asked.pop("wage", None)
    return summarise_plan(plan_campaign(CORPUS, protocol, **{"judges": 3, **asked}), wage=wage)


def said(found: PlanSummary) -> dict[str, str]:
    """The notes by their labels."""
    return {note.label: note.with_hint for note in campaign_plan.notes(found)}


def test_dimensions_that_vary_alike_stand_in_one_row() -> None:
    """Assumed variances of equal scales are equal; nobody reads them twice."""
    tables = {table.title.partition(":")[0]: table for table in campaign_plan.tables(summary())}
    assert {row.labels[0] for row in tables["Precision"].rows} == {"fluency, adequacy"}
    assert [row.labels[1] for row in tables["Precision"].rows] == [
        "square (this plan)",
        "together",
        "contrast",
    ]


def test_work_adds_up() -> None:
    """Hours, items and cost of all judges; documents are shared, so they do not add."""
    found = summary(wage=30, anchors=1, repeats=1)
    work = next(table for table in campaign_plan.tables(found) if table.title.startswith("Work"))
    assert work.total is not None
    names = [column.name for column in work.columns]
    for place, name in enumerate(names):
        whole = sum(row.values[place] for row in work.rows)
        assert work.total.values[place] == pytest.approx(6 if name == "documents" else whole)
    assert work.total.values[-1] == pytest.approx(30 * found.workload.hours)
    assert "an hour" in said(found)["cost"]


def test_checks_of_judges_are_told() -> None:
    """How many there are, and of which kind."""
    notes = said(summary(anchors=1, repeats=1, spoilt=1, spoilt_texts=spoilt_texts(CORPUS)))
    assert "items are shown to the same judge again" in notes["repeats"]
    assert "3 outputs are damaged on purpose: backwards" in notes["spoilt"]
    assert "every judge judges" in notes["anchors"]
    found = summary(anchors=1, repeats=1, spoilt=1, spoilt_texts=spoilt_texts(CORPUS))
    items = [item.purpose for pack in found.plan.packs for item in pack.items]
    share = sum(purpose in ("repeat", "spoilt") for purpose in items) / len(items)
    assert notes["checks"].startswith(f"{100 * share:.0f} % of all items")
    assert "checks" not in said(summary(anchors=1))


def test_uneven_hours_are_told() -> None:
    """Where one judge's document is much longer than another's, and only there."""
    assert "uneven hours" not in said(summary())
    long = corpus_of([9, 1, 1], ["news"] * 3, 3)
    plan = plan_campaign(long, "adequacy-fluency", judges=3, design="together")
    note = said(summarise_plan(plan))["uneven hours"]
    assert "documents stay whole" in note
    assert "read in all 3 translations" in note


def test_judges_without_work_are_named() -> None:
    """Whole documents may be too few for all; the link of such a judge opens a page with nothing to do."""
    assert "no work" not in said(summary())
    three = corpus_of([2, 2, 2], ["news"] * 3, 3)
    note = said(summarise_plan(plan_campaign(three, "preference", judges=5)))["no work"]
    assert note.startswith("for judge-")
    assert note.count("judge-") == 2
    again = plan_campaign(three, "preference", judges=3)
    assert "judges=3" in note
    assert "no work" not in said(summarise_plan(again))


@pytest.mark.parametrize(("protocol", "largest"), [("da", 100), ("preference", 1)])
def test_no_difference_is_larger_than_the_scale(protocol: str, largest: float) -> None:
    """A small plan may detect nothing that there can be; then there is no figure, and a note says so."""
    small = corpus_of([2, 2], ["news"] * 2, 2)
    found = summarise_plan(plan_campaign(small, protocol, judges=2))
    own = next(one for one in found.precision if one.chosen)
    assert own.largest == largest < own.detectable
    table = next(table for table in campaign_plan.tables(found) if table.title.startswith("Precision"))
    (row,) = (row for row in table.rows if "this plan" in row.labels[1])
    assert isnan(row.values[1])
    assert f"at most {largest} on {protocol}" in said(found)["too little"]
    assert "too little" not in said(summary())
    assert all(size.detectable > size.largest for size in plan_sizes(found) if size.chosen)


def test_designs_that_are_not_possible_say_why() -> None:
    """Their figures are missing, and a note has the reason."""
    found = summary(design="together", judges=2)
    assert said(found)["square"] == "not possible here: it needs 3 judges"
    places = summary("preference", judges=2)
    assert "places are given side by side" in said(places)["together"]
    assert "share of comparisons that they win" in said(places)["preference"]


def test_a_contrast_says_how_many_stand_side_by_side() -> None:
    """Also where sizes differ."""
    assert "side by side, 3 at a time" in said(summary("cesa"))["contrast"]


def test_one_system_has_no_differences() -> None:
    """Work and balance are there all the same."""
    plan = plan_campaign(corpus_of([1, 2], ["a", "b"], 1), "da", judges=2)
    found = summarise_plan(plan)
    assert [table.title.partition(":")[0] for table in campaign_plan.tables(found)] == [
        "Texts",
        "Work",
        "Balance",
    ]
    assert campaign_plan.notes(found)


def test_the_record_has_no_ids_and_no_texts() -> None:
    """It may be shown to anybody; judges' links and outputs may not."""
    found = summary(anchors=1)
    text = campaign_plan.as_json(found)
    document = json.loads(text)
    assert document["design"] == "square"
    assert len(document["precision"]) == 2 * 3
    assert document["hours"] == pytest.approx(found.workload.hours)
    for pack in found.plan.packs:
        assert pack.id not in text
        assert not any(item.id in text or item.candidates[0].text in text for item in pack.items)


def test_a_wage_below_nothing() -> None:
    """Is none."""
    with pytest.raises(InvalidOption, match="must be 0 or more"):
        summary(wage=-1)


def test_more_hours_detect_smaller_differences() -> None:
    """A line for each possible design, down to the right; the ring is the plan, with the figure of its table."""
    found = summary(judges=6, per_item=2, wage=20)
    sizes = plan_sizes(found, shares=(0.5, 1.0, 2.0))
    own = {one.design: one for one in found.precision if one.dimension == "adequacy"}
    assert {one.design for one in sizes} == {"square", "together"}
    for design, precision in own.items():
        if precision.refused:
            continue
        line = [one for one in sizes if (one.dimension, one.design) == ("adequacy", design)]
        assert [one.documents for one in line] == [3, 6, 12]
        assert line[1].detectable == precision.detectable
        assert line[0].hours < line[1].hours < line[2].hours
        assert line[0].detectable > line[1].detectable > line[2].detectable
        # Twice the documents are twice the judgements, and about the root of two in precision.
        assert line[2].judgements == 2 * line[1].judgements
        assert 1.2 < line[1].error / line[2].error < 1.5
    assert sum(one.chosen for one in sizes) == 2
    mean = found.workload.hours / 6
    assert next(one for one in sizes if one.chosen).hours == pytest.approx(mean)


def test_the_chart_says_what_the_plan_detects() -> None:
    """One chart for dimensions that vary alike, with the plan's own figure in words; none of a single document."""
    found = summary(judges=6)
    (chart,) = campaign_plan.charts(found)
    detectable = next(one.detectable for one in found.precision if one.chosen)
    assert f"detects a difference of {detectable:.2f}" in chart.description
    assert chart.title.startswith("fluency, adequacy")
    parts = campaign_plan.figures(found).parts
    assert parts[0] == chart or parts[0].title == chart.title  # type: ignore[union-attr]
    assert len(parts) == 1 + len(campaign_plan.tables(found))
    assert campaign_plan.chart([], 0.8) is None


@pytest.mark.parametrize(
    ("protocol", "seconds", "source"), [("esa", 0.8, "WMT 2025"), ("mqm", 1.2, "Kocmi et al. (2024)")]
)
def test_hours_say_where_they_are_from(protocol: str, seconds: float, source: str) -> None:
    """Each protocol has its own pace, with a source; one's own needs none."""
    found = summary(protocol, judges=6)
    assert found.workload.seconds_per_word == seconds
    assert source in said(found)["hours"]
    own = summarise_plan(plan_campaign(CORPUS, protocol, judges=6, seconds_per_word=2))
    assert own.workload.seconds_per_word == 2
    assert said(own)["hours"].startswith("assume 2 s for each source word and output")
    assert source not in said(own)["hours"]
