"""Lines with their names at their ends."""

from __future__ import annotations

from math import isfinite

from karat.records import dataclass
from karat.report.charts.layers import across, layer, single
from karat.report.charts.theme import PAGE, colour, style
from karat.report.charts.words import plain, text_width
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size


@dataclass(frozen=True, slots=True)
class Place:
    """A point of a line, with its interval where there is one; one that is marked has a ring."""

    x: float
    y: float
    low: float
    high: float
    words: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A line: its name, which is written at its end, and its points from left to right."""

    name: str
    places: tuple[Place, ...]


def curves(
    size: Size,
    lines: Sequence[Curve],
    x_title: str,
    y_title: str,
    *,
    whole: bool = False,
    behind: Sequence[Spec] = (),
    height: float | None = None,
) -> Spec:
    """Lines in one field, told apart by colour, dash, shape and the name at the end."""
    height = height or size.width * (0.45 if size is PAGE else 0.62)
    room = max((text_width(_short(line.name, size), size.letters) for line in lines), default=0) + 10
    return single(
        size, curve_layers(size, lines, x_title, y_title, whole, height, behind), height=height, right=room
    )


def curve_layers(
    size: Size,
    lines: Sequence[Curve],
    x_title: str,
    y_title: str,
    whole: bool,
    height: float,
    behind: Sequence[Spec] = (),
) -> list[Spec]:
    """Bands first, then lines, points and names."""
    axis: Spec = {"grid": False, "tickMinStep": 1, "format": "d"} if whole else {"grid": False}
    x = across("x", x_title, scale={"nice": False, "padding": 6}, axis=axis)
    y = across("y", y_title)
    bands, strokes, marks = [], [], []
    for number, line in enumerate(lines):
        look = style(number)
        rows = [_row(one) for one in line.places if isfinite(one.y)]
        ringed = [row for row in rows if row["low"] is not None and row["high"] is not None]
        if ringed:
            bands.append(
                layer(
                    ringed,
                    {"type": "area", "color": colour(look.colour), "opacity": 0.12},
                    {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
                )
            )
        strokes.append(
            layer(
                rows,
                {
                    "type": "line",
                    "color": colour(look.colour),
                    "strokeDash": list(look.dash),
                    "strokeWidth": 2,
                },
                {"x": x, "y": y},
            )
        )
        marks.append(_points(rows, look.colour, look.shape, x, y, size))
    return [*behind, *bands, *strokes, *marks, _names(lines, x, y, size, height)]


def _row(one: Place) -> Spec:
    return {
        "x": plain(one.x),
        "y": plain(one.y),
        "low": plain(one.low),
        "high": plain(one.high),
        "marked": one.marked,
        "words": one.words,
    }


def _points(rows: list[Spec], role: str, shape: str, x: Spec, y: Spec, size: Size) -> Spec:
    return layer(
        rows,
        {"type": "point", "shape": shape, "opacity": 1, "stroke": colour(role), "strokeWidth": 1.5},
        {
            "x": x,
            "y": y,
            "size": {
                "condition": {"test": "datum.marked", "value": size.point * 2.4},
                "value": size.point * 0.7,
            },
            "fill": {"condition": {"test": "datum.marked", "value": colour("paper")}, "value": colour(role)},
        },
        said=True,
    )


def _names(lines: Sequence[Curve], x: Spec, y: Spec, size: Size, height: float) -> Spec:
    """Names at the last points, moved apart where they would cover each other."""
    last = [
        (number, line, one)
        for number, line in enumerate(lines)
        for one in [place for place in line.places if isfinite(place.y)][-1:]
    ]
    moved = _apart([one.y for _, _, one in last], lines, height, size.letters * 1.15)
    rows = [
        {
            "x": plain(one.x),
            "y": plain(one.y),
            "text": _short(line.name, size),
            "dy": round(dy, 1),
            "of": colour(style(number).colour),
        }
        for (number, line, one), dy in zip(last, moved, strict=True)
    ]
    return layer(
        rows,
        {"type": "text", "align": "left", "baseline": "middle", "dx": 8, "dy": {"expr": "datum.dy"}},
        {
            "x": x,
            "y": y,
            "text": {"field": "text"},
            "color": {"field": "of", "type": "nominal", "scale": None},
        },
    )


def _apart(values: Sequence[float], lines: Sequence[Curve], height: float, least: float) -> list[float]:
    """How far each label moves down so that labels are at least so many pixels apart."""
    known = [
        end for line in lines for one in line.places for end in (one.y, one.low, one.high) if isfinite(end)
    ]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    pixels = [(high - value) / ((high - low) or 1.0) * height for value in values]
    order = sorted(range(len(values)), key=lambda number: pixels[number])
    placed = dict.fromkeys(order, 0.0)
    for _ in range(60):
        moved = False
        for above, below in zip(order, order[1:], strict=False):
            gap = pixels[below] + placed[below] - pixels[above] - placed[above]
            if gap < least - 0.01:
                placed[above] -= (least - gap) / 2
                placed[below] += (least - gap) / 2
                moved = True
        if not moved:
            break
    return [placed[number] for number in range(len(values))]


def _short(name: str, size: Size) -> str:
    most = 26 if size is PAGE else 14
    return name if len(name) <= most else f"{name[: most - 1]}…"
