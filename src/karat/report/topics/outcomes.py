"""Outcomes of systems on the same items: means, differences, tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View, interval_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.outcomes import OutcomeComparison, OutcomeMean, OutcomePair, OutcomeTable

_PERCENT = 100
_ENDS = (Column("low"), Column("high"))


def tables(found: OutcomeComparison) -> list[Table]:
    """A row for each system, and one for each pair."""
    scale = _PERCENT if found.is_binary else 1
    name = f"{found.metric} %" if found.is_binary else found.metric
    means = [Row((one.system,), (scale * one.mean, scale * one.low, scale * one.high)) for one in found.means]
    made = [Table(("system",), (Column(name, better="higher"), *_ENDS), means)]
    if found.pairs:
        made.append(_pairs(found, scale))
    return made


def _pairs(found: OutcomeComparison, scale: float) -> Table:
    columns = (
        Column("difference"),
        *_ENDS,
        Column("first better", digits=0),
        Column("second better", digits=0),
        Column("p", digits=3, is_p=True),
        Column("p corrected", digits=3, is_p=True),
    )
    rows = [
        Row(
            (pair.first, pair.second),
            (
                *(scale * value for value in (pair.difference, pair.low, pair.high)),
                pair.first_better,
                pair.second_better,
                pair.p,
                pair.corrected,
            ),
        )
        for pair in found.pairs
    ]
    return Table(("first", "second"), columns, rows)


def notes(found: OutcomeComparison) -> list[Note]:
    """What was compared, and by which tests."""
    items = f"{found.items:,}"
    if found.groups is not None:
        items += f", in {found.groups:,} groups: chance draws whole groups"
    made = [Note("items", items)]
    if found.is_binary:
        made.append(Note("difference", "percentage points, first − second"))
    tests = dict.fromkeys(pair.test for pair in found.pairs)
    if tests:
        made.append(Note("p", f"{', '.join(tests)}, two-sided"))
    if len(found.pairs) > 1:
        made.append(Note("p corrected", f"for {len(found.pairs)} pairs, by Holm's method"))
    made.append(Note("low, high", f"{found.confidence * _PERCENT:g} % confidence interval"))
    return made


def as_json(found: OutcomeComparison) -> str:
    """Everything in full precision."""
    return json_document.document(
        {
            "metric": found.metric,
            "items": found.items,
            "groups": found.groups,
            "binary": found.is_binary,
            "confidence": found.confidence,
            "systems": [one.to_dict() for one in found.means],
            "pairs": [pair.to_dict() for pair in found.pairs],
        }
    )


def view(results: Sequence[OutcomeComparison]) -> View:
    """What `karat outcomes` prints."""
    return View(
        tuple(table for found in results for table in tables(found)),
        tuple(note for found in results for note in notes(found)),
    )


def table_view(results: Sequence[OutcomeTable]) -> View:
    """The mean outcome of each system."""
    made = []
    for found in results:
        rows = [Row((name,), (mean,)) for name, mean in found.means.items()]
        made.append(Table(("system",), (Column(found.metric, better="higher"),), rows))
    return View(tuple(made), ())


def mean_view(results: Sequence[OutcomeMean]) -> View:
    """Systems with their intervals."""
    rows = [Row((one.system,), (one.mean, one.low, one.high)) for one in results]
    return View((Table(("system",), interval_columns("mean"), rows),), ())


def pair_view(results: Sequence[OutcomePair]) -> View:
    """Pairs with their differences."""
    columns = (*interval_columns("difference"), Column("p", digits=3, is_p=True))
    rows = [
        Row((pair.first, pair.second), (pair.difference, pair.low, pair.high, pair.p)) for pair in results
    ]
    return View((Table(("first", "second"), columns, rows),), ())
