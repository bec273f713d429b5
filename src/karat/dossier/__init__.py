"""The dossier: every answer that there is about one evaluation, gathered for a report."""

from __future__ import annotations

from karat.dossier.dossier import (
    AgreementAnswer,
    DamageAnswer,
    Dossier,
    EntityAnswer,
    EntityLevels,
    Omission,
    Prospects,
    Scope,
    VariationAnswer,
)
from karat.dossier.gathering import gather, usual_metrics
from karat.dossier.provenance import Input, Provenance

__all__ = [
    "AgreementAnswer",
    "DamageAnswer",
    "Dossier",
    "EntityAnswer",
    "EntityLevels",
    "Input",
    "Omission",
    "Prospects",
    "Provenance",
    "Scope",
    "VariationAnswer",
    "gather",
    "usual_metrics",
]
