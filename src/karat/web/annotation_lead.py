"""The lead's page of a campaign of annotators: who has done what, what became of suggestions, agreement."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.campaigns.annotation.annotated_documents import final_entities
from karat.campaigns.annotation.annotation_status import annotation_status
from karat.campaigns.exchange.entity_export import written_entities
from karat.report.page.frame import fragment
from karat.report.tables import Section
from karat.report.topics import annotation, entity_agreement

if TYPE_CHECKING:
    from markupsafe import Markup

    from karat.campaigns.annotation.annotation_status import AnnotationStatus
    from karat.campaigns.desk import Desk
    from karat.campaigns.store.contract import State

FILES = {"entities.jsonl": "entities", "reference.muc": "muc"}


@dataclass(frozen=True, slots=True)
class AnnotationLead:
    """What the template has of the campaign."""

    name: str
    state: State
    protocol: str
    design: str
    masked: bool = False


def annotation_view(desk: Desk) -> dict[str, Any]:
    """The values of the template."""
    found = annotation_status(desk.store)
    sections = _sections(found)
    campaign = AnnotationLead(found.name, found.state, desk.questionnaire.name, "documents")
    return {
        "campaign": campaign,
        "report": _report(sections),
        "parts": [(section.name, section.title) for section in sections],
        "view": None,
    }


def annotation_file(desk: Desk, name: str) -> str:
    """The entities as a file; of several annotators, the adjudicated ones."""
    return written_entities(final_entities(desk.store), FILES[name])  # type: ignore[arg-type]


def _sections(found: AnnotationStatus) -> list[Section]:
    progress, *agreement = annotation.tables(found)
    notes = annotation.notes(found)
    words = f"{found.finished} of {found.documents} documents are finished."
    sections = [Section("annotators", "Who has done what?", words, (progress, *notes[:2]))]
    if agreement:
        said = " ".join(entity_agreement.finding(one) for one in found.agreement)
        sections.append(Section("agreement", "Do the annotators agree?", said, (*agreement, *notes[2:])))
    return sections


def _report(sections: list[Section]) -> Markup:
    return fragment([], sections)
