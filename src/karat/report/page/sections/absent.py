"""What is not on the page, and why."""

from __future__ import annotations

from karat.report.page.section import Section
from karat.report.tables import Note, printable
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.dossier import Dossier


def section(dossier: Dossier) -> Section | None:
    """Each part that has no answer, with the reason."""
    notes = [Note(one.part, printable(one.reason)) for one in dossier.omissions]
    if dossier.left_out:
        names = ", ".join(map(printable, dossier.left_out))
        verb = "it is a reference" if len(dossier.left_out) == 1 else "they are references"
        notes.insert(0, Note("systems", f"{names}: {verb}, and perfect against itself"))
    if not notes:
        return None
    lead = "Some questions have no answer with these data; each says what it would take."
    return Section("absent", "What is not here, and why", lead, tuple(notes))
