"""How much damage to a translation a metric lets pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report import sensitivities
from karat.report.charts import sensitivity
from karat.report.charts.words import listed
from karat.report.page.section import Section
from karat.report.tables import Note, printable

if TYPE_CHECKING:
    from karat.dossier import Dossier, Struck
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """Response curves, and the smallest damage that each metric notices."""
    found = dossier.struck
    if found is None:
        return None
    responses = list(found.responses)
    chart = sensitivity.chart(responses, system=found.system)
    parts: list[Part] = [
        *([chart] if chart is not None else []),
        *(sensitivities.smallest_table(responses, found.names, in_pairs=pairs) for pairs in (False, True)),
        *sensitivities.notes(responses, found.names, system=found.system, unstruck=found.unstruck),
    ]
    if found.segments < len(dossier.corpus):
        looked = f"{found.segments:,} of {len(dossier.corpus):,} segments, spread evenly"
        parts.append(Note("looked at", looked))
    return Section("damage", "How much damage goes unnoticed?", _lead(found), tuple(parts))


def _lead(found: Struck) -> str:
    """What the first metric notices soonest, and what stays within its noise."""
    first, name = found.responses[0], printable(found.names[0])
    damages = list(dict.fromkeys(one.dose.damage for one in first.responses))
    smallest = {damage: first.smallest(damage) for damage in damages}
    seen = {damage: dose for damage, dose in smallest.items() if dose is not None}
    unseen = [damage for damage, dose in smallest.items() if dose is None]
    said = []
    if seen:
        soonest, dose = min(seen.items(), key=lambda pair: pair[1].words)
        said.append(
            f"{name} shows {_spoken(soonest)} once {100 * dose.words:.1f} % of the words of "
            f"{printable(found.system)} are struck."
        )
    if unseen:
        in_pairs = all(first.smallest(damage, in_pairs=True) is not None for damage in unseen)
        said.append(
            f"Even where all are struck, {listed([_spoken(one) for one in unseen], 5)} stay within the noise "
            f"of the score{'; only a paired comparison shows them' if in_pairs else ''}."
        )
    return " ".join(said)


_SPOKEN = {
    "shuffle": "words out of order",
    "drop-content": "missing content words",
    "drop-function": "missing function words",
    "names": "wrong names",
    "numbers": "wrong numbers",
    "negate": "turned negations",
    "truncate": "cut-off sentences",
    "repeat": "doubled words",
    "synonyms": "synonyms",
}


def _spoken(damage: str) -> str:
    return _SPOKEN.get(damage, damage)
