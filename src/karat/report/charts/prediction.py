"""What people are predicted to say of each system, and whether that is good enough."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.intervals import Estimate, forest
from karat.report.charts.layers import made, rule_at
from karat.report.charts.words import arrow, digits_for, listed, number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Prediction
    from karat.report.charts.chart import Chart


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
    )


def _estimate(one: Prediction, digits: int) -> Estimate:
    value, low, high = (number(end, digits) for end in (one.value, one.low, one.high))
    chance = "" if isnan(one.probability) else f", {100 * one.probability:.0f} % good enough"
    return Estimate(
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
            else "No system surely passes. "
        )
    if refused:
        text += f"For {listed(refused)} a prediction was refused. "
    return (
        f"{text}Bars are {100 * known[0].confidence:g} % prediction intervals for a new system; "
        "percentages are probabilities of being good enough."
    )
