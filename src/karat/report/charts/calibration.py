"""Calibrations: the line from a metric to people in every cell of language pair and text type."""

from __future__ import annotations

from karat.calibration.bands import band
from karat.report.charts.layers import across, layer, made, panels
from karat.report.charts.scatter import Axes, Point, band_layers, ends, point_layer
from karat.report.charts.theme import PAGE, colour
from karat.report.charts.words import arrow, number, plain, stem
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

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
    from karat.calibration import metric_threshold

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
    columns = 3 if size is PAGE and len(shown) > 2 else 2 if len(shown) > 1 else 1
    fields = [
        (cell_name(each), _field(size, each, axes, threshold, thresholds.get(place), level))
        for place, each in enumerate(shown)
    ]
    return panels(size, fields, columns=columns, height=size.width / columns * 0.62)


def _field(
    size: Size,
    each: Calibration,
    axes: Axes,
    threshold: float | None,
    at: MetricThreshold | None,
    level: float,
) -> list[Spec]:
    x = across(
        "x",
        axes.x,
        scale={"domain": [plain(end) for end in axes.x_ends], "nice": False},
        axis={"tickCount": 4},
    )
    y = across(
        "y",
        axes.y,
        scale={"domain": [plain(end) for end in axes.y_ends], "nice": False},
        axis={"tickCount": 4},
    )
    points = [
        Point(
            point.system,
            point.scores[0],
            point.human,
            f"{printable(point.system)}, {cell_name(each)}: {printable(each.metrics[0])} "
            f"{number(point.scores[0], 2)}, {printable(each.human)} {number(point.human, 2)}",
        )
        for point in each.points
    ]
    # The line is drawn where there were points: beyond them nothing is known of it.
    line = band(each.map, *each.ranges[0], level=level)
    layers = [*band_layers(line, x, y, first=True), point_layer(points, x, y, size)]
    if threshold is None:
        return layers
    layers.append(
        layer(
            [{"y": plain(threshold)}],
            {"type": "rule", "color": colour("orange"), "strokeDash": [4, 3]},
            {"y": {"field": "y", "type": "quantitative"}},
        )
    )
    if at is not None and axes.x_ends[0] <= at.value <= axes.x_ends[1]:
        layers += _drop(at, threshold, axes, size)
    return layers


def _drop(at: MetricThreshold, threshold: float, axes: Axes, size: Size) -> list[Spec]:
    """From where the line reaches the threshold down to the metric's axis, with the score there."""
    row = {
        "x": plain(at.value),
        "y": plain(threshold),
        "foot": plain(axes.y_ends[0]),
        "text": number(at.value, 1),
    }
    x, y = {"field": "x", "type": "quantitative"}, {"field": "y", "type": "quantitative"}
    return [
        layer(
            [row],
            {"type": "rule", "color": colour("orange"), "strokeDash": [4, 3]},
            {"x": x, "y": y, "y2": {"field": "foot"}},
        ),
        layer(
            [row],
            {
                "type": "text",
                "color": colour("orange"),
                "align": "left",
                "baseline": "bottom",
                "dx": 3,
                "dy": -3,
                "fontSize": size.letters - 1,
            },
            {"x": x, "y": {"field": "foot", "type": "quantitative"}, "text": {"field": "text"}},
        ),
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
        text += f" The threshold of {number(threshold, 2)} is reached at {metric} {where}."
    return f"{text} Dark bands: where the line lies; light bands: where a new system would."


def _slopes(calibrations: Sequence[Calibration]) -> str:
    slopes = [each.map_of("least-squares").slope for each in calibrations]
    if len(slopes) == 1:
        return number(slopes[0], 3)
    return f"between {number(min(slopes), 3)} and {number(max(slopes), 3)}"
