"""People and the main metric side by side, system by system: the picture of the first screen."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING

from karat.dossier.first_places import first_places, known_scores, of_people
from karat.report.charts.chart import Chart
from karat.report.charts.layers import Grid, across, layer, named, panels
from karat.report.charts.theme import Size, colour
from karat.report.tables import printable
from karat.report.words import arrow, digits_for, listed, number, plain, plural, text_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.comparison import MetricComparison
    from karat.dossier import Dossier
    from karat.report.charts.layers import Rows, Spec

    # A score and the ends of its interval.
    _Marks = Mapping[str, tuple[float, float, float]]


@dataclass(frozen=True, slots=True)
class _View:
    """One of the two sides: its title, the scores that are known, and who is best."""

    title: str
    marks: _Marks
    best: tuple[str, ...]


# Half the width of the page, and as wide as a phone.
_SIZE = Size(410, 12, 19, 60)
# More are not a small picture: those that people put first, and the one that the metric does.
_MOST_SYSTEMS = 12


def chart(dossier: Dossier) -> Chart | None:
    """A row for each machine translation, the best by people first; None of a single one."""
    firsts = first_places(dossier)
    if len(firsts.machines) < 2 or dossier.comparison is None:
        return None
    compared = dossier.comparison.metrics[0]
    by_metric = _of_comparison(compared, firsts.machines)
    metric = f"{printable(compared.metric)} {arrow(compared.higher_is_better)}"
    views = [_View(metric, by_metric, firsts.of_first_metric)]
    order = list(firsts.machines)
    people = ""
    if firsts.judged and dossier.agreement is not None:
        human = next(one for one in dossier.agreement.material.humans if one.name in firsts.by_people)
        people = printable(human.name)
        scores = known_scores(human)
        compared_people = of_people(dossier, human.name)
        by_people = {name: (value, nan, nan) for name, value in scores.items()}
        if compared_people is not None:
            by_people |= _of_comparison(compared_people, list(scores))
        title = f"People: {people} {arrow(human.higher_is_better)}"
        views.insert(0, _View(title, by_people, firsts.of_first_dimension))
        # Those whom nobody judged stand last, in the order of the metric.
        order.sort(key=lambda name: -human.sign * scores[name] if name in scores else float("inf"))
    shown = _shown(order, firsts.of_first_metric[0])
    return Chart(
        "answer",
        f"The systems by people and by {printable(compared.metric)}"
        if people
        else f"The systems by {printable(compared.metric)}",
        _finding(views, order),
        _draw(_SIZE, views, shown),
        reading=_reading(dossier, shown, order, people),
    )


def _of_comparison(compared: MetricComparison, systems: Sequence[str]) -> _Marks:
    return {
        one.system: (one.value, one.interval.low, one.interval.high)
        for one in compared.standings
        if one.system in systems
    }


def _shown(order: Sequence[str], best: str) -> list[str]:
    """All of few systems; of many the first, and the best by the metric, wherever people put it."""
    if len(order) <= _MOST_SYSTEMS:
        return list(order)
    first = list(order[:_MOST_SYSTEMS])
    return first if best in first else [*first[:-1], best]


def _finding(views: Sequence[_View], order: Sequence[str]) -> str:
    said = []
    for view in views:
        digits = _digits(view.marks)
        named = [
            f"{printable(name)} {number(view.marks[name][0], digits)}" for name in order if name in view.marks
        ]
        said.append(f"{view.title[:-2]}: {listed(named, len(named))}")
    return f"{'; '.join(said)}."


def _reading(dossier: Dossier, shown: Sequence[str], order: Sequence[str], people: str) -> str:
    bars = (
        f"Lines are {100 * dossier.scope.confidence:g} % confidence intervals; the best is blue and filled."
    )
    some = f" {len(shown)} of {plural(len(order), 'system')} are shown." if len(shown) < len(order) else ""
    return f"{'Best by people at the top. ' if people else ''}{bars}{some}"


def _digits(marks: _Marks) -> int:
    """As many as tell the systems apart; of scores that go to 100 no more than the tables have."""
    values = [value for value, _, _ in marks.values()]
    most = 2 if max(map(abs, values)) >= 10 else 4
    return min(digits_for(values), most)


def _draw(size: Size, views: Sequence[_View], shown: Sequence[str]) -> Spec:
    names = min(max(text_width(printable(name), size.letters) for name in shown), size.names)
    room = size.letters * 2.9  # for the figure at the right of each row
    grid = Grid(
        len(views),
        size.step * len(shown),
        left=names + 10,
        between=room + 12,
        below=0,
        right=room,
        above=6,
    )
    fields = [
        (view.title, _field(size, view, shown, named_rows=not place)) for place, view in enumerate(views)
    ]
    return panels(size, grid, fields)


def _field(size: Size, view: _View, shown: Sequence[str], *, named_rows: bool) -> list[Spec]:
    order = [printable(name) for name in shown]
    up = named("name", order, scale={"domain": order}, axis={"labels": named_rows})
    x = across("value", None, axis={"tickCount": 3})
    rows = _rows(view, shown)
    framed = [row for row in rows if row["low"] is not None and row["high"] is not None]
    stroke = {"condition": {"test": "datum.best", "value": colour("blue")}, "value": colour("muted")}
    fill = {"condition": {"test": "datum.best", "value": colour("blue")}, "value": colour("paper")}
    weight = {"condition": {"test": "datum.best", "value": "bold"}, "value": "normal"}
    return [
        layer(
            framed,
            {"type": "rule", "strokeWidth": 1.5},
            {
                "y": up,
                "x": {"field": "low", "type": "quantitative"},
                "x2": {"field": "high"},
                "stroke": stroke,
            },
        ),
        layer(
            [row for row in rows if row["value"] is not None],
            {"type": "point", "shape": "circle", "size": size.point, "opacity": 1, "strokeWidth": 1.5},
            {"y": up, "x": x, "fill": fill, "stroke": stroke},
            said=True,
        ),
        layer(
            rows,
            {"type": "text", "align": "left", "dx": 6, "color": colour("ink"), "fontSize": size.letters - 1},
            {"y": up, "x": {"value": "width"}, "text": {"field": "text"}, "fontWeight": weight},
        ),
    ]


def _rows(view: _View, shown: Sequence[str]) -> Rows:
    digits = _digits(view.marks)
    known = {name: view.marks.get(name, (nan, nan, nan)) for name in shown}
    return [
        {
            "name": printable(name),
            "value": plain(value),
            "low": plain(low),
            "high": plain(high),
            "best": name in view.best,
            "text": number(value, digits),
            "words": f"{printable(name)}: {_with_ends(value, low, high, digits)}",
        }
        for name, (value, low, high) in known.items()
    ]


def _with_ends(value: float, low: float, high: float, digits: int) -> str:
    ends = "" if isnan(low) else f" [{number(low, digits)}, {number(high, digits)}]"
    return f"{number(value, digits)}{ends}"
