"""Campaigns of annotators: the plan's work, who has done what, and what became of suggestions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.report.tables import Column, Note, Row, Table, printable
from karat.report.topics import entity_agreement
from karat.report.words import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.annotation.annotation_planning import AnnotatorWork
    from karat.campaigns.annotation.annotation_status import AnnotationStatus

# What a mark can come from, in the words of a table.
_ORIGINS = {
    "accepted": "accepted",
    "corrected": "corrected",
    "rejected": "rejected",
    "repeated": "repeated",
    "hand": "by hand",
}


def work_table(work: Sequence[AnnotatorWork]) -> Table:
    """What everybody has to do."""
    rows = [
        Row(
            (
                printable(one.person),
                one.role,
                str(one.packs),
                str(one.documents),
                str(one.words),
                str(one.suggestions),
            ),
            (one.hours,),
        )
        for one in work
    ]
    labels = ("person", "role", "packs", "documents", "words", "suggestions")
    return Table(labels, (Column("hours", digits=2),), rows, title="Work")


def work_record(work: Sequence[AnnotatorWork]) -> list[dict[str, Any]]:
    """The same as plain values."""
    return [{name: getattr(one, name) for name in one.__slots__} for one in work]


def work_notes(work: Sequence[AnnotatorWork]) -> list[Note]:
    """What it comes to."""
    hours = sum(one.hours for one in work)
    return [Note("hours", f"{hours:.1f} in all; a suggestion counts once a person has accepted it")]


def tables(found: AnnotationStatus) -> list[Table]:
    """Who has done what, and how far every two agree."""
    rows = [
        Row(
            (
                printable(one.person),
                one.role,
                f"{one.done} of {one.total}",
                str(one.suggested),
                *(str(one.counts.get(origin, 0)) for origin in _ORIGINS),  # type: ignore[call-overload]
            ),
            (one.seconds_per_document,),
        )
        for one in found.people
    ]
    labels = ("person", "role", "documents", "suggested", *_ORIGINS.values())
    progress = Table(labels, (Column("s per document", digits=1),), rows, title="Annotators")
    return [progress, *(entity_agreement.table(one) for one in found.agreement)]


def notes(found: AnnotationStatus) -> list[Note]:
    """How far it is."""
    return [
        Note("documents", f"{found.finished} of {plural(found.documents, 'document')} finished"),
        Note("state", found.state),
        *(entity_agreement.notes(found.agreement) if found.agreement else []),
    ]


def record(found: AnnotationStatus) -> dict[str, Any]:
    """In full precision."""
    return found.to_dict()
