"""Fields of coloured cells with figures in them."""

from __future__ import annotations

from karat.report.charts.layers import layer, named
from karat.report.charts.theme import SCHEMA, colour, config
from karat.report.charts.words import text_width
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# Classes of cells, in the order of the legend; those on which letters are light.
_ON_DARK = ("worse3", "better3")


def matrix(
    size: Size,
    cells: Rows,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    classes: Sequence[tuple[str, str]],
    heads: Sequence[Sequence[str]] | None = None,
    lines: Sequence[int] = (),
    legend: str | None = None,
) -> Spec:
    """Cells with `row`, `column`, `class`, `text` and `words`; `classes` are roles and what they mean.

    `heads` are what is written above the columns, in lines; `lines` part groups of rows and, where they are the
    same names, of columns.
    """
    names = min(max((text_width(name, size.letters) for name in rows), default=0), size.names)
    room = size.width - names - 24
    width = min(room / max(len(columns), 1), size.letters * 7)
    height = max(size.step, min(width, size.step * 1.3)) if len(rows) <= 16 else size.step * 0.9
    fits = max((text_width(cell["text"], size.letters - 1) for cell in cells), default=0) <= width - 3
    order = {"row": list(rows), "column": list(columns)}
    across = named(
        "column",
        order["column"],
        axis={
            "orient": "top",
            "labelAngle": 0,
            "labelLimit": width,
            "labelOverlap": False,
            **({"labelExpr": _expression(columns, heads)} if heads else {}),
        },
        scale={"domain": order["column"], "paddingInner": 0.04, "paddingOuter": 0},
    )
    up = named("row", order["row"], scale={"domain": order["row"], "paddingInner": 0.04, "paddingOuter": 0})
    fill = {
        "field": "class",
        "type": "nominal",
        "scale": {"domain": [role for role, _ in classes], "range": [colour(role) for role, _ in classes]},
        "legend": {
            "title": legend,
            "orient": "bottom",
            "labelExpr": _meanings(classes),
            "symbolType": "square",
            "symbolSize": 120,
            "symbolStrokeWidth": 0,
            "columns": 0,
        },
    }
    layers = [
        layer(cells, {"type": "rect"}, {"x": across, "y": up, "fill": fill}, said=True),
    ]
    if fits:
        layers.append(
            layer(
                cells,
                {"type": "text", "fontSize": size.letters - 1},
                {
                    "x": across,
                    "y": up,
                    "text": {"field": "text"},
                    "color": {
                        "condition": {"test": _is_dark(), "value": colour("paper")},
                        "value": colour("ink"),
                    },
                },
            )
        )
    if lines:
        layers += _lines(rows, columns, lines, across, up)
    return {
        "$schema": SCHEMA,
        "config": config(size),
        "width": round(width * len(columns)),
        "height": round(height * len(rows)),
        "padding": {"left": 4, "right": 6, "top": 6, "bottom": 4},
        "layer": layers,
    }


def _is_dark() -> str:
    return " || ".join(f"datum['class'] === '{role}'" for role in _ON_DARK)


def _expression(columns: Sequence[str], heads: Sequence[Sequence[str]]) -> str:
    """What is written above a column, by its place: names may hold anything, and must not be read as code."""
    import json

    by_name = {name: list(head) for name, head in zip(columns, heads, strict=True)}
    return f"({json.dumps(by_name, ensure_ascii=True)})[datum.value]"


def _meanings(classes: Sequence[tuple[str, str]]) -> str:
    import json

    return f"({json.dumps(dict(classes), ensure_ascii=True)})[datum.value]"


def _lines(
    rows: Sequence[str], columns: Sequence[str], places: Sequence[int], across: Spec, up: Spec
) -> list[Spec]:
    mark = {"type": "rule", "color": colour("ink"), "strokeWidth": 1}
    made = [layer([{"row": rows[place]} for place in places], mark, {"y": {**up, "bandPosition": 0}})]
    if len(rows) == len(columns):
        made.append(
            layer(
                [{"column": columns[place]} for place in places], mark, {"x": {**across, "bandPosition": 0}}
            )
        )
    return made
