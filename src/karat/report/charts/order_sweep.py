"""Which length of n-grams tells what people say."""

from __future__ import annotations

from karat.report.charts.curves import Curve, Place, Titles, curves
from karat.report.charts.layers import made
from karat.report.charts.words import number, stem
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.agreement import OrderSweep
    from karat.agreement.order_sweep import DimensionSweep
    from karat.report.charts.chart import Chart


def chart(sweep: OrderSweep) -> Chart:
    """Prediction error by the order of n-grams, a line for each human dimension."""
    lines = [
        Curve(
            printable(one.human),
            tuple(
                Place(
                    each.order,
                    each.prediction_error,
                    each.interval.low,
                    each.interval.high,
                    f"{printable(one.human)}, order {each.order}: "
                    f"prediction error {number(each.prediction_error, 1)} %",
                    marked=each.order == one.best,
                )
                for each in one.orders
            ),
        )
        for one in sweep.dimensions
    ]
    return made(
        stem("order-errors", sweep.unit),
        f"Prediction error by length of n-grams in {sweep.unit}s",
        f"{_finding(sweep)} The ring is at the best order; bands are intervals.",
        lambda size: curves(
            size, lines, Titles(f"order of n-grams ({sweep.unit}s)", "prediction error, % ↓", whole=True)
        ),
    )


def correlations(sweep: OrderSweep) -> Chart:
    """Pearson's r by the order of n-grams, a line for each human dimension."""
    lines = [
        Curve(
            printable(one.human),
            tuple(
                Place(
                    each.order,
                    each.pearson,
                    float("nan"),
                    float("nan"),
                    f"{printable(one.human)}, order {each.order}: r {number(each.pearson, 3)}",
                    marked=each.order == one.best,
                )
                for each in one.orders
            ),
        )
        for one in sweep.dimensions
    ]
    return made(
        stem("order-correlations", sweep.unit),
        f"Correlation by length of n-grams in {sweep.unit}s",
        f"{_finding(sweep)} The ring is at the best order.",
        lambda size: curves(
            size, lines, Titles(f"order of n-grams ({sweep.unit}s)", "Pearson's r ↑", whole=True)
        ),
    )


def _finding(sweep: OrderSweep) -> str:
    return " ".join(_best(one) for one in sweep.dimensions[:3])


def _best(one: DimensionSweep) -> str:
    low, high = one.best_interval.low, one.best_interval.high
    where = "" if low == high else f" (between {low:.0f} and {high:.0f})"
    error = one.orders[one.best - 1].prediction_error
    human = printable(one.human)
    return f"{human} is predicted best by order {one.best}{where}, with an error of {number(error, 0)} %."
