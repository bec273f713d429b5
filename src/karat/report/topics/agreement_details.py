"""Sections of a report of agreement that are shown on request."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import EqualSegments, EqualSystems, Influences, OrderSweep, Partial, Ranking


DIGITS = 3

_UNITS = {"word": "w", "char": "c"}


def outlier_table(found: Influences) -> Table:
    """What the correlation and the slope would be without each system; outliers are marked."""
    columns = (
        Column("metric"),
        Column("human"),
        Column("residual"),
        Column("studentized"),
        Column("Cook", digits=DIGITS),
        Column("MADs off"),
        Column("r without", digits=DIGITS),
        Column("R² without", digits=DIGITS),
        Column("slope without", digits=DIGITS),
    )
    rows = [
        Row(
            (one.system, "outlier" if one.is_outlier(len(found.systems)) else ""),
            (
                one.metric,
                one.human,
                one.residual,
                one.studentized,
                one.cook,
                one.human_distance,
                one.pearson_without,
                one.pearson_without**2,
                one.line_without.slope,
            ),
        )
        for one in found.systems
    ]
    return Table(("system", ""), columns, rows, title=f"Outliers: {found.metric} and {found.human}")


def outlier_notes(found: Influences) -> list[Note]:
    """The two lines, and the correlation with and without outliers."""
    label = f"{printable(found.metric)} and {printable(found.human)}"
    line, robust = found.line, found.robust
    return [
        Note(
            label,
            f"least squares {line.intercept:.2f} + {line.slope:.3f} · metric, Theil–Sen "
            f"{robust.intercept:.2f} + {robust.slope:.3f} · metric; R² {found.pearson**2:.3f} with all"
            + (f", {found.without_outliers**2:.3f} without outliers" if found.outliers else ""),
        )
    ]


def sweep_table(sweep: OrderSweep) -> Table:
    """Prediction errors of every order, a column for each dimension."""
    columns = [
        Column(name, digits=1) for one in sweep.dimensions for name in (f"{one.human} error %", "low", "high")
    ]
    orders = range(len(sweep.dimensions[0].orders))
    rows = [
        Row(
            (f"BLEU_{_UNITS[sweep.unit]}{place + 1}", _best_for(sweep, place + 1)),
            tuple(
                value
                for one in sweep.dimensions
                for value in (
                    one.orders[place].prediction_error,
                    one.orders[place].interval.low,
                    one.orders[place].interval.high,
                )
            ),
        )
        for place in orders
    ]
    title = f"Prediction error by order, in {sweep.unit}s"
    return Table(("metric", "best for"), tuple(columns), rows, title=title)


def _best_for(sweep: OrderSweep, order: int) -> str:
    return ", ".join(one.human for one in sweep.dimensions if one.best == order)


def sweep_notes(sweep: OrderSweep) -> list[Note]:
    """The best order of each dimension, and whether long n-grams suit one better than another."""
    notes = [
        Note(
            f"{sweep.unit}s, {printable(one.human)}",
            f"order {one.best} predicts best, {one.best_interval.low:.0f} to {one.best_interval.high:.0f} by "
            f"resampling {sweep.drawn}; each order adds {one.tilt:+.2f} to the error "
            f"[{one.tilt_interval.low:+.2f}, {one.tilt_interval.high:+.2f}]",
        )
        for one in sweep.dimensions
    ]
    for each in sweep.readings:
        suits = each.second if each.difference < 0 else each.first
        shown = "shown" if each.p_value <= 0.05 else "not shown"
        notes.append(
            Note(
                f"{sweep.unit}s, {printable(each.first)} and {printable(each.second)}",
                f"long n-grams suit {printable(suits)} better: {shown} (difference of tilts "
                f"{each.difference:+.2f} [{each.interval.low:+.2f}, {each.interval.high:+.2f}], "
                f"p {each.p_value:.3f})",
            )
        )
    return notes


def ranking_table(ranking: Ranking) -> Table:
    """Metrics, the best first, with their clusters and the p-value against the next."""
    names = [place.metric for place in ranking.places]
    rows = []
    for number, place in enumerate(ranking.places):
        pair = (place.metric, names[number + 1]) if number + 1 < len(names) else None
        p_values = (ranking.p_values[pair], ranking.corrected[pair]) if pair else (nan, nan)
        rows.append(Row((str(place.cluster), place.metric), (place.value, *p_values)))
    columns = (
        Column(ranking.statistic, digits=DIGITS),
        Column("p to next", digits=4),
        Column("corrected", digits=4),
    )
    return Table(
        ("cluster", "metric"), columns, rows, title=f"Metrics by {ranking.statistic} with {ranking.human}"
    )


def ranking_note(ranking: Ranking) -> Note:
    """What the tests rest on."""
    differing = sum(p <= ranking.alpha for p in ranking.corrected.values())
    return Note(
        f"ranking by {ranking.statistic}, {printable(ranking.human)}",
        f"{differing} of {len(ranking.corrected)} pairs of metrics differ; permutation test of "
        f"{ranking.level}s, exchanging {ranking.design}, {ranking.permutations} exchanges, correction "
        f"{ranking.correction}, alpha {ranking.alpha:g}"
        + (f"; not defined for {', '.join(map(printable, ranking.unranked))}" if ranking.unranked else ""),
    )


def partial_table(level: str, found: Sequence[Partial]) -> Table:
    """Plain and partial correlations."""
    rows = [
        Row(
            (one.metric, one.human, ", ".join(one.given), str(one.observations)),
            (one.plain, one.partial, one.p_value),
        )
        for one in found
    ]
    columns = (Column("r", digits=DIGITS), Column("partial r", digits=DIGITS), Column("p", digits=4))
    title = f"Which dimension does it track? {level} level"
    return Table(("metric", "human", "given", "n"), columns, rows, title=title)


def equal_systems_table(metric: str, human: str, found: Sequence[EqualSystems]) -> Table:
    """Pairs of systems that people tell apart and the metric does not."""
    columns = (
        Column("metric"),
        Column("metric worse"),
        Column("p metric", digits=4),
        Column("human"),
        Column("human worse"),
        Column("p human", digits=4),
    )
    rows = [
        Row(
            (one.better, one.worse),
            (
                one.better_metric,
                one.worse_metric,
                one.metric_p,
                one.better_human,
                one.worse_human,
                one.human_p,
            ),
        )
        for one in found
    ]
    title = f"Systems that {human} tells apart and {metric} does not"
    return Table(("better", "worse"), columns, rows, title=title)


def equal_segment_notes(metric: str, human: str, found: Sequence[EqualSegments]) -> list[Note]:
    """Pairs of translations with equal scores, with their texts below each other."""
    notes = [Note(f"equal {printable(metric)}, unequal {printable(human)}", "" if found else "no such pair")]
    for one in found:
        notes += [
            Note(
                f"segment {one.segment}",
                f"{printable(metric)} {one.metric:.2f}, {one.distance:.1f} deviations apart, "
                f"p {one.p_value:.4f}",
            ),
            Note("  reference", printable(one.reference)),
            Note(f"  {printable(one.better)} {one.better_human:g}", printable(one.better_text)),
            Note(f"  {printable(one.worse)} {one.worse_human:g}", printable(one.worse_text)),
        ]
    return notes
