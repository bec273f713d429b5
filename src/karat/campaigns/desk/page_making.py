"""Making the page of a step from what the store has: only what the step shows goes on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.campaigns.annotation.entity_pages import entity_page
from karat.campaigns.desk.judge_page import ContextLine, Page, PageCandidate
from karat.campaigns.desk.training_feedback import feedback_on

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.campaigns.answers import Answer
    from karat.campaigns.desk.judge_page import Guidelines, JudgeProgress
    from karat.campaigns.plan import PlannedSegment
    from karat.campaigns.questionnaire import Questionnaire, QuestionStep
    from karat.campaigns.store.answer_rows import AnswerRow, Showing
    from karat.campaigns.store.pack_rows import BlindCandidate, WorkItem
    from karat.campaigns.store.store import Transaction


def make_page(
    transaction: Transaction,
    questionnaire: Questionnaire,
    showing: Showing,
    item: WorkItem,
    *,
    answers: Sequence[AnswerRow],
    progress: JudgeProgress,
    guidelines: str,
    terms: tuple[Guidelines, ...],
    previous: str | None,
) -> Page:
    """The page that was shown, as it is shown; `answers` are those of the item."""
    segment = transaction.packs.segment(item.segment)
    candidates = transaction.packs.candidates(item.id)
    step = questionnaire.steps[showing.step].on_page(len(candidates))
    is_training = item.purpose == "training"
    before = [row for row in answers if row.judge == showing.judge and row.step == showing.step]
    given: Answer | None = transaction.answers.content(before[-1]) if before else None
    return Page(
        item=item.id,
        key=showing.key,
        step=showing.step,
        steps=len(questionnaire.steps),
        interaction=step.interaction,
        dimensions=tuple(question for question in step.questions if not question.from_spans),
        spans=step.spans,
        candidates=tuple(PageCandidate(candidate.id, candidate.text) for candidate in candidates),
        source=segment.source if "source" in step.shows else None,
        reference=segment.reference if "reference" in step.shows else None,
        context=tuple(_context(transaction, questionnaire, step, item, segment, candidates)),
        progress=progress,
        draft=transaction.answers.draft(showing.judge, item.id),
        guidelines=guidelines,
        languages=(segment.source_language, segment.target_language),
        purpose_is_training=is_training,
        previous=previous,
        given=given,
        feedback=feedback_on(transaction, before[-1]) if before and is_training else (),
        entities=None
        if step.entities is None
        else entity_page(transaction, step.entities, showing.judge, item),
        terms=terms,
    )


def _context(
    transaction: Transaction,
    questionnaire: Questionnaire,
    step: QuestionStep,
    item: WorkItem,
    segment: PlannedSegment,
    candidates: Sequence[BlindCandidate],
) -> Iterator[ContextLine]:
    # Without names of documents every segment would be context of every other.
    if questionnaire.context == "none" or item.pack is None or not segment.document:
        return
    outputs = transaction.packs.outputs_beside(item.pack, segment.document)
    is_before = True
    for other in transaction.packs.document(segment.document):
        if other.number == segment.number:
            is_before = False
            if questionnaire.context == "before":
                return
            continue
        yield ContextLine(
            is_before,
            other.source if "source" in step.shows else None,
            other.reference if "reference" in step.shows else None,
            tuple(outputs.get((candidate.thread, other.number)) for candidate in candidates),
        )
