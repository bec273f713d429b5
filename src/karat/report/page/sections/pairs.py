"""Every pair of systems: how far apart they are, and whether that may be chance."""

from __future__ import annotations

from math import isnan
from statistics import median

from karat.report.charts import differences
from karat.report.charts.words import number
from karat.report.comparisons import pairs_table
from karat.report.page.section import Section
from karat.report.tables import Note, printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.comparison import MetricComparison
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
    said = [_of_metric(one) for one in dossier.comparison.metrics]
    turned = dossier.comparison.disagreements()
    if turned:
        count = f"{len(turned)} {'pair' if len(turned) == 1 else 'pairs'}"
        said.append(f"The metrics contradict each other on {count}: each finds another system better.")
    return " ".join(said)


def _of_metric(of_metric: MetricComparison) -> str:
    pairs = of_metric.contrasts
    metric = printable(of_metric.metric)
    unsettled = [pair for pair in pairs if pair.winner is None]
    if not unsettled:
        return f"All {len(pairs)} pairs differ beyond chance in {metric}."
    found = len(pairs) - len(unsettled)
    verb = "differs" if found == 1 else "differ"
    text = f"{found} of {len(pairs)} pairs {verb} beyond chance in {metric}"
    sizes = [pair.power.detectable for pair in unsettled if not isnan(pair.power.detectable)]
    if not sizes:
        return f"{text}."
    return f"{text}; between the others, only a difference of about {number(median(sizes), 1)} would be seen."
