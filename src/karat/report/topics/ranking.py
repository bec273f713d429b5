"""Metrics ranked by their agreement with people: the table and what the tests rest on."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, View, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Ranking

_DIGITS = 3


def table(ranking: Ranking) -> Table:
    """Metrics, the best first, with their clusters and the p-value against the next."""
    names = [place.metric for place in ranking.places]
    rows = []
    for number, place in enumerate(ranking.places):
        pair = (place.metric, names[number + 1]) if number + 1 < len(names) else None
        p_values = (ranking.p_values[pair], ranking.corrected[pair]) if pair else (nan, nan)
        rows.append(Row((str(place.cluster), place.metric), (place.value, *p_values)))
    columns = (
        Column(ranking.statistic, digits=_DIGITS),
        Column("p to next", digits=4),
        Column("corrected", digits=4),
    )
    return Table(
        ("cluster", "metric"), columns, rows, title=f"Metrics by {ranking.statistic} with {ranking.human}"
    )


def note(ranking: Ranking) -> Note:
    """What the tests rest on."""
    differing = sum(p <= ranking.alpha for p in ranking.corrected.values())
    return Note(
        f"ranking by {ranking.statistic}, {printable(ranking.human)}",
        (
            f"{differing} of {len(ranking.corrected)} pairs of metrics differ significantly; "
            f"permutation test at {ranking.level} level, {ranking.design} permuted, "
            f"{ranking.permutations} permutations, correction {ranking.correction}, alpha "
            f"{ranking.alpha:g}"
        )
        + (f"; not defined for {', '.join(map(printable, ranking.unranked))}" if ranking.unranked else ""),
    )


def view(found: Sequence[Ranking]) -> View:
    """Metrics by how well they agree with people."""
    return View(tuple(map(table, found)), tuple(map(note, found)))
