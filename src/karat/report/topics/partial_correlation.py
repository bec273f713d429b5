"""Partial correlations: which human dimension a metric tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Column, Row, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import PartialCorrelation

_DIGITS = 3


def table(level: str, found: Sequence[PartialCorrelation]) -> Table:
    """Plain and partial correlations."""
    rows = [
        Row(
            (one.metric, one.human, ", ".join(one.given), str(one.observations)),
            (one.plain, one.partial, one.p_value),
        )
        for one in found
    ]
    columns = (Column("r", digits=_DIGITS), Column("partial r", digits=_DIGITS), Column("p", digits=4))
    title = f"Which dimension does it track? {level} level"
    return Table(("metric", "human", "given", "n"), columns, rows, title=title)
