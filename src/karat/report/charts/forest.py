"""Values with their intervals, one below the other: the forest plot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.report.charts.layers import across, layer, named, single
from karat.report.charts.theme import PAGE, colour
from karat.report.tables import printable
from karat.report.words import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size


@dataclass(frozen=True, slots=True)
class PlottedInterval:
    """A line of the plot: whose value, where it lies, how it is written at the right, and all of it in words.

    `marks` are single values behind it, such as those of runs. One that is `open` is drawn hollow.
    """

    name: str
    value: float
    low: float
    high: float
    written: str
    words: str
    brief: str = ""
    open: bool = False
    marks: tuple[float, ...] = ()


def forest(
    size: Size,
    estimates: Sequence[PlottedInterval],
    title: str,
    *,
    breaks: Sequence[int] = (),
    behind: Sequence[Spec] = (),
    scale: dict[str, Any] | None = None,
) -> Spec:
    """Estimates from the top down; `breaks` are the places where a new group begins."""
    rows = [_row(one, size) for one in estimates]
    order = [row["name"] for row in rows]
    up = named("name", order, scale={"domain": order})
    x = across("value", title, scale=scale or {})
    marks = [
        {"name": row["name"], "value": plain(mark)}
        for row, one in zip(rows, estimates, strict=True)
        for mark in one.marks
    ]
    known = [row for row in rows if row["value"] is not None]
    layers = [
        *([_breaks(order, breaks)] if breaks else []),
        *behind,
        layer(
            [row for row in known if row["low"] is not None and row["high"] is not None],
            {"type": "rule", "strokeWidth": 2 if size is PAGE else 1.5, "color": colour("blue")},
            {"y": up, "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}},
        ),
        *([_run_marks(marks, up, size)] if marks else []),
        _points(known, up, x, size),
        layer(
            rows,
            {"type": "text", "align": "left", "dx": 8, "color": colour("ink")},
            {"y": up, "x": {"value": "width"}, "text": {"field": "text"}},
        ),
    ]
    return single(size, layers, height=size.step * max(len(rows), 1))


def _row(one: PlottedInterval, size: Size) -> dict[str, Any]:
    return {
        "name": printable(one.name) or "–",
        "value": plain(one.value),
        "low": plain(one.low),
        "high": plain(one.high),
        "text": one.written if size is PAGE else one.brief or one.written,
        "words": one.words,
        "open": one.open,
    }


def _points(rows: Rows, up: Spec, x: Spec, size: Size) -> Spec:
    paper, blue = colour("paper"), colour("blue")
    return layer(
        rows,
        {
            "type": "point",
            "shape": "circle",
            "size": size.point,
            "opacity": 1,
            "stroke": blue,
            "strokeWidth": 1.5,
        },
        {
            "y": up,
            "x": x,
            "fill": {"condition": {"test": "datum.open", "value": paper}, "value": blue},
        },
        said=True,
    )


def _run_marks(rows: Rows, up: Spec, size: Size) -> Spec:
    return layer(
        rows,
        {"type": "tick", "color": colour("muted"), "thickness": 1, "size": size.step * 0.5},
        {"y": up, "x": {"field": "value", "type": "quantitative"}},
    )


def _breaks(order: Sequence[str], breaks: Sequence[int]) -> Spec:
    """Lines between groups, half a step above the first of each."""
    rows = [{"name": order[place]} for place in breaks]
    return layer(
        rows,
        {"type": "rule", "color": colour("rule"), "strokeWidth": 1},
        {"y": {**named("name", order, scale={"domain": list(order)}), "bandPosition": 0}},
    )
