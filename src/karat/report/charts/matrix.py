"""Fields of coloured cells with figures in them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.report.charts.layers import layer, named, single
from karat.report.charts.theme import PAGE, colour
from karat.report.words import text_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# Classes on which letters are light.
_ON_DARK = ("worse3", "better3")
# Rows beyond which cells are lower.
_MANY_ROWS = 16
_SLANT = -40
# Between the square of a class and its name, with the rim of the square.
_LABEL_OFFSET = 6


@dataclass(frozen=True, slots=True)
class Legend:
    """The classes of cells as roles of colours, from left to right, and what is written beside each."""

    classes: tuple[tuple[str, str], ...]
    title: str | None = None


def matrix(
    size: Size,
    cells: Rows,
    rows: Sequence[str],
    columns: Sequence[tuple[str, tuple[str, ...]]],
    legend: Legend,
    *,
    lines: Sequence[int] = (),
) -> Spec:
    """Cells with `row`, `column`, `class`, `text` and `words`; `signed` ones are on one side of a middle.

    A column has a name and what is written above it, in lines. `lines` are the places where a new group of
    rows begins, and of columns, where these are the same systems.
    """
    names, room, width = _widths(size, rows, columns)
    height = size.step * 0.9 if len(rows) > _MANY_ROWS else max(size.step, min(width, size.step * 1.3))
    keys = [name for name, _ in columns]
    padding = {"paddingInner": 0.04, "paddingOuter": 0}
    across = named("column", keys, axis=_heads(columns, width, size), scale={"domain": keys, **padding})
    up = named("row", rows, scale={"domain": list(rows), **padding})
    fill = _fill(legend, room, size)
    layers = [layer(cells, {"type": "rect"}, {"x": across, "y": up, "fill": fill}, said=True)]
    if has_figures(size, cells, rows, columns):
        layers += [_texts(cells, across, up, size), *_corners(cells, across, up, size)]
    if lines:
        layers += _lines(rows, keys, lines, across, up)
    beside = _legend_overhang(legend, width * len(columns), room, size)
    total = round(min(names + 20 + width * len(columns) + beside, size.width))
    found = {**single(size, layers, height=height * len(rows)), "width": total}
    found["padding"]["right"] += max(_overhang(columns, width, size), beside)
    return found


def has_figures(
    size: Size, cells: Rows, rows: Sequence[str], columns: Sequence[tuple[str, tuple[str, ...]]]
) -> bool:
    """Whether there is room for figures and signs in the cells: captions speak of what is there only."""
    _, _, width = _widths(size, rows, columns)
    return max((text_width(cell["text"], size.letters - 1) for cell in cells), default=0.0) <= width - 3


def _widths(
    size: Size, rows: Sequence[str], columns: Sequence[tuple[str, tuple[str, ...]]]
) -> tuple[float, float, float]:
    """The room that names take, what is left of it, and the width of a cell."""
    names = min(max((text_width(name, size.letters) for name in rows), default=0.0), size.names)
    room = size.width - names - 20
    return names, room, min(room / max(len(columns), 1), size.letters * 7)


def wrapped(text: str, room: float, letters: float) -> list[str]:
    """A name in lines, cut at spaces, underscores and hyphens."""
    words = text.replace("_", "_\0").replace("-", "-\0").replace(" ", " \0").split("\0")
    lines = [""]
    for word in words:
        if lines[-1] and text_width((lines[-1] + word).rstrip(), letters) > room:
            lines.append(word)
        else:
            lines[-1] += word
    return [line.strip() for line in lines]


def _is_slanted(columns: Sequence[tuple[str, tuple[str, ...]]], width: float, size: Size) -> bool:
    """Whether names are too long for their columns even in lines."""
    lines = [line for _, head in columns for text in head for line in wrapped(text, width, size.letters)]
    return max((text_width(line, size.letters) for line in lines), default=0.0) > width


def _heads(columns: Sequence[tuple[str, tuple[str, ...]]], width: float, size: Size) -> Spec:
    """What is written above the columns: in lines, or slanting where that leaves no room."""
    axis: Spec = {"orient": "top", "labelOverlap": False}
    if all(head[0].isdecimal() for _, head in columns):
        return {**axis, "labelAngle": 0, "labelOverlap": "greedy"}
    if _is_slanted(columns, width, size):
        heads = {name: head[0] for name, head in columns}
        limit = size.width * 0.25
        return {
            **axis,
            "labelAngle": _angle(width, size),
            "labelAlign": "left",
            "labelLimit": limit,
            "labelExpr": _of(heads),
        }
    lines = {
        name: [line for text in head for line in wrapped(text, width, size.letters)] for name, head in columns
    }
    most = max((len(each) for each in lines.values()), default=1)
    # Lines grow downwards from the axis; all begin at the height that the longest needs.
    lines = {name: [""] * (most - len(each)) + each for name, each in lines.items()}
    return {
        **axis,
        "labelAngle": 0,
        "labelLimit": 0,  # lines are as wide as there is room
        "labelLineHeight": round(size.letters * 1.15, 1),
        "labelPadding": round(size.letters * 1.15 * (most - 1) + 4, 1),
        "labelExpr": _of(lines),
    }


def _angle(width: float, size: Size) -> int:
    """Upright where slanting names would cover each other."""
    return _SLANT if width > size.letters * 2.2 else -90


def _overhang(columns: Sequence[tuple[str, tuple[str, ...]]], width: float, size: Size) -> int:
    """How far the last slanting name goes beyond the field, about."""
    if not columns or not _is_slanted(columns, width, size) or _angle(width, size) != _SLANT:
        return 0
    long = min(text_width(columns[-1][1][0], size.letters), size.width * 0.25)
    return round(max(long * 0.77 - width / 2, 0.0))


def _legend_overhang(legend: Legend, cells: float, room: float, size: Size) -> int:
    """How far the legend, which begins where the cells do, goes beyond a narrow field."""
    needed = max(_legend_width(legend, room, size), text_width(legend.title or "", size.letters))
    return round(max(needed - cells, 0.0))


def _legend_columns(legend: Legend, room: float, size: Size) -> int:
    """All classes in a row, or in two where there is no room."""
    count = len(legend.classes)
    return count if sum(_entry_widths(legend, size)) <= room else (count + 1) // 2


def _legend_width(legend: Legend, room: float, size: Size) -> float:
    """A column is as wide as the widest of its entries."""
    columns = _legend_columns(legend, room, size)
    widths = _entry_widths(legend, size)
    return sum(max(widths[place::columns]) for place in range(columns))


def _entry_widths(legend: Legend, size: Size) -> list[float]:
    around = size.letters + _LABEL_OFFSET + _column_padding(size)
    return [text_width(text, size.letters) + around for _, text in legend.classes]


def _column_padding(size: Size) -> int:
    return 6 if size is PAGE else 3


def _of(meanings: object) -> str:
    """What stands for a value; names may hold anything, and must not be read as code."""
    return f"({json.dumps(meanings, ensure_ascii=True)})[datum.value]"


def _fill(legend: Legend, room: float, size: Size) -> Spec:
    return {
        "field": "class",
        "type": "nominal",
        "scale": {
            "domain": [role for role, _ in legend.classes],
            "range": [colour(role) for role, _ in legend.classes],
        },
        "legend": {
            "title": legend.title,
            "orient": "bottom",
            "direction": "horizontal",
            "labelExpr": _of(dict(legend.classes)),
            "symbolType": "square",
            "symbolSize": round(size.letters**2),
            "symbolStrokeColor": colour("rule"),
            "symbolStrokeWidth": 0.5,
            "columnPadding": _column_padding(size),
            "offset": 10,
            "columns": _legend_columns(legend, room, size),
        },
    }


def _texts(cells: Rows, across: Spec, up: Spec, size: Size) -> Spec:
    mark = {"type": "text", "fontSize": size.letters - 1}
    return layer(cells, mark, {"x": across, "y": up, "text": {"field": "text"}, "color": _ink()})


def _corners(cells: Rows, across: Spec, up: Spec, size: Size) -> list[Spec]:
    """Small triangles in the cells that stand out, so that better and worse are told apart without colour."""
    found = []
    for side, shape in (("better", "triangle-up"), ("worse", "triangle-down")):
        rows = [
            {"row": cell["row"], "column": cell["column"], "class": cell["class"]}
            for cell in cells
            if cell.get("signed") and cell["class"] in (f"{side}2", f"{side}3")
        ]
        mark = {
            "type": "point",
            "shape": shape,
            "filled": True,
            "size": round(size.letters * 1.6),
            "opacity": 1,
        }
        encoding = {
            "x": {**across, "bandPosition": 0.1},
            "y": {**up, "bandPosition": 0.25},
            "color": _ink(),
        }
        found += [layer(rows, mark, encoding)] if rows else []
    return found


def _ink() -> Spec:
    """Light on dark cells, dark on the others."""
    dark = " || ".join(f"datum['class'] === '{role}'" for role in _ON_DARK)
    return {"condition": {"test": dark, "value": colour("paper")}, "value": colour("ink")}


def _lines(
    rows: Sequence[str], columns: Sequence[str], places: Sequence[int], across: Spec, up: Spec
) -> list[Spec]:
    mark = {"type": "rule", "color": colour("muted"), "strokeWidth": 1}
    made = [layer([{"row": rows[place]} for place in places], mark, {"y": {**up, "bandPosition": 0}})]
    if len(rows) == len(columns):
        starts = [{"column": columns[place]} for place in places]
        made.append(layer(starts, mark, {"x": {**across, "bandPosition": 0}}))
    return made
