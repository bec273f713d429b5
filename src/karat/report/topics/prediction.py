"""Predicted human scores: tables, notes and the chart."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.forest import PlottedInterval, forest
from karat.report.charts.layers import made, rule_at
from karat.report.formats.json_document import document
from karat.report.tables import Column, Note, Row, Table, View, printable
from karat.report.words import arrow, digits_for, listed, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Prediction, Versions
    from karat.report.charts.chart import Chart


def table(predictions: Sequence[Prediction]) -> Table:
    """A row for each output: its scores, the human score predicted, and the verdict."""
    most = max(len(each.scores) for each in predictions)
    judged = any(each.threshold is not None for each in predictions)
    columns = (
        *(Column("score" if most == 1 else f"score {number}") for number in range(1, most + 1)),
        Column("predicted"),
        Column("low"),
        Column("high"),
        *((Column("P(passes)", digits=3),) if judged else ()),
    )
    rows = [
        Row(
            (each.calibration, each.system, each.verdict),
            (*each.scores, each.value, each.low, each.high, *((each.probability,) if judged else ())),
        )
        for each in predictions
    ]
    return Table(("calibration", "system", "verdict"), columns, rows)


def versions_table(versions: Sequence[Versions]) -> Table:
    """A row for each new version beside the earlier one."""
    columns = (Column("difference"), Column("low"), Column("high"), Column("P(better)", digits=3))
    rows = [
        Row(
            (each.new, each.old, each.verdict),
            (each.difference, each.low, each.high, each.probability_better),
        )
        for each in versions
    ]
    return Table(("new", "beside", "people will find it"), columns, rows, title="Versions, in human points")


def notes(predictions: Sequence[Prediction], versions: Sequence[Versions]) -> list[Note]:
    """What the interval is, what was refused or forced, and what could not be checked."""
    first = predictions[0]
    made = [
        Note("low, high", f"the {100 * first.confidence:g} % prediction interval"),
    ]
    of_text = max(each.text_error for each in predictions)
    if of_text > 0:
        what = (
            f"not the text that people judged, which alone adds an error of up to {of_text:.2f} human points"
        )
        made.append(Note("another text", what))
    if first.threshold is not None:
        made.append(Note("P(passes)", f"probability that the mean human score passes {first.threshold:g}"))
    refused = dict.fromkeys(
        (f"{'forced' if each.forced else 'refused'}: {printable(each.system)}", printable(str(one)))
        for each in predictions
        for one in each.refusals
    )
    made += [Note(label, text) for label, text in refused]
    unchecked = dict.fromkeys(what for each in predictions for what in each.unchecked)
    if unchecked:
        made.append(
            Note("not checked", f"{', '.join(unchecked)}: the calibration holds only if they are the same")
        )
    if versions:
        made.append(
            Note("versions", "each system may deviate from the line, so small changes can't be detected")
        )
    return made


def as_json(predictions: Sequence[Prediction], versions: Sequence[Versions]) -> str:
    """Everything in full precision."""
    return document(
        {
            "predictions": [each.to_dict() for each in predictions],
            "versions": [each.to_dict() for each in versions],
        }
    )


def chart(predictions: Sequence[Prediction], *, human: str, higher_is_better: bool = True) -> Chart | None:
    """Predicted human scores with prediction intervals and the threshold; None where all were refused."""
    known = [one for one in predictions if not isnan(one.value)]
    if not known:
        return None
    known.sort(key=lambda one: -one.value if higher_is_better else one.value)
    digits = digits_for([end for one in known for end in (one.value, one.low, one.high)])
    estimates = [_estimate(one, digits) for one in known]
    threshold = known[0].threshold
    refused = [one.system for one in predictions if isnan(one.value)]
    return made(
        stem("predictions", human),
        f"Predicted {printable(human)}",
        _finding(known, refused),
        lambda size: forest(
            size,
            estimates,
            f"predicted {printable(human)} {arrow(higher_is_better)}",
            behind=[]
            if threshold is None
            else rule_at(threshold, f"good enough: {number(threshold, digits)}", size),
        ),
        _reading(known),
    )


def _reading(known: Sequence[Prediction]) -> str:
    bars = f"Bars are {100 * known[0].confidence:g} % prediction intervals for a new system"
    if all(isnan(one.probability) for one in known):
        return f"{bars}."
    return f"{bars}; percentages are probabilities of being good enough."


def _estimate(one: Prediction, digits: int) -> PlottedInterval:
    value, low, high = (number(end, digits) for end in (one.value, one.low, one.high))
    chance = "" if isnan(one.probability) else f", {100 * one.probability:.0f} % good enough"
    return PlottedInterval(
        one.system,
        one.value,
        one.low,
        one.high,
        f"{value} [{low}, {high}]{chance}",
        f"{printable(one.system)}: {value}, {100 * one.confidence:g} % prediction interval {low} to {high}"
        f"{chance}",
        brief=value if isnan(one.probability) else f"{100 * one.probability:.0f} %",
        open=one.forced,
    )


def _finding(known: Sequence[Prediction], refused: Sequence[str]) -> str:
    passing = [one.system for one in known if one.verdict.startswith("pass")]
    text = ""
    if known[0].threshold is not None:
        text = (
            f"{listed(passing)} pass{'es' if len(passing) == 1 else ''}. "
            if passing
            else "No system passes for certain. "
        )
    if refused:
        text += f"Karat refused a prediction for {listed(refused)}. "
    return text.strip()


def view(found: Sequence[Prediction]) -> View:
    """What `karat predict` prints."""
    return View((table(found),), tuple(notes(found, ())))


def versions_view(found: Sequence[Versions]) -> View:
    """New versions beside earlier ones."""
    return View((versions_table(found),))
