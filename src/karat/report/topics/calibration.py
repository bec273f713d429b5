"""Calibrations: the lines from metrics to people; tables, notes and charts."""

from __future__ import annotations

from math import hypot, nan, sqrt
from typing import TYPE_CHECKING

from karat.calibration import metric_threshold
from karat.remedies import either
from karat.report.charts.layers import made
from karat.report.charts.scatter import Axes, ends
from karat.report.tables import Column, Note, RecipeNote, Row, Table, View, interval_columns, printable
from karat.report.topics.calibration_fields import cell_name, draw_cells
from karat.report.words import arrow, number, stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.calibration import Calibration, MetricThreshold
    from karat.report.charts.chart import Chart


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
    kind = f" ({calibration.system_label})" if calibration.system_label else ""
    return (
        calibration.language_pair or "?",
        (calibration.text_type or "all") + kind,
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


def _systems(calibrations: Sequence[Calibration]) -> str:
    """How many systems there are, where `n` counts something else: parts of their texts."""
    if all(each.level == "system" for each in calibrations):
        return " (n)"
    numbers = sorted({len(each.systems) for each in calibrations})
    return f" ({' or '.join(map(str, numbers))})"


def notes(calibrations: Sequence[Calibration], file: str | None, *, details: bool = True) -> list[Note]:
    """What the figures mean, and what was left unsaid; without details, warnings, recipes and the file."""
    made = _meanings(calibrations[0], _systems(calibrations)) if details else []
    made += warnings(calibrations)
    recipes = dict.fromkeys(
        (name, recipe)
        for each in calibrations
        for name, recipe in zip(each.metrics, each.recipes, strict=True)
    )
    made += [RecipeNote(printable(name), printable(recipe)) for name, recipe in recipes]
    made.append(
        Note("file", f"written to {file}")
        if file
        else Note(
            "file",
            "none",
            hint=either("write_calibrations keeps this for predict", "-o FILE keeps this for karat predict"),
        )
    )
    return made


def _meanings(first: Calibration, systems: str) -> list[Note]:
    return [
        Note(
            "intervals",
            f"{100 * first.confidence:g} % confidence intervals, with systems as the sampling unit"
            f"{systems}; prediction intervals are wider",
            hint=either("see predict", "see karat predict"),
        ),
        Note("error", "leave-one-out RMSE: each system is predicted from the others"),
    ]


def warnings(calibrations: Sequence[Calibration]) -> list[Note]:
    """What speaks against using a line."""
    made = [
        Note(
            printable(each.name),
            "better metric scores go with worse human scores; did people count errors?",
            hint=either("then say so in the scale: better='lower'", "then say --fewer-is-better"),
        )
        for each in calibrations
        if each.is_turned
    ]
    made += [Note(label, text) for label, text in _left_out(calibrations)]
    flat = [each for each in calibrations if _is_flat(each)]
    made += [
        Note(
            printable(each.name),
            "the slope may be 0: here the metric predicts little more than the mean human score",
        )
        for each in flat
    ]
    worse = [each for each in calibrations if each.singles and _is_worse(each)]
    made += [
        Note(
            printable(each.name),
            f"predicts worse than {min(each.singles, key=lambda name: each.singles[name])} alone; "
            "use that instead",
        )
        for each in worse
    ]
    few = [each for each in calibrations if len(each.systems) < 6]
    if few:
        least = min(len(each.systems) for each in few)
        made.append(Note("few systems", f"some cells have {least}; prediction intervals will be very wide"))
    return made


def _left_out(calibrations: Sequence[Calibration]) -> dict[tuple[str, str], None]:
    """The systems that calibrations leave out, each once for all metrics of a cell."""
    return dict.fromkeys(
        (
            f"left out: {printable(one.system)}",
            f"{printable(cell_name(each))}: {one.reason}; not used for the range and the profile"
            + (", but for the line" if one.in_line else ", nor for the line"),
        )
        for each in calibrations
        for one in each.left_out
    )


def _is_worse(calibration: Calibration) -> bool:
    """Whether several metrics together have no smaller error on systems left out than the best of them."""
    return not calibration.errors[calibration.chosen] < min(calibration.singles.values())


def _is_flat(calibration: Calibration) -> bool:
    low, high = calibration.map_of("least-squares").coefficient_interval(1, calibration.confidence)
    return len(calibration.metrics) == 1 and low <= 0 <= high


MOST_CELLS = 12


def charts(
    calibrations: Sequence[Calibration], *, threshold: float | None = None, confidence: float | None = None
) -> list[Chart]:
    """A chart for each metric and human dimension; calibrations of several metrics have no line to show."""
    groups: dict[tuple[str, ...], list[Calibration]] = {}
    for each in calibrations:
        if len(each.metrics) == 1:
            groups.setdefault((each.metrics[0], each.recipes[0], each.human, each.scale or ""), []).append(
                each
            )
    return [chart(group, threshold=threshold, confidence=confidence) for group in groups.values()]


def chart(
    calibrations: Sequence[Calibration], *, threshold: float | None = None, confidence: float | None = None
) -> Chart:
    """One field for each cell, on the same axes; `threshold` is the human score that is good enough."""
    first = calibrations[0]
    shown = calibrations[:MOST_CELLS]
    x_ends = ends([point.scores[0] for each in shown for point in each.points])
    humans = [point.human for each in shown for point in each.points]
    y_ends = ends([*humans, *([] if threshold is None else [threshold])], 0.14)
    axes = Axes(
        f"{printable(first.metrics[0])} {arrow(first.higher_is_better[0])}",
        f"{printable(first.human)} {arrow(first.human_higher_is_better)}",
        x_ends,
        y_ends,
    )
    thresholds = {} if threshold is None else _thresholds(shown, threshold)
    return made(
        stem("calibration", first.metrics[0], first.human),
        f"From {printable(first.metrics[0])} to {printable(first.human)}",
        _finding(calibrations, thresholds, threshold),
        lambda size: draw_cells(size, shown, axes, threshold, thresholds, confidence or first.confidence),
        "Dark bands: confidence intervals of the line. Light bands: prediction intervals for a new system."
        + (" A question mark shows where there was no system." if thresholds else ""),
    )


def _thresholds(shown: Sequence[Calibration], threshold: float) -> Mapping[int, MetricThreshold]:
    """Where each line reaches the threshold, by the place of its cell."""
    found = {}
    for place, each in enumerate(shown):
        rising = each.higher_is_better[0] == each.human_higher_is_better
        line = each.map_of("least-squares")
        if line.spread:
            found[place] = metric_threshold(line, threshold, confidence=each.confidence, rising=rising)
    return found


def _finding(
    calibrations: Sequence[Calibration], thresholds: Mapping[int, MetricThreshold], threshold: float | None
) -> str:
    metric = printable(calibrations[0].metrics[0])
    cells = len(calibrations)
    text = worth(calibrations)
    if cells > MOST_CELLS:
        text += f" The first {MOST_CELLS} of {cells} cells are shown."
    values = [at.value for at in thresholds.values() if at.value == at.value]
    if threshold is not None and values:
        low, high = min(values), max(values)
        where = number(low, 1) if len(values) == 1 else f"{number(low, 1)} to {number(high, 1)}, by cell"
        text += f" The threshold of {number(threshold, 2)} (dashed) is reached at {metric} {where}."
    return text


def worth(calibrations: Sequence[Calibration]) -> str:
    """What one point of a metric is worth to people, in a sentence."""
    first = calibrations[0]
    metric, human = printable(first.metrics[0]), printable(first.human)
    return f"One point of {metric} is worth {_slopes(calibrations)} of {human}."


def _slopes(calibrations: Sequence[Calibration]) -> str:
    slopes = [each.map_of("least-squares").slope for each in calibrations]
    if len(slopes) == 1:
        return number(slopes[0], 3)
    return f"between {number(min(slopes), 3)} and {number(max(slopes), 3)}"


def view(found: Sequence[Calibration]) -> View:
    """What is printed where details are asked for."""
    return View(tuple(tables(found)), tuple(note for note in notes(found, None) if note.label != "file"))
