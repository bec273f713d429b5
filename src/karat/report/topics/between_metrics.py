"""A metric against another, or one metric at two units: tables of correlations, and the scatter plot."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice
from math import isnan
from typing import TYPE_CHECKING, Any

from karat.agreement import Measurements
from karat.calibration.estimators import line_of
from karat.calibration.maps import band
from karat.report.charts.layers import made
from karat.report.charts.scatter import Axes, ScatterPoint, ends, scatter
from karat.report.tables import Note, Section, printable
from karat.report.topics.agreement import summary_tables
from karat.report.words import arrow, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, Rater
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part, Table

# Any two points are on a line.
_LEAST_SYSTEMS = 3
# More figures nobody compares, and more rows nobody reads; the page's data have all.
_MOST_CHARTS = 3
_MOST_PAIRS = 45


def tables(found: Sequence[Agreement]) -> list[Table]:
    """For each level, a row for every two metrics."""
    turned = [replace(each, metric=each.human, human=each.metric) for each in found]
    levels = list(dict.fromkeys(each.level for each in found))
    names = {"human": "metric", "metric": "and"}
    return [
        table.changed(
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


def charts(metrics: Sequence[Rater], found: Sequence[Agreement], *, confidence: float = 0.95) -> list[Chart]:
    """The first few pairs, each drawn."""
    pairs = islice(combinations(metrics, 2), _MOST_CHARTS)
    drawn = (chart(*pair, found, confidence=confidence) for pair in pairs)
    return [one for one in drawn if one is not None]


def _said(first: Rater, second: Rater, found: Sequence[Agreement]) -> str:
    wanted = (first.name, second.name, "pearson", "none", "system")
    for each in found:
        which = (each.metric, each.human, each.statistic, each.grouping, each.level)
        if which == wanted and not isnan(each.value):
            return _correlation(each)
    return ""


def _correlation(each: Agreement) -> str:
    """r with its interval."""
    if each.interval is None:
        return f"r = {number(each.value, 2)}"
    return f"r = {number(each.value, 2)} ({number(each.interval.low, 2)} to {number(each.interval.high, 2)})"


def section(dossier: Dossier) -> Section | None:
    """The metrics beside each other, where they were measured against people too."""
    judged = dossier.agreement
    if judged is None or not judged.between:
        return None
    found, metrics = judged.between, judged.material.metrics
    pairs = list(combinations(metrics, 2))
    of_first = [each for each in found if each.metric == metrics[0].name]
    parts: list[Part] = [*charts(metrics, found, confidence=dossier.scope.confidence)]
    parts += tables(found if len(pairs) <= _MOST_PAIRS else of_first)
    if len(pairs) > _MOST_PAIRS:
        name = printable(metrics[0].name)
        parts.append(Note("metrics", f"only those with {name} are shown, of {len(pairs)} pairs"))
    return Section("metrics", "Do the metrics agree with each other?", _lead(found), tuple(parts))


def _lead(found: Sequence[Agreement]) -> str:
    """The pair that agrees least about the systems."""
    wanted = ("pearson", "none", "system")
    of_systems = [each for each in found if (each.statistic, each.grouping, each.level) == wanted]
    known = [each for each in of_systems if not isnan(each.value)]
    if not known:
        return "The scores of the systems do not vary, so metrics have no correlation here."
    least = min(known, key=lambda each: each.value)
    which = "have" if len(known) == 1 else "agree least about the systems:"
    return (
        f"{printable(least.metric)} and {printable(least.human)} {which} {_correlation(least)} over "
        f"{len(least.systems)} systems. Metrics that agree need not be right: only people can tell."
    )
