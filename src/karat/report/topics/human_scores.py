"""What people say of the systems, and which of them they tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.calibration.human_scales import scale_of
from karat.judgements import coverage
from karat.report.tables import Column, Note, Row, Section, Table, View, printable
from karat.report.topics import drawn_units, standings
from karat.report.topics.judge_notes import protocol_text
from karat.report.topics.scores import score_table_view
from karat.report.topics.standings import standings_table
from karat.report.words import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.comparison import MetricComparison
    from karat.dossier import Dossier
    from karat.judgements import Aggregate, Judgements
    from karat.report.tables import Part


def section(dossier: Dossier) -> Section | None:
    """The forest plot of each dimension that has scores of segments."""
    judged = dossier.agreement
    if judged is None or judged.comparison is None:
        return None
    parts: list[Part] = []
    for of_human in judged.comparison.metrics:
        parts += [standings.chart(of_human), standings_table(of_human)]
    total = len(dossier.corpus)
    parts += [
        Note(human.name, f"people judged {human.covered:,} of {total:,} segments")
        for human in judged.material.humans
        if human.segments is not None and human.covered < total
    ]
    parts += [
        Note(human.name, text)
        for human in judged.material.humans
        if (scale := scale_of(human)) is not None
        for text in protocol_text(scale)
    ]
    parts += drawn_units.notes(judged.comparison)
    lead = " ".join(map(_lead, judged.comparison.metrics))
    return Section("human", "What do people say about the systems?", lead, tuple(parts))


def _lead(of_human: MetricComparison) -> str:
    best, *others = of_human.standings
    name = printable(of_human.metric)
    together = [one.system for one in others if of_human.contrast(best.system, one.system).winner is None]
    text = f"By {name}, people put {printable(best.system)} first ({number(best.value, 2)})"
    if not together:
        return f"{text}, significantly ahead of all others."
    return f"{text}, but not significantly ahead of {listed(together)}."


def judgements_view(found: Sequence[Judgements]) -> View:
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


def view(found: Sequence[Aggregate]) -> View:
    """Scores that people gave, as those of a metric."""
    return score_table_view([one.scores for one in found])
