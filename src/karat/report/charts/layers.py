"""Pieces of specifications that charts share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from karat.report.charts.chart import Chart
from karat.report.charts.theme import COLUMN, PAGE, SCHEMA, Size, colour, config
from karat.report.words import text_width

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Spec: TypeAlias = dict[str, Any]
    Rows: TypeAlias = list[dict[str, Any]]


# The width of a name, in heights of a letter, that has room in every size, with some to spare.
_SHORT = 0.9 * min(size.names / size.letters for size in (PAGE, COLUMN))


def made(
    name: str,
    title: str,
    finding: str,
    draw: Callable[[Size], Spec],
    reading: str | Callable[[Size], str] = "",
) -> Chart:
    """A chart for the page and for a column, both drawn by one function.

    `reading` says how to read it; a function says it of each size, where they show different things.
    """
    if isinstance(reading, str):
        return Chart(name, title, finding, draw(PAGE), draw(COLUMN), reading)
    return Chart(name, title, finding, draw(PAGE), draw(COLUMN), reading(PAGE), reading(COLUMN))


def single(size: Size, layers: Sequence[Spec], *, height: float) -> Spec:
    """One field of layers that, with its axes and what is written beside it, fills the width."""
    return {
        "$schema": SCHEMA,
        "config": config(size),
        "width": size.width,
        "height": round(height),
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": {"left": 4, "right": 6, "top": 6, "bottom": 4},
        "layer": list(layers),
    }


def layer(rows: Rows, mark: Spec, encoding: Spec, *, said: bool = False) -> Spec:
    """Marks of some rows; only those that are `said` have words of their own, in the field `words`."""
    if said:
        encoding = {**encoding, "description": {"field": "words", "type": "nominal"}}
    return {"data": {"values": rows}, "mark": {**mark, "aria": said}, "encoding": encoding}


def across(field: str, title: str | None, **options: Any) -> Spec:
    """A field of numbers on an axis that need not begin at 0."""
    scale = {"zero": False, "nice": True, **options.pop("scale", {})}
    return {
        "field": field,
        "type": "quantitative",
        "scale": scale,
        "axis": {"title": title, "grid": True, **options.pop("axis", {})},
        **options,
    }


def named(field: str, order: Sequence[str], **options: Any) -> Spec:
    """A field of names in a given order.

    Names that fit in any size have no limit: each letter of one that has is measured twice as often, which is
    a good part of drawing.
    """
    axis = {"title": None, "ticks": False, "domain": False, **options.pop("axis", {})}
    if all(text_width(name, 1) <= _SHORT for name in order):
        axis = {"labelLimit": 0, **axis}
    return {"field": field, "type": "nominal", "sort": list(order), "axis": axis, **options}


def rule_at(place: float, text: str, size: Size, *, vertical: bool = True) -> list[Spec]:
    """A reference line with its label."""
    channel = "x" if vertical else "y"
    line = layer(
        [{"at": place}],
        {"type": "rule", "color": colour("muted"), "strokeDash": [4, 3]},
        {channel: {"field": "at", "type": "quantitative"}},
    )
    place_of_text: Spec = (
        {"align": "center", "baseline": "bottom", "dy": -3}
        if vertical
        else {"align": "left", "dx": 4, "dy": -7}
    )
    label = layer(
        [{"at": place, "text": text}],
        {"type": "text", "color": colour("muted"), "fontSize": size.letters - 1, **place_of_text},
        {
            channel: {"field": "at", "type": "quantitative"},
            ("y" if vertical else "x"): {"value": 0},
            "text": {"field": "text"},
        },
    )
    return [line, label]


@dataclass(frozen=True, slots=True)
class Grid:
    """How small fields stand together: in columns, with room around and between them, in pixels.

    `above` is how far over its field a title is.
    """

    columns: int
    height: float
    left: float
    between: float
    below: float
    right: float = 6.0
    above: float = 5.0

    def width(self, size: Size) -> float:
        """How wide each field is."""
        return (size.width - 10 - self.left - self.right - self.between * (self.columns - 1)) / self.columns


def panels(size: Size, grid: Grid, fields: Sequence[tuple[str, Sequence[Spec]]]) -> Spec:
    """Several fields of the same size, each under its title."""
    width = round(grid.width(size))
    return {
        "$schema": SCHEMA,
        "config": config(size),
        "padding": {"left": 4, "right": 6, "top": 6, "bottom": 4},
        "columns": grid.columns,
        # Only fields are counted, so that they have the same size with and without axes.
        "bounds": "flush",
        "spacing": {"row": round(grid.below), "column": round(grid.between)},
        "concat": [
            {
                "width": width,
                "height": round(grid.height),
                "layer": [*layers, _heading(title, size, grid)],
            }
            for title, layers in fields
        ],
    }


def _heading(title: str, size: Size, grid: Grid) -> Spec:
    """The title of a field, at the same height whether it has axes or not."""
    mark = {
        "type": "text",
        "align": "left",
        "baseline": "bottom",
        "dy": -round(grid.above),
        "fontWeight": "bold",
        "limit": round(grid.width(size) + grid.between),
    }
    return layer([{"text": title}], mark, {"x": {"value": 0}, "y": {"value": 0}, "text": {"field": "text"}})


def haloed(rows: Rows, mark: Spec, encoding: Spec) -> list[Spec]:
    """Texts that can be read over lines: below, the same letters wider and in the colour of the paper."""
    mark = {"type": "text", **mark}
    halo = {"stroke": colour("paper"), "strokeWidth": 3, "strokeJoin": "round", "opacity": 0.75}
    return [layer(rows, {**mark, **halo}, encoding), layer(rows, mark, encoding)]
