"""Clouds of points; of many points, those that are close are drawn as one larger point."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from karat.report.charts.layers import Grid, across, layer, panels, single
from karat.report.charts.theme import PAGE, colour
from karat.report.words import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# More points than this are gathered in cells of a grid.
MOST_POINTS = 250
_COLUMNS, _ROWS = 30, 20


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
    x, y = across("x", x_title), across("y", y_title)
    return single(size, [_marks(size, rows, most, x, y), *front], height=height)


def clouds(
    size: Size,
    fields: Sequence[tuple[str, str, Sequence[tuple[float, float]]]],
    x_title: str,
    *,
    front: Sequence[Spec] = (),
) -> Spec:
    """Several clouds on the same axes from 0 to 1, each with its title and what goes upwards in it."""
    columns = len(fields) if size is PAGE else 1
    grid = Grid(
        columns,
        size.width / columns * (0.62 if columns > 1 else 0.55),
        left=size.letters * 4.6,
        between=size.letters * 5.5,
        below=size.letters * 6.5,
        right=size.letters,
    )
    every = [gathered(points) for _, _, points in fields]
    most = max((row["count"] for rows in every for row in rows), default=1)
    whole = {"scale": {"domain": [0, 1], "nice": False}, "axis": {"tickCount": 5}}
    return panels(
        size,
        grid,
        [
            (
                title,
                [
                    _marks(
                        size,
                        rows,
                        most,
                        across("x", x_title, **whole),
                        across("y", up, **whole),
                        legend=False,
                    ),
                    *front,
                ],
            )
            for (title, up, _), rows in zip(fields, every, strict=True)
        ],
    )


def _marks(size: Size, rows: Rows, most: int, x: Spec, y: Spec, *, legend: bool = True) -> Spec:
    least, largest = (12, 200) if size is PAGE else (5, 70)
    encoding: Spec = {"x": x, "y": y, "size": {"value": least * 2}}
    if most > 1:
        encoding["size"] = {
            "field": "count",
            "type": "quantitative",
            "scale": {"type": "sqrt", "domain": [1, most], "range": [least, largest]},
            "legend": None
            if not legend
            else {
                "title": "outputs",
                "orient": "top",
                "titleOrient": "left",
                "values": [10**power for power in range(6) if 10**power <= most],
                "format": "d",
                "symbolFillColor": colour("blue"),
                "symbolStrokeWidth": 0,
            },
        }
    mark = {"type": "point", "filled": True, "color": colour("blue"), "opacity": 0.75}
    return layer(rows, mark, encoding)


def gathered(points: Sequence[tuple[float, float]]) -> Rows:
    """Points, or the middles of those in a cell of a grid, with how many these are."""
    known = [(x, y) for x, y in points if isfinite(x) and isfinite(y)]
    if len(known) <= MOST_POINTS:
        return [_row([point]) for point in known]
    (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*known, strict=True))
    wide, tall = (right - left) / _COLUMNS or 1.0, (high - low) / _ROWS or 1.0
    cells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    for x, y in known:
        place = min(int((x - left) / wide), _COLUMNS - 1), min(int((y - low) / tall), _ROWS - 1)
        cells.setdefault(place, []).append((x, y))
    return [_row(inside) for _, inside in sorted(cells.items())]


def _row(inside: Sequence[tuple[float, float]]) -> dict[str, float | int | None]:
    x, y = (sum(axis) / len(inside) for axis in zip(*inside, strict=True))
    return {"x": plain(x), "y": plain(y), "count": len(inside)}


def gathering_note(points: int) -> str:
    """What a caption says of points that were gathered."""
    return " Outputs that lie close together are drawn as one larger point." if points > MOST_POINTS else ""
