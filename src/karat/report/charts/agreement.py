"""A metric against people: systems as points, the line through them, and how far it may be trusted."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.calibration.bands import band, line_of
from karat.report.charts.intervals import Estimate, forest
from karat.report.charts.layers import made, rule_at
from karat.report.charts.scatter import Axes, Point, ends, scatter
from karat.report.charts.words import arrow, listed, number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, Influence, Influences
    from karat.calibration.bands import BandPoint
    from karat.report.charts.chart import Chart

# Of fewer systems without outliers, no line is drawn.
_LEAST_KEPT = 4
_STATISTICS = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall": "Kendall's τ",
    "r-squared": "R²",
    "accuracy": "accuracy of pairs",
    "soft-accuracy": "soft accuracy of pairs",
    "calibrated-accuracy": "calibrated accuracy",
    "prediction-error": "prediction error, %",
}


def chart(
    found: Influences,
    *,
    metric_higher_is_better: bool = True,
    human_higher_is_better: bool = True,
    level: float = 0.95,
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
        if (line := _line(chosen, x_ends, level))
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
        _finding(found, level, _says_something(found, kept)),
        lambda size: scatter(size, points, axes, lines=lines, note=note),
    )


def by_metric(
    agreements: Sequence[Agreement], *, statistic: str = "pearson", level: str = "system"
) -> Chart | None:
    """How far each metric agrees with people, the best first; None where nothing was measured."""
    chosen = [
        one
        for one in agreements
        if (one.statistic, one.level, one.part) == (statistic, level, "") and not isnan(one.value)
    ]
    if not chosen:
        return None
    humans = list(dict.fromkeys(one.human for one in chosen))
    lower = statistic == "prediction-error"
    chosen.sort(key=lambda one: (humans.index(one.human), one.value if lower else -one.value))
    breaks = [place for place in range(1, len(chosen)) if chosen[place].human != chosen[place - 1].human]
    several = len(humans) > 1
    estimates = [_estimate(one, several) for one in chosen]
    name = _STATISTICS.get(statistic, statistic)
    title = f"{name} with {'people' if several else printable(humans[0])} {arrow(not lower)}"
    best = chosen[0]
    crosses = not lower and any(one.interval is not None and one.interval.low <= 0 for one in chosen)
    return made(
        stem("metrics", statistic, level),
        f"Metrics against people, {level} level",
        f"{printable(best.metric)} is closest to {printable(best.human)} ({name} {number(best.value, 2)}). "
        "Bars are intervals; metrics whose bars overlap may still differ in a paired test.",
        lambda size: forest(
            size, estimates, title, breaks=breaks, behind=rule_at(0, "no agreement", size) if crosses else []
        ),
    )


def _estimate(one: Agreement, several: bool) -> Estimate:
    low, high = (one.interval.low, one.interval.high) if one.interval else (float("nan"),) * 2
    digits = 1 if one.statistic == "prediction-error" else 3
    name = f"{printable(one.metric)} · {printable(one.human)}" if several else printable(one.metric)
    ends_of = f" [{number(low, digits)}, {number(high, digits)}]" if one.interval else ""
    return Estimate(
        name,
        one.value,
        low,
        high,
        f"{number(one.value, digits)}{ends_of}",
        f"{printable(one.metric)} and {printable(one.human)}: {number(one.value, digits)}{ends_of}",
        brief=number(one.value, digits),
    )


def _point(one: Influence, metric: str, human: str, apart: bool) -> Point:
    words = f"{printable(one.system)}: {metric} {number(one.metric, 2)}, {human} {number(one.human, 2)}"
    return Point(one.system, one.metric, one.human, words + (", an outlier" if apart else ""), apart)


def _line(points: Sequence[Point], x_ends: tuple[float, float], level: float) -> list[BandPoint]:
    line = line_of([one.x for one in points], [one.y for one in points])
    return [] if line is None else band(line, *x_ends, level=level)


def _says_something(found: Influences, kept: Sequence[Point]) -> bool:
    """Whether there are outliers, and enough systems besides: three are on a line too easily."""
    return _LEAST_KEPT <= len(kept) < len(found.systems) and not isnan(found.without_outliers)


def _note(found: Influences, has_outliers: bool) -> list[str]:
    if isnan(found.pearson) or len(found.systems) < 3:
        return []
    made_lines = [f"r = {number(found.pearson, 2)}, prediction error {100 * (1 - found.pearson**2):.0f} %"]
    if has_outliers:
        made_lines.append(f"without outliers (dashed): r = {number(found.without_outliers, 2)}")
    return made_lines


def _finding(found: Influences, level: float, without: bool) -> str:
    metric, human = printable(found.metric), printable(found.human)
    systems = len(found.systems)
    if systems < 3:
        count = f"{systems} system{'' if systems == 1 else 's'}"
        return f"{count}: any two points are on a line, so nothing is shown of {metric} and {human}."
    if isnan(found.pearson):
        return f"All scores are the same, so {metric} and {human} have no correlation here."
    text = (
        f"{metric} explains {100 * found.pearson**2:.0f} % of what {human} says of {systems} systems "
        f"(r = {number(found.pearson, 2)})."
    )
    if found.outliers:
        names = listed([one.system for one in found.outliers])
        text += (
            f" Without {names} r is {number(found.without_outliers, 2)} (dashed line)."
            if without
            else f" Much of that hangs on {names}."
        )
    bands = "Dark band: where the line lies; light band: where a new system would"
    return f"{text} {bands}, with {100 * level:g} %."
