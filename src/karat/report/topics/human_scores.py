"""What people say of the systems, and which of them they tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.charts.words import listed, number
from karat.report.page.section import Section
from karat.report.tables import Note, printable
from karat.report.topics import standings
from karat.report.topics.comparison import standings_table

if TYPE_CHECKING:
    from karat.comparison import MetricComparison
    from karat.dossier import Dossier
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """The forest plot of each dimension that has scores of segments."""
    judged = dossier.judged
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
    lead = " ".join(map(_lead, judged.comparison.metrics))
    return Section("human", "What do people say of the systems?", lead, tuple(parts))


def _lead(of_human: MetricComparison) -> str:
    best, *others = of_human.standings
    name = printable(of_human.metric)
    together = [one.system for one in others if of_human.contrast(best.system, one.system).winner is None]
    text = f"By {name}, people put {printable(best.system)} first ({number(best.value, 2)})"
    if not together:
        return f"{text}, and tell it from all others."
    return f"{text}, but do not tell it from {listed(together)}."
