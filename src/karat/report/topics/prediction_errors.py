"""Prediction errors as bars: how much of people's scores each metric leaves unexplained.

Papineni et al. (2002) draw them by dimension for each language, in their Figures 3 and 4.
"""

from __future__ import annotations

from math import isfinite, nan
from typing import TYPE_CHECKING

from karat.report.charts.layers import Grid, across, layer, made, named, panels
from karat.report.charts.theme import colour, style
from karat.report.tables import printable
from karat.report.words import number, plain, stem, text_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement import Agreement, Measurements
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Rows, Spec
    from karat.report.charts.theme import Size

STATISTIC = "prediction-error"
# More fields, or more bars in one, nobody compares.
_MOST_FIELDS = 8
_MOST_BARS = 40


def chart(found: Sequence[Measurements]) -> Chart | None:
    """A field for each data set, such as a language pair, with the bars of every dimension and metric.

    None where no prediction error of systems was measured.
    """
    fields = {one.data: known[:_MOST_BARS] for one in found if (known := _errors(one.agreements))}
    return _chart(dict(list(fields.items())[:_MOST_FIELDS]), "by-data") if fields else None


def by_part(found: Measurements) -> Chart | None:
    """A field for each text type of one data set; None where there are none."""
    parts = list(dict.fromkeys(one.part for one in found.agreements if one.part))
    fields = {part: known[:_MOST_BARS] for part in parts if (known := _errors(found.agreements, part))}
    return _chart(dict(list(fields.items())[:_MOST_FIELDS]), "by-part") if fields else None


def _errors(agreements: Sequence[Agreement], part: str = "") -> list[Agreement]:
    return [
        one
        for one in agreements
        if (one.statistic, one.level, one.part) == (STATISTIC, "system", part) and isfinite(one.value)
    ]


def _chart(fields: Mapping[str, Sequence[Agreement]], name: str) -> Chart:
    humans = list(dict.fromkeys(one.human for of_field in fields.values() for one in of_field))
    metrics = list(dict.fromkeys(one.metric for of_field in fields.values() for one in of_field))
    rows = {field: _rows(of_field, humans, metrics) for field, of_field in fields.items()}
    return made(
        stem("prediction-errors", name),
        "Prediction error by dimension",
        _finding(fields),
        lambda size: _draw(size, rows),
        "The prediction error is the share of the variance of people's scores that a metric leaves "
        "unexplained, 100 (1 − r²). Lines are confidence intervals.",
    )


def _rows(found: Sequence[Agreement], humans: Sequence[str], metrics: Sequence[str]) -> Rows:
    ordered = sorted(found, key=lambda one: (humans.index(one.human), metrics.index(one.metric)))
    rows = []
    for one in ordered:
        low, high = (one.interval.low, one.interval.high) if one.interval else (nan, nan)
        ends = f" [{number(low, 1)}, {number(high, 1)}]" if one.interval else ""
        metric, human = printable(one.metric), printable(one.human)
        rows.append(
            {
                "name": human if len(metrics) == 1 else f"{human} · {metric}" if len(humans) > 1 else metric,
                "error": plain(one.value),
                "low": plain(low),
                "high": plain(high),
                "colour": colour(style(humans.index(one.human)).colour),
                "text": number(one.value, 1),
                "words": f"{human}, {metric}: prediction error {number(one.value, 1)} %{ends}",
            }
        )
    return rows


def _draw(size: Size, rows: Mapping[str, Rows]) -> Spec:
    names = list(dict.fromkeys(row["name"] for of_field in rows.values() for row in of_field))
    room = min(max(text_width(name, size.letters) for name in names), size.names)
    grid = Grid(
        1,
        size.step * 0.78 * len(names),
        left=room + 8,
        between=0,
        below=size.letters * 4,
        right=size.letters * 3.2,
        above=size.letters * 0.5,
    )
    last = list(rows)[-1]
    return panels(
        size,
        grid,
        [
            (printable(field), _field(size, of_field, names, is_last=field == last))
            for field, of_field in rows.items()
        ],
    )


def _field(size: Size, rows: Rows, names: Sequence[str], *, is_last: bool) -> list[Spec]:
    up = named("name", names, scale={"domain": list(names), "padding": 0.2})
    title = "prediction error, % ↓" if is_last else None
    x = across("error", title, scale={"domain": [0, 100], "nice": False}, axis={"grid": True})
    whiskers = [row for row in rows if row["low"] is not None and row["high"] is not None]
    beside = {"type": "text", "align": "left", "dx": 8, "fontSize": size.letters - 1}
    return [
        layer(
            rows,
            {"type": "bar", "opacity": 0.55},
            {"x": x, "y": up, "color": {"field": "colour", "type": "nominal", "scale": None}},
            said=True,
        ),
        layer(
            whiskers,
            {"type": "rule", "color": colour("ink"), "strokeWidth": 1},
            {"y": up, "x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}},
        ),
        # Beyond the field, where no interval covers it.
        layer(rows, beside, {"x": {"value": "width"}, "y": up, "text": {"field": "text"}}),
    ]


def _finding(fields: Mapping[str, Sequence[Agreement]]) -> str:
    every = [(field, one) for field, of_field in fields.items() for one in of_field]
    (best_in, best), (worst_in, worst) = (
        choose(every, key=lambda pair: pair[1].value) for choose in (min, max)
    )
    several = len(fields) > 1

    def told(field: str, one: Agreement) -> str:
        where = f" in {printable(field)}" if several and field else ""
        return f"{printable(one.metric)} for {printable(one.human)}{where} ({number(one.value, 0)} %)"

    return (
        f"The prediction error is smallest of {told(best_in, best)}"
        + (f" and largest of {told(worst_in, worst)}" if worst is not best else "")
        + "."
    )


def figures(found: Sequence[Measurements]) -> list[Chart]:
    """The bars of every data set, and of its text types."""
    return [one for one in (chart(found), *map(by_part, found)) if one is not None]
