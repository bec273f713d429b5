"""Calibrations: the line from a metric to people in every cell of language pair and text type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration import metric_threshold
from karat.calibration.bands import band
from karat.report.charts.layers import Grid, across, layer, made, panels
from karat.report.charts.scatter import Axes, Point, band_layers, ends, point_layer
from karat.report.charts.theme import PAGE, colour
from karat.report.charts.words import arrow, number, plain, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.calibration import Calibration, MetricThreshold
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size

MOST_CELLS = 12


def charts(
    calibrations: Sequence[Calibration], *, threshold: float | None = None, level: float | None = None
) -> list[Chart]:
    """A chart for each metric and human dimension; calibrations of several metrics have no line to show."""
    groups: dict[tuple[str, ...], list[Calibration]] = {}
    for each in calibrations:
        if len(each.metrics) == 1:
            groups.setdefault((each.metrics[0], each.recipes[0], each.human, each.scale or ""), []).append(
                each
            )
    return [chart(group, threshold=threshold, level=level) for group in groups.values()]


def chart(
    calibrations: Sequence[Calibration], *, threshold: float | None = None, level: float | None = None
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
        lambda size: _draw(size, shown, axes, threshold, thresholds, level or first.confidence),
    )


def cell_name(calibration: Calibration) -> str:
    """Language pair and text type."""
    parts = [printable(part) for part in (calibration.language_pair, calibration.text_type) if part]
    return ", ".join(parts) or "all"


def _thresholds(shown: Sequence[Calibration], threshold: float) -> Mapping[int, MetricThreshold]:
    """Where each line reaches the threshold, by the place of its cell."""
    found = {}
    for place, each in enumerate(shown):
        rising = each.higher_is_better[0] == each.human_higher_is_better
        line = each.map_of("least-squares")
        if line.spread:
            found[place] = metric_threshold(line, threshold, level=each.confidence, rising=rising)
    return found


def _draw(
    size: Size,
    shown: Sequence[Calibration],
    axes: Axes,
    threshold: float | None,
    thresholds: Mapping[int, MetricThreshold],
    level: float,
) -> Spec:
    columns = _columns(len(shown), size)
    labels = size.letters * 2.6
    grid = Grid(
        columns,
        size.width / columns * (0.55 if columns > 1 else 0.5),
        left=labels + size.letters * 1.6,
        between=size.letters,
        below=size.letters * 4.4,
    )
    fields = []
    for place, each in enumerate(shown):
        # Neighbours have the same axes, so that only the first of a row and the last of a column say them.
        sides = Axes(
            axes.x if place + columns >= len(shown) else "",
            axes.y if place % columns == 0 else "",
            axes.x_ends,
            axes.y_ends,
        )
        layers = _field(size, each, sides, level)
        if threshold is not None:
            layers += _threshold(size, each, threshold, thresholds.get(place), axes)
        fields.append((cell_name(each), layers))
    return panels(size, grid, fields)


def _columns(cells: int, size: Size) -> int:
    return min(cells, 2) if size is not PAGE or cells in (2, 4) else min(cells, 3)


def _field(size: Size, each: Calibration, axes: Axes, level: float) -> list[Spec]:
    x = _axis("x", axes.x, axes.x_ends)
    y = _axis("y", axes.y, axes.y_ends)
    y["axis"] |= {} if axes.y else {"labels": False, "ticks": False}
    metric, human = printable(each.metrics[0]), printable(each.human)
    points = [
        Point(
            point.system,
            point.scores[0],
            point.human,
            f"{printable(point.system)}: {metric} {number(point.scores[0], 1)}, "
            f"{human} {number(point.human, 2)}",
        )
        for point in each.points
    ]
    # The line is drawn where there were points: beyond them nothing is known of it.
    line = band(each.map, *each.ranges[0], level=level)
    return [*band_layers(line, x, y, first=True), point_layer(points, x, y, size, share=0.5)]


def _axis(field: str, title: str, pair: tuple[float, float]) -> Spec:
    scale = {"domain": [plain(end) for end in pair], "nice": False}
    return across(field, title or None, scale=scale, axis={"tickCount": 4})


def _threshold(
    size: Size, each: Calibration, threshold: float, at: MetricThreshold | None, axes: Axes
) -> list[Spec]:
    """The human score that is good enough, and from the line down to the metric score that goes with it."""
    x, y = ({"field": name, "type": "quantitative"} for name in ("x", "y"))
    dashed = {"type": "rule", "color": colour("orange"), "strokeDash": [4, 3], "strokeWidth": 1.2}
    made_layers = [layer([{"y": plain(threshold)}], dashed, {"y": y})]
    if at is None or not axes.x_ends[0] <= at.value <= axes.x_ends[1]:
        return made_layers
    low, high = each.ranges[0]
    nearest = min(max(at.value, low), high)
    # Where no system was so good or so bad, the line is carried on, in dots.
    beyond = [
        {"x": plain(nearest), "y": plain(each.map.value([nearest]))},
        {"x": plain(at.value), "y": plain(threshold)},
    ]
    is_beyond = nearest != at.value
    row = {
        "x": plain(at.value),
        "y": plain(threshold),
        "foot": plain(axes.y_ends[0]),
        "text": number(at.value, 1) + ("?" if is_beyond else ""),
    }
    is_right = at.value > sum(axes.x_ends) / 2
    text = {
        "type": "text",
        "align": "right" if is_right else "left",
        "baseline": "bottom",
        "dx": -3 if is_right else 3,
        "dy": -3,
        "fontSize": size.letters - 1,
    }
    return [
        *made_layers,
        *(
            [layer(beyond, {"type": "line", "color": colour("blue"), "strokeDash": [2, 2]}, {"x": x, "y": y})]
            if is_beyond
            else []
        ),
        layer([row], dashed, {"x": x, "y": y, "y2": {"field": "foot"}}),
        layer([row], text, {"x": x, "y": {**y, "field": "foot"}, "text": {"field": "text"}}),
    ]


def _finding(
    calibrations: Sequence[Calibration], thresholds: Mapping[int, MetricThreshold], threshold: float | None
) -> str:
    first = calibrations[0]
    metric, human = printable(first.metrics[0]), printable(first.human)
    cells = len(calibrations)
    text = f"One point of {metric} is worth " + _slopes(calibrations) + f" of {human}."
    if cells > MOST_CELLS:
        text += f" The first {MOST_CELLS} of {cells} cells are shown."
    values = [at.value for at in thresholds.values() if at.value == at.value]
    if threshold is not None and values:
        low, high = min(values), max(values)
        where = number(low, 1) if len(values) == 1 else f"{number(low, 1)} to {number(high, 1)}, by cell"
        text += f" The threshold of {number(threshold, 2)} (dashed) is reached at {metric} {where}."
    return (
        f"{text} Dark bands: where the line lies; light bands: where a new system would. "
        "A question mark is where no system was seen."
    )


def _slopes(calibrations: Sequence[Calibration]) -> str:
    slopes = [each.map_of("least-squares").slope for each in calibrations]
    if len(slopes) == 1:
        return number(slopes[0], 3)
    return f"between {number(min(slopes), 3)} and {number(max(slopes), 3)}"
