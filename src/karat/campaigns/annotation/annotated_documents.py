"""What annotators and adjudicators have marked in the documents of a campaign, as its store has it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import entity_of
from karat.errors import InvalidOption, UnknownName
from karat.reliability.entity_agreement import AnnotatedText
from karat.remedies import option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.answers import MarkOrigin
    from karat.campaigns.plan import CampaignPlan, Item, PlannedSegment
    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.store import Store, Transaction
    from karat.entities.entity import Entity


@dataclass(frozen=True, slots=True)
class AnnotatedDocument:
    """One document as one person has marked it, in the last version: entities by segment, in its order.

    `counts` are marks by where they come from, rejected suggestions among them; `seconds` are those of work.
    """

    document: str
    segments: tuple[int, ...]
    texts: tuple[str, ...]
    person: str
    is_adjudicated: bool
    entities: tuple[tuple[Entity, ...], ...]
    counts: Mapping[MarkOrigin, int]
    seconds: float
    versions: int


@dataclass(frozen=True, slots=True)
class FinalEntities:
    """The entities of a reference: a text and its entities for each segment of the corpus, in its order.

    `open_documents` are those that nobody has finished: they have no entities here. `left_out` are marks by
    type of one's own that counts as none of MUC's.
    """

    texts: tuple[str, ...]
    entities: tuple[tuple[Entity, ...], ...]
    documents: tuple[str, ...]
    open_documents: tuple[str, ...]
    left_out: Mapping[str, int]

    @property
    def is_empty(self) -> bool:
        """Whether nobody has finished any document."""
        return len(self.open_documents) == len(dict.fromkeys(filter(None, self.documents)))


def annotated_documents(store: Store) -> tuple[AnnotatedDocument, ...]:
    """Everything that was marked, the last version of each document and person, in the plan's order."""
    plan = store.plan()
    segments = _by_document(plan)
    first = {of_document[0].number: of_document for of_document in segments.values()}
    with store.reading() as transaction:
        answers: dict[str, list[AnswerRow]] = {}
        for row in transaction.answers.all():
            answers.setdefault(row.item, []).append(row)
        return tuple(
            _annotated(transaction, item, first[item.segment], answers[item.id])
            for pack in plan.packs
            for item in pack.items
            if item.id in answers
        )


def annotator_pairs(documents: Sequence[AnnotatedDocument]) -> list[tuple[AnnotatedText, AnnotatedText]]:
    """Every two annotators, each with the documents that both have done."""
    by_person: dict[str, dict[str, AnnotatedDocument]] = {}
    for one in documents:
        if not one.is_adjudicated:
            by_person.setdefault(one.person, {})[one.document] = one
    people = sorted(by_person)
    pairs = []
    for place, first in enumerate(people):
        for second in people[place + 1 :]:
            shared = [name for name in by_person[first] if name in by_person[second]]
            if shared:
                pairs.append(
                    (_text(first, by_person[first], shared), _text(second, by_person[second], shared))
                )
    return pairs


def lacks_adjudicator(plan: CampaignPlan) -> bool:
    """Whether several marked each document and nobody decides between them."""
    return plan.judges_per_output > 1 and not plan.adjudicators


def final_entities(store: Store, *, annotator: str | None = None) -> FinalEntities:
    """What the reference has: adjudicated where two marked it, as marked where one did; or one's alone."""
    plan, done = store.plan(), annotated_documents(store)
    people = {one.person for one in done} | {*plan.judges, *plan.adjudicators}
    if annotator is not None and annotator not in people:
        raise UnknownName.among("annotator", annotator, sorted(people))
    chosen: dict[str, AnnotatedDocument] = {}
    for one in done:
        if annotator is not None:
            is_wanted = one.person == annotator
        else:
            is_wanted = one.is_adjudicated or plan.judges_per_output == 1
        if is_wanted:
            chosen[one.document] = one
    if annotator is None and lacks_adjudicator(plan):
        raise InvalidOption(
            f"{plan.judges_per_output} annotators marked each document, and nobody adjudicates. Name the "
            f"annotator whose marks you want: {option('annotator', plan.judges[0])}."
        )
    by_segment: dict[int, tuple[str, tuple[Entity, ...]]] = {}
    for one in chosen.values():
        by_segment |= dict(zip(one.segments, zip(one.texts, one.entities, strict=True), strict=True))
    known = {segment.number: segment for segment in plan.segments}
    count = int(dict(plan.options).get("segments", len(known)))
    numbers = range(1, count + 1)
    texts = [(known[number].reference or "") if number in known else "" for number in numbers]
    names = _by_document(plan)
    marks = [one for _, found in by_segment.values() for one in found]
    return FinalEntities(
        tuple(texts),
        tuple(_counted(plan, by_segment[number][1]) if number in by_segment else () for number in numbers),
        tuple(known[number].document if number in known else "" for number in numbers),
        tuple(name for name in names if name not in chosen),
        dict(sorted(Counter(one.kind for one in marks if not _counted(plan, [one])).items())),
    )


def _counted(plan: CampaignPlan, entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """Entities with MUC's types in place of one's own; those that count as none are left out."""
    from karat.entities.entity import TYPES

    kinds = plan.questionnaire.entities
    as_muc = {} if kinds is None else kinds.counts_as
    found = []
    for one in entities:
        types = dict.fromkeys(as_muc.get(kind, kind) for kind in one.types)
        known = tuple(sorted((kind for kind in types if kind in TYPES), key=TYPES.index))
        if known:
            found.append(replace(one, types=known))
    return tuple(found)


def _by_document(plan: CampaignPlan) -> dict[str, list[PlannedSegment]]:
    found: dict[str, list[PlannedSegment]] = {}
    for segment in plan.segments:
        found.setdefault(segment.document, []).append(segment)
    return found


def _annotated(
    transaction: Transaction, item: Item, segments: Sequence[PlannedSegment], rows: Sequence[AnswerRow]
) -> AnnotatedDocument:
    row = rows[-1]
    marks = transaction.answers.marks(row.number)
    entities: dict[str, list[Entity]] = {shown.id: [] for shown in item.candidates}
    texts = {shown.id: shown.text for shown in item.candidates}
    for mark in marks:
        if mark.is_kept:
            entities[mark.candidate].append(entity_of(mark, texts[mark.candidate]))
    return AnnotatedDocument(
        segments[0].document,
        tuple(segment.number for segment in segments),
        tuple(texts.values()),
        row.judge,
        item.purpose == "adjudication",
        tuple(tuple(sorted(found, key=lambda one: one.start)) for found in entities.values()),
        dict(Counter(mark.origin for mark in marks)),
        row.stored - row.shown if isnan(row.active) else row.active,
        len(rows),
    )


def _text(person: str, documents: Mapping[str, AnnotatedDocument], names: Sequence[str]) -> AnnotatedText:
    chosen = [documents[name] for name in names]
    return AnnotatedText(
        person,
        tuple(text for one in chosen for text in one.texts),
        tuple(found for one in chosen for found in one.entities),
        tuple(one.document for one in chosen for _ in one.texts),
    )
