"""Judges side by side: who is strict, and who agrees with the others."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.intervals import Estimate, forest
from karat.report.charts.layers import made, rule_at
from karat.report.charts.words import listed, number, signed, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.reliability.profiles import Profile
    from karat.reliability.summary import Reliability
    from karat.report.charts.chart import Chart


def chart(found: Reliability) -> Chart | None:
    """How far each judge is above or below the others; None where no item has two judges."""
    judges = sorted((one for one in found.judges if not isnan(one.bias)), key=lambda one: -one.bias)
    if not judges:
        return None
    estimates = [_leaning(one) for one in judges]
    sure = [one for one in judges if one.bias_interval.low > 0 or one.bias_interval.high < 0]
    lead = (
        f"{len(sure)} of {len(judges)} judges lean to one side beyond chance: "
        f"{listed([one.judge for one in sure])}."
        if sure
        else "No judge leans to one side beyond chance."
    )
    return made(
        stem("judges", found.dimension),
        f"Judges of {printable(found.dimension)}: strict and lenient",
        f"{lead} A value is the mean distance from the other judges of the same items; "
        "hollow: may be chance.",
        lambda size: forest(
            size, estimates, "above the other judges (lenient →)", behind=rule_at(0, "as the others", size)
        ),
    )


def agreement(found: Reliability) -> Chart | None:
    """How far each judge agrees with the mean of the others; None where no item has two judges."""
    judges = sorted((one for one in found.judges if not isnan(one.agreement)), key=lambda one: -one.agreement)
    if not judges:
        return None
    estimates = [_agreeing(one) for one in judges]
    crosses = any(one.agreement_interval.low <= 0 for one in judges)
    careless = [one.judge for one in judges if one.suspicion.careless]
    lead = f"{listed(careless)} may have judged carelessly." if careless else "No judge looks careless."
    return made(
        stem("judges-agreement", found.dimension),
        f"Judges of {printable(found.dimension)}: agreement with the others",
        f"{lead} A value is Pearson's r with the mean of the other judges.",
        lambda size: forest(
            size,
            estimates,
            "Pearson's r with the other judges ↑",
            behind=rule_at(0, "no agreement", size) if crosses else [],
        ),
    )


def _leaning(one: Profile) -> Estimate:
    low, high = one.bias_interval.low, one.bias_interval.high
    ends = f"[{signed(low, 2)}, {signed(high, 2)}]"
    return Estimate(
        one.judge,
        one.bias,
        low,
        high,
        f"{signed(one.bias, 2)} {ends}",
        f"{printable(one.judge)}: {signed(one.bias, 2)} {ends} over {one.shared} shared items",
        brief=signed(one.bias, 2),
        open=low <= 0 <= high,
    )


def _agreeing(one: Profile) -> Estimate:
    low, high = one.agreement_interval.low, one.agreement_interval.high
    ends = f"[{number(low, 2)}, {number(high, 2)}]"
    return Estimate(
        one.judge,
        one.agreement,
        low,
        high,
        f"{number(one.agreement, 2)} {ends}",
        f"{printable(one.judge)}: r {number(one.agreement, 2)} {ends} over {one.shared} shared items",
        brief=number(one.agreement, 2),
        open=one.suspicion.careless,
    )
