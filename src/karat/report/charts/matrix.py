"""Fields of coloured cells with figures in them."""

from __future__ import annotations

import json

from karat.records import dataclass
from karat.report.charts.layers import layer, named, single
from karat.report.charts.theme import colour
from karat.report.charts.words import text_width
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# Classes on which letters are light.
_ON_DARK = ("worse3", "better3")
# Rows beyond which cells are lower.
_MANY_ROWS = 16
_SLANT = -40


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
    """Cells with `row`, `column`, `class`, `text` and `words`.

    A column has a name and what is written above it, in lines. `lines` are the places where a new group of rows
    begins, and of columns, where these are the same systems.
    """
    names = min(max((text_width(name, size.letters) for name in rows), default=0.0), size.names)
    room = size.width - names - 20
    width = min(room / max(len(columns), 1), size.letters * 7)
    height = size.step * 0.9 if len(rows) > _MANY_ROWS else max(size.step, min(width, size.step * 1.3))
    keys = [name for name, _ in columns]
    padding = {"paddingInner": 0.04, "paddingOuter": 0}
    across = named("column", keys, axis=_heads(columns, width, size), scale={"domain": keys, **padding})
    up = named("row", rows, scale={"domain": list(rows), **padding})
    layers = [layer(cells, {"type": "rect"}, {"x": across, "y": up, "fill": _fill(legend, size)}, said=True)]
    texts = [cell["text"] for cell in cells]
    if max((text_width(text, size.letters - 1) for text in texts), default=0.0) <= width - 3:
        layers.append(_texts(cells, across, up, size))
    if lines:
        layers += _lines(rows, keys, lines, across, up)
    total = round(min(names + 20 + width * len(columns), size.width))
    return {
        **single(size, layers, height=height * len(rows), right=_overhang(columns, width, size)),
        "width": total,
    }


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
    if _is_slanted(columns, width, size):
        heads = {name: ", ".join(head) for name, head in columns}
        limit = size.width * 0.25
        return {
            **axis,
            "labelAngle": _SLANT,
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
        "labelLimit": size.width,
        "labelLineHeight": round(size.letters * 1.15, 1),
        "labelPadding": round(size.letters * 1.15 * (most - 1) + 4, 1),
        "labelExpr": _of(lines),
    }


def _overhang(columns: Sequence[tuple[str, tuple[str, ...]]], width: float, size: Size) -> float:
    """How far the last slanting name goes beyond the field."""
    if not columns or not _is_slanted(columns, width, size):
        return 0.0
    long = min(text_width(", ".join(columns[-1][1]), size.letters), size.width * 0.25)
    return max(long * 0.77 - width / 2, 0.0)


def _of(meanings: object) -> str:
    """What stands for a value; names may hold anything, and must not be read as code."""
    return f"({json.dumps(meanings, ensure_ascii=True)})[datum.value]"


def _fill(legend: Legend, size: Size) -> Spec:
    wide = sum(text_width(text, size.letters) + size.letters * 2.2 for _, text in legend.classes)
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
            "columnPadding": 6,
            "offset": 10,
            "columns": len(legend.classes) if wide < size.width * 0.8 else 2,
        },
    }


def _texts(cells: Rows, across: Spec, up: Spec, size: Size) -> Spec:
    dark = " || ".join(f"datum['class'] === '{role}'" for role in _ON_DARK)
    return layer(
        cells,
        {"type": "text", "fontSize": size.letters - 1},
        {
            "x": across,
            "y": up,
            "text": {"field": "text"},
            "color": {"condition": {"test": dark, "value": colour("paper")}, "value": colour("ink")},
        },
    )


def _lines(
    rows: Sequence[str], columns: Sequence[str], places: Sequence[int], across: Spec, up: Spec
) -> list[Spec]:
    mark = {"type": "rule", "color": colour("ink"), "strokeWidth": 1}
    made = [layer([{"row": rows[place]} for place in places], mark, {"y": {**up, "bandPosition": 0}})]
    if len(rows) == len(columns):
        starts = [{"column": columns[place]} for place in places]
        made.append(layer(starts, mark, {"x": {**across, "bandPosition": 0}}))
    return made
