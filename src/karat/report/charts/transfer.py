"""May a calibration be carried elsewhere? z-scores of the other cell's line among natural variation."""

from __future__ import annotations

from math import isfinite

from karat.calibration.chunks import MARKS, PARAMETERS, marks_beyond
from karat.report.charts.layers import across, layer, made, named, panels
from karat.report.charts.theme import PAGE, colour
from karat.report.charts.words import listed, number, plain, stem
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size
    from karat.report.transfers import Carried

_CLASSES = ("better1", "better2", "better3", "worse3")


def chart(found: Sequence[Carried]) -> Chart | None:
    """Bars of z-scores with the marks 1.96, 2.576 and 3.09; None where no text was cut into chunks."""
    varied = [one for one in found if one.variation is not None]
    if not varied:
        return None
    rows = _rows(varied)
    order = list(dict.fromkeys(row["name"] for row in rows))
    ends = max([3.5, *(abs(row["z"]) for row in rows if row["z"] is not None)])
    first = varied[0]
    return made(
        stem("transfer", *dict.fromkeys(one.labels[1] for one in varied), first.labels[0]),
        "May a calibration be carried elsewhere?",
        _finding(varied),
        lambda size: _draw(size, rows, order, min(ends, 12.0)),
    )


def _rows(varied: Sequence[Carried]) -> Rows:
    several = len({one.labels[:2] for one in varied}) > 1
    rows = []
    for one in varied:
        human, metric, source, target = map(printable, one.labels)
        name = f"{source} → {target}" + (f" ({metric}, {human})" if several else "")
        for parameter, z in zip(PARAMETERS, one.z_scores(), strict=True):
            beyond = marks_beyond(z) if isfinite(z) else 0
            rows.append(
                {
                    "name": name,
                    "parameter": parameter,
                    "z": plain(z),
                    "class": _CLASSES[beyond],
                    "text": number(z, 1) + "*" * beyond,
                    "words": f"{name}, {parameter}: z {number(z, 2)}"
                    + (f", beyond {MARKS[beyond - 1]}" if beyond else ", within natural variation"),
                }
            )
    return rows


def _draw(size: Size, rows: Rows, order: Sequence[str], ends: float) -> Spec:
    fields = [
        (
            parameter,
            _field(size, [row for row in rows if row["parameter"] == parameter], order, ends, place == 0),
        )
        for place, parameter in enumerate(PARAMETERS)
    ]
    return panels(size, fields, columns=3 if size is PAGE else 1, height=size.step * len(order) + 4)


def _field(size: Size, rows: Rows, order: Sequence[str], ends: float, first: bool) -> list[Spec]:
    shown = first or size is not PAGE
    up = named("name", order, scale={"domain": list(order)}, axis={"labels": shown})
    x = across(
        "z",
        "z-score",
        scale={"domain": [plain(-ends), plain(ends)], "nice": False, "clamp": True},
        axis={"grid": False},
    )
    marks = [{"z": sign * mark, "text": f"{mark:g}"} for mark in MARKS for sign in (-1, 1)]
    return [
        layer(marks, {"type": "rule", "color": colour("rule"), "strokeDash": [3, 3]}, {"x": x}),
        layer(
            rows,
            {"type": "bar", "stroke": colour("ink"), "strokeWidth": 0.5},
            {
                "x": x,
                "y": up,
                "fill": {
                    "field": "class",
                    "type": "nominal",
                    "scale": {"domain": list(_CLASSES), "range": [colour(role) for role in _CLASSES]},
                    "legend": None,
                },
            },
            said=True,
        ),
    ]


def _finding(varied: Sequence[Carried]) -> str:
    beyond = {
        parameter: sum(abs(one.z_scores()[place]) > MARKS[0] for one in varied)
        for place, parameter in enumerate(PARAMETERS)
    }
    said = listed([f"{parameter} in {count} of {len(varied)}" for parameter, count in beyond.items()])
    return (
        f"Beyond the natural variation of chunks of the first text (1.96 deviations): {said}. Dashed lines are at "
        "1.96, 2.576 and 3.09: 95, 99 and 99.9 % of natural variation lie within."
    )
