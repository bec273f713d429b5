"""What reports of power show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.formats import json_document
from karat.report.tables import Column, Note, Row, Table, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.comparison import PairPower


NAN = float("nan")
# Differences whose test sets are shown where nobody asks for others.
_DIFFERENCES = (0.25, 0.5, 1.0, 2.0)


def tables(found: Sequence[PairPower], differences: Sequence[float]) -> list[Table]:
    """A table for each metric: every pair, what it detects, and the units that differences take."""
    columns = (
        Column("difference"),
        Column("error"),
        Column("detectable"),
        *(Column(f"n for {difference:g}", digits=0) for difference in differences),
    )
    made = []
    for metric in dict.fromkeys(pair.metric for pair in found):
        rows = [
            Row(
                (pair.first, pair.second),
                (pair.difference, pair.power.error, _detectable(pair), *_units(pair, differences)),
            )
            for pair in found
            if pair.metric == metric
        ]
        made.append(Table(("first", "second"), columns, rows, title=metric))
    return made


def _detectable(pair: PairPower) -> float:
    """Of two systems that differ in no segment, or in all alike, nothing can be told."""
    return pair.power.detectable if pair.power.error > 0 else NAN


def _units(pair: PairPower, differences: Sequence[float]) -> tuple[float, ...]:
    if not pair.power.error > 0:
        return tuple(NAN for _ in differences)
    wanted = [pair.power.units_for(difference) for difference in differences]
    return tuple(NAN if units is None else float(units) for units in wanted)


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
    ]


def _sizes(found: Sequence[PairPower]) -> Iterator[Note]:
    """How many units there are; by metric, where they differ or human scores are missing in some."""
    if len({(pair.unit, pair.power.units) for pair in found}) == 1:
        yield Note(f"{found[0].unit}s", f"{found[0].power.units:,}")
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
            "units": pair.power.units,
            "standard_error": pair.power.error,
            **({"run_error": pair.power.run_error} if pair.power.run_error else {}),
            "alpha": pair.power.alpha,
            "power": pair.power.power,
            "detectable": _detectable(pair),
            "units_for": {
                f"{difference:g}": units
                for difference, units in zip(differences, _units(pair, differences), strict=True)
            },
        }
        for pair in found
    ]
    return json_document.render([], parts={"pairs": pairs})


def view(found: Sequence[PairPower]) -> View:
    """What `karat power` prints."""
    return View(tuple(tables(found, _DIFFERENCES)), tuple(notes(found)))
