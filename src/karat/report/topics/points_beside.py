"""The probability that people agree, beside the differences of a comparison."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table
from karat.report.words import listed, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from karat.comparison import Comparison
    from karat.points import PointsFit

_PERCENT = 100


@dataclass(frozen=True, slots=True)
class FittedDifference:
    """A difference of two systems, and the fit of its metric."""

    first: str
    second: str
    difference: float
    fit: PointsFit

    @property
    def is_known(self) -> bool:
        """Whether differences as large were judged."""
        return abs(self.difference) <= self.fit.largest


def of_comparison(comparison: Comparison, fits: Mapping[str, Sequence[PointsFit]]) -> list[FittedDifference]:
    """Every difference with each fit of its metric, by whose name they are known."""
    return [
        FittedDifference(pair.first, pair.second, pair.difference, fit)
        for one in comparison.metrics
        for fit in fits.get(one.metric, ())
        for pair in one.contrasts
    ]


def table(found: Sequence[FittedDifference]) -> Table:
    """A row for each difference and fit; nothing is said of differences larger than those judged."""
    columns = (
        Column("difference"),
        Column("agree %", digits=1),
        Column("low", digits=1),
        Column("high", digits=1),
        Column("isotonic", digits=1),
    )
    rows = [
        Row(
            (one.first, one.second, one.fit.metric, _judged(one.fit)),
            (
                one.difference,
                *(_PERCENT * value if one.is_known else nan for value in _probabilities(one)),
            ),
        )
        for one in found
    ]
    return Table(
        ("first", "second", "metric", "people"), columns, rows, title="probability that people agree"
    )


def notes(found: Sequence[FittedDifference]) -> list[Note]:
    """What the fits are of, and where they say nothing."""
    fits = list(dict.fromkeys(one.fit for one in found))
    made = [
        Note(
            "agree",
            "people prefer the system that the metric prefers; "
            + "; ".join(
                f"{fit.metric}: {plural(len(fit.pairs), 'judged pair')} of {listed(fit.data)}" for fit in fits
            ),
        )
    ]
    beyond = [one for one in found if not one.is_known]
    if beyond:
        made.append(
            Note("", f"{plural(len(beyond), 'difference')} larger than any that was judged: nothing is known")
        )
    return made


def records(found: Sequence[FittedDifference]) -> list[dict[str, Any]]:
    """The same for other programs."""
    made = []
    for one in found:
        value, low, high, isotonic = _probabilities(one)
        made.append(
            {
                "metric": one.fit.metric,
                "human": one.fit.human,
                "text_type": one.fit.text_type,
                "first": one.first,
                "second": one.second,
                "difference": one.difference,
                "probability": value,
                "low": low,
                "high": high,
                "isotonic": isotonic,
                "within_data": one.is_known,
            }
        )
    return made


def _probabilities(one: FittedDifference) -> tuple[float, float, float, float]:
    fit, size = one.fit, one.difference
    return (fit.probability(size), *fit.interval(size), fit.isotonic_probability(size))


def _judged(fit: PointsFit) -> str:
    return fit.human if fit.text_type is None else f"{fit.human}, {fit.text_type}"
