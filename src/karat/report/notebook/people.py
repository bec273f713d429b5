"""Views of what people said, how far they agree, and how far metrics agree with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.agreement import Measurements
from karat.judgements import coverage
from karat.report.notebook.texts import score_tables
from karat.report.notebook.view import View
from karat.report.tables import Column, Row, Table
from karat.report.topics import agreement as report
from karat.report.topics import agreement_details as details
from karat.report.topics import judges

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Agreement, Influences, OrderSweep, Ranking, Translator, Verdict
    from karat.judgements import Aggregate, Judgements
    from karat.reliability import Reliability


def judgements(found: Sequence[Judgements]) -> View:
    """A row for each dimension: its scale, and how much was judged."""
    rows = []
    for one in found:
        for name in one.dimensions:
            scale, covered = one.scales[name], coverage(one, name)
            numbers = (covered.judgements, covered.judges, len(covered.by_system), covered.judged)
            rows.append(
                Row((name, f"{scale.name} ({scale.recipe})"), (*map(float, numbers), 100 * covered.share))
            )
    counts = [Column(what, digits=0) for what in ("judgements", "judges", "systems", "items judged")]
    return View((Table(("dimension", "scale"), (*counts, Column("of all %", digits=0)), rows),))


def aggregates(found: Sequence[Aggregate]) -> View:
    """Scores that people gave, as those of a metric."""
    return score_tables([one.scores for one in found])


def reliabilities(found: Sequence[Reliability]) -> View:
    """What `karat judges` prints."""
    return View(tuple(judges.tables(found, judges.USUAL)), tuple(judges.notes(found, judges.USUAL)))


def agreements(found: Sequence[Agreement]) -> View:
    """What `karat agree` prints: a table for each level."""
    levels = list(dict.fromkeys(one.level for one in found))
    return View(tuple(report.summary_tables([Measurements("", found, (), ())], levels)))


def verdicts(found: Sequence[Verdict]) -> View:
    """A sentence for each metric and dimension."""
    rows = [
        Row((note.label, note.text), ())
        for one in found
        for note in report.verdict_notes([Measurements("", (), (one,), ())])
    ]
    return View((Table(("metric and people", "verdict"), (), rows),))


def translators(found: Sequence[Translator]) -> View:
    """Human translations beside the systems."""
    table = report.apart_table([Measurements("", (), (), found)])
    return View(() if table is None else (table,))


def influences(found: Sequence[Influences]) -> View:
    """What each system does to the correlation."""
    notes = [note for one in found for note in details.outlier_notes(one)]
    return View(tuple(map(details.outlier_table, found)), tuple(notes))


def sweeps(found: Sequence[OrderSweep]) -> View:
    """Prediction error by order."""
    notes = [note for one in found for note in details.sweep_notes(one)]
    return View(tuple(map(details.sweep_table, found)), tuple(notes))


def rankings(found: Sequence[Ranking]) -> View:
    """Metrics by how well they agree with people."""
    return View(tuple(map(details.ranking_table, found)), tuple(map(details.ranking_note, found)))
