"""Views of what a comparison finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.comparison.slices import PartitionSlices
from karat.report.notebook.view import View
from karat.report.tables import Note
from karat.report.topics import comparison as report
from karat.report.topics import comparison_notes
from karat.report.topics import power as power_report
from karat.report.topics import slices as slices_report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import (
        Comparison,
        MetricComparison,
        NgramDifference,
        PairPower,
        SegmentDifference,
        Slice,
    )

_DIFFERENCES = (0.25, 0.5, 1.0, 2.0)
_PAIR = ("first", "second")


def comparisons(found: Sequence[Comparison]) -> View:
    """What `karat compare` prints."""
    tables = [table for one in found for table in report.tables(one, "brief")]
    return View(tuple(tables), tuple(note for one in found for note in comparison_notes.notes(one)))


def metric_comparisons(found: Sequence[MetricComparison]) -> View:
    """Standings and pairs of each metric."""
    tables = [table for one in found for table in (report.standings_table(one), report.pairs_table(one))]
    return View(tuple(tables), tuple(Note(one.metric, one.recipe) for one in found))


def slices(found: Sequence[Slice]) -> View:
    """A row for each part of the corpus."""
    cut = PartitionSlices("scores", "part", found)
    return View((slices_report.slice_table(cut),), tuple(slices_report.flip_notes(cut)))


def powers(found: Sequence[PairPower]) -> View:
    """What `karat power` prints."""
    return View(tuple(power_report.tables(found, _DIFFERENCES)), tuple(power_report.notes(found)))


def segment_differences(found: Sequence[SegmentDifference]) -> View:
    """Segments with both outputs; these do not know the names of their systems."""
    return View((report.segment_table(report.Examples("score", _PAIR, found, ())),))


def ngram_differences(found: Sequence[NgramDifference]) -> View:
    """N-grams that one system gets more often."""
    return View((report.ngram_table(report.Examples("score", _PAIR, (), found)),))
