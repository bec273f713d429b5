"""Where systems stand: the forest plot of their scores, and the section of the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.metrics.catalogue import distinct_names
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made
from karat.report.tables import Column, Note, Row, Section, Table, printable
from karat.report.topics import drawn_units, precisions
from karat.report.topics import scores as contents
from karat.report.words import arrow, digits_for, listed, number, stem

if TYPE_CHECKING:
    from karat.comparison import MetricComparison, Standing
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Direction, Part


def standings_table(of_metric: MetricComparison, *, units: bool = False) -> Table:
    """Systems, the best first, with the interval of their scores and the places that are open to them.

    With `units`, for other programs, the units that each interval rests on, and their design effect.
    """
    rows = [
        Row(
            (
                *_places(of_metric, standing),
                *((of_metric.unit, str(standing.units)) if units else ()),
            ),
            (
                *(standing.value, standing.interval.low, standing.interval.high, *_deviations(standing)),
                *((standing.design_effect,) if units else ()),
            ),
        )
        for standing in of_metric.standings
    ]
    better: Direction = "higher" if of_metric.higher_is_better else "lower"
    columns = [Column("score", better), Column("low"), Column("high")]
    if of_metric.standings[0].runs is not None:
        columns += [Column("runs", digits=0), Column("SD of runs"), Column("SD of test set")]
    columns += [Column("design effect")] if units else []
    numbers = [standing.cluster for standing in of_metric.standings]
    starts = [place for place in range(1, len(numbers)) if numbers[place] != numbers[place - 1]]
    return Table(
        (*_place_labels(of_metric), *(("unit", "units") if units else ())),
        tuple(columns),
        rows,
        title=of_metric.metric,
        breaks=frozenset(starts),
    )


def _deviations(standing: Standing) -> tuple[float, ...]:
    runs = standing.runs
    return () if runs is None else (float(len(runs.values)), runs.run_deviation, runs.test_deviation)


def _place_labels(of_metric: MetricComparison) -> tuple[str, ...]:
    if of_metric.baseline is None:
        return ("cluster", "ranks", "system")
    return ("system", f"beside {printable(of_metric.baseline)}")


def _places(of_metric: MetricComparison, standing: Standing) -> tuple[str, ...]:
    """Where a system stands, and its name; beside a baseline, the verdict of the only test there is."""
    baseline, system = of_metric.baseline, standing.system
    if baseline is None:
        return (str(standing.cluster), _ranks(standing), system)
    if system == baseline:
        return (system, "–")
    winner = of_metric.contrast(system, baseline).winner
    return (system, {system: "better", baseline: "worse"}.get(winner or "", "not significant"))


def _ranks(standing: Standing) -> str:
    best, worst = standing.ranks or (0, 0)
    return str(best) if best == worst else f"{best}–{worst}"


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
        _reading(comparison),
    )


def _estimate(one: Standing, metric: str, digits: int) -> PlottedInterval:
    value, low, high = (number(each, digits) for each in (one.value, one.interval.low, one.interval.high))
    runs = () if one.runs is None else tuple(one.runs.values.values())
    return PlottedInterval(
        one.system,
        one.value,
        one.interval.low,
        one.interval.high,
        f"{value} [{low}, {high}]",
        f"{printable(one.system)}: {printable(metric)} {value}, {100 * one.interval.confidence:g} "
        f"% interval {low} to {high}{_said_places(one)}",
        brief=value,
        marks=runs,
    )


def _said_places(one: Standing) -> str:
    if one.ranks is None:
        return ""
    first, last = one.ranks
    return f", rank {first}" if first == last else f", ranks {first} to {last}"


def _finding(comparison: MetricComparison, digits: int) -> str:
    standings, metric = comparison.standings, printable(comparison.metric)
    best = standings[0]
    if len(standings) == 1:
        return f"{printable(best.system)} has {metric} {number(best.value, digits)}."
    first = [one.system for one in standings if one.cluster == best.cluster]
    if comparison.baseline is not None:
        return f"{printable(best.system)} has the best {metric}, {number(best.value, digits)}."
    if len(first) == len(standings):
        return f"{metric} finds no significant difference between the {len(standings)} systems."
    if len(first) == 1:
        return f"{printable(best.system)} is best, with {metric} {number(best.value, digits)}."
    return f"{listed(first)} lead, without significant differences in {metric}."


def _reading(comparison: MetricComparison) -> str:
    standings = comparison.standings
    bars = f"Bars are {100 * standings[0].interval.confidence:g} % confidence intervals."
    if len({one.cluster for one in standings}) == 1:
        return bars
    return (
        "Systems on different sides of a line differ significantly. "
        f"{bars} Bars of two systems may overlap although their difference is significant."
    )


_CLUSTERS = Note(
    "cluster",
    "systems of different clusters differ significantly; ranks are the places that the tests cannot rule out",
)


def section(dossier: Dossier) -> Section:
    """The forest plot of each metric; of one system, its scores."""
    parts: list[Part] = []
    if dossier.comparison is None:
        parts.append(contents.score_table(dossier.evaluation.scores, dossier.evaluation.metrics))
        parts += precisions.parts(dossier.evaluation)
        return Section("scores", "How do the systems score?", _alone(dossier), tuple(parts))
    for of_metric in dossier.comparison.metrics:
        parts += [chart(of_metric), standings_table(of_metric)]
    parts += precisions.parts(dossier.evaluation)
    first = dossier.comparison.metrics[0]
    samples = dossier.comparison.procedure.samples
    unit = f"{100 * dossier.scope.confidence:g} % confidence intervals, from {samples:,} bootstrap"
    parts += [Note("low, high", f"{unit} test sets of {first.units:,} {first.unit}s"), _CLUSTERS]
    parts += drawn_units.notes(dossier.comparison)
    return Section("scores", "How do the systems score?", _lead(dossier, first), tuple(parts))


def _lead(dossier: Dossier, first: MetricComparison) -> str:
    best, *others = first.standings
    digits, confidence = 1, f"{100 * dossier.scope.confidence:g} %"
    text = (
        f"{printable(best.system)} has the best {printable(first.metric)}, {number(best.value, digits)} "
        f"({confidence}: {number(best.interval.low, digits)} to {number(best.interval.high, digits)}); "
        f"{printable(others[0].system)} follows with {number(others[0].value, digits)}."
    )
    comparison = dossier.comparison
    rest = comparison.metrics[1:] if comparison is not None else ()
    alike = [one.metric for one in rest if one.standings[0].system == best.system]
    unlike = [one for one in rest if one.standings[0].system != best.system]
    if alike:
        text += f" {listed(alike)} {'agrees' if len(alike) == 1 else 'agree'} on the best system."
    for one in unlike:
        text += f" By {printable(one.metric)} it is {printable(one.standings[0].system)}."
    return text


def _alone(dossier: Dossier) -> str:
    (system,) = dossier.corpus.systems
    names = distinct_names(dossier.evaluation.metrics)
    scores = [
        f"{printable(name)} {number(score.value, 1)}"
        for name, score in zip(names, dossier.evaluation[system], strict=True)
    ]
    return f"{printable(system)} has {listed(scores)}. There is no second system to compare it with."
