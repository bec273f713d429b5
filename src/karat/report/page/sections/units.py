"""Words and characters: which order in the one stands for which in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report import equations
from karat.report.charts import equation
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.diagnosis.equated import Equated
    from karat.dossier import Dossier
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """The curves of three methods, the scores of every output in both units, and the systems in both."""
    found = dossier.equated
    if found is None:
        return None
    parts: list[Part] = [
        equation.chart(found),
        equation.scatter(found),
        *equations.tables(found),
        *equations.notes(found),
    ]
    outputs = found.equation.words.values.shape[1]
    if outputs < len(dossier.corpus):
        parts.append(Note("looked at", f"{outputs:,} of {len(dossier.corpus):,} segments, spread evenly"))
    return Section("units", "Words or characters?", _lead(found), tuple(parts))


def _lead(found: Equated) -> str:
    text = (
        f"{found.pair.characters} characters stand for {found.pair.words} words here: "
        f"{printable(found.in_characters)} says of outputs what {printable(found.in_words)} says."
    )
    turned = found.exchanged[1]
    if len(found.systems) < 2:
        return text
    pairs = len(found.systems) * (len(found.systems) - 1) // 2
    if not turned:
        return f"{text} Both rank the systems alike."
    return f"{text} They rank {turned} of {pairs} pairs of systems differently."
