"""How metrics answer to damage of growing strength."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.charts.curves import Curve, Place, Titles, curve_layers, room_for_names
from karat.report.charts.layers import Grid, made, panels
from karat.report.charts.theme import PAGE
from karat.report.charts.words import listed, signed, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.sensitivity import Response, Sensitivity
    from karat.report.charts.chart import Chart
    from karat.report.charts.layers import Spec
    from karat.report.charts.theme import Size


def chart(found: Sequence[Sensitivity], *, system: str = "") -> Chart | None:
    """A field for each damage: how much of its score each metric loses; None where nothing was damaged."""
    damages = list(dict.fromkeys(one.dose.damage for each in found for one in each.responses))
    if not damages:
        return None
    whose = f" to {printable(system)}" if system else ""
    return made(
        stem("sensitivity", system),
        f"What damage{whose} does to scores",
        _finding(found, damages),
        lambda size: _draw(size, found, damages),
    )


def _draw(size: Size, found: Sequence[Sensitivity], damages: Sequence[str]) -> Spec:
    columns = min(3 if size is PAGE else 2, len(damages))
    height = size.width / columns * 0.5
    labels = size.letters * 3.2
    room = room_for_names(_curves(found, damages[0]), size)
    grid = Grid(
        columns,
        height,
        left=labels + size.letters * 1.6,
        between=room + labels,
        below=size.letters * 4.4,
        right=room,
    )
    fields = []
    for place, damage in enumerate(damages):
        is_last = place + columns >= len(damages)
        titles = Titles(
            "places struck, %" if is_last else None,
            "change of the score, %" if place % columns == 0 else None,
            logarithmic=True,
        )
        fields.append((damage, curve_layers(size, _curves(found, damage), titles, height)))
    return panels(size, grid, fields)


def _curves(found: Sequence[Sensitivity], damage: str) -> list[Curve]:
    return [
        Curve(
            printable(each.metric),
            tuple(_place(each, one) for one in each.responses if one.dose.damage == damage),
            _words(each, damage),
        )
        for each in found
    ]


def _place(each: Sensitivity, one: Response) -> Place:
    """A change in percent of the undamaged score: metrics with different scales stand side by side."""
    share = 100 / abs(each.value) if each.value else float("nan")
    return Place(
        100 * one.dose.strength,
        one.change * share,
        one.interval.low * share,
        one.interval.high * share,
        "",
        open=not one.noticed,
    )


def _words(each: Sensitivity, damage: str) -> str:
    last = [one for one in each.responses if one.dose.damage == damage][-1]
    share = 100 / abs(each.value) if each.value else float("nan")
    smallest = each.smallest(damage)
    noticed = "never noticed" if smallest is None else f"noticed from {100 * smallest.strength:g} %"
    return (
        f"{printable(each.metric)}, {damage}: {signed(last.change * share, 1)} % of the score at "
        f"{100 * last.dose.strength:g} %, {noticed}"
    )


def _finding(found: Sequence[Sensitivity], damages: Sequence[str]) -> str:
    blind = {
        printable(each.metric): [damage for damage in damages if each.smallest(damage) is None]
        for each in found
    }
    said = [f"{metric} never notices {listed(missed)}" for metric, missed in blind.items() if missed]
    text = "; ".join(said) if said else "Every damage is noticed by every metric at some strength"
    return (
        f"{text}. Changes are in percent of the score of the undamaged text, with intervals; a hollow point "
        "is within the noise of that score. Strength grows by factors from left to right."
    )
