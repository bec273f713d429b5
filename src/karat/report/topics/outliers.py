"""One metric against one human dimension, system by system: the line, its outliers, and the scatter plot."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.calibration.estimators import line_of
from karat.calibration.maps import band
from karat.report.charts.layers import made
from karat.report.charts.scatter import Axes, ScatterPoint, ends, scatter
from karat.report.tables import Column, Note, Row, Table, View, printable
from karat.report.words import arrow, listed, number, plural, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Influence, Influences, RegressionLine
    from karat.calibration.maps import BandPoint
    from karat.report.charts.chart import Chart
    from karat.resampling import Interval

DIGITS = 3
# Any two points are on a line.
_LEAST_SYSTEMS = 3
_UNDEFINED = "undefined"


def table(found: Influences) -> Table:
    """What the correlation and the slope would be without each system; outliers are marked."""
    columns = (
        Column("metric"),
        Column("human"),
        Column("residual"),
        Column("studentized"),
        Column("Cook", digits=DIGITS),
        Column("MADs off"),
        Column("r without", digits=DIGITS),
        Column("R² without", digits=DIGITS),
        Column("slope without", digits=DIGITS),
    )
    rows = [
        Row(
            (one.system, "outlier" if one.is_outlier(len(found.systems)) else ""),
            (
                one.metric,
                one.human,
                one.residual,
                one.studentized,
                one.cook,
                one.human_distance,
                one.pearson_without,
                one.pearson_without**2,
                one.line_without.slope,
            ),
        )
        for one in found.systems
    ]
    return Table(("system", ""), columns, rows, title=f"Outliers: {found.metric} and {found.human}")


def notes(found: Influences) -> list[Note]:
    """The two lines, and the correlation with and without outliers."""
    label = f"{printable(found.metric)} and {printable(found.human)}"
    without = found.without_outliers**2
    return [
        Note(
            label,
            f"least squares {_equation(found.line)}, Theil–Sen {_equation(found.robust)}; "
            f"R² {_share(found.pearson**2)} with all"
            + (f", {_share(without)} without outliers" if found.outliers else ""),
        )
    ]


def _share(value: float) -> str:
    return _UNDEFINED if isnan(value) else f"{value:.3f}"


def _equation(line: RegressionLine) -> str:
    return _UNDEFINED if isnan(line.slope) else f"{line.intercept:.2f} + {line.slope:.3f} · metric"


# Of fewer systems without outliers, no line is drawn.
_LEAST_KEPT = 4


def chart(
    found: Influences,
    *,
    metric_higher_is_better: bool = True,
    human_higher_is_better: bool = True,
    confidence: float = 0.95,
) -> Chart:
    """Systems by metric and people, with the line, its confidence band and its prediction band.

    Outliers are marked and named; where there are some, a second line leaves them out.
    """
    metric, human = printable(found.metric), printable(found.human)
    outliers = {one.system for one in found.outliers}
    points = [_point(one, metric, human, one.system in outliers) for one in found.systems]
    x_ends, y_ends = ends([one.x for one in points]), ends([one.y for one in points], 0.14)
    kept = [one for one in points if not one.apart]
    lines = [
        line
        for chosen in (points, kept if _says_something(found, kept) else [])
        if (line := _line(chosen, x_ends, confidence))
    ]
    axes = Axes(
        f"{metric} {arrow(metric_higher_is_better)}",
        f"{human} {arrow(human_higher_is_better)}",
        x_ends,
        y_ends,
    )
    note = _note(found, _says_something(found, kept))
    return made(
        stem("agreement", found.metric, found.human),
        f"{metric} and {human}",
        _finding(found, dashed=_says_something(found, kept)),
        lambda size: scatter(size, points, axes, lines=lines, note=note),
        _BANDS.format(level=f"{100 * confidence:g}") if has_correlation(found) else "",
    )


def _point(one: Influence, metric: str, human: str, apart: bool) -> ScatterPoint:
    words = f"{printable(one.system)}: {metric} {number(one.metric, 2)}, {human} {number(one.human, 2)}"
    return ScatterPoint(one.system, one.metric, one.human, words + (", an outlier" if apart else ""), apart)


def _line(points: Sequence[ScatterPoint], x_ends: tuple[float, float], confidence: float) -> list[BandPoint]:
    line = line_of([one.x for one in points], [one.y for one in points])
    return [] if line is None else band(line, *x_ends, confidence=confidence)


def _says_something(found: Influences, kept: Sequence[ScatterPoint]) -> bool:
    """Whether there are outliers, and enough systems besides: three are on a line too easily."""
    return _LEAST_KEPT <= len(kept) < len(found.systems) and not isnan(found.without_outliers)


def _note(found: Influences, has_outliers: bool) -> list[str]:
    if not has_correlation(found):
        return []
    made_lines = [f"r = {number(found.pearson, 2)}, prediction error {100 * (1 - found.pearson**2):.0f} %"]
    if has_outliers:
        made_lines.append(f"without outliers (dashed): r = {number(found.without_outliers, 2)}")
    return made_lines


_BANDS = (
    "Dark band: confidence interval of the line; light band: prediction interval for a new system "
    "(both {level} %)."
)


def _finding(found: Influences, *, dashed: bool) -> str:
    if not has_correlation(found):
        return strength(found)
    return f"{strength(found)}{without_outliers(found)}{' That is the dashed line.' if dashed else ''}"


def has_correlation(found: Influences) -> bool:
    """Whether there are enough systems, and scores that vary."""
    return len(found.systems) >= _LEAST_SYSTEMS and not isnan(found.pearson)


def strength(found: Influences) -> str:
    """How far a metric agrees with people, or why that cannot be said."""
    metric, human = printable(found.metric), printable(found.human)
    if len(found.systems) < _LEAST_SYSTEMS:
        count = plural(len(found.systems), "system")
        return (
            f"{count}: any two points lie on a line, so nothing can be concluded about {metric} and {human}."
        )
    if isnan(found.pearson):
        return f"All scores are the same, so {metric} and {human} have no correlation here."
    return f"{metric} {explained(found)}."


def explained(found: Influences, interval: Interval | None = None) -> str:
    """How much of people's scores a metric explains; what every verdict on it has in common."""
    where = "" if interval is None else f", {number(interval.low, DIGITS)} to {number(interval.high, DIGITS)}"
    return (
        f"explains {100 * found.pearson**2:.0f} % of the variance of {printable(found.human)} over "
        f"{len(found.systems)} systems (r = {number(found.pearson, DIGITS)}{where})"
    )


def without_outliers(found: Influences) -> str:
    """A sentence on what is left without the outliers, if there are some."""
    if not found.outliers:
        return ""
    names = listed([one.system for one in found.outliers])
    if isnan(found.without_outliers):
        return f" Much of that depends on {names}."
    return f" Without {names}, r is {number(found.without_outliers, DIGITS)}."


def view(found: Sequence[Influences]) -> View:
    """What each system does to the correlation."""
    return View(tuple(map(table, found)), tuple(note for one in found for note in notes(one)))
