"""Lines with their names at their ends."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import TYPE_CHECKING

from karat.report.charts.layers import across, layer, single
from karat.report.charts.theme import PAGE, colour, style
from karat.report.words import plain, text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size, Style


# Of lines with more points, not all are drawn.
_MOST_POINTS = 18


@dataclass(frozen=True, slots=True)
class CurvePlace:
    """A point of a line, with its interval where there is one.

    One that is marked is larger and hollow, one that is open is hollow.
    """

    x: float
    y: float
    low: float
    high: float
    words: str
    marked: bool = False
    open: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """A line: its name, which is written at its end, and its points from left to right.

    Points have words of their own, unless the line has some for all of them.
    """

    name: str
    places: tuple[CurvePlace, ...]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Titles:
    """What the axes are called; None where a neighbour says it. `whole` axes have ticks at whole numbers."""

    x: str | None
    y: str | None
    whole: bool = False
    logarithmic: bool = False


def curves(
    size: Size,
    lines: Sequence[Curve],
    titles: Titles,
    *,
    behind: Sequence[Spec] = (),
) -> Spec:
    """Lines in one field, told apart by colour, dash, shape and the name at the end."""
    height = size.width * (0.45 if size is PAGE else 0.62)
    layers = [*behind, *curve_layers(size, lines, titles, height)]
    return single(size, layers, height=height)


def room_for_names(lines: Sequence[Curve], size: Size) -> float:
    """How much room the names need at the right."""
    return max((text_width(_short(line.name, size), size.letters) for line in lines), default=0.0) + 10


def curve_layers(size: Size, lines: Sequence[Curve], titles: Titles, height: float) -> list[Spec]:
    """Bands first, then lines, points and names."""
    x, y = _axes(size, lines, titles)
    bands, strokes, marks = [], [], []
    for number, line in enumerate(lines):
        look = style(number)
        rows = [_row(one) for one in line.places if isfinite(one.y)]
        banded = [row for row in rows if row["low"] is not None and row["high"] is not None]
        if banded:
            bands.append(
                layer(
                    banded,
                    {"type": "area", "color": colour(look.colour), "opacity": 0.13},
                    {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
                )
            )
        dash = [] if look.dash == (1, 0) else list(look.dash)
        stroke: Spec = {"type": "line", "color": colour(look.colour), "strokeDash": dash}
        stroke["strokeWidth"] = 2 if size is PAGE else 1.5
        said = [{**row, "words": line.words} for row in rows]
        strokes.append(layer(said, stroke, {"x": x, "y": y}, said=bool(line.words)))
        marks.append(_points(_thinned(rows), look, x, y, size, said=not line.words))
    return [*bands, *strokes, *marks, _names(lines, x, y, size, height)]


def _axes(size: Size, lines: Sequence[Curve], titles: Titles) -> tuple[Spec, Spec]:
    scale: Spec = {"nice": False, "padding": 6}
    axis: Spec = {"grid": False}
    if titles.whole:
        last = max((int(one.x) for line in lines for one in line.places), default=1)
        step = 1 if last <= (16 if size is PAGE else 9) else 5
        values = [number for number in range(1, last + 1) if step == 1 or number % step == 0]
        axis |= {"values": values, "tickCount": len(values), "format": "d", "labelOverlap": False}
    if titles.logarithmic:
        scale = {"type": "log", "padding": 6, "nice": False}
        axis |= {"values": [1, 10, 100]}
    x = across("x", titles.x, scale=scale, axis=axis)
    if titles.logarithmic:
        x["scale"] = scale  # a logarithm has no zero to leave out
    return x, across("y", titles.y, axis={"tickCount": 5})


def _thinned(rows: list[Spec]) -> list[Spec]:
    """Of many points every fifth, and those that are marked."""
    if len(rows) <= _MOST_POINTS:
        return rows
    return [row for place, row in enumerate(rows, 1) if row["marked"] or place % 5 == 0]


def _row(one: CurvePlace) -> Spec:
    return {
        "x": plain(one.x),
        "y": plain(one.y),
        "low": plain(one.low),
        "high": plain(one.high),
        "marked": one.marked,
        "open": one.open or one.marked,
        "words": one.words,
    }


def _points(rows: list[Spec], look: Style, x: Spec, y: Spec, size: Size, *, said: bool) -> Spec:
    role = look.colour
    return layer(
        rows,
        {"type": "point", "shape": look.shape, "opacity": 1, "stroke": colour(role), "strokeWidth": 1.5},
        {
            "x": x,
            "y": y,
            "size": {
                "condition": {"test": "datum.marked", "value": size.point * 2.4},
                "value": size.point * 0.7,
            },
            "fill": {"condition": {"test": "datum.open", "value": colour("paper")}, "value": colour(role)},
        },
        said=said,
    )


def _names(lines: Sequence[Curve], x: Spec, y: Spec, size: Size, height: float) -> Spec:
    """Names at the last points, moved apart where they would cover each other."""
    last = [
        (line, one) for line in lines for one in [place for place in line.places if isfinite(place.y)][-1:]
    ]
    moved = _apart([one.y for _, one in last], lines, height, size.letters * 1.15)
    rows = [
        {
            "x": plain(one.x),
            "y": plain(one.y),
            "text": _short(line.name, size),
            "dy": round(dy, 1),
        }
        for (line, one), dy in zip(last, moved, strict=True)
    ]
    mark = {"type": "text", "align": "left", "baseline": "middle", "dx": 8, "dy": {"expr": "datum.dy"}}
    return layer(rows, mark, {"x": x, "y": y, "text": {"field": "text"}})


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
        for above, below in pairwise(order):
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
