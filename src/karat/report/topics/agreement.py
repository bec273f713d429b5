"""Metrics against people: tables, verdicts, scatter plots and the section of the page."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING

from karat.agreement import Measurements
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.tables import INTERVAL_ENDS, Column, Note, Row, Section, Table, View, ends, printable
from karat.report.topics import human_ceiling, outliers, prediction_errors
from karat.report.topics.agreement_notes import brief_verdict, pearson_interval, units_notes, verdict_notes
from karat.report.words import arrow, number, stem

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from karat.agreement import Agreement, Translator, Verdict
    from karat.dossier import AgreementAnswer, Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part


# What a column is called, and how many digits it has where that is not DIGITS.
_HEADINGS = {
    "pearson": "r",
    "spearman": "ρ",
    "kendall": "τ",
    "kendall-c": "τ-c",
    "r-squared": "R²",
    "prediction-error": "error %",
    "accuracy": "accuracy",
    **{f"tau-{year}": f"τ-{year}" for year in (10, 13, 14, 23)},
    "kendall-like": "τ-like",
    "calibrated-accuracy": "acc-t",
    "soft-accuracy": "soft acc",
}
_FEWER_DIGITS = {"prediction-error": 1}


def summary_tables(found: Sequence[Measurements], levels: Sequence[str]) -> list[Table]:
    """One table for each level: a row for each metric and dimension, a column for each statistic."""
    tables = [_level_table(found, level) for level in levels]
    return [table for table in tables if table.rows]


def _level_table(found: Sequence[Measurements], level: str) -> Table:
    several = len(found) > 1
    of_level = [(one.data, each) for one in found for each in one.agreements if each.level == level]
    in_parts = any(each.part for _, each in of_level)
    names = list(dict.fromkeys((each.statistic, each.grouping) for _, each in of_level))
    framed = {name for name in names if _has_interval(of_level, name)}
    columns = [column for name in names for column in _columns(name, with_interval=name in framed)]
    rows: dict[tuple[str, ...], dict[tuple[str, str], Agreement]] = {}
    for data, each in of_level:
        labels = (*((data,) if several else ()), *((each.part or "all",) if in_parts else ()))
        key = (*labels, each.human, each.metric)
        rows.setdefault(key, {})[each.statistic, each.grouping] = each
    for data, ceiling in ((one.data, each) for one in found for each in one.ceilings if each.level == level):
        start = (*((data,) if several else ()), *(("all",) if in_parts else ()), ceiling.human)
        for name, values in human_ceiling.as_agreements(ceiling):
            if (*start, name) in rows or any(key[:-1] == start for key in rows):
                rows.setdefault((*start, name), {})[ceiling.statistic, ceiling.grouping] = values
    heads = (*(("data",) if several else ()), *(("part",) if in_parts else ()), "human", "metric", "n")
    return Table(
        heads,
        tuple(columns),
        [
            Row((*key, _size(values, level)), _values(values, names, framed))
            for key, values in _by_human(rows, len(heads) - 3).items()
        ],
        title=f"{level} level",
    )


def _by_human(
    rows: Mapping[tuple[str, ...], dict[tuple[str, str], Agreement]], place: int
) -> dict[tuple[str, ...], dict[tuple[str, str], Agreement]]:
    """The metrics of each dimension together, in the order in which they came."""
    order = {key: number for number, key in enumerate(rows)}
    groups = {key[: place + 1]: number for key, number in reversed(order.items())}
    return {key: rows[key] for key in sorted(rows, key=lambda key: (groups[key[: place + 1]], order[key]))}


def _has_interval(of_level: Sequence[tuple[str, Agreement]], name: tuple[str, str]) -> bool:
    return any(each.interval is not None for _, each in of_level if (each.statistic, each.grouping) == name)


def _columns(name: tuple[str, str], *, with_interval: bool) -> list[Column]:
    statistic, grouping = name
    heading = _HEADINGS[statistic] + ("" if grouping == "none" else f" by {grouping}")
    digits = _FEWER_DIGITS.get(statistic, outliers.DIGITS)
    bounds = INTERVAL_ENDS if with_interval else ()
    return [Column(heading, digits=digits), *(Column(end, digits=digits) for end in bounds)]


def _values(
    values: Mapping[tuple[str, str], Agreement],
    names: Sequence[tuple[str, str]],
    framed: Collection[tuple[str, str]],
) -> tuple[float, ...]:
    found: list[float] = []
    for name in names:
        each = values.get(name)
        found.append(nan if each is None else each.value)
        if name in framed:
            found += ends(None if each is None else each.interval)
    return tuple(found)


def _size(values: Mapping[tuple[str, str], Agreement], level: str) -> str:
    first = next(iter(values.values()))
    return str(len(first.systems) if level == "system" else first.observations)


def apart_table(found: Sequence[Measurements]) -> Table | None:
    """Human translations among the systems."""
    several = len(found) > 1
    rows = [
        Row(
            (
                *((one.data,) if several else ()),
                each.system,
                each.human_name,
                "(reference)" if each.is_reference else each.metric_name,
            ),
            (each.metric, each.human, each.deviations),
        )
        for one in found
        for each in _once(one.apart)
    ]
    if not rows:
        return None
    heads = (*(("data",) if several else ()), "people", "human", "metric")
    columns = (Column("metric score"), Column("human score"), Column("off the line"))
    return Table(heads, columns, rows, title="Human translations, excluded from the figures above")


def _once(apart: Sequence[Translator]) -> list[Translator]:
    """A reference has no metric score, so it is told once for each dimension."""
    kept: dict[tuple[str, ...], Translator] = {}
    for each in apart:
        key = (each.system, each.human_name, "" if each.is_reference else each.metric_name)
        kept.setdefault(key, each)
    return list(kept.values())


def long_table(found: Sequence[Measurements]) -> Table:
    """Every figure on a line of its own, for other programs."""
    rows = [
        Row(
            (
                one.data,
                each.level,
                each.part or "all",
                each.human,
                each.metric,
                each.statistic,
                each.grouping,
                str(len(each.systems)),
                str(each.observations),
                each.units,
            ),
            (
                each.value,
                nan if each.interval is None else each.interval.low,
                nan if each.interval is None else each.interval.high,
                nan if each.epsilon is None else each.epsilon,
                each.design_effect,
                *human_ceiling.figures_beside(one.ceilings, each),
            ),
        )
        for one in found
        for each in one.agreements
    ]
    labels = (
        *("data", "level", "part", "human", "metric", "statistic", "grouping", "systems", "observations"),
        "drawn",
    )
    columns = tuple(
        Column(name, digits=6)
        for name in ("value", "low", "high", "epsilon", "design effect", *human_ceiling.COLUMNS)
    )
    return Table(labels, columns, rows)


_STATISTICS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall": "Kendall's τ",
    "r-squared": "R²",
    "accuracy": "accuracy of pairs",
    "soft-accuracy": "soft accuracy of pairs",
    "calibrated-accuracy": "calibrated accuracy",
    "prediction-error": "prediction error, %",
}


def by_metric(
    agreements: Sequence[Agreement], *, statistic: str = "pearson", level: str = "system"
) -> Chart | None:
    """How far each metric agrees with people, the best first; None where nothing was measured."""
    chosen = [
        one
        for one in agreements
        if (one.statistic, one.level, one.part) == (statistic, level, "") and not isnan(one.value)
    ]
    if not chosen:
        return None
    humans = list(dict.fromkeys(one.human for one in chosen))
    lower = statistic == "prediction-error"
    chosen.sort(key=lambda one: (humans.index(one.human), one.value if lower else -one.value))
    breaks = [place for place in range(1, len(chosen)) if chosen[place].human != chosen[place - 1].human]
    several = len(humans) > 1
    estimates = [_estimate(one, several) for one in chosen]
    name = _STATISTICS.get(statistic, statistic)
    title = f"{name} with {'people' if several else printable(humans[0])} {arrow(not lower)}"
    best = chosen[0]
    crosses = not lower and any(one.interval is not None and one.interval.low <= 0 for one in chosen)
    return made(
        stem("metrics", statistic, level),
        f"Metrics against people, {level} level",
        f"{printable(best.metric)} is closest to {printable(best.human)} ({name} {number(best.value, 2)}).",
        lambda size: forest(
            size, estimates, title, breaks=breaks, behind=rule_at(0, "no agreement", size) if crosses else []
        ),
        "Bars are confidence intervals; metrics whose bars overlap may still differ in a paired test.",
    )


def _estimate(one: Agreement, several: bool) -> PlottedInterval:
    low, high = (one.interval.low, one.interval.high) if one.interval else (float("nan"),) * 2
    digits = 1 if one.statistic == "prediction-error" else 3
    name = f"{printable(one.metric)} · {printable(one.human)}" if several else printable(one.metric)
    ends_of = f" [{number(low, digits)}, {number(high, digits)}]" if one.interval else ""
    return PlottedInterval(
        name,
        one.value,
        low,
        high,
        f"{number(one.value, digits)}{ends_of}",
        f"{printable(one.metric)} and {printable(one.human)}: {number(one.value, digits)}{ends_of}",
        brief=number(one.value, digits),
    )


# More scatter plots than these nobody compares; the table has the others.
_MOST_CHARTS = 6


def section(dossier: Dossier) -> Section | None:
    """A scatter plot of each metric and dimension, and the tables of agreement."""
    judged = dossier.agreement
    if judged is None or judged.found is None:
        return None
    found = judged.found
    parts: list[Part] = []
    overview = by_metric(list(found.agreements))
    if overview is not None and len(found.verdicts) > 1:
        parts.append(overview)
    bars = prediction_errors.chart([found]) if len(found.verdicts) > 1 else None
    in_parts = None if judged.by_part is None else prediction_errors.by_part(judged.by_part)
    parts += [one for one in (bars, in_parts) if one is not None]
    for verdict in found.verdicts[:_MOST_CHARTS]:
        parts += _pictured(dossier, judged, verdict)
    parts += human_ceiling.charts([found])
    parts += summary_tables([found], ("system", "segment"))
    parts += human_ceiling.tables([found])
    if judged.by_part is not None:
        parts += [_renamed(table) for table in summary_tables([judged.by_part], ("system",))]
    if (apart := apart_table([found])) is not None:
        parts.append(apart)
    parts += verdict_notes([found])
    parts += human_ceiling.notes([found])
    parts += units_notes([found])
    parts += _coverage(dossier, judged)
    return Section("people", "Do the metrics track people?", _lead(found), tuple(parts))


def _pictured(dossier: Dossier, judged: AgreementAnswer, verdict: Verdict) -> list[Part]:
    """The systems as points, and what the line would be without each of them."""
    upward = {rater.name: rater.higher_is_better for rater in judged.material.metrics}
    human = {rater.name: rater.higher_is_better for rater in judged.material.humans}
    drawn = outliers.chart(
        verdict.influence,
        metric_higher_is_better=upward[verdict.metric],
        human_higher_is_better=human[verdict.human],
        confidence=dossier.scope.confidence,
    )
    return [drawn, *([outliers.table(verdict.influence)] if verdict.influence.outliers else [])]


def _renamed(table: Table) -> Table:
    return table.changed(title="system level, by text type")


def _coverage(dossier: Dossier, judged: AgreementAnswer) -> list[Note]:
    total = len(dossier.corpus)
    return [
        Note(human.name, f"people judged {human.covered:,} of {total:,} segments; the metrics cover all")
        for human in judged.material.humans
        if human.segments is not None and human.covered < total
    ]


def _lead(found: Measurements) -> str:
    """The closest metric of each dimension, in brief; the notes have the whole verdict on each metric."""
    said = []
    for human in dict.fromkeys(verdict.human for verdict in found.verdicts):
        known = [one for one in found.verdicts if one.human == human and not isnan(one.influence.pearson)]
        if known:
            best = max(known, key=lambda one: one.influence.pearson)
            said.append(brief_verdict(best, pearson_interval(found, best)))
    return " ".join(said) or ("No metric can be compared with people here, because the scores do not vary.")


def view(found: Sequence[Agreement]) -> View:
    """What `karat agree` prints: a table for each level."""
    levels = list(dict.fromkeys(one.level for one in found))
    return View(tuple(summary_tables([Measurements("", found, (), ())], levels)))


def verdict_view(found: Sequence[Verdict]) -> View:
    """A sentence for each metric and dimension."""
    notes = [note for one in found for note in verdict_notes([Measurements("", (), (one,), ())])]
    rows = [Row((note.label, note.text), ()) for note in notes]
    return View((Table(("metric and people", "verdict"), (), rows),))


def translator_view(found: Sequence[Translator]) -> View:
    """Human translations beside the systems."""
    table = apart_table([Measurements("", (), (), found)])
    return View(() if table is None else (table,))
