"""Scores of all systems with their intervals, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.charts.intervals import Estimate, forest
from karat.report.charts.layers import made
from karat.report.charts.words import arrow, digits_for, listed, number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.comparison import MetricComparison, Standing
    from karat.report.charts.chart import Chart


def chart(comparison: MetricComparison) -> Chart:
    """The forest plot of a metric: systems, scores, intervals, and lines between clusters."""
    standings = comparison.standings
    digits = digits_for(
        [end for one in standings for end in (one.value, one.interval.low, one.interval.high)]
    )
    estimates = [_estimate(one, comparison.metric, digits) for one in standings]
    breaks = [
        place
        for place in range(1, len(standings))
        if standings[place].cluster != standings[place - 1].cluster
    ]
    title = f"{printable(comparison.metric)} {arrow(comparison.higher_is_better)}"
    return made(
        stem("scores", comparison.metric),
        f"{printable(comparison.metric)} of every system",
        _finding(comparison, digits),
        lambda size: forest(size, estimates, title, breaks=breaks),
    )


def _estimate(one: Standing, metric: str, digits: int) -> Estimate:
    value, low, high = (number(each, digits) for each in (one.value, one.interval.low, one.interval.high))
    runs = () if one.runs is None else tuple(one.runs.values.values())
    return Estimate(
        one.system,
        one.value,
        one.interval.low,
        one.interval.high,
        f"{value} [{low}, {high}]",
        f"{printable(one.system)}: {printable(metric)} {value}, {100 * one.interval.level:g} % interval "
        f"{low} to {high}, {_places(one)}",
        brief=value,
        marks=runs,
    )


def _places(one: Standing) -> str:
    first, last = one.ranks
    return f"rank {first}" if first == last else f"ranks {first} to {last}"


def _finding(comparison: MetricComparison, digits: int) -> str:
    standings, metric = comparison.standings, printable(comparison.metric)
    best = standings[0]
    level = f"Bars are {100 * best.interval.level:g} % intervals."
    if len(standings) == 1:
        return f"{printable(best.system)} has {metric} {number(best.value, digits)}. {level}"
    first = [one.system for one in standings if one.cluster == best.cluster]
    clusters = len({one.cluster for one in standings})
    if len(first) == len(standings):
        return f"{metric} does not tell the {len(standings)} systems apart. {level}"
    lead = (
        f"{printable(best.system)} is best, with {metric} {number(best.value, digits)}"
        if len(first) == 1
        else f"{listed(first)} lead, and {metric} does not tell them apart"
    )
    return (
        f"{lead}. Lines part the {clusters} clusters of systems that tests tell from one another. {level} "
        "Whether two systems differ is a question for their difference, not for bars that overlap."
    )
