"""Groups of judges, such as monolingual and bilingual: tables, the figure with both lines, the section."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement import Measurements
from karat.calibration.estimators import line_of
from karat.calibration.maps import band
from karat.report.charts.layers import made
from karat.report.charts.scatter import Axes, PointGroup, ScatterPoint, ends, grouped_scatter
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.tables import ends as interval_ends
from karat.report.topics.agreement import summary_tables
from karat.report.topics.agreement_notes import undefined_notes, units_notes
from karat.report.words import arrow, listed, number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, GroupComparison, JudgeGroup, Rater
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part

_DIGITS = 3
# A line through fewer systems says nothing.
_LEAST_SYSTEMS = 3
# More figures nobody compares; the tables have all.
_MOST_CHARTS = 6


def tables(found: Sequence[GroupComparison]) -> list[Table]:
    """The groups, their agreement with each metric, and with each other."""
    shown = [group_table(found)]
    if any(one.with_metrics for one in found):
        shown += metric_tables(found)
    return [*shown, between_table(found)]


def group_table(found: Sequence[GroupComparison]) -> Table:
    """Who judged: judges, judgements and the mean of each group over the systems."""
    rows = [
        Row(
            (one.dimension, group.name, str(len(group.judges)), str(group.judgements)),
            (_mean(group.rater.whole),),
        )
        for one in found
        for group in one.groups
    ]
    labels = ("dimension", "group", "judges", "judgements")
    return Table(labels, (Column("mean of systems"),), rows, title="Groups of judges")


def _mean(values: Any) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("nan")


def metric_tables(found: Sequence[GroupComparison]) -> list[Table]:
    """For each level, a row for each group and metric."""
    named = [
        replace(each, human=f"{each.human}: {one.dimension}" if len(found) > 1 else each.human)
        for one in found
        for each in one.with_metrics
    ]
    levels = list(dict.fromkeys(each.level for each in named))
    made_tables = summary_tables([Measurements("", named, (), ())], levels)
    return [
        table.changed(
            labels=tuple("group" if label == "human" else label for label in table.labels),
            title=f"Each group and the metrics, {table.title}",
        )
        for table in made_tables
    ]


def between_table(found: Sequence[GroupComparison]) -> Table:
    """Every two groups at every level: how far their means agree."""
    statistics = list(dict.fromkeys((each.statistic, each.grouping) for one in found for each in one.between))
    several = len(statistics) > 1
    rows = [
        Row(
            (
                one.dimension,
                each.metric,
                each.human,
                each.level,
                *((_named(each),) if several else ()),
                size(each),
            ),
            (each.value, *interval_ends(each.interval)),
        )
        for one in found
        for each in one.between
    ]
    labels = ("dimension", "group", "and", "level", *(("statistic",) if several else ()), "n")
    columns = tuple(Column(name, digits=_DIGITS) for name in ("value" if several else "r", "low", "high"))
    return Table(labels, columns, rows, title="Agreement between groups")


def _named(each: Agreement) -> str:
    return each.statistic if each.grouping == "none" else f"{each.statistic}/{each.grouping}"


def size(each: Agreement) -> str:
    """Over how many systems, documents or segments of systems a figure is."""
    return str(len(each.systems) if each.level == "system" else each.observations)


def notes(found: Sequence[GroupComparison]) -> list[Note]:
    """What the groups say together, and who is in no group."""
    with_metrics = [each for one in found for each in one.with_metrics]
    figures = [Measurements("", (*one.with_metrics, *one.between), (), ()) for one in found]
    return [
        *(Note("groups", text) for text in map(finding, found) if text),
        *undefined_notes(with_metrics),
        *(Note("groups, resampled", note.text) for note in units_notes(figures)),
        *_ungrouped(found),
    ]


def _ungrouped(found: Sequence[GroupComparison]) -> list[Note]:
    names = found[0].ungrouped
    if not names:
        return []
    return [Note("no group", f"{listed(names)}: no group is known, so these figures are without them")]


def finding(found: GroupComparison) -> str:
    """How far every two groups agree about systems and segments, a sentence for each two."""
    pairs: dict[tuple[str, str], list[Agreement]] = {}
    for each in found.between:
        if (each.statistic, each.grouping, each.part) == ("pearson", "none", ""):
            pairs.setdefault((each.metric, each.human), []).append(each)
    dimension = printable(found.dimension)
    return " ".join(
        f"On {dimension}, {printable(first)} and {printable(second)} judges have "
        f"{' and '.join(_correlation(each) for each in of_pair)}."
        for (first, second), of_pair in pairs.items()
    )


def _correlation(each: Agreement) -> str:
    if isnan(each.value):
        judged = int(size(each))
        what = f"{plural(judged, each.level)} that both judged" if judged < 2 else "scores that do not vary"
        return f"an undefined correlation of {each.level}s ({what})"
    low, high = interval_ends(each.interval)
    where = "" if isnan(low) else f" ({number(low, 2)} to {number(high, 2)})"
    return f"r = {number(each.value, 2)}{where} over {size(each)} {_things(each)}"


def _things(each: Agreement) -> str:
    return "systems" if each.level == "system" else f"scores of {each.level}s"


def record(found: GroupComparison) -> dict[str, Any]:
    """One dimension in full precision."""
    return found.to_dict()


def charts(found: GroupComparison) -> list[Chart]:
    """The systems of each metric by each group of judges, with both lines."""
    return [drawn for metric in found.metrics if (drawn := chart(found, metric)) is not None]


def chart(found: GroupComparison, metric: Rater) -> Chart | None:
    """The systems by a metric and by the mean of each group; None where no group has three systems."""
    groups = [(group, _points(group, metric)) for group in found.groups]
    groups = [(group, points) for group, points in groups if len(points) >= _LEAST_SYSTEMS]
    if not groups:
        return None
    everything = [point for _, points in groups for point in points]
    x_ends = ends([point.x for point in everything])
    axes = Axes(
        f"{printable(metric.name)} {arrow(metric.higher_is_better)}",
        f"{printable(found.dimension)} {arrow(found.groups[0].rater.higher_is_better)}",
        x_ends,
        ends([point.y for point in everything], 0.14),
    )
    drawn = [
        PointGroup(_legend(found, group, metric), points, _line(points, x_ends)) for group, points in groups
    ]
    between = finding(found)
    return made(
        stem("judge-groups", metric.name, found.dimension),
        f"{printable(metric.name)} and {printable(found.dimension)}, by group of judges",
        between,
        lambda size: grouped_scatter(size, drawn, axes),
        f"Systems by {printable(metric.name)} and by the mean of each group of judges, with a line for each "
        "group.",
    )


def _points(group: JudgeGroup, metric: Rater) -> list[ScatterPoint]:
    scores = dict(zip(metric.systems, metric.whole.tolist(), strict=True))
    return [
        ScatterPoint(
            system,
            scores[system],
            human,
            f"{printable(system)}: {printable(metric.name)} {number(scores[system], 2)}, "
            f"{printable(group.name)} judges {number(human, 2)}",
        )
        for system, human in zip(group.rater.systems, group.rater.whole.tolist(), strict=True)
        if system in scores and not isnan(human) and not isnan(scores[system])
    ]


def _line(points: Sequence[ScatterPoint], x_ends: tuple[float, float]) -> Any:
    line = line_of([point.x for point in points], [point.y for point in points])
    return [] if line is None else band(line, *x_ends)


def _legend(found: GroupComparison, group: JudgeGroup, metric: Rater) -> str:
    wanted = (metric.name, group.name, "pearson", "system", "")
    for each in found.with_metrics:
        if (each.metric, each.human, each.statistic, each.level, each.part) == wanted:
            return f"{printable(group.name)}: r = {number(each.value, 2)}"
    return printable(group.name)


def section(dossier: Dossier) -> Section | None:
    """Groups of judges, where the judgements say them."""
    found = dossier.judge_groups
    if not found:
        return None
    drawn = [chart for one in found for chart in charts(one)]
    parts: list[Part] = [*drawn[:_MOST_CHARTS]]
    parts += tables(found)
    parts += _ungrouped(found)
    count = len({group.name for one in found for group in one.groups})
    lead = f"{plural(count, 'group')} of judges. " + " ".join(filter(None, map(finding, found)))
    return Section("judge-groups", "Do groups of judges agree?", lead, tuple(parts))


def view(found: Sequence[GroupComparison]) -> View:
    """The groups, each with the metrics, and with each other."""
    return View(tuple(tables(found)), tuple(notes(found)))
