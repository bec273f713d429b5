"""Which n-gram length agrees best with people: table, notes, charts and the section of the page."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.charts.curves import Curve, CurvePlace, Titles, curves
from karat.report.charts.layers import made
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.words import listed, number, p_value, signed, stem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.agreement import OrderSweep
    from karat.agreement.order_sweep import DimensionSweep, OrderError
    from karat.dossier import Dossier
    from karat.report.charts.chart import Chart
    from karat.report.tables import Part

    _Height = tuple[float, float, float, str]


_UNITS = {"word": "w", "char": "c"}
# Of fewer systems, intervals of the difference of two slopes are too narrow: measured with 8 and 15.
_ENOUGH_FOR_SLOPES = 30


def table(sweep: OrderSweep) -> Table:
    """Prediction errors of every order, a column for each dimension."""
    columns = [
        Column(name, digits=1) for one in sweep.dimensions for name in (f"{one.human} error %", "low", "high")
    ]
    orders = range(len(sweep.dimensions[0].orders))
    rows = [
        Row(
            (f"BLEU_{_UNITS[sweep.unit]}{place + 1}", _best_for(sweep, place + 1)),
            tuple(
                value
                for one in sweep.dimensions
                for value in (
                    one.orders[place].prediction_error,
                    one.orders[place].interval.low,
                    one.orders[place].interval.high,
                )
            ),
        )
        for place in orders
    ]
    title = f"Prediction error by order, in {sweep.unit}s"
    return Table(("metric", "best for"), tuple(columns), rows, title=title)


def _best_for(sweep: OrderSweep, order: int) -> str:
    return ", ".join(one.human for one in sweep.dimensions if one.best == order)


def notes(sweep: OrderSweep) -> list[Note]:
    """The best order of each dimension, and whether long n-grams suit one better than another."""
    notes = [
        Note(
            f"{sweep.unit}s, {printable(one.human)}",
            f"order {one.best} predicts best ({one.best_interval.low:.0f} to "
            f"{one.best_interval.high:.0f} by resampling {sweep.drawn}); each order adds "
            f"{signed(one.tilt, 2)} to the error [{signed(one.tilt_interval.low, 2)}, "
            f"{signed(one.tilt_interval.high, 2)}]",
        )
        for one in sweep.dimensions
    ]
    for each in sweep.readings:
        suits = each.second if each.difference < 0 else each.first
        shown = "shown" if each.p_value <= 0.05 else "not shown"
        notes.append(
            Note(
                f"{sweep.unit}s, {printable(each.first)} and {printable(each.second)}",
                f"long n-grams suit {printable(suits)} better: {shown} (difference of slopes "
                f"{signed(each.difference, 2)} [{signed(each.interval.low, 2)}, "
                f"{signed(each.interval.high, 2)}], {p_value(each.p_value)})",
            )
        )
    if sweep.readings and sweep.systems < _ENOUGH_FOR_SLOPES:
        notes.append(
            Note(
                f"{sweep.unit}s, slopes",
                f"{sweep.systems} systems are few: 95 % intervals of the difference contain the true value "
                "in about 90 % of cases, and about 10 % of tests without a difference are significant, not 5 "
                "%",
            )
        )
    return notes


def chart(sweep: OrderSweep) -> Chart:
    """Prediction error by the order of n-grams, a line for each human dimension."""
    return _drawn(
        sweep,
        "order-errors",
        "Prediction error",
        "The ring marks the best order; bands are confidence intervals.",
        "prediction error, % ↓",
        _error,
    )


def correlations(sweep: OrderSweep) -> Chart:
    """Pearson's r by the order of n-grams, a line for each human dimension."""
    return _drawn(
        sweep,
        "order-correlations",
        "Correlation",
        "The ring marks the best order.",
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
        _finding(sweep),
        lambda size: curves(size, lines, titles),
        reading,
    )


def _place(of: DimensionSweep, each: OrderError, height: _Height) -> CurvePlace:
    value, low, high, said = height
    text = f"{printable(of.human)}, order {each.order}: {said}"
    return CurvePlace(each.order, value, low, high, text, marked=each.order == of.best)


def _error(each: OrderError) -> _Height:
    said = f"prediction error {number(each.prediction_error, 1)} %"
    return each.prediction_error, each.interval.low, each.interval.high, said


def _correlation(each: OrderError) -> _Height:
    return each.pearson, nan, nan, f"r {number(each.pearson, 3)}"


def _finding(sweep: OrderSweep) -> str:
    return " ".join(_best(one) for one in sweep.dimensions[:3])


def _best(one: DimensionSweep) -> str:
    low, high = one.best_interval.low, one.best_interval.high
    where = "" if low == high else f" (95 %: {low:.0f} to {high:.0f})"
    error = one.orders[one.best - 1].prediction_error
    human = printable(one.human)
    return f"Order {one.best} predicts {human} best{where}, with an error of {number(error, 0)} %."


# What BLEU takes unless it is told otherwise.
_USUAL = 4
# An interval of so many orders says next to nothing.
_WIDE = 6


def section(dossier: Dossier) -> Section | None:
    """Prediction error and correlation by order."""
    if dossier.agreement is None or not dossier.agreement.sweeps:
        return None
    parts: list[Part] = []
    for sweep in dossier.agreement.sweeps:
        parts += [chart(sweep), correlations(sweep), table(sweep)]
        parts += notes(sweep)
    lead = _lead(dossier.agreement.sweeps[0])
    return Section("orders", "Which n-gram length predicts people best?", lead, tuple(parts))


def _lead(words: OrderSweep) -> str:
    best = listed([_best_length(one) for one in words.dimensions], len(words.dimensions))
    usual = [one.orders[min(_USUAL, len(one.orders)) - 1].prediction_error for one in words.dimensions]
    least = [one.orders[one.best - 1].prediction_error for one in words.dimensions]
    wide = any(one.best_interval.high - one.best_interval.low >= _WIDE for one in words.dimensions)
    few = f" With {words.systems} systems, the best length is uncertain." if wide else ""
    return (
        f"N-grams of up to {best} predict best.{few} They leave {_shares(least)} % of the variance of "
        f"people's scores unexplained; BLEU's usual {_USUAL} words leave {_shares(usual)} %."
    )


def _best_length(one: DimensionSweep) -> str:
    """The best length for a dimension, and between which lengths it lies."""
    low, high = one.best_interval.low, one.best_interval.high
    length = "1 word" if one.best == 1 else f"{one.best} words"
    where = "" if low == high else f" (95 %: {low:.0f} to {high:.0f})"
    return f"{length} for {printable(one.human)}{where}"


def _shares(errors: Sequence[float]) -> str:
    return listed([number(error, 0) for error in errors], len(errors))


def view(found: Sequence[OrderSweep]) -> View:
    """Prediction error by order."""
    return View(tuple(map(table, found)), tuple(note for one in found for note in notes(one)))
