"""The fields of a chart of calibrations: one for each cell, with its line, its systems and the threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.maps import band
from karat.report.charts.layers import Grid, across, layer, panels
from karat.report.charts.scatter import Axes, ScatterPoint, band_layers, point_layer
from karat.report.charts.theme import PAGE, colour
from karat.report.tables import printable
from karat.report.words import number, plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.calibration import Calibration, MetricThreshold
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size


# Fields of which all stand in one row.
_MOST_IN_A_ROW = 4


def cell_name(calibration: Calibration) -> str:
    """Language pair, text type and label of the systems."""
    known = calibration.language_pair, calibration.text_type, calibration.system_label
    parts = [printable(part) for part in known if part]
    return ", ".join(parts) or "all"


def draw_cells(
    size: Size,
    shown: Sequence[Calibration],
    axes: Axes,
    threshold: float | None,
    thresholds: Mapping[int, MetricThreshold],
    confidence: float,
) -> Spec:
    """All cells beside each other, on the same axes."""
    columns = _columns(len(shown), size)
    labels = size.letters * 2.6
    grid = Grid(
        columns,
        max(size.width / columns * (0.55 if columns > 1 else 0.5), size.letters * 11),
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
        layers = _field(size, each, sides, confidence)
        if threshold is not None:
            layers += _threshold(size, each, threshold, thresholds.get(place), axes)
        fields.append((cell_name(each), layers))
    return panels(size, grid, fields)


def _columns(cells: int, size: Size) -> int:
    return min(cells, 2) if size is not PAGE else cells if cells <= _MOST_IN_A_ROW else 3


def _field(size: Size, each: Calibration, axes: Axes, confidence: float) -> list[Spec]:
    x = _axis("x", axes.x, axes.x_ends)
    y = _axis("y", axes.y, axes.y_ends)
    y["axis"] |= {} if axes.y else {"labels": False, "ticks": False}
    metric, human = printable(each.metrics[0]), printable(each.human)
    points = [
        ScatterPoint(
            point.system,
            point.scores[0],
            point.human,
            f"{printable(point.system)}: {metric} {number(point.scores[0], 1)}, "
            f"{human} {number(point.human, 2)}",
        )
        for point in each.points
    ]
    # The line is drawn where there were points: beyond them nothing is known of it.
    line = band(each.map, *each.ranges[0], confidence=confidence)
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
