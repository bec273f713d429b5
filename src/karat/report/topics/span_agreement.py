"""Agreement on error spans: tables of raters, severities and categories, the chart, notes, the record."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.reliability.span_agreement import JUDGES
from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made
from karat.report.formats.json_document import document
from karat.report.tables import (
    INTERVAL_ENDS,
    Column,
    Note,
    Row,
    Table,
    View,
    ends,
    interval_columns,
    printable,
)
from karat.report.words import number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.reliability import Estimate, SpanAgreement
    from karat.reliability.span_agreement import LabelledSpans
    from karat.report.charts.chart import Chart

_DIGITS = 3
_ENOUGH = 10


def pair_name(found: SpanAgreement) -> tuple[str, str]:
    """The two who are compared."""
    return found.first, found.second


def tables(found: Sequence[SpanAgreement]) -> list[Table]:
    """F1 by every criterion, precision and recall, then the same by severity and category."""
    parts = [overview(found), detail(found)]
    for of in ("severity", "category"):
        table = by_label(found, of)
        parts += [table] if table.rows else []
    return parts


def overview(found: Sequence[SpanAgreement]) -> Table:
    """A row for each two raters: F1 exact and with partial credit, κ, and the difference to judges."""
    with_detectors = any(one.difference is not None for one in found)
    rows = [
        Row(
            (one.first, one.second, str(one.outputs), *map(str, one.whole.marks)),
            (
                *_figures(one.whole.by("exact").f1),
                *_figures(one.whole.by("partial").f1),
                *_figures(one.kappa),
                *(_figures(one.difference) if with_detectors else ()),
            ),
        )
        for one in found
    ]
    columns = [column for name in ("exact", "partial", "κ") for column in interval_columns(name, _DIGITS)]
    columns += interval_columns("to judges", _DIGITS) if with_detectors else ()
    heads = ("first", "second", "outputs", "marked", "marked by second")
    return Table(heads, tuple(columns), rows, title="F1 of error spans")


def detail(found: Sequence[SpanAgreement]) -> Table:
    """Precision and recall of the first, taking the second for the truth."""
    rows = [
        Row(
            (one.first, one.second, score.criterion),
            (*_figures(score.precision), *_figures(score.recall), *_figures(score.f1)),
        )
        for one in found
        for score in one.whole.scores
    ]
    return Table(("first", "second", "criterion"), _three(), rows, title="Precision and recall")


def by_label(found: Sequence[SpanAgreement], of: str) -> Table:
    """The same with partial credit, of spans that both give one severity or category."""
    rows = [
        Row(
            (one.first, one.second, labelled.label or "(none)", *map(str, labelled.marks)),
            tuple(figure for estimate in _partial(labelled) for figure in _figures(estimate)),
        )
        for one in found
        for labelled in (one.by_severity if of == "severity" else one.by_category)
    ]
    heads = ("first", "second", of, "marked", "marked by second")
    return Table(heads, _three(), rows, title=f"By {of}, partial credit")


def _partial(labelled: LabelledSpans) -> tuple[Estimate, Estimate, Estimate]:
    score = labelled.by("partial")
    return score.precision, score.recall, score.f1


def _three() -> tuple[Column, ...]:
    return tuple(
        Column(name, digits=_DIGITS)
        for figure in ("precision", "recall", "F1")
        for name in (figure, *(f"{figure} {end}" for end in INTERVAL_ENDS))
    )


def _figures(estimate: Estimate | None) -> tuple[float, ...]:
    if estimate is None:
        return (float("nan"),) * 3
    return (estimate.value, *ends(estimate.interval))


def long_table(found: Sequence[SpanAgreement]) -> Table:
    """Every figure on a line, for other programs."""
    rows = [
        Row(
            (
                *(one.first, one.second, labelled.of, labelled.label, score.criterion, name),
                *(str(one.outputs), *map(str, labelled.marks), one.unit, str(one.units)),
            ),
            _figures(estimate),
        )
        for one in found
        for labelled in (one.whole, *one.by_severity, *one.by_category)
        for score in labelled.scores
        for name, estimate in (("precision", score.precision), ("recall", score.recall), ("f1", score.f1))
    ]
    heads = (
        *("first", "second", "of", "label", "criterion", "figure"),
        *("outputs", "marked", "marked_by_second", "unit", "units"),
    )
    return Table(heads, tuple(Column(name, digits=6) for name in ("value", *INTERVAL_ENDS)), rows)


def notes(found: Sequence[SpanAgreement]) -> list[Note]:
    """What the figures say, and what the criteria mean."""
    lines = [Note("spans", finding(one)) for one in found if one.second == JUDGES or len(found) == 1]
    if any(one.unit == "segment" for one in found):
        lines.append(
            Note(
                "units", "segments are taken as independent; those of one document seldom are: name documents"
            )
        )
    if any(one.units < _ENOUGH for one in found):
        lines.append(Note("intervals", f"fewer than {_ENOUGH} units: do not rely on them"))
    left_out = max(one.omissions for one in found)
    if left_out:
        lines.append(
            Note("omissions", f"{plural(left_out, 'mark')} without characters in the output, in no figure")
        )
    lines.append(
        Note(
            "criteria",
            "spans are matched one to one, for the most characters in common; exact: the same ends; partial: "
            "the share of characters in common; overlap: one in common; character: each on its own; output: "
            "whether anything is marked",
        )
    )
    return lines


def finding(found: SpanAgreement) -> str:
    """One sentence."""
    partial, exact = (found.whole.by(criterion).f1 for criterion in ("partial", "exact"))
    first, second = printable(found.first), printable(found.second)
    if isnan(partial.value):
        return f"{first} and {second} marked nothing, so there is nothing to compare."
    among = "judges among each other" if found.first == JUDGES else f"{first} with {second}"
    low, high = ends(partial.interval)
    where = "" if isnan(low) else f" ({number(low, 2)} to {number(high, 2)})"
    text = (
        f"{among}: F1 = {number(partial.value, 2)}{where} with partial credit, {number(exact.value, 2)} "
        f"exact, over {plural(found.outputs, 'output')} in {plural(found.units, found.unit)}"
    )
    if found.difference is None or isnan(found.difference.value):
        return f"{text}."
    low, high = ends(found.difference.interval)
    apart = f"{number(found.difference.value, 2)} ({number(low, 2)} to {number(high, 2)})"
    answer = "less than judges" if high < 0 else "more than judges" if low > 0 else "not significantly other"
    return f"{text}; to judges among each other {apart}: {answer}."


def chart(found: Sequence[SpanAgreement]) -> Chart | None:
    """F1 with partial credit of every two."""
    known = [one for one in found if not isnan(one.whole.by("partial").f1.value)]
    if not known:
        return None
    lines = [_line(one) for one in known]
    best = max(known, key=lambda one: one.whole.by("partial").f1.value)
    return made(
        stem("spans", "partial"),
        "Agreement on error spans",
        f"{_name(best)} agree most (F1 {number(best.whole.by('partial').f1.value, 2)} with partial credit).",
        lambda size: forest(size, lines, "F1 of spans, partial credit"),
        "Bars are confidence intervals.",
    )


def _name(one: SpanAgreement) -> str:
    if one.first == one.second:
        return "judges"
    return f"{printable(one.first)} · {printable(one.second)}"


def _line(one: SpanAgreement) -> PlottedInterval:
    estimate = one.whole.by("partial").f1
    low, high = ends(estimate.interval)
    between = "" if isnan(low) else f" [{number(low, _DIGITS)}, {number(high, _DIGITS)}]"
    written = f"{number(estimate.value, _DIGITS)}{between}"
    brief = number(estimate.value, _DIGITS)
    return PlottedInterval(
        _name(one), estimate.value, low, high, written, f"{_name(one)}: {written}", brief=brief
    )


def record(found: SpanAgreement) -> dict[str, Any]:
    """In full precision."""
    return found.to_dict()


def as_json(found: Sequence[SpanAgreement]) -> str:
    """Every two raters."""
    return document({"span_agreement": [record(one) for one in found]})


def view(found: Sequence[SpanAgreement]) -> View:
    """Every two raters, for notebooks."""
    return View(tuple(tables(found)), tuple(notes(found)))
