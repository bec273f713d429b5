"""The units that chance draws: which they are, how many, and what that does to intervals and tests."""

from __future__ import annotations

from math import isnan, sqrt
from statistics import median
from typing import TYPE_CHECKING

from karat.remedies import either
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.comparison import Comparison, MetricComparison, NonInferiority
    from karat.comparison.procedure import Documents, Procedure

# Of fewer units than so many of one size, the spread itself is hardly known.
FEW_UNITS = 5
# Roots of the design effects of documents on BLEU and chrF in five test sets of WMT22 to WMT24, medians over
# pairs of systems: on differences 1.0 to 2.2, on scores 1.3 to 10.6.
ASSUMED = (
    "documents like those of WMT's test sets make intervals of differences up to 1.5 times as wide, of "
    "scores up to 3.3 times"
)


def notes(comparison: Comparison) -> list[Note]:
    """What makes the intervals of a page wider, or not to be relied on."""
    return [
        Note(printable(of_metric.metric), text)
        for of_metric in comparison.metrics
        for text in about_units(of_metric, comparison.documents, comparison.procedure)
    ]


def units_note(of_metric: MetricComparison | NonInferiority, documents: Documents) -> Note:
    """What was drawn, how many of them there are, and why these."""
    why = {
        "unknown": f", resampled as if independent: their documents are not known, and {ASSUMED}",
        "one": ", all of one document",
        "single segments": ", each a document of its own",
    }
    if of_metric.unit != "segment":
        return Note(f"{of_metric.unit}s", f"{of_metric.units:,}, resampled and permuted as a whole")
    return Note(
        "segments",
        f"{of_metric.units:,}{why.get(documents, ', resampled as if independent')}",
        hint=either("documents=…", "--documents FILE") if documents == "unknown" else "",
    )


def about_units(of_metric: MetricComparison, documents: Documents, procedure: Procedure) -> Iterator[str]:
    """How much documents widen intervals, and whether there are too few units for anything."""
    on_differences = _effects([pair.design_effect for pair in of_metric.contrasts])
    on_scores = _effects([standing.design_effect for standing in of_metric.standings])
    if of_metric.unit != "segment" and on_differences:
        yield (f"Design effect of {of_metric.unit}s: {on_differences} on differences, {on_scores} on scores.")
    elif documents == "known" and on_differences:
        yield (
            "Segments of a document are not independent: intervals of differences are too narrow by the root "
            f"of the design effect of documents, {on_differences}."
        )
    elif documents == "unknown" and of_metric.neighbours is not None:
        yield (
            "Neighbouring segments resemble each other: if they come from documents, intervals of "
            f"differences are about {sqrt(of_metric.neighbours):.1f} times too narrow."
        )
    if of_metric.effective_units < FEW_UNITS:
        yield (
            f"{of_metric.units:,} {of_metric.unit}s carry the information of "
            f"{of_metric.effective_units:.1f} of equal size: do not rely on these intervals."
        )
    pairs = len(of_metric.contrasts) if procedure.correction == "holm" else 1
    least = 2.0 ** (1 - max(pair.power.units for pair in of_metric.contrasts))
    if procedure.compatible != "moses" and procedure.alpha < least * pairs < 2 * pairs:
        corrected = "" if pairs == 1 else f", corrected for {pairs} pairs {min(least * pairs, 1):.3g}"
        yield (
            f"With so few {of_metric.unit}s no p-value can be below {least:.3g}{corrected}: nothing can be "
            f"significant at {procedure.alpha:g}."
        )


def _effects(found: list[float]) -> str:
    """The median of design effects, and between which they lie; empty where none is known."""
    known = sorted(effect for effect in found if not isnan(effect))
    if not known:
        return ""
    low, middle, high = (f"{effect:.1f}" for effect in (known[0], median(known), known[-1]))
    return middle if low == high else f"{middle} ({low} to {high})"
