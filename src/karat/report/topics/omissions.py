"""What is not on the page, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Row, Section, Table, printable
from karat.report.words import listed, plural

if TYPE_CHECKING:
    from karat.dossier import Dossier


_SPOKEN = {
    "checks": "whether the scores can be trusted",
    "comparison": "which differences are significant",
    "slices": "slices of the text",
    "people": "metrics against people",
    "estimates": "what people would say of the whole text",
    "judges": "whether judges agree",
    "judge-groups": "whether groups of judges agree",
    "calibration": "regression from metrics to people",
    "prospects": "predicted human scores",
    "transfer": "whether a calibration transfers",
    "variation": "what the score does not see",
    "units": "words and characters",
    "damage": "damage that goes unnoticed",
    "entities": "named entities",
}


def section(dossier: Dossier) -> Section | None:
    """Each part that has no answer, with the reason."""
    rows = [Row((_SPOKEN.get(one.part, one.part), printable(one.reason)), ()) for one in dossier.omissions]
    rows = [*_unused(dossier), *rows]
    if dossier.left_out:
        names = ", ".join(map(printable, dossier.left_out))
        each = (
            "It is one of the references" if len(dossier.left_out) == 1 else "Each is one of the references"
        )
        rows.insert(0, Row((names, f"{each}, so it would score perfectly."), ()))
    if not rows:
        return None
    lead = f"{plural(len(rows), 'item')} that you may look for, and why this page does not have them."
    return Section("absent", "What is not here", lead, (Table(("what", "why not"), (), rows),))


def _unused(dossier: Dossier) -> list[Row]:
    """Dimensions that people judged in, beyond those that the page has room for."""
    judged = dossier.agreement
    if judged is None or not judged.unused:
        return []
    shown = listed([human.name for human in judged.material.humans])
    names = ", ".join(map(printable, judged.unused))
    return [
        Row((names, f"People scored these too. This page looks at {shown}; name others to see them."), ())
    ]
