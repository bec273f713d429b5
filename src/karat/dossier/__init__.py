"""The dossier: every answer that there is about one evaluation, gathered for a report."""

from __future__ import annotations

from karat.dossier.dossier import Dossier, Entities, Judged, Omission, Prospects, Struck, Varied
from karat.dossier.gathering import gather, usual_metrics
from karat.dossier.provenance import Input, Provenance
from karat.dossier.scope import Scope

__all__ = [
    "Dossier",
    "Entities",
    "Input",
    "Judged",
    "Omission",
    "Prospects",
    "Provenance",
    "Scope",
    "Struck",
    "Varied",
    "gather",
    "usual_metrics",
]
