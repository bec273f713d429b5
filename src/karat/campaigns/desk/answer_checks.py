"""Whether an answer can be one: every question answered once, on its scale, and spans within the texts.

Values that follow from spans are not asked for: `with_scores` adds them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import isfinite
from typing import TYPE_CHECKING

from karat.campaigns.annotation.mark_checks import check_marks
from karat.campaigns.answers import Value
from karat.campaigns.campaign_errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.campaigns.answers import Answer, Span
    from karat.campaigns.questionnaire import Question, QuestionStep, SpanKinds
    from karat.campaigns.store.pack_rows import BlindCandidate

# Characters of a comment or a reason, and spans of a page: more would be a slip or an attack.
LONGEST_COMMENT = 10_000
MOST_SPANS = 1_000


def check_answer(answer: Answer, step: QuestionStep, candidates: Sequence[BlindCandidate]) -> None:
    """Refuses an answer with all that is wrong with it in words."""
    check_words("The comment", answer.comment)
    texts = {candidate.id: candidate.text for candidate in candidates}
    _check_values(answer.values, step, list(texts))
    if step.interaction == "compare":
        _check_places(answer.values, step, texts)
    _check_spans(answer.spans, step.spans, texts)
    if step.entities is not None:
        check_marks([mark for mark in answer.marks if mark.is_kept], step.entities, texts)
    elif answer.marks or answer.rejected or answer.decisions or answer.changes:
        raise Invalid("No entities are marked on this page, but marks were sent.")


def with_scores(answer: Answer, step: QuestionStep, candidates: Sequence[BlindCandidate]) -> Answer:
    """The answer with the values that follow from its spans, none beyond the ends of its scale."""
    if (kinds := step.spans) is None:
        return answer
    scores = [
        Value(
            candidate.id,
            question.dimension,
            max(
                question.scale.low,
                kinds.score(span for span in answer.spans if span.candidate == candidate.id),
            ),
        )
        for candidate in candidates
        for question in step.questions
        if question.from_spans
    ]
    return replace(answer, values=(*answer.values, *scores))


def check_words(what: str, words: str, *, longest: int = LONGEST_COMMENT) -> None:
    """Refuses text that is too long, or that no database can keep."""
    if len(words) > longest:
        raise Invalid(f"{what} has {len(words)} characters; {longest} fit.")
    if "\0" in words or any("\ud800" <= letter <= "\udfff" for letter in words):
        raise Invalid(f"{what} has a character that is no text. Remove it.")


def _check_values(values: Sequence[Value], step: QuestionStep, candidates: Sequence[str]) -> None:
    asked = {question.dimension: question for question in step.questions if not question.from_spans}
    for value in values:
        if value.candidate not in candidates:
            raise Invalid("A value is for an output that is not on this page.")
        if value.dimension not in asked:
            raise Invalid(
                f"{value.dimension!r} is not asked on this page. Asked: {', '.join(asked) or 'nothing'}."
            )
        _check_value(value.value, asked[value.dimension])
    given = Counter((value.candidate, value.dimension) for value in values)
    for place, candidate in enumerate(candidates, start=1):
        output = f" for output {place}" if len(candidates) > 1 else ""
        for dimension in asked:
            if (count := given[candidate, dimension]) != 1:
                raise Invalid(
                    f"{dimension}{output} is missing. Choose a value."
                    if not count
                    else f"{dimension}{output} has {count} values. Choose one."
                )


def _check_places(values: Sequence[Value], step: QuestionStep, texts: Mapping[str, str]) -> None:
    """Two outputs that read the same share a place: another says nothing of their systems."""
    ranked = {question.dimension for question in step.questions if question.scale.kind == "ordinal"}
    given: dict[tuple[str, str], Value] = {}
    numbers = {candidate: place for place, candidate in enumerate(texts, start=1)}
    for value in values:
        first = given.setdefault((texts[value.candidate], value.dimension), value)
        if value.dimension in ranked and first.value != value.value:
            pair = sorted(numbers[one.candidate] for one in (first, value))
            raise Invalid(f"Outputs {pair[0]} and {pair[1]} are the same text. Give them the same place.")


def _check_value(value: float, question: Question) -> None:
    scale = question.scale
    if not isfinite(value) or not scale.low <= value <= scale.high:
        raise Invalid(
            f"{question.dimension} is {value:g}; the scale goes from {scale.low:g} to {scale.high:g}."
        )
    if scale.kind == "ordinal" and value != round(value):
        raise Invalid(f"{question.dimension} is {value:g}; the scale has whole steps only.")


def _check_spans(spans: Sequence[Span], kinds: SpanKinds | None, texts: Mapping[str, str]) -> None:
    if len(spans) > MOST_SPANS:
        raise Invalid(f"{len(spans)} spans are marked; {MOST_SPANS} fit.")
    for span in spans:
        if kinds is None:
            raise Invalid("Nothing can be marked on this page, but spans were sent.")
        if span.candidate not in texts:
            raise Invalid("A span is in an output that is not on this page.")
        _check_span(span, kinds, len(texts[span.candidate]))


def _check_span(span: Span, kinds: SpanKinds, length: int) -> None:
    where = f"The span from {span.start} to {span.end}"
    is_omission = span.start == span.end == 0
    if is_omission and not kinds.omissions:
        raise Invalid(f"{where} is empty, and omissions are not marked in this campaign.")
    if not is_omission and not 0 <= span.start < span.end <= length:
        raise Invalid(f"{where} is not in the output, which has {length} characters.")
    if span.severity not in kinds.severities:
        raise Invalid(f"{where} has severity {span.severity!r}; known: {', '.join(kinds.severities)}.")
    if kinds.categories and span.category not in kinds.categories:
        raise Invalid(f"{where} has category {span.category!r}; known: {', '.join(kinds.categories)}.")
    if not kinds.categories and span.category:
        raise Invalid(f"{where} has category {span.category!r}, and no categories are asked for.")
