"""Every pair of systems: how far apart they are, and whether that may be chance."""

from __future__ import annotations

from math import isnan
from statistics import median
from typing import TYPE_CHECKING

from karat.report.charts import differences
from karat.report.charts.words import listed, number
from karat.report.comparisons import pairs_table
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.comparison import Contrast, MetricComparison
    from karat.dossier import Dossier
    from karat.report.page.section import Part

_CORRECTIONS = {"holm": "Holm's correction", "bh": "Benjamini and Hochberg's correction", "none": "none"}


def section(dossier: Dossier) -> Section | None:
    """Differences with intervals and p-values; None of a single system."""
    if dossier.comparison is None:
        return None
    comparison = dossier.comparison
    parts: list[Part] = []
    for of_metric in comparison.metrics:
        chart = differences.chart(of_metric)
        parts += [*([chart] if chart is not None else []), pairs_table(of_metric)]
    for pair in comparison.disagreements():
        sides = ", ".join(f"{winner} by {metric}" for metric, winner in pair.winners.items())
        parts.append(
            Note("metrics disagree", printable(f"of {pair.first} and {pair.second}, better is {sides}"))
        )
    procedure = comparison.procedure
    parts += [
        Note(
            "p",
            f"approximate randomization with {procedure.shuffles:,} shuffles; corrected for "
            f"{len(comparison.metrics[0].contrasts)} pairs by {_CORRECTIONS[procedure.correction]}",
        ),
        Note("detectable", "the difference that a test set like this finds in 8 comparisons of 10"),
    ]
    return Section("pairs", "Which differences are real?", _lead(dossier), tuple(parts))


def _lead(dossier: Dossier) -> str:
    assert dossier.comparison is not None
    metrics = dossier.comparison.metrics
    counts = [
        f"{sum(map(_is_settled, one.contrasts))} of {len(one.contrasts)} by {printable(one.metric)}"
        for one in metrics
    ]
    text = f"Pairs that differ beyond chance: {listed(counts)}."
    text += _detectable(metrics[0])
    turned = dossier.comparison.disagreements()
    if turned:
        pairs = "1 pair" if len(turned) == 1 else f"{len(turned)} pairs"
        text += f" On {pairs} the metrics contradict each other: each finds another system better."
    return text


def _is_settled(pair: Contrast) -> bool:
    return pair.winner is not None


def _detectable(of_metric: MetricComparison) -> str:
    sizes = [
        pair.power.detectable
        for pair in of_metric.contrasts
        if pair.winner is None and not isnan(pair.power.detectable)
    ]
    if not sizes:
        return ""
    return (
        f" To be found 8 times of 10, one that is open would have to differ by about "
        f"{number(median(sizes), 1)} {printable(of_metric.metric)}."
    )
