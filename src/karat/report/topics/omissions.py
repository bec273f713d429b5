"""What is not on the page, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report.tables import Row, Section, Table, printable

if TYPE_CHECKING:
    from karat.dossier import Dossier


_SPOKEN = {
    "checks": "whether the scores may be used",
    "comparison": "which differences are real",
    "slices": "parts of the text",
    "people": "metrics against people",
    "judges": "whether judges agree",
    "calibration": "lines from metrics to people",
    "prospects": "what people would say",
    "transfer": "whether a calibration may be carried over",
    "variation": "what the score does not see",
    "units": "words and characters",
    "damage": "damage that goes unnoticed",
    "entities": "named entities",
}


def section(dossier: Dossier) -> Section | None:
    """Each part that has no answer, with the reason."""
    rows = [Row((_SPOKEN.get(one.part, one.part), printable(one.reason)), ()) for one in dossier.omissions]
    if dossier.left_out:
        names = ", ".join(map(printable, dossier.left_out))
        each = (
            "It is one of the references" if len(dossier.left_out) == 1 else "Each is one of the references"
        )
        rows.insert(0, Row((names, f"{each}, and perfect against itself."), ()))
    if not rows:
        return None
    lead = f"{len(rows)} {'thing is' if len(rows) == 1 else 'things are'} not on this page, for want of data."
    return Section("absent", "What is not here, and why", lead, (Table(("what", "why not"), (), rows),))
