"""What a judge sees: a page of work, or that all is done. Nothing here names a system."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.campaigns.annotation.entity_pages import EntityPage
    from karat.campaigns.answers import Answer
    from karat.campaigns.questionnaire import Interaction, Question, SpanKinds


@dataclass(frozen=True, slots=True)
class PageCandidate:
    """An output on the page, under an opaque id."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ContextLine:
    """Another segment of the document: what the step shows of it, and the outputs of the same systems there.

    `outputs` has one text for each candidate of the page, None where this judge's pack has none.
    """

    is_before: bool
    source: str | None
    reference: str | None
    outputs: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """How far a judge is, in items, and how many seconds the rest will take at the judge's own pace.

    `seconds_left` is None until the judge has a pace: before the third item nobody knows it.
    """

    done: int
    total: int
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a training item teaches, after an answer."""

    dimension: str
    is_right: bool
    words: str


@dataclass(frozen=True, slots=True)
class Page:
    """One step of one item, for one judge; `dimensions` are those that are asked, not those from spans.

    `key` belongs to this page: its answer must carry it. `guidelines` is the version that the judge has
    agreed to, `terms` are the guidelines as they are now. `previous` is the item before it that the judge may
    correct, `given` what the judge has answered on this page before; `feedback` that of the first attempt.
    """

    item: str
    key: str
    step: int
    steps: int
    interaction: Interaction
    dimensions: tuple[Question, ...]
    spans: SpanKinds | None
    candidates: tuple[PageCandidate, ...]
    source: str | None
    reference: str | None
    context: tuple[ContextLine, ...]
    progress: JudgeProgress
    draft: bytes | None
    guidelines: str
    languages: tuple[str, str]
    purpose_is_training: bool
    previous: str | None = None
    given: Answer | None = None
    feedback: tuple[Feedback, ...] = ()
    entities: EntityPage | None = None
    terms: tuple[Guidelines, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """There is nothing more to do; `code` proves it to a crowd platform, None if there was nothing to do.

    An adjudicator may have `waiting` documents, on which annotators are still at work.
    """

    code: str | None
    progress: JudgeProgress
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Stored:
    """An answer is stored. The same key gives the same again."""

    item: str
    step: int
    version: int
    stored: float
    feedback: tuple[Feedback, ...] = ()


@dataclass(frozen=True, slots=True)
class Guidelines:
    """The guidelines in one language, and what judges agree to, if the campaign asks for it.

    The version is of both: who agreed to it has read these very words.
    """

    language: str
    version: str
    text: str
    consent: str = ""


def guidelines_of(texts: Mapping[str, str], consent: Mapping[str, str]) -> tuple[Guidelines, ...]:
    """In every language; where one of the two is missing in a language, it is there in another.

    >>> [one.language for one in guidelines_of({"en": "Judge.", "de": "Urteilen Sie."}, {"en": "I agree."})]
    ['en', 'de']
    """
    found = []
    for language in dict.fromkeys((*texts, *consent)):
        text, agreed = _in_language(texts, language), _in_language(consent, language)
        version = checksum(f"{text}\f{agreed}" if agreed else text)
        found.append(Guidelines(language, version, text, agreed))
    return tuple(found)


def _in_language(texts: Mapping[str, str], language: str) -> str:
    return texts.get(language) or texts.get("en") or next(iter(texts.values()), "")


def checksum(text: str | None) -> str:
    """The version of a text that judges see: 16 hexadecimal digits, none for no text."""
    return "" if text is None else sha256(text.encode()).hexdigest()[:16]
