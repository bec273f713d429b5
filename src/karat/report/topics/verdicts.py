"""Judges such as language models: beside people, their repeats, biases and versions."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.agreement import Agreement, Measurements
from karat.report.formats.json_document import document
from karat.report.tables import INTERVAL_ENDS, Column, Note, Row, Table, View, ends, printable
from karat.report.topics import agreement, human_ceiling
from karat.report.words import number, p_value, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.reliability import Estimate
    from karat.reliability.judge_biases import Drift, LengthBias, OrderBias
    from karat.reliability.repeats import SelfAgreement
    from karat.reliability.verdict_study import VerdictStudy
    from karat.report.charts.chart import Chart

_DIGITS = 3
ALPHA = 0.05


def tables(found: Sequence[VerdictStudy]) -> list[Table]:
    """Whatever the data tell: agreement, repeats, order, length, versions."""
    made: list[Table] = []
    for one in found:
        together = _measurements(one)
        made += [*agreement.summary_tables([together], ("system", "segment", "document"))]
        made += human_ceiling.tables([together])
    orders = [_order_row(each) for each in (found[0].orders if found else ())]
    lengths = [_length_row(one.dimension, each) for one in found for each in one.lengths]
    drifts = [_drift_row(one.dimension, each) for one in found for each in one.drifts]
    for title, heads, columns, rows in (
        ("Repeats of the same output", ("judge",), _repeat_columns(), _repeat_rows(found)),
        ("Which stands first", ("judge", "pairs", "in one order"), _order_columns(), orders),
        ("Length", ("dimension", "judge", "outputs"), _length_columns(), lengths),
        ("Versions", ("dimension", "old", "new", "outputs"), _drift_columns(), drifts),
    ):
        if rows:
            made.append(Table(heads, columns, rows, title=title))
    return made


def _measurements(one: VerdictStudy) -> Measurements:
    """The judges in the place of metrics, as far as the table of agreement needs it."""
    return Measurements("", _agreements(one), (), (), one.ceilings)


def _agreements(one: VerdictStudy) -> list[Agreement]:
    """The agreement of each judge with people; its interval is in the share."""
    return [
        Agreement(
            ceiling.statistic,
            ceiling.grouping,
            beside.value,
            beside.metric,
            ceiling.human,
            ("", ""),
            ceiling.level,
            (),
            ceiling.shared,
            1,
        )
        for ceiling in one.ceilings
        for beside in ceiling.metrics
    ]


def _three(name: str) -> tuple[Column, ...]:
    return tuple(Column(one, digits=_DIGITS) for one in (name, *INTERVAL_ENDS))


def _figures(estimate: Estimate | None) -> tuple[float, ...]:
    if estimate is None:
        return (float("nan"),) * 3
    return (estimate.value, *ends(estimate.interval))


def _repeat_columns() -> tuple[Column, ...]:
    return (Column("repeats", digits=0), Column("same", digits=_DIGITS), Column("distance"), *_three("α"))


def _repeat_rows(found: Sequence[VerdictStudy]) -> list[Row]:
    repeats: list[SelfAgreement] = [each for one in found for each in one.repeats]
    return [
        Row((each.judge or "all",), (each.repeats, each.same, each.distance, *_figures(each.alpha)))
        for each in repeats
    ]


def _order_columns() -> tuple[Column, ...]:
    return (*_three("same verdict"), *_three("first minus second"), Column("p", digits=4))


def _order_row(one: OrderBias) -> Row:
    return Row(
        (one.judge, str(one.pairs), str(one.alone)), (*_figures(one.consistent), *_figures(one.lean), one.p)
    )


def _length_columns() -> tuple[Column, ...]:
    return (*_three("points per doubling"), Column("p", digits=4))


def _length_row(dimension: str, one: LengthBias) -> Row:
    return Row((dimension, one.judge, str(one.items)), (*_figures(one.slope), one.p))


def _drift_columns() -> tuple[Column, ...]:
    return (
        *_three("same verdict"),
        *_three("new minus old"),
        Column("p", digits=4),
        *_three("change of r"),
        Column("p of r", digits=4),
    )


def _drift_row(dimension: str, one: Drift) -> Row:
    return Row(
        (dimension, one.old, one.new, str(one.items)),
        (
            *_figures(one.same),
            *_figures(one.difference),
            one.p,
            *_figures(one.agreement),
            one.agreement_p,
        ),
    )


def notes(found: Sequence[VerdictStudy]) -> list[Note]:
    """What was found, in sentences, and what could not be asked."""
    lines: list[Note] = []
    for one in found:
        lines += human_ceiling.notes([_measurements(one)])
        lines += [Note("length", _length(each)) for each in one.lengths if not isnan(each.p)]
        lines += [Note("versions", _drift(each)) for each in one.drifts if not isnan(each.p)]
    lines += [Note("order", _order(each)) for each in (found[0].orders if found else ())]
    first = found[0]
    if first.dimension and not first.people:
        lines.append(
            Note("people", "nobody's judgements are given, so agreement and length are not asked for")
        )
    if first.dimension and first.people and not any(one.lengths for one in found):
        lines.append(Note("length", "the texts are not given, so their lengths are not known"))
    if first.dimension and not any(one.repeats for one in found):
        lines.append(Note("repeats", "no judge judged an output twice, so self-consistency is not known"))
    return lines


def _order(one: OrderBias) -> str:
    judge = printable(one.judge)
    if isnan(one.lean.value):
        return f"{judge} judged no pair in both orders, so an order bias cannot be told from quality."
    answer = "leans to the first" if one.lean.value > 0 else "leans to the second"
    sure = answer if one.p < ALPHA else "has no significant order bias"
    return (
        f"{judge} {sure} (first minus second {number(one.lean.value, 2)}, {p_value(one.p)}); "
        f"{one.consistent.value * 100:.0f} % of {plural(one.pairs, 'pair')} have the same winner in both "
        "orders."
    )


def _length(one: LengthBias) -> str:
    judge = printable(one.judge)
    more = f"{number(one.slope.value, 2)} points more than people for twice the length"
    text = f"gives {more}" if one.p < ALPHA else f"has no significant length bias: {more}"
    return f"{judge} {text} ({p_value(one.p)})."


def _drift(one: Drift) -> str:
    old, new = printable(one.old), printable(one.new)
    change = f"{number(one.difference.value, 2)} points ({p_value(one.p)})"
    verb = "gives other marks than" if one.p < ALPHA else "is not shown to differ from"
    alike = f"{one.same.value * 100:.0f} % of {plural(one.items, 'output')} have the same mark"
    return f"{new} {verb} {old}: {change}; {alike}."


def charts(found: Sequence[VerdictStudy]) -> list[Chart]:
    """The judges beside people."""
    return human_ceiling.charts([_measurements(one) for one in found])


def long_table(found: Sequence[VerdictStudy]) -> Table:
    """Every figure on a line."""
    rows = []
    for one in found:
        for ceiling in one.ceilings:
            for beside in ceiling.metrics:
                name = ceiling.statistic + ("" if ceiling.grouping == "none" else f"/{ceiling.grouping}")
                rows += [
                    _line(
                        one, beside.metric, f"{name} with people", (beside.value, float("nan"), float("nan"))
                    ),
                    _line(one, beside.metric, f"{name} share", (beside.share, *ends(beside.share_interval))),
                    _line(
                        one,
                        beside.metric,
                        f"{name} to another judge",
                        (beside.difference, *ends(beside.difference_interval)),
                        beside.p,
                    ),
                ]
        rows += [
            _line(one, each.judge or "all", "α of repeats", _figures(each.alpha)) for each in one.repeats
        ]
        rows += [
            _line(one, each.judge, "points per doubling", _figures(each.slope), each.p)
            for each in one.lengths
        ]
        for each in one.drifts:
            rows.append(_line(one, each.new, f"minus {each.old}", _figures(each.difference), each.p))
            rows.append(
                _line(
                    one, each.new, f"r minus that of {each.old}", _figures(each.agreement), each.agreement_p
                )
            )
    for order in found[0].orders if found else ():
        rows.append(_line(found[0], order.judge, "same verdict in both orders", _figures(order.consistent)))
        rows.append(_line(found[0], order.judge, "first minus second", _figures(order.lean), order.p))
    columns = tuple(Column(name, digits=6) for name in ("value", *INTERVAL_ENDS, "p"))
    return Table(("dimension", "judge", "figure"), columns, rows)


def _line(
    one: VerdictStudy, judge: str, figure: str, values: Sequence[float], p: float = float("nan")
) -> Row:
    return Row((one.dimension, judge, figure), (*values, p))


def record(found: VerdictStudy) -> dict[str, Any]:
    """In full precision."""
    return found.to_dict()


def as_json(found: Sequence[VerdictStudy]) -> str:
    """Every dimension."""
    return document({"verdicts": [record(one) for one in found]})


def view(found: Sequence[VerdictStudy]) -> View:
    """Every dimension, for notebooks."""
    return View(tuple(tables(found)), tuple(notes(found)))
