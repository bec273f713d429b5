"""Points with names, lines and bands in one field; names cover neither points nor each other."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from karat.report.charts.layers import across, haloed, layer, single
from karat.report.charts.theme import PAGE, colour, style
from karat.report.tables import printable
from karat.report.words import plain, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.calibration.maps import BandPoint
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size

    Box = tuple[float, float, float, float]

_GAP = 6.0
# At an edge, how far a name above or below a point goes beyond it.
_CORNER = 12.0
# Half the side of a point.
_POINT = 4.0
# The distance of lines of text, in letters.
_LINE = 1.35


@dataclass(frozen=True, slots=True)
class Label:
    """A point in pixels from the upper left, and what is to be written beside it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """How far from its point a text is written, and how it is aligned there."""

    dx: float
    dy: float
    align: str


def place(
    labels: Sequence[Label],
    width: float,
    height: float,
    letters: float,
    *,
    avoid: Sequence[Box] = (),
    kept: Sequence[Box] = (),
) -> list[PlacedLabel | None]:
    """A place for each label, earlier ones first; None where there is no room.

    Points, other labels and what is in `kept` are never covered, what is in `avoid` only where there is no
    other way.

    >>> [placed.align for placed in place([Label(20, 20, "a"), Label(26, 20, "b")], 60, 60, 10)]
    ['right', 'left']
    """
    taken: list[Box] = [(one.x - _POINT, one.y - _POINT, one.x + _POINT, one.y + _POINT) for one in labels]
    taken += kept
    found: list[PlacedLabel | None] = []
    for one in labels:
        free = [
            (placed, box)
            for placed, box in _candidates(one, letters)
            if _is_inside(box, width, height) and not _is_covered(box, taken)
        ]
        best = next((each for each in free if not _is_covered(each[1], avoid)), free[0] if free else None)
        found.append(None if best is None else best[0])
        if best is not None:
            taken.append(best[1])
    return found


def _candidates(one: Label, letters: float) -> Iterator[tuple[PlacedLabel, Box]]:
    wide, half = text_width(one.text, letters), letters * 0.6
    for dx, dy, align in (
        (_GAP, 0.0, "left"),
        (-_GAP, 0.0, "right"),
        (0.0, -half - _GAP, "center"),
        (0.0, half + _GAP, "center"),
        (_GAP, -half, "left"),
        (_GAP, half, "left"),
        (-_GAP, -half, "right"),
        (-_GAP, half, "right"),
        (_CORNER, -half - _GAP, "right"),
        (_CORNER, half + _GAP, "right"),
        (-_CORNER, -half - _GAP, "left"),
        (-_CORNER, half + _GAP, "left"),
    ):
        left = one.x + dx - {"left": 0.0, "right": wide, "center": wide / 2}[align]
        yield PlacedLabel(dx, dy, align), (left, one.y + dy - half, left + wide, one.y + dy + half)


def _is_inside(box: Box, width: float, height: float) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height


def _is_covered(box: Box, others: Sequence[Box]) -> bool:
    return any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in others
    )


@dataclass(frozen=True, slots=True)
class ScatterPoint:
    """A system: its two scores, whether it stands apart, and all of it in words."""

    name: str
    x: float
    y: float
    words: str
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes are called and where they end."""

    x: str
    y: str
    x_ends: tuple[float, float]
    y_ends: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Corner:
    """Lines of text in the upper corner that has fewer points."""

    lines: tuple[str, ...]
    is_left: bool

    @classmethod
    def of(cls, lines: Sequence[str], points: Sequence[ScatterPoint], axes: Axes) -> _Corner:
        upper = [one for one in points if _share(one.y, axes.y_ends) > 0.6]
        at_left = sum(_share(one.x, axes.x_ends) < 0.5 for one in upper)
        return cls(tuple(lines), at_left * 2 <= len(upper))

    def box(self, width: float, size: Size) -> tuple[float, float, float, float]:
        """What the lines cover."""
        long = max((text_width(line, size.letters) for line in self.lines), default=0.0) + 8
        left = 0.0 if self.is_left else width - long
        return left, 0.0, left + long, len(self.lines) * size.letters * _LINE + 4


def ends(values: Sequence[float], share: float = 0.08) -> tuple[float, float]:
    """The range of some values with a margin."""
    known = [value for value in values if isfinite(value)]
    if not known:
        return 0.0, 1.0
    low, high = min(known), max(known)
    margin = (high - low) * share or abs(high) * share or 1.0
    return low - margin, high + margin


def scatter(
    size: Size,
    points: Sequence[ScatterPoint],
    axes: Axes,
    *,
    lines: Sequence[Sequence[BandPoint]] = (),
    note: Sequence[str] = (),
) -> Spec:
    """Named points over lines; the first line has bands, the others are dashed. The note is in a corner."""
    height = size.width * (0.56 if size is PAGE else 0.72)
    x = across("x", axes.x, scale={"domain": _plain(axes.x_ends), "nice": False})
    y = across("y", axes.y, scale={"domain": _plain(axes.y_ends), "nice": False})
    layers: list[Spec] = []
    for place_of, line in enumerate(lines):
        layers += band_layers(line, x, y, first=place_of == 0)
    layers.append(point_layer(points, x, y, size))
    corner = _Corner.of(note, points, axes)
    layers += _names(points, axes, lines, size, height, x, y, corner)
    if note:
        layers.append(_note(corner, size))
    return single(size, layers, height=height)


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Points that belong together, such as the systems by the scores of one group of judges, and their line.

    `note` is what the legend says of them.
    """

    note: str
    points: Sequence[ScatterPoint]
    line: Sequence[BandPoint]


# What the shapes of points look like in a line of text, filled and hollow: only the first group is filled.
_SIGNS = {
    "circle": "●○",
    "square": "■□",
    "diamond": "◆◇",
    "triangle-up": "▲△",
    "triangle-down": "▼▽",
    "cross": "✚✚",
}


def grouped_scatter(size: Size, groups: Sequence[PointGroup], axes: Axes) -> Spec:
    """Groups of points, each with its line, told apart by colour, dash, shape and a legend in a corner.

    Points that share a name are of one system; the name is written once, beside the first group's.
    """
    height = size.width * (0.56 if size is PAGE else 0.72)
    x = across("x", axes.x, scale={"domain": _plain(axes.x_ends), "nice": False})
    y = across("y", axes.y, scale={"domain": _plain(axes.y_ends), "nice": False})
    lines, marks, legend = [], [], []
    for number, group in enumerate(groups):
        look = style(number)
        rows = [{"x": plain(one.score), "y": plain(one.value)} for one in group.line]
        dash = [] if look.dash == (1, 0) else list(look.dash)
        stroke = {"type": "line", "clip": True, "strokeWidth": 1.5, "color": colour(look.colour)}
        lines.append(layer(rows, {**stroke, "strokeDash": dash}, {"x": x, "y": y}))
        marks.append(
            layer(
                [{"x": plain(one.x), "y": plain(one.y), "words": one.words} for one in group.points],
                {
                    "type": "point",
                    "shape": look.shape,
                    "size": size.point,
                    "opacity": 1,
                    "stroke": colour(look.colour),
                    "fill": colour(look.colour if number == 0 else "paper"),
                    "strokeWidth": 1.5,
                },
                {"x": x, "y": y},
                said=True,
            )
        )
        legend.append(f"{_SIGNS.get(look.shape, '●○')[number > 0]} {group.note}")
    everything = [one for group in groups for one in group.points]
    corner = _Corner.of(legend, everything, axes)
    names = _names(groups[0].points, axes, [group.line for group in groups], size, height, x, y, corner)
    keys = [_note(corner, size, only=number, role=style(number).colour) for number in range(len(groups))]
    return single(size, [*lines, *marks, *names, *keys], height=height)


def _plain(pair: tuple[float, float]) -> list[float | None]:
    return [plain(pair[0]), plain(pair[1])]


def band_layers(line: Sequence[BandPoint], x: Spec, y: Spec, *, first: bool) -> list[Spec]:
    """A line; the first has a prediction band and a confidence band, another is dashed."""
    rows = [
        {
            "x": plain(one.score),
            "y": plain(one.value),
            "low": plain(one.low),
            "high": plain(one.high),
            "new_low": plain(one.new_low),
            "new_high": plain(one.new_high),
        }
        for one in line
    ]
    stroke: Spec = {
        "type": "line",
        "clip": True,
        "strokeWidth": 1.5,
        "color": colour("blue" if first else "orange"),
    }
    if not first:
        return [layer(rows, {**stroke, "strokeDash": [6, 3]}, {"x": x, "y": y})]
    areas = [
        layer(
            [row for row in rows if row[low] is not None and row[high] is not None],
            {"type": "area", "clip": True, "opacity": 0.8, "color": colour(role)},
            {"x": x, "y": {**y, "field": low}, "y2": {"field": high}},
        )
        for low, high, role in (("new_low", "new_high", "halo"), ("low", "high", "band"))
    ]
    return [*areas, layer(rows, stroke, {"x": x, "y": y})]


def point_layer(points: Sequence[ScatterPoint], x: Spec, y: Spec, size: Size, *, share: float = 1.0) -> Spec:
    """Points, of which those that stand apart have another shape and colour."""
    rows = [{"x": plain(one.x), "y": plain(one.y), "apart": one.apart, "words": one.words} for one in points]
    return layer(
        rows,
        {"type": "point", "size": round(size.point * share), "opacity": 1, "strokeWidth": 1.5},
        {
            "x": x,
            "y": y,
            "shape": {"condition": {"test": "datum.apart", "value": "diamond"}, "value": "circle"},
            "stroke": {
                "condition": {"test": "datum.apart", "value": colour("orange")},
                "value": colour("blue"),
            },
            "fill": {"condition": {"test": "datum.apart", "value": colour("paper")}, "value": colour("blue")},
        },
        said=True,
    )


def _names(
    points: Sequence[ScatterPoint],
    axes: Axes,
    lines: Sequence[Sequence[BandPoint]],
    size: Size,
    height: float,
    x: Spec,
    y: Spec,
    corner: _Corner,
) -> list[Spec]:
    """Names beside the points, where there is room; those that stand apart come first."""
    width = size.width - size.letters * 5

    def pixel(across: float, up: float) -> tuple[float, float]:
        return _share(across, axes.x_ends) * width, (1 - _share(up, axes.y_ends)) * height

    ordered = sorted(points, key=lambda one: not one.apart)
    labels = [Label(*pixel(one.x, one.y), _short(printable(one.name), size)) for one in ordered]
    spots = [pixel(one.score, one.value) for line in lines for one in line]
    avoid = [(across - 6, up - 3, across + 6, up + 3) for across, up in spots]
    found = place(labels, width, height, size.letters - 1, avoid=avoid, kept=[corner.box(width, size)])
    rows = [
        {
            "x": plain(one.x),
            "y": plain(one.y),
            "text": label.text,
            "dx": round(placed.dx, 1),
            "dy": round(placed.dy, 1),
            "align": placed.align,
        }
        for one, label, placed in zip(ordered, labels, found, strict=True)
        if placed is not None
    ]
    mark = {
        "fontSize": size.letters - 1,
        "baseline": "middle",
        **{name: {"expr": f"datum.{name}"} for name in ("dx", "dy", "align")},
    }
    return haloed(rows, mark, {"x": x, "y": y, "text": {"field": "text"}})


def _share(value: float, pair: tuple[float, float]) -> float:
    return (value - pair[0]) / ((pair[1] - pair[0]) or 1.0)


def _short(name: str, size: Size) -> str:
    most = 28 if size is PAGE else 16
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _note(corner: _Corner, size: Size, *, only: int | None = None, role: str = "muted") -> Spec:
    """The lines of a corner, or one of them, in its colour."""
    left = corner.is_left
    mark = {
        "type": "text",
        "align": "left" if left else "right",
        "baseline": "top",
        "dx": 6 if left else -6,
        "dy": {"expr": f"4 + datum.line * {size.letters * _LINE:g}"},
        "color": colour(role),
    }
    rows = [
        {"text": text, "line": place_of}
        for place_of, text in enumerate(corner.lines)
        if only is None or place_of == only
    ]
    x = {"value": 0 if left else "width"}
    return layer(rows, mark, {"x": x, "y": {"value": 0}, "text": {"field": "text"}})
