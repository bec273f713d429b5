"""Calibrations against each reference by itself: table, notes and view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.single_references import parameters
from karat.report.tables import Column, Note, Row, Table, View
from karat.report.topics.calibration import labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import ReferenceLines


def table(found: Sequence[ReferenceLines]) -> Table:
    """Correlation, slope and intercept against each reference, then their mean and standard deviation."""
    columns = Column("r", digits=3), Column("slope", digits=3), Column("intercept")
    rows: list[Row] = []
    breaks = set()
    for one in found:
        breaks |= {len(rows)} if rows else set()
        cell = (*labels(one.first)[:3], one.metric)
        values = {name: parameters(each) for name, each in one.alone.items()}
        together = {} if one.together is None else {"(together)": parameters(one.together)}
        of_rows = {**values, "(mean)": one.means, "(SD)": one.deviations, **together}
        rows += [Row((*cell, name), line) for name, line in of_rows.items()]
    heads = ("languages", "text type", "human", "metric", "reference")
    return Table(
        heads, columns, rows, title="Lines against each reference by itself", breaks=frozenset(breaks)
    )


def notes(found: Sequence[ReferenceLines]) -> list[Note]:
    """What the rows mean."""
    together = any(one.together is not None for one in found)
    return [
        Note(
            "references",
            "mean and SD of the lines against each reference alone"
            + ("; together: against all of them at once, which is another scale" if together else ""),
        )
    ]


def view(found: Sequence[ReferenceLines]) -> View:
    """What a terminal shows of lines against each reference."""
    return View((table(found),), tuple(notes(found)))
