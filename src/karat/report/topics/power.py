"""What reports of power show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View, interval_columns
from karat.report.topics.drawn_units import ASSUMED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import PairPower


NAN = float("nan")
# Differences whose test sets are shown where nobody asks for others.
_DIFFERENCES = (0.25, 0.5, 1.0, 2.0)


def tables(found: Sequence[PairPower], differences: Sequence[float]) -> list[Table]:
    """Two tables for each metric: what every pair detects, and the units that differences take."""
    detected = (Column("difference"), Column("error"), *_with_ends("detectable"))
    needed = tuple(
        column for difference in differences for column in _with_ends(f"n for {difference:g}", digits=0)
    )
    made = []
    for metric, pairs in _by_metric(found).items():
        rows = [Row(_names(pair), (pair.difference, pair.power.error, *_detectable(pair))) for pair in pairs]
        made.append(Table(("first", "second"), detected, rows, title=metric))
        rows = [Row(_names(pair), tuple(_all_units(pair, differences))) for pair in pairs]
        made.append(Table(("first", "second"), needed, rows, title=f"{metric}, {pairs[0].unit}s needed"))
    return made


def wide_tables(found: Sequence[PairPower], differences: Sequence[float]) -> list[Table]:
    """The same as one table for each metric, every column with a name of its own, for other programs."""
    columns = (
        Column("difference"),
        Column("error"),
        *interval_columns("detectable"),
        *(
            column
            for difference in differences
            for column in interval_columns(f"n for {difference:g}", digits=0)
        ),
    )
    made = []
    for metric, pairs in _by_metric(found).items():
        rows = [
            Row(
                (*_names(pair), pair.unit, str(pair.power.units)),
                (
                    pair.difference,
                    pair.power.error,
                    *_detectable(pair),
                    *_all_units(pair, differences),
                ),
            )
            for pair in pairs
        ]
        made.append(Table(("first", "second", "unit", "units"), columns, rows, title=metric))
    return made


def _by_metric(found: Sequence[PairPower]) -> dict[str, list[PairPower]]:
    by_metric: dict[str, list[PairPower]] = {}
    for pair in found:
        by_metric.setdefault(pair.metric, []).append(pair)
    return by_metric


def _with_ends(name: str, digits: int | None = None) -> tuple[Column, Column, Column]:
    return Column(name, digits=digits), Column("low", digits=digits), Column("high", digits=digits)


def _names(pair: PairPower) -> tuple[str, str]:
    return pair.first, pair.second


def _detectable(pair: PairPower) -> tuple[float, float, float]:
    """With its interval; of two systems that differ in no segment, or in all alike, nothing can be told."""
    if not pair.power.error > 0:
        return NAN, NAN, NAN
    return pair.power.detectable, *pair.power.detectable_interval


def _units(pair: PairPower, difference: float) -> tuple[float, float, float]:
    """The number of units with its interval; NaN where no number is enough."""
    if not pair.power.error > 0:
        return NAN, NAN, NAN
    wanted = (pair.power.units_for(difference), *pair.power.units_interval_for(difference))
    needed, low, high = (NAN if units is None else float(units) for units in wanted)
    return needed, low, high


def _all_units(pair: PairPower, differences: Sequence[float]) -> Iterator[float]:
    for difference in differences:
        yield from _units(pair, difference)


def notes(found: Sequence[PairPower]) -> list[Note]:
    """What the columns mean."""
    first = found[0].power
    units = " or ".join(f"{unit}s" for unit in dict.fromkeys(pair.unit for pair in found))
    return [
        *_sizes(found),
        Note("error", "standard error of the difference"),
        Note(
            "detectable",
            f"the difference that is significant at {first.alpha:.3g} with power {first.power:g}",
        ),
        Note("n for …", f"how many {units} of the same kind detect this difference with the same power"),
        Note("low, high", f"80 % interval: the error of so many {units} is an estimate itself"),
    ]


def _sizes(found: Sequence[PairPower]) -> Iterator[Note]:
    """How many units there are; by metric, where they differ or human scores are missing in some."""
    if len({(pair.unit, pair.power.units) for pair in found}) == 1:
        alone = f", treated as independent: {ASSUMED}" if found[0].unit == "segment" else ""
        yield Note(f"{found[0].unit}s", f"{found[0].power.units:,}{alone}")
        return
    for metric in dict.fromkeys(pair.metric for pair in found):
        of_metric = [pair for pair in found if pair.metric == metric]
        units = [pair.power.units for pair in of_metric]
        low, high, unit = min(units), max(units), of_metric[0].unit
        yield Note(metric, f"{low:,} {unit}s" if low == high else f"{low:,} to {high:,} {unit}s, by pair")


def as_json(found: Sequence[PairPower], differences: Sequence[float]) -> str:
    """Everything in full precision."""
    pairs = [
        {
            "metric": pair.metric,
            "first": pair.first,
            "second": pair.second,
            "difference": pair.difference,
            "unit": pair.unit,
            "units": pair.power.units,
            "standard_error": pair.power.error,
            "standard_error_interval": list(pair.power.error_interval),
            "degrees_of_freedom": pair.power.freedom,
            **({"run_error": pair.power.run_error} if pair.power.run_error else {}),
            "alpha": pair.power.alpha,
            "power": pair.power.power,
            "detectable": _detectable(pair)[0],
            "detectable_interval": list(_detectable(pair)[1:]),
            "units_for": {f"{difference:g}": _units(pair, difference)[0] for difference in differences},
            "units_interval_for": {
                f"{difference:g}": list(_units(pair, difference)[1:]) for difference in differences
            },
        }
        for pair in found
    ]
    return json_document.render([], parts={"pairs": pairs})


def view(found: Sequence[PairPower]) -> View:
    """What `karat power` prints."""
    return View(tuple(tables(found, _DIFFERENCES)), tuple(notes(found)))
