"""Clouds of points; of many points, those that are close are drawn as one larger point."""

from __future__ import annotations

from math import isfinite

from karat.report.charts.layers import across, layer, single
from karat.report.charts.theme import PAGE, colour
from karat.report.charts.words import number, plain
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# More points than this are gathered in cells of a grid.
MOST_POINTS = 250
_COLUMNS, _ROWS = 36, 22


def cloud(
    size: Size,
    points: Sequence[tuple[float, float]],
    x_title: str,
    y_title: str,
    *,
    front: Sequence[Spec] = (),
) -> Spec:
    """Points as they are, or gathered, with areas that stand for how many there are."""
    height = size.width * (0.5 if size is PAGE else 0.7)
    rows = gathered(points)
    most = max((row["count"] for row in rows), default=1)
    x, y = across("x", x_title, scale={"nice": True}), across("y", y_title, scale={"nice": True})
    encoding: Spec = {"x": x, "y": y}
    single_size = 14 if size is PAGE else 7
    if most > 1:
        encoding["size"] = {
            "field": "count",
            "type": "quantitative",
            "scale": {
                "type": "sqrt",
                "domain": [1, most],
                "range": [single_size, 190 if size is PAGE else 60],
            },
            "legend": {
                "title": "outputs",
                "orient": "top",
                "symbolFillColor": colour("blue"),
                "symbolStrokeWidth": 0,
                "tickCount": 4,
                "format": "d",
            },
        }
    else:
        encoding["size"] = {"value": single_size * 2}
    mark: Spec = {"type": "point", "filled": True, "color": colour("blue"), "opacity": 0.75}
    return single(size, [layer(rows, mark, encoding, said=True), *front], height=height)


def gathered(points: Sequence[tuple[float, float]]) -> Rows:
    """Points, or the middles of the cells that hold them with their numbers."""
    known = [(x, y) for x, y in points if isfinite(x) and isfinite(y)]
    if len(known) <= MOST_POINTS:
        return [_row(x, y, 1) for x, y in known]
    (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*known, strict=True))
    wide, tall = (right - left) / _COLUMNS or 1.0, (high - low) / _ROWS or 1.0
    cells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for x, y in known:
        place = min(int((x - left) / wide), _COLUMNS - 1), min(int((y - low) / tall), _ROWS - 1)
        cells.setdefault(place, []).append((x, y))
    return [_row(*_middle(inside), len(inside)) for _, inside in sorted(cells.items())]


def _middle(inside: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in inside) / len(inside), sum(y for _, y in inside) / len(inside)


def _row(x: float, y: float, count: int) -> dict[str, float | int | str | None]:
    where = f"{number(x, 2)}, {number(y, 2)}"
    return {
        "x": plain(x),
        "y": plain(y),
        "count": count,
        "words": f"{count} at about {where}" if count > 1 else where,
    }
