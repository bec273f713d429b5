"""Whether scores of these texts may be used as they are meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.report import suitability
from karat.report.charts.words import listed
from karat.report.page.section import Section

if TYPE_CHECKING:
    from karat.dossier import Dossier
    from karat.report.page.section import Part


def section(dossier: Dossier) -> Section | None:
    """Every check with its verdict, what is not fine first, and what to do about it."""
    found = dossier.findings
    if not found:
        return None
    order = ("unfit", "doubtful", "fine")
    ranked = sorted(found, key=lambda one: order.index(one.verdict))
    unfit = [one.check for one in found if one.verdict == "unfit"]
    doubtful = [one.check for one in found if one.verdict == "doubtful"]
    lead = f"All {len(found)} checks are fine."
    if unfit or doubtful:
        said = [
            f"{listed(names, 6)} {'is' if len(names) == 1 else 'are'} {verdict}"
            for names, verdict in ((unfit, "unfit"), (doubtful, "doubtful"))
            if names
        ]
        text = "; ".join(said)
        lead = f"Of {len(found)} checks, {text}. What to do stands below."
    parts: tuple[Part, ...] = (suitability.table(ranked), *suitability.notes(ranked))
    return Section("checks", "May these scores be used?", lead, parts)
