"""Which length of n-grams tells what people say."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.charts.curves import Curve, Place, Titles, curves
from karat.report.charts.layers import made
from karat.report.charts.words import number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.agreement import OrderSweep
    from karat.agreement.order_sweep import DimensionSweep, OrderError
    from karat.report.charts.chart import Chart

    # A value, its interval, and what it says.
    _Height = tuple[float, float, float, str]


def chart(sweep: OrderSweep) -> Chart:
    """Prediction error by the order of n-grams, a line for each human dimension."""
    return _drawn(
        sweep,
        "order-errors",
        "Prediction error",
        "The ring is at the best order; bands are intervals.",
        "prediction error, % ↓",
        _error,
    )


def correlations(sweep: OrderSweep) -> Chart:
    """Pearson's r by the order of n-grams, a line for each human dimension."""
    return _drawn(
        sweep,
        "order-correlations",
        "Correlation",
        "The ring is at the best order.",
        "Pearson's r ↑",
        _correlation,
    )


def _drawn(
    sweep: OrderSweep, name: str, what: str, reading: str, axis: str, height: Callable[[OrderError], _Height]
) -> Chart:
    lines = [
        Curve(printable(one.human), tuple(_place(one, each, height(each)) for each in one.orders))
        for one in sweep.dimensions
    ]
    titles = Titles(f"order of n-grams ({sweep.unit}s)", axis, whole=True)
    return made(
        stem(name, sweep.unit),
        f"{what} by length of n-grams in {sweep.unit}s",
        f"{_finding(sweep)} {reading}",
        lambda size: curves(size, lines, titles),
    )


def _place(of: DimensionSweep, each: OrderError, height: _Height) -> Place:
    value, low, high, said = height
    text = f"{printable(of.human)}, order {each.order}: {said}"
    return Place(each.order, value, low, high, text, marked=each.order == of.best)


def _error(each: OrderError) -> _Height:
    said = f"prediction error {number(each.prediction_error, 1)} %"
    return each.prediction_error, each.interval.low, each.interval.high, said


def _correlation(each: OrderError) -> _Height:
    return each.pearson, nan, nan, f"r {number(each.pearson, 3)}"


def _finding(sweep: OrderSweep) -> str:
    return " ".join(_best(one) for one in sweep.dimensions[:3])


def _best(one: DimensionSweep) -> str:
    low, high = one.best_interval.low, one.best_interval.high
    where = "" if low == high else f" (between {low:.0f} and {high:.0f})"
    error = one.orders[one.best - 1].prediction_error
    human = printable(one.human)
    return f"{human} is predicted best by order {one.best}{where}, with an error of {number(error, 0)} %."
