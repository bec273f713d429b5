"""How metrics answer to damage of growing strength."""

from __future__ import annotations

from karat.report.charts.curves import Curve, Place, curve_layers
from karat.report.charts.layers import made, panels
from karat.report.charts.theme import PAGE
from karat.report.charts.words import listed, number, stem
from karat.report.tables import printable
from karat.types import TYPE_CHECKING

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
    columns = 3 if size is PAGE else 2
    height = size.width / columns * 0.6
    fields = [
        (damage, curve_layers(size, _curves(found, damage), "sites struck, %", "change, %", False, height))
        for damage in damages
    ]
    return panels(size, fields, columns=columns, height=height)


def _curves(found: Sequence[Sensitivity], damage: str) -> list[Curve]:
    return [
        Curve(
            printable(each.metric),
            tuple(_place(each, one) for one in each.responses if one.dose.damage == damage),
        )
        for each in found
    ]


def _place(each: Sensitivity, one: Response) -> Place:
    """Changes in percent of the undamaged score, so that metrics of different scales can stand side by side."""
    share = 100 / abs(each.value) if each.value else float("nan")
    noticed = "noticed" if one.noticed else "within the noise of the score"
    return Place(
        100 * one.dose.strength,
        one.change * share,
        one.interval.low * share,
        one.interval.high * share,
        f"{printable(each.metric)}, {one.dose.damage} at {100 * one.dose.strength:g} % of sites: "
        f"{number(one.change * share, 1)} % of its score, {noticed}",
        marked=False,
    )


def _finding(found: Sequence[Sensitivity], damages: Sequence[str]) -> str:
    blind = {
        printable(each.metric): [damage for damage in damages if each.smallest(damage) is None]
        for each in found
    }
    said = [f"{metric} never notices {listed(missed)}" for metric, missed in blind.items() if missed]
    text = "; ".join(said) if said else "Every damage is noticed by every metric at some strength"
    return f"{text}. Lines are changes in percent of the score of the undamaged text; bands are intervals."
