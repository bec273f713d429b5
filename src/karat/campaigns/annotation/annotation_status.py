"""Where a campaign of annotators is: documents done, what became of suggestions, and how far people agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from karat.campaigns.annotation.annotated_documents import annotated_documents, annotator_pairs
from karat.campaigns.annotation.mark_records import mark_records
from karat.reliability.entity_agreement import entity_agreement

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.campaigns.annotation.mark_records import MarkRecord
    from karat.campaigns.answers import MarkOrigin
    from karat.campaigns.store.store import State, Store
    from karat.reliability.entity_agreement import EntityAgreement


@dataclass(frozen=True, slots=True)
class AnnotatorProgress:
    """What one person has done: documents of so many, marks by where they come from, and seconds of work."""

    person: str
    role: str
    done: int
    total: int
    counts: Mapping[MarkOrigin, int]
    seconds: float

    @property
    def seconds_per_document(self) -> float:
        """Seconds of work for each document; NaN before the first."""
        return self.seconds / self.done if self.done else float("nan")

    @property
    def suggested(self) -> int:
        """How many suggestions were decided."""
        return sum(self.counts.get(origin, 0) for origin in ("accepted", "corrected", "rejected"))


@dataclass(frozen=True, slots=True)
class AnnotationStatus:
    """Where a campaign of annotators is. `finished` are documents with nothing left to do.

    `reasons` are the marks that adjudicators decided on, what was skipped or flagged, and comments.
    """

    name: str
    state: State
    documents: int
    finished: int
    people: tuple[AnnotatorProgress, ...]
    agreement: tuple[EntityAgreement, ...]
    reasons: tuple[MarkRecord, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "campaign": self.name,
            "state": self.state,
            "documents": self.documents,
            "finished": self.finished,
            "people": [
                {
                    "person": one.person,
                    "role": one.role,
                    "done": one.done,
                    "total": one.total,
                    "suggested": one.suggested,
                    "marks": dict(sorted(one.counts.items())),
                    "seconds_per_document": one.seconds_per_document,
                }
                for one in self.people
            ],
            "agreement": [one.to_dict() for one in self.agreement],
            "reasons": [
                {
                    "record": one.record,
                    "person": one.person,
                    "document": one.document,
                    "segment": one.segment,
                    "text": one.text,
                    "type": one.type,
                    "origin": one.origin,
                    "reason": one.reason,
                    "comment": one.comment,
                }
                for one in self.reasons
            ],
        }


def annotation_status(store: Store) -> AnnotationStatus:
    """Where the campaign of a store is now."""
    plan, done = store.plan(), annotated_documents(store)
    with store.reading() as transaction:
        state = transaction.campaign.state()
        people = [one for one in transaction.people.all() if one.role != "lead" and not one.is_invitation]
        held = Counter(
            pack.judge for pack in transaction.packs.all() for _ in transaction.packs.items(pack.id)
        )
    progress = []
    for person in people:
        own = [one for one in done if one.person == person.name]
        counts: Counter[MarkOrigin] = Counter()
        for one in own:
            counts.update(one.counts)
        total = max(held[person.name], len(own))
        seconds = sum(one.seconds for one in own)
        progress.append(AnnotatorProgress(person.name, person.role, len(own), total, dict(counts), seconds))
    names = {segment.document for segment in plan.segments}
    agreement = [found for pair in annotator_pairs(done) for found in entity_agreement(pair)]
    finished = [
        name
        for name in names
        if sum(one.document == name and one.is_adjudicated for one in done)
        or (not plan.adjudicators and sum(one.document == name for one in done) >= plan.judges_per_output)
    ]
    reasons = tuple(one for one in mark_records(store) if one.is_last and one.has_words)
    return AnnotationStatus(
        plan.name, state, len(names), len(finished), tuple(progress), tuple(agreement), reasons
    )
