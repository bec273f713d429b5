"""How far judges agree with each other: the ceiling for everything that is measured against them."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report import judges as tables
from karat.report.charts import judges as charts
from karat.report.charts.words import listed, number
from karat.report.page.section import Section
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.dossier import Dossier
    from karat.reliability import Reliability
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """Agreement, each judge, and what judges say of the systems."""
    if not dossier.judges:
        return None
    found = list(dossier.judges)
    parts: list[Part] = [tables.summary_table(found)]
    for one in found:
        parts += [chart for chart in (charts.agreement(one), charts.chart(one)) if chart is not None]
    parts += tables.tables(found, tables.USUAL[1:])
    parts += tables.notes(found, tables.USUAL)
    lead = " ".join(_lead(one) for one in found)
    return Section("judges", "Do the judges agree?", lead, tuple(parts))


def _lead(found: Reliability) -> str:
    alpha = found.estimate(f"Krippendorff’s α {found.difference}")
    name = printable(found.dimension)
    count = found.coverage.judges
    if isnan(alpha.value):
        return f"Of {name} it cannot be said whether judges agree: {alpha.reason or 'it is not defined'}."
    low, high = number(alpha.interval.low, 2), number(alpha.interval.high, 2)
    text = (
        f"On {name}, {count} judges agree {_strength(alpha.interval.low, alpha.interval.high)}: "
        f"Krippendorff's α is {number(alpha.value, 2)} ({low} to {high}; 1 is full agreement, 0 chance)."
    )
    careless = [one.judge for one in found.judges if one.suspicion.careless]
    return text + (f" {listed(careless)} may have been careless." if careless else "")


def _strength(low: float, high: float) -> str:
    """Krippendorff's marks: .8 for firm conclusions, .667 for tentative ones."""
    if low >= 0.8:
        return "well enough for firm conclusions"
    if low >= 0.667:
        return "well enough for tentative conclusions"
    return "too little to rest conclusions on single judgements" if high < 0.667 else "to a degree"
