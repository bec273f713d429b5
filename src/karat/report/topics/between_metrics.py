"""A metric against another, or one metric at two units: tables of correlations, and the scatter plot."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any

from karat.agreement import Measurements
from karat.calibration.estimators import line_of
from karat.calibration.maps import band
from karat.report.charts.layers import made
from karat.report.charts.scatter import Axes, ScatterPoint, ends, scatter
from karat.report.tables import printable
from karat.report.topics.agreement import summary_tables
from karat.report.words import arrow, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, Rater
    from karat.report.charts.chart import Chart
    from karat.report.tables import Table

# Any two points are on a line.
_LEAST_SYSTEMS = 3


def tables(found: Sequence[Agreement]) -> list[Table]:
    """For each level, a row for every two metrics."""
    turned = [replace(each, metric=each.human, human=each.metric) for each in found]
    levels = list(dict.fromkeys(each.level for each in found))
    names = {"human": "metric", "metric": "and"}
    return [
        replace(
            table,
            labels=tuple(names.get(label, label) for label in table.labels),
            title=f"Metric against metric, {table.title}",
        )
        for table in summary_tables([Measurements("", turned, (), ())], levels)
    ]


def record(each: Agreement) -> dict[str, Any]:
    """A pair in full precision."""
    return each.to_dict(metric="first", human="second")


def chart(
    first: Rater, second: Rater, found: Sequence[Agreement] = (), *, confidence: float = 0.95
) -> Chart | None:
    """The systems by two metrics, with the line and its bands; None where there are fewer than three."""
    theirs = dict(zip(second.systems, second.whole.tolist(), strict=True))
    names = printable(first.name), printable(second.name)
    points = [
        ScatterPoint(
            system,
            ours,
            theirs[system],
            f"{printable(system)}: {names[0]} {number(ours, 2)}, {names[1]} {number(theirs[system], 2)}",
        )
        for system, ours in zip(first.systems, first.whole.tolist(), strict=True)
        if not isnan(ours) and not isnan(theirs.get(system, float("nan")))
    ]
    if len(points) < _LEAST_SYSTEMS:
        return None
    axes = Axes(
        f"{names[0]} {arrow(first.higher_is_better)}",
        f"{names[1]} {arrow(second.higher_is_better)}",
        ends([point.x for point in points]),
        ends([point.y for point in points], 0.14),
    )
    line = line_of([point.x for point in points], [point.y for point in points])
    lines = [] if line is None else [band(line, *axes.x_ends, confidence=confidence)]
    said = _said(first, second, found)
    return made(
        stem("between-metrics", first.name, second.name),
        f"{names[0]} and {names[1]}",
        f"Systems by {names[0]} and {names[1]}{': ' if said else ''}{said}.",
        lambda size: scatter(size, points, axes, lines=lines, note=[said] if said else []),
    )


def _said(first: Rater, second: Rater, found: Sequence[Agreement]) -> str:
    wanted = (first.name, second.name, "pearson", "none", "system")
    for each in found:
        if (each.metric, each.human, each.statistic, each.grouping, each.level) == wanted and not isnan(
            each.value
        ):
            where = (
                ""
                if each.interval is None
                else f" ({number(each.interval.low, 2)} to {number(each.interval.high, 2)})"
            )
            return f"r = {number(each.value, 2)}{where}"
    return ""
