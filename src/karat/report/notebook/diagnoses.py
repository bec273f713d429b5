"""Views of diagnoses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.diagnosis.order_scores import SPOKEN
from karat.report.notebook.view import View
from karat.report.tables import Row, Table
from karat.report.topics import buckets, checks
from karat.report.topics import sensitivity as sensitivity_report
from karat.report.topics import units as equation_report
from karat.report.topics import variants as variant_report
from karat.report.topics import variation as report

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.diagnosis.blindness import Blindness
    from karat.diagnosis.buckets import Bucketing
    from karat.diagnosis.equate import Equation
    from karat.diagnosis.findings import Finding
    from karat.diagnosis.sensitivity import Sensitivity
    from karat.diagnosis.variants import SegmentVariants
    from karat.diagnosis.variation import SegmentVariation, Variation


def variations(found: Sequence[Variation]) -> View:
    """What `karat diagnose variation` prints."""
    notes = [note for note in report.notes(found, "", segments=False) if note.text]
    return View((report.system_table(found, "score"),), tuple(notes))


def segment_variations(found: Sequence[SegmentVariation]) -> View:
    """Segments in their blocks, with what matches."""
    rows = [Row((one.system, str(one.segment), line), ()) for one in found for line in report.sentences(one)]
    return View((Table(("system", "segment", "variants"), (), rows),), texts=tuple(one.text for one in found))


def variants(found: Sequence[SegmentVariants]) -> View:
    """Texts that are scored alike."""
    return View((variant_report.table(found),))


def blindness(found: Sequence[Blindness]) -> View:
    """Which metrics see the difference."""
    return View((variant_report.blindness_table(found),))


def sensitivities(found: Sequence[Sensitivity]) -> View:
    """What `karat diagnose sensitivity` prints, without examples."""
    names = [one.metric for one in found]
    smallest = [
        sensitivity_report.smallest_table(found, names, in_pairs=in_pairs) for in_pairs in (False, True)
    ]
    notes = sensitivity_report.notes(found, names, system="", unstruck=())
    shown = tuple(note for note in notes if note.label != "system")
    return View((sensitivity_report.curve_table(found, names), *smallest), shown)


def equations(found: Sequence[Equation]) -> View:
    """The order in characters that stands for each order in words."""
    tables = [equation_report.equivalents_table(one, SPOKEN[one.units.family]) for one in found]
    return View(tuple(tables))


def findings(found: Sequence[Finding]) -> View:
    """What `karat check` prints."""
    return View((checks.table(found),), tuple(checks.notes(found)))


def bucketings(found: Sequence[Bucketing]) -> View:
    """What `karat buckets` prints."""
    return View(tuple(map(buckets.table, found)), tuple(buckets.notes(found)))
