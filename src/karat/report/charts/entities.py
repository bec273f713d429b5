"""Shares by kinds of words or entities: what systems get right, by bucket."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from karat.report.charts.layers import made
from karat.report.charts.matrix import matrix
from karat.report.charts.slices import HEAT, heat_cells
from karat.report.charts.words import listed, number, stem
from karat.report.tables import printable

if TYPE_CHECKING:
    from karat.diagnosis.buckets import Bucketing
    from karat.report.charts.chart import Chart


def chart(found: Bucketing) -> Chart | None:
    """A heat map of buckets and systems; None where there is nothing in any."""
    buckets = [one for one in found.buckets if any(not isnan(cell.value) for cell in one.systems.values())]
    if not buckets:
        return None
    values = {bucket.label: {name: cell.value for name, cell in bucket.systems.items()} for bucket in buckets}
    systems = _ordered(values, found.higher_is_better)
    values = {label: {name: of[name] for name in systems} for label, of in values.items()}
    cells = heat_cells(values, higher_is_better=found.higher_is_better)
    rows = [printable(name) for name in systems]
    columns = [
        (printable(bucket.label), (printable(bucket.label), f"n = {bucket.size}")) for bucket in buckets
    ]
    return made(
        stem("buckets", found.by),
        printable(found.measure).capitalize(),
        _finding(values, found),
        lambda size: matrix(size, cells, rows, columns, HEAT),
    )


def _ordered(values: dict[str, dict[str, float]], higher_is_better: bool) -> list[str]:
    """Systems by their mean over buckets, the best first."""
    names = list(next(iter(values.values())))

    def mean(name: str) -> float:
        known = [of[name] for of in values.values() if not isnan(of[name])]
        total = sum(known) / len(known) if known else float("-inf")
        return total if higher_is_better or not known else -total

    return sorted(names, key=mean, reverse=True)


def _finding(values: dict[str, dict[str, float]], found: Bucketing) -> str:
    means = {
        label: sum(known) / len(known)
        for label, of in values.items()
        if (known := [value for value in of.values() if not isnan(value)])
    }
    if len(means) < 2:
        return f"{printable(found.measure).capitalize()}."
    ordered = sorted(means, key=means.__getitem__, reverse=found.higher_is_better)
    best, worst = ordered[0], ordered[-1]
    return (
        f"On average systems do best on {listed([best])} ({number(means[best], 1)}) and worst on "
        f"{listed([worst])} ({number(means[worst], 1)}). Colours and triangles compare systems in a column."
    )
