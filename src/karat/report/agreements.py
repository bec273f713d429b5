"""What reports of agreement with people show."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING

from karat.agreement.verdicts import tracks
from karat.report.tables import Column, Note, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement import Agreement, Found, Translator, Verdict

DIGITS = 3
MOST_VERDICTS = 24
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


def summary_tables(found: Sequence[Found], levels: Sequence[str]) -> list[Table]:
    """One table for each level: a row for each metric and dimension, a column for each statistic."""
    tables = [_level_table(found, level) for level in levels]
    return [table for table in tables if table.rows]


def _level_table(found: Sequence[Found], level: str) -> Table:
    several = len(found) > 1
    of_level = [(one.data, each) for one in found for each in one.agreements if each.level == level]
    in_parts = any(each.part for _, each in of_level)
    names = list(dict.fromkeys((each.statistic, each.grouping) for _, each in of_level))
    framed = next((name for name in names if _has_interval(of_level, name)), None)
    columns = [column for name in names for column in _columns(name, with_interval=name == framed)]
    rows: dict[tuple[str, ...], dict[tuple[str, str], Agreement]] = {}
    for data, each in of_level:
        labels = (*((data,) if several else ()), *((each.part or "all",) if in_parts else ()))
        key = (*labels, each.human, each.metric)
        rows.setdefault(key, {})[each.statistic, each.grouping] = each
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
    digits = _FEWER_DIGITS.get(statistic, DIGITS)
    ends = ("low", "high") if with_interval else ()
    return [Column(heading, digits=digits), *(Column(end, digits=digits) for end in ends)]


def _values(
    values: Mapping[tuple[str, str], Agreement], names: Sequence[tuple[str, str]], framed: object
) -> tuple[float, ...]:
    found: list[float] = []
    for name in names:
        each = values.get(name)
        found.append(nan if each is None else each.value)
        if name == framed:
            interval = None if each is None else each.interval
            found += [nan, nan] if interval is None else [interval.low, interval.high]
    return tuple(found)


def _size(values: Mapping[tuple[str, str], Agreement], level: str) -> str:
    first = next(iter(values.values()))
    return str(len(first.systems) if level == "system" else first.observations)


def verdict_notes(found: Sequence[Found]) -> list[Note]:
    """Whether each metric tracks people, in a line; where there are many, the tables must do."""
    if sum(len(one.verdicts) for one in found) > MOST_VERDICTS:
        return [Note("verdicts", "there are too many to list; --format json has them")]
    notes = []
    for one in found:
        data = f"{printable(one.data)}, " if len(found) > 1 else ""
        for verdict in one.verdicts:
            label = f"{data}{printable(verdict.metric)} and {printable(verdict.human)}"
            notes.append(Note(label, _verdict(one, verdict)))
    return notes


def _verdict(one: Found, verdict: Verdict) -> str:
    if verdict.systems < 3:
        return f"{verdict.systems} systems: any two points are on a line, so nothing is shown"
    if isnan(verdict.influence.pearson):
        return "no correlation: all scores of the metric or all of people are the same"
    interval = next(
        (
            each.interval
            for each in one.agreements
            if (each.metric, each.human) == (verdict.metric, verdict.human)
            and (each.statistic, each.level, each.part) == ("pearson", "system", "")
        ),
        None,
    )
    answer = "" if interval is None else f"tracks people: {tracks(interval.low, interval.high)}; "
    text = (
        f"{answer}explains {verdict.explained:.0f} % of the variance, orders {verdict.right_pairs} of "
        f"{verdict.pairs} pairs of systems as people do"
    )
    if verdict.worst is not None:
        text += (
            f"; worst turned: people put {printable(verdict.worst.better)} above "
            f"{printable(verdict.worst.worse)} by {verdict.worst.human_difference:.2f}"
        )
    if outliers := verdict.influence.outliers:
        names = ", ".join(printable(each.system) for each in outliers)
        text += f"; r is {verdict.influence.without_outliers:.3f} without {names}"
    return text


def apart_table(found: Sequence[Found]) -> Table | None:
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
    return Table(heads, columns, rows, title="Human translations, not in the figures above")


def _once(apart: Sequence[Translator]) -> list[Translator]:
    """A reference has no metric score, so it is told once for each dimension."""
    kept: dict[tuple[str, ...], Translator] = {}
    for each in apart:
        key = (each.system, each.human_name, "" if each.is_reference else each.metric_name)
        kept.setdefault(key, each)
    return list(kept.values())


def long_table(found: Sequence[Found]) -> Table:
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
            ),
            (
                each.value,
                nan if each.interval is None else each.interval.low,
                nan if each.interval is None else each.interval.high,
                nan if each.epsilon is None else each.epsilon,
            ),
        )
        for one in found
        for each in one.agreements
    ]
    labels = ("data", "level", "part", "human", "metric", "statistic", "grouping", "systems", "observations")
    columns = tuple(Column(name, digits=6) for name in ("value", "low", "high", "epsilon"))
    return Table(labels, columns, rows)
