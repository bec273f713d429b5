"""What reports of calibrations show."""

from __future__ import annotations

from math import hypot, nan, sqrt
from typing import TYPE_CHECKING

from karat.report.tables import Column, Note, Row, Table, interval_columns, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Calibration

# Lengths of other texts whose error is shown.
_TEXTS = (50, 200, 1000)
HEADS = ("languages", "text type", "human", "metric", "n")


def tables(calibrations: Sequence[Calibration]) -> list[Table]:
    """The lines, how well each kind of map predicts, what other texts add, and pooled lines if any."""
    made = [line_table(calibrations), error_table(calibrations)]
    if any(each.text_error for each in calibrations):
        made.append(text_table(calibrations))
    pooled = [each for each in calibrations if each.pooled is not None]
    return [*made, pooled_table(pooled)] if pooled else made


def labels(calibration: Calibration) -> tuple[str, ...]:
    """Where a calibration holds, and of what."""
    return (
        calibration.language_pair or "?",
        calibration.text_type or "all",
        calibration.human,
        " + ".join(calibration.metrics),
        str(calibration.observations),
    )


def line_table(calibrations: Sequence[Calibration]) -> Table:
    """Correlation, slope, intercept, each with its interval; of several metrics the first slope."""
    columns = (
        *interval_columns("r", 3),
        *interval_columns("slope", 3),
        *interval_columns("intercept"),
        Column("residual SD"),
    )
    rows = []
    for each in calibrations:
        line = each.map_of("least-squares")
        values = (
            each.correlation,
            *each.correlation_interval,
            line.slope,
            *line.coefficient_interval(1, each.confidence),
            line.intercept,
            *line.coefficient_interval(0, each.confidence),
            line.deviation,
        )
        rows.append(Row(labels(each), values))
    return Table(HEADS, columns, rows, title="Lines by least squares")


def error_table(calibrations: Sequence[Calibration]) -> Table:
    """The usual error of each kind of map on systems that were left out, and the kind that was chosen."""
    kinds = list(dict.fromkeys(kind for each in calibrations for kind in each.errors))
    singles = any(each.singles for each in calibrations)
    columns = (
        Column("low"),
        Column("high"),
        *(Column(kind) for kind in kinds),
        *((Column("best single"), Column("gain in %", digits=1)) if singles else ()),
    )
    rows = []
    for each in calibrations:
        low, high = each.ranges[0]
        best = min(each.singles.values(), default=nan)
        gain = 100 * (1 - each.errors[each.chosen] / best) if each.singles else nan
        values = (
            low,
            high,
            *(each.errors.get(kind, nan) for kind in kinds),
            *((best, gain) if singles else ()),
        )
        rows.append(Row((*labels(each), each.chosen), values))
    return Table((*HEADS, "chosen"), columns, rows, title="Range of the metric; error on systems left out")


def text_table(calibrations: Sequence[Calibration]) -> Table:
    """How far a prediction may be off on the judged text, and on other texts of some lengths."""
    columns = Column("judged text"), *(Column(f"{size:,} new segments") for size in _TEXTS)
    rows = []
    for each in calibrations:
        own = each.map.error([(low + high) / 2 for low, high in each.ranges])
        other = each.text_error
        rows.append(
            Row(labels(each), (own, *(hypot(own, sqrt(other.of_one(n))) if other else nan for n in _TEXTS)))
        )
    return Table(HEADS, columns, rows, title="Standard error of a prediction in the middle of the range")


def pooled_table(calibrations: Sequence[Calibration]) -> Table:
    """Lines that lean on the other cells, beside the separate ones."""
    columns = (
        Column("slope", digits=3),
        Column("pooled slope", digits=3),
        Column("intercept"),
        Column("pooled intercept"),
        Column("error at middle"),
        Column("pooled error"),
    )
    rows = []
    for each in calibrations:
        if each.pooled is None:
            continue
        line, middle = each.map_of("least-squares"), [sum(each.ranges[0]) / 2]
        values = (
            line.slope,
            each.pooled.slope,
            line.intercept,
            each.pooled.intercept,
            line.error(middle),
            each.pooled.error(middle),
        )
        rows.append(Row(labels(each), values))
    return Table(HEADS, columns, rows, title="Partially pooled lines")


def notes(calibrations: Sequence[Calibration], file: str | None) -> list[Note]:
    """What the figures mean, and what was left unsaid."""
    first = calibrations[0]
    made = [
        Note("intervals", f"{100 * first.confidence:g} %; predictions are wider: see karat predict"),
        Note("error", "root mean square of human score minus prediction, each system left out in turn"),
    ]
    made += [
        Note(
            printable(each.name),
            "better scores go with worse ones of people: if these counted errors, say --fewer-is-better",
        )
        for each in calibrations
        if each.is_turned
    ]
    flat = [each for each in calibrations if _is_flat(each)]
    made += [
        Note(
            printable(each.name),
            "the slope may be 0: this metric predicts little more than the mean human score here",
        )
        for each in flat
    ]
    worse = [each for each in calibrations if each.singles and _is_worse(each)]
    made += [
        Note(
            printable(each.name),
            f"predicts worse than {min(each.singles, key=lambda name: each.singles[name])} alone; use that",
        )
        for each in worse
    ]
    few = [each for each in calibrations if len(each.systems) < 6]
    if few:
        least = min(len(each.systems) for each in few)
        made.append(Note("few systems", f"some cells have {least}; prediction intervals will be very wide"))
    recipes = dict.fromkeys(
        (name, recipe)
        for each in calibrations
        for name, recipe in zip(each.metrics, each.recipes, strict=True)
    )
    made += [Note(printable(name), printable(recipe)) for name, recipe in recipes]
    made.append(Note("file", f"written to {file}" if file else "none; -o FILE keeps this for karat predict"))
    return made


def _is_worse(calibration: Calibration) -> bool:
    """Whether several metrics together have no smaller error on systems left out than the best of them."""
    return not calibration.errors[calibration.chosen] < min(calibration.singles.values())


def _is_flat(calibration: Calibration) -> bool:
    low, high = calibration.map_of("least-squares").coefficient_interval(1, calibration.confidence)
    return len(calibration.metrics) == 1 and low <= 0 <= high
