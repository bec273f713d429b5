"""The precision of each n-gram order: what BLEU is made of, system by system."""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from karat.metrics.bleu import Bleu
from karat.report.tables import Column, Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.evaluation import Evaluation
    from karat.metrics.order_values import OrderValues
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part

# More lines than this cannot be told apart.
MOST_LINES = 8


def table(title: str, orders: Mapping[str, Sequence[OrderValues]]) -> Table:
    """Matches, n-grams and precision of each order for each system; the penalty; BLEU up to the order."""
    rows = [
        Row(
            (system, str(one.order)),
            (one.matches, one.ngrams, one.precision, one.brevity_penalty, one.cumulative),
        )
        for system, of_system in orders.items()
        for one in of_system
    ]
    columns = (
        Column("matches", digits=0),
        Column("n-grams", digits=0),
        Column("precision %"),
        Column("BP", digits=3),
        Column("cumulative"),
    )
    return Table(("system", "order"), columns, rows, title=title)


def records(bleu: Bleu, orders: Mapping[str, Sequence[OrderValues]]) -> list[dict[str, Any]]:
    """The same as plain values."""
    return [
        {
            "system": system,
            "metric": bleu.name,
            "recipe": bleu.recipe,
            "orders": [one.to_dict() for one in of_system],
        }
        for system, of_system in orders.items()
    ]


def chart(bleu: Bleu, orders: Mapping[str, Sequence[OrderValues]]) -> Chart:
    """The precision of each order, a line for each system (Papineni et al. 2002, Figures 1 and 2)."""
    # Charts are imported here: the tables of this topic belong to `karat score`, which starts fast.
    from karat.report.charts.curves import Curve, CurvePlace, Titles, curves
    from karat.report.charts.layers import made
    from karat.report.words import number, stem

    best = sorted(orders, key=lambda system: -orders[system][-1].cumulative)
    lines = [
        Curve(
            printable(system),
            tuple(
                CurvePlace(
                    one.order,
                    one.precision,
                    nan,
                    nan,
                    f"{printable(system)}, order {one.order}: {one.matches:,} of {one.ngrams:,} n-grams "
                    f"match, {number(one.precision, 1)} %",
                )
                for one in orders[system]
            ),
        )
        for system in best[:MOST_LINES]
    ]
    unit = "words" if bleu.unit == "word" else "characters"
    titles = Titles(f"order of n-grams ({unit})", "precision, % ↑", whole=True)
    return made(
        stem("precisions", bleu.name),
        f"N-gram precision of every system ({printable(bleu.name)})",
        _finding(best, orders),
        lambda size: curves(size, lines, titles),
    )


def _finding(best: Sequence[str], orders: Mapping[str, Sequence[OrderValues]]) -> str:
    from karat.report.words import number

    said = []
    for system in dict.fromkeys((best[0], best[-1])):
        known = [one for one in orders[system] if isfinite(one.precision)]
        if known:
            first, last = known[0], known[-1]
            said.append(
                f"{printable(system)}: {number(first.precision, 1)} % at order {first.order}, "
                f"{number(last.precision, 1)} % at order {last.order}."
            )
    shown = f" The {MOST_LINES} systems with the highest BLEU are drawn." if len(best) > MOST_LINES else ""
    return (
        f"{' '.join(said)} Short n-grams say more about adequacy, long ones more about fluency; the brevity "
        f"penalty is not in these figures.{shown}"
    )


def parts(evaluation: Evaluation) -> list[Part]:
    """The chart and the table of each BLEU of an evaluation."""
    from karat.metrics.catalogue import distinct_names

    found: list[Part] = []
    for metric, name in zip(evaluation.metrics, distinct_names(evaluation.metrics), strict=True):
        if isinstance(metric, Bleu):
            orders = {
                system: metric.orders(of_system[metric.recipe].total())
                for system, of_system in evaluation.statistics.items()
            }
            found += [chart(metric, orders), table(f"{name}: precision by order", orders)]
    return found
