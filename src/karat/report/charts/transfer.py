"""May a calibration be carried elsewhere? z-scores of the other cell's line among natural variation."""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING

from karat.calibration.chunks import MARKS, PARAMETERS, marks_beyond
from karat.report.charts.layers import Grid, across, haloed, layer, made, named, panels
from karat.report.charts.theme import colour
from karat.report.charts.words import listed, number, plain, stem, text_width
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration import Carried
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

# Within natural variation, and beyond one, two or three marks.
_CLASSES = ("better1", "worse1", "worse2", "worse3")
# z-scores beyond this are cut off, and their figures say how far they go.
_FARTHEST = 12.0


def chart(found: Sequence[Carried]) -> Chart | None:
    """Bars of z-scores with the marks 1.96, 2.576 and 3.09; None where no text was cut into chunks."""
    varied = [one for one in found if one.variation is not None]
    if not varied:
        return None
    rows = _rows(varied)
    order = list(dict.fromkeys(row["name"] for row in rows))
    ends = min(max([3.6, *(abs(row["z"]) for row in rows if row["z"] is not None)]), _FARTHEST) * 1.25
    human, metric = varied[0].labels[:2]
    return made(
        stem("transfer", metric, human),
        "May a calibration be carried elsewhere?",
        _finding(varied),
        lambda size: _draw(size, rows, order, ends),
    )


def _rows(varied: Sequence[Carried]) -> Rows:
    several = len({one.labels[:2] for one in varied}) > 1
    shared = _shared([cell for one in varied for cell in one.labels[2:]])
    rows = []
    for one in varied:
        human, metric, *cells = map(printable, one.labels)
        source, target = (cell.removeprefix(shared) for cell in cells)
        name = f"{source} → {target}" + (f" ({metric}, {human})" if several else "")
        for parameter, z in zip(PARAMETERS, one.z_scores(), strict=True):
            beyond = marks_beyond(z) if isfinite(z) else 0
            rows.append(
                {
                    "name": name,
                    "parameter": parameter,
                    "z": plain(max(min(z, _FARTHEST), -_FARTHEST) if isfinite(z) else None),
                    "class": _CLASSES[beyond],
                    "text": number(z, 1) + "*" * beyond,
                    "words": f"{name}, {parameter}: z {number(z, 2)}, "
                    + (f"beyond {MARKS[beyond - 1]}" if beyond else "within natural variation"),
                }
            )
    return rows


def _shared(cells: Sequence[str]) -> str:
    """The language pair, where all cells have the same."""
    firsts = {cell.partition(" ")[0] for cell in cells}
    return f"{firsts.pop()} " if len(firsts) == 1 and all(" " in cell for cell in cells) else ""


def _draw(size: Size, rows: Rows, order: Sequence[str], ends: float) -> Spec:
    names = min(max(text_width(name, size.letters) for name in order), size.names)
    height = size.step * 0.78 * len(order)
    grid = Grid(1, height, left=names + 8, between=0, below=size.letters * 7.5, above=size.letters * 3.2)
    return panels(
        size,
        grid,
        [
            (name, _field(size, [row for row in rows if row["parameter"] == name], order, ends, grid))
            for name in PARAMETERS
        ],
    )


def _field(size: Size, rows: Rows, order: Sequence[str], ends: float, grid: Grid) -> list[Spec]:
    up = named("name", order, scale={"domain": list(order), "padding": 0.15})
    title = "z-score" if rows and rows[0]["parameter"] == PARAMETERS[-1] else None
    scale = {"domain": [plain(-ends), plain(ends)], "nice": False}
    x = across("z", title, scale=scale, axis={"grid": False})
    known = [row for row in rows if row["z"] is not None]
    fill = {
        "field": "class",
        "type": "nominal",
        "scale": {"domain": list(_CLASSES), "range": [colour(role) for role in _CLASSES]},
        "legend": None,
    }
    sides = [
        each
        for below in (True, False)
        for each in haloed(
            [row for row in known if (row["z"] < 0) == below],
            {
                "align": "right" if below else "left",
                "dx": -3 if below else 3,
                "fontSize": size.letters - 1,
            },
            {"x": x, "y": up, "text": {"field": "text"}},
        )
    ]
    return [
        *_marks(size, x, ends, grid),
        layer(
            known,
            {"type": "bar", "stroke": colour("muted"), "strokeWidth": 0.5},
            {"x": x, "y": up, "fill": fill},
            said=True,
        ),
        layer([{"z": 0}], {"type": "rule", "color": colour("muted")}, {"x": x}),
        *sides,
    ]


def _marks(size: Size, x: Spec, ends: float, grid: Grid) -> list[Spec]:
    """Lines at the marks, and what they are: one above the other where there is no room in a row."""
    marks: Rows = [
        {"z": sign * mark, "text": f"{mark:g}", "mark": mark} for mark in MARKS for sign in (-1, 1)
    ]
    apart = (MARKS[1] - MARKS[0]) / (2 * ends) * grid.width(size)
    letters = size.letters - 2
    steps = 0.0 if text_width(f"{MARKS[1]:g}", letters) + 3 <= apart else letters
    for row in marks:
        row["dy"] = -3 - MARKS.index(row["mark"]) * steps
    return [
        layer(marks, {"type": "rule", "color": colour("rule"), "strokeDash": [3, 3]}, {"x": x}),
        layer(
            marks,
            {
                "type": "text",
                "color": colour("muted"),
                "fontSize": letters,
                "baseline": "bottom",
                "dy": {"expr": "datum.dy"},
            },
            {"x": x, "y": {"value": 0}, "text": {"field": "text"}},
        ),
    ]


def _finding(varied: Sequence[Carried]) -> str:
    beyond = {
        parameter: sum(abs(one.z_scores()[place]) > MARKS[0] for one in varied)
        for place, parameter in enumerate(PARAMETERS)
    }
    said = listed([f"{parameter} in {count} of {len(varied)}" for parameter, count in beyond.items()])
    return (
        f"Beyond the natural variation of the first cell's text (1.96 deviations): {said}. Dashed lines are "
        "at 1.96, 2.576 and 3.09, within which 95, 99 and 99.9 % of natural variation lie; stars count those "
        "passed."
    )
