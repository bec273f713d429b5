"""One scale on another: the table of marks, what it says, and the chart with both maps."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from karat.report.charts.curves import Curve, CurvePlace, Titles, curves
from karat.report.charts.layers import made
from karat.report.tables import Column, Note, Row, Table, View, ends, printable
from karat.report.words import listed, number, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.reliability import MappedMark, ScaleMap
    from karat.report.charts.chart import Chart

# Below this, two scales say different things about the items, and a map between them means little.
_LEAST_CORRELATION = 0.5


def table(found: ScaleMap) -> Table:
    """Each mark on the other scale, by both maps and by the line from end to end."""
    rows = [
        Row(
            (f"{one.mark:g}", str(one.judgements), "*" if one.differs else ""),
            (
                *(one.equipercentile, *ends(one.equipercentile_interval)),
                *(one.linear, *ends(one.linear_interval)),
                one.straight,
            ),
        )
        for one in found.marks
    ]
    columns = (
        *(Column(name) for name in ("equipercentile", "low", "high")),
        *(Column(name) for name in ("linear", "linear low", "linear high")),
        Column("end to end"),
    )
    title = f"{found.source} ({found.source_scale.name}) on {found.target} ({found.target_scale.name})"
    return Table(("mark", "judgements", ""), columns, rows, title=title)


def notes(found: ScaleMap) -> list[Note]:
    """What the map rests on, and whether the line from end to end would do."""
    lines = [Note(f"{found.source} on {found.target}", _finding(found))]
    if found.correlation_interval.low < _LEAST_CORRELATION:
        lines.append(
            Note(
                "",
                "The two scales agree little about the items, so a map between them may not mean much.",
            )
        )
    if any(isnan(one.equipercentile) for one in found.marks):
        lines.append(Note("", "Marks beyond those that judges gave have no equipercentile value."))
    return lines


def _finding(found: ScaleMap) -> str:
    low, high = found.correlation_interval.low, found.correlation_interval.high
    base = (
        f"{found.items:,} items were judged on both; r = {number(found.correlation, 2)} "
        f"({number(low, 2)} to {number(high, 2)})"
    )
    if all(isnan(one.straight) for one in found.marks):
        return f"{base}. An end of a scale is not known, so no line leads from end to end."
    off = [f"{one.mark:g}" for one in found.marks if one.differs]
    if not off:
        return f"{base}. The line from end to end is within the interval of every mark."
    return (
        f"{base}. At {'mark' if len(off) == 1 else 'marks'} {listed(off, 12)} (*), the line from end to end "
        "is significantly off."
    )


def record(found: ScaleMap) -> dict[str, Any]:
    """The map in full precision."""
    return found.to_dict()


def chart(found: ScaleMap) -> Chart:
    """Both maps with their bands, and the line from end to end."""
    source, target = printable(found.source), printable(found.target)
    equal = [_place(one, one.equipercentile, one.equipercentile_interval, target) for one in found.marks]
    linear = [_place(one, one.linear, one.linear_interval, target) for one in found.marks]
    lines = [Curve("equipercentile", tuple(equal)), Curve("linear", tuple(linear))]
    if not any(isnan(one.straight) for one in found.marks):
        lines.append(
            Curve("end to end", tuple(_place(one, one.straight, None, target) for one in found.marks))
        )
    titles = Titles(
        f"{source}, {printable(found.source_scale.name)}",
        f"{target}, {printable(found.target_scale.name)}",
        # Ticks at whole numbers begin with 1.
        whole=found.source_scale.kind == "ordinal" and found.marks[0].mark == 1,
    )
    return made(
        stem("scales", found.source, found.target),
        f"{source} on the scale of {target}",
        _finding(found),
        lambda size: curves(size, lines, titles),
        f"Bands are {100 * found.bootstrap.confidence:g} % confidence intervals.",
    )


def _place(one: MappedMark, value: float, interval: Any, target: str) -> CurvePlace:
    low, high = ends(interval)
    where = "" if isnan(low) else f" [{number(low, 2)}, {number(high, 2)}]"
    return CurvePlace(one.mark, value, low, high, f"{one.mark:g} is {number(value, 2)}{where} on {target}")


def view(found: Sequence[ScaleMap]) -> View:
    """Each map as a table, with what it says below."""
    return View(tuple(map(table, found)), tuple(note for one in found for note in notes(one)))
