"""What an annotator's or adjudicator's page has, and what becomes of its answer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import compared, decided, entity_of
from karat.campaigns.annotation.mark_checks import check_word_edges, settled_marks, splits_character
from karat.campaigns.campaign_errors import Invalid
from karat.campaigns.plan import SuggestedMark
from karat.campaigns.store.plan_rows import OWN_NAMES
from karat.entities.names_file import ConfirmedNames

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.annotation.adjudicating import Adjudicated
    from karat.campaigns.answers import Answer, MarkOrigin
    from karat.campaigns.questionnaire import EntityKinds, QuestionStep
    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.pack_rows import WorkItem
    from karat.campaigns.store.store import Transaction
    from karat.entities.entity import Entity


@dataclass(frozen=True, slots=True)
class MarkCounts:
    """What an annotator has done so far: documents, seconds of work, and marks by where they come from."""

    documents: int
    seconds: float
    marks: Mapping[MarkOrigin, int]


@dataclass(frozen=True, slots=True)
class EntityPage:
    """What a page has of named entities: types, suggestions, and for an adjudicator what is to be decided."""

    kinds: EntityKinds
    suggestions: tuple[SuggestedMark, ...]
    counts: MarkCounts
    adjudicated: Adjudicated | None = None


def entity_page(transaction: Transaction, kinds: EntityKinds, person: str, item: WorkItem) -> EntityPage:
    """What the page of an item has of named entities."""
    decides = item.purpose == "adjudication"
    return EntityPage(
        kinds,
        () if decides else transaction.packs.suggestions(item.id),
        counts_of(transaction, person),
        compared(transaction, item) if decides else None,
    )


def with_marks(transaction: Transaction, answer: Answer, step: QuestionStep, item: str) -> Answer:
    """The answer as it is stored: all that was decided is in its marks."""
    found = transaction.packs.item(item)
    if step.entities is None or found is None:
        return answer
    texts = {shown.id: shown.text for shown in transaction.packs.candidates(item)}
    if found.purpose == "adjudication":
        if answer.marks or answer.rejected:
            raise Invalid("An adjudicator sends decisions and changes, and no marks beside them.")
        marks = decided(answer.decisions, answer.changes, compared(transaction, found))
        own = [mark for decision in answer.decisions for mark in decision.marks]
        check_word_edges([*own, *(one.mark for one in answer.changes if one.mark is not None)], texts)
    else:
        if answer.decisions or answer.changes:
            raise Invalid("Only an adjudicator sends decisions and changes.")
        suggestions = transaction.packs.suggestions(item)
        marks = settled_marks(answer.marks, answer.rejected, suggestions)
        check_word_edges(answer.marks, texts, suggestions)
    return replace(answer, marks=marks, rejected=(), decisions=(), changes=())


def suggest_own_names(transaction: Transaction, person: str, item: WorkItem) -> None:
    """The names that an annotator has marked before, more often than not, are suggested in the next document.

    Nobody else's: annotators who do not see each other's marks are worth more than one.
    """
    suggestions = transaction.packs.suggestions(item.id)
    if item.purpose != "plan" or any(one.source == OWN_NAMES for one in suggestions):
        return
    texts, entities = _own_texts(transaction, person)
    names = ConfirmedNames({}).learned(texts, entities)
    more = [
        SuggestedMark(shown.id, one.start, one.end, one.kind, OWN_NAMES)
        for shown in transaction.packs.candidates(item.id)
        for one in names.suggest(shown.text)
        if not any(splits_character(shown.text, edge) for edge in (one.start, one.end))
        and not _is_over(suggestions, shown.id, one.start, one.end)
    ]
    transaction.packs.suggest(item.id, more)


def counts_of(transaction: Transaction, person: str) -> MarkCounts:
    """What somebody has done so far, by the last version of each answer."""
    rows = _last_answers(transaction, person)
    counts = Counter(mark.origin for row in rows for mark in transaction.answers.marks(row.number))
    return MarkCounts(len(rows), sum(_seconds(row) for row in rows), dict(counts))


def _seconds(row: AnswerRow) -> float:
    return row.stored - row.shown if isnan(row.active) else row.active


def _last_answers(transaction: Transaction, person: str) -> Sequence[AnswerRow]:
    last = {row.item: row for row in transaction.answers.of_judge(person) if not row.training}
    return list(last.values())


def _own_texts(transaction: Transaction, person: str) -> tuple[list[str], list[list[Entity]]]:
    """The texts that somebody has annotated, and what is marked in each."""
    texts: dict[str, str] = {}
    entities: dict[str, list[Entity]] = {}
    for row in _last_answers(transaction, person):
        for shown in transaction.packs.candidates(row.item):
            texts[shown.id] = shown.text
            entities[shown.id] = []
        for mark in transaction.answers.marks(row.number):
            if mark.is_kept:
                entities[mark.candidate].append(entity_of(mark, texts[mark.candidate]))
    return list(texts.values()), list(entities.values())


def _is_over(suggestions: Sequence[SuggestedMark], candidate: str, start: int, end: int) -> bool:
    return any(one.candidate == candidate and start < one.end and end > one.start for one in suggestions)
