"""Calibrations at a glance: one table, and a sentence that says what it comes to."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from karat.report.tables import Column, Note, Row, Table, interval_columns, printable
from karat.report.topics.calibration import HEADS, labels
from karat.report.words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration


def table(calibrations: Sequence[Calibration]) -> Table:
    """The line of each cell, and how far it is off on systems that it has not seen."""
    columns = (*interval_columns("r", 3), Column("slope", digits=3), Column("intercept"), Column("error"))
    rows = []
    for each in calibrations:
        line = each.map_of("least-squares")
        values = (
            each.correlation,
            *each.correlation_interval,
            line.slope,
            line.intercept,
            each.errors[each.chosen],
        )
        rows.append(Row(labels(each), values))
    return Table(HEADS, columns, rows)


def notes(calibrations: Sequence[Calibration]) -> list[Note]:
    """For each dimension, which metric predicts it best and how far it is off."""
    dimensions = dict.fromkeys(each.human for each in calibrations)
    return [
        Note(printable(human), _sentence([each for each in calibrations if each.human == human]))
        for human in dimensions
    ]


def _sentence(calibrations: Sequence[Calibration]) -> str:
    """Of one dimension."""
    best = _best_of_cells(calibrations)
    human = printable(calibrations[0].human)
    errors = [each.errors[each.chosen] for each in best]
    spreads = [float(np.std([point.human for point in each.points], ddof=1)) for each in best]
    names = [" + ".join(map(printable, each.metrics)) for each in best]
    most = max(dict.fromkeys(names), key=names.count)
    several = len({each.metrics for each in calibrations}) > 1
    who = f"{most} predicts {human} best" if several else f"{most} predicts {human}"
    if several and len(best) > 1:
        who += f" in {names.count(most)} of {len(best)} cells"
    what = "system" if calibrations[0].level == "system" else calibrations[0].level
    return (
        f"{who}. Used on a {what} that it has not seen, the {'best ' if several else ''}line is off by "
        f"{_range(errors)} points, where people's scores of {what}s differ by {_range(spreads)} "
        "(root mean square and standard deviation)."
    )


def _best_of_cells(calibrations: Sequence[Calibration]) -> list[Calibration]:
    """The calibration of each cell with the least error on systems left out."""
    cells: dict[tuple[str | None, ...], list[Calibration]] = {}
    for each in calibrations:
        cells.setdefault((each.language_pair, each.text_type, each.system_label, each.data), []).append(each)

    def error(one: Calibration) -> float:
        value = one.errors[one.chosen]
        return value if isfinite(value) else float("inf")

    return [min(of_cell, key=error) for of_cell in cells.values()]


def _range(values: Sequence[float]) -> str:
    low, high = number(min(values), 2), number(max(values), 2)
    return low if low == high else f"{low} to {high}"
