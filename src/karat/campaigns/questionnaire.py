"""What a judge is asked of each item, step by step: questions, scales, and the texts shown beside them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from karat.campaigns.answers import Span
    from karat.judgements.scale import Scale

Interaction: TypeAlias = Literal["rate", "mark", "compare", "entities"]
Beside: TypeAlias = Literal["source", "reference"]
Context: TypeAlias = Literal["none", "before", "document"]
# As many outputs as fit beside each other on a screen.
MOST_SIDE_BY_SIDE = 4


@dataclass(frozen=True, slots=True)
class Question:
    """One dimension that a judge gives a value on; `marks` are the words of the scale's points.

    Where `from_spans` is true, nobody is asked: the value is `SpanKinds.score` of what the judge marked.
    """

    dimension: str
    scale: Scale
    wording: str
    marks: Mapping[float, str] = field(default_factory=lambda: MappingProxyType({}))
    from_spans: bool = False


@dataclass(frozen=True, slots=True)
class SpanKinds:
    """What a judge may mark in an output: how grave an error is, and of which category, if that is asked.

    `weights` are by severity, or by `severity/category` where a category has a weight of its own.
    """

    severities: tuple[str, ...]
    categories: tuple[str, ...] = ()
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    omissions: bool = True

    def score(self, spans: Iterable[Span]) -> float:
        """Minus the weights of all that is marked.

        >>> from karat.campaigns.answers import Span
        >>> kinds = SpanKinds(("minor", "major"), weights={"minor": 1, "major": 5})
        >>> kinds.score([Span("a", 0, 4, "major"), Span("a", 5, 7, "minor")])
        -6.0
        """
        return 0.0 - sum(
            self.weights.get(f"{span.severity}/{span.category}", self.weights.get(span.severity, 0.0))
            for span in spans
        )


@dataclass(frozen=True, slots=True)
class EntityKinds:
    """Which types of named entities an annotator marks, in the order shown.

    `counts_as` has the type of MUC that a type of one's own is exported as; one without is not exported to
    where only MUC's types are known.
    """

    types: tuple[str, ...]
    counts_as: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class QuestionStep:
    """One page of an item: how the judge works on it, what is asked, and what is shown beside the output.

    Every candidate of the item gets a value on each of `questions`; where `spans` is given, errors are marked
    in each. Where `entities` is given, the candidates are the segments of a document of the reference, and
    nothing is asked: named entities are marked in them.
    """

    interaction: Interaction
    questions: tuple[Question, ...]
    shows: frozenset[Beside]
    spans: SpanKinds | None = None
    entities: EntityKinds | None = None

    def on_page(self, candidates: int) -> QuestionStep:
        """The step on a page of so many candidates: places end with the last of them."""
        if self.interaction != "compare":
            return self
        return replace(
            self, questions=tuple(_with_places(question, candidates) for question in self.questions)
        )


def gives_places(scale: Scale) -> bool:
    """Whether a value is a place among outputs side by side; a longer scale with an end has grades.

    >>> from karat.judgements import Scale
    >>> [gives_places(Scale.parse(text)) for text in ("1..4:ordinal:lower", "rank", "1..6:ordinal:lower")]
    [True, True, False]
    """
    ranks = scale.kind == "ordinal" and scale.better == "lower" and scale.low == 1
    return ranks and (scale.high <= MOST_SIDE_BY_SIDE or not scale.is_bounded)


def _with_places(question: Question, candidates: int) -> Question:
    """Of k outputs none is worse than the k-th."""
    scale = question.scale
    if not gives_places(scale) or not 1 < candidates < scale.high <= MOST_SIDE_BY_SIDE:
        return question
    marks = {point: words for point, words in question.marks.items() if point <= candidates}
    return replace(question, scale=replace(scale, high=float(candidates)), marks=MappingProxyType(marks))


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """The steps of every item, how many outputs stand side by side, and the guidelines by language.

    A version of the guidelines is the checksum of their text; each answer keeps the one its judge saw. Where
    `consent` has a text, by language, nobody judges before they have agreed to it.
    """

    name: str
    steps: tuple[QuestionStep, ...]
    side_by_side: tuple[int, int] = (1, 1)
    context: Context = "document"
    guidelines: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    origin: str = ""
    consent: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def counts_wins(self, question: Question) -> bool:
        """Whether systems are compared by wins: a place on a page says who won, and nothing of distances."""
        compared = any(step.interaction == "compare" and question in step.questions for step in self.steps)
        return compared and question.scale.kind == "ordinal"

    def largest_difference(self, dimension: str) -> float:
        """The largest difference between two systems that there can be; infinite where nothing limits it."""
        question = next((one for one in self.questions if one.dimension == dimension), None)
        if question is None:
            return inf
        if self.counts_wins(question):
            return 1.0
        scale = question.scale
        return scale.high - scale.low if scale.is_bounded else inf

    @property
    def entities(self) -> EntityKinds | None:
        """The types that annotators mark; None where judges judge outputs."""
        return self.steps[0].entities

    @property
    def questions(self) -> tuple[Question, ...]:
        """Those of all steps, in the order in which they are asked."""
        return tuple(question for step in self.steps for question in step.questions)
