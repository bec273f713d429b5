"""Small plans, made by hand, and judges that walk through them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from karat.campaigns.answers import Answer, Value
from karat.campaigns.desk.judge_page import Page
from karat.campaigns.plan import CampaignPlan, Candidate, Expectation, Item, Pack, PlannedSegment
from karat.campaigns.questionnaire import Question, Questionnaire, QuestionStep, SpanKinds
from karat.judgements.scale import Scale

if TYPE_CHECKING:
    from collections.abc import Iterator

    from karat.campaigns.desk import Desk

FIVE = Scale.parse("1-5")
FLUENCY_FIRST = Questionnaire(
    "adequacy-fluency",
    (
        QuestionStep(
            "rate", (Question("fluency", FIVE, "How fluent is it?", {1.0: "not at all"}),), frozenset()
        ),
        QuestionStep("rate", (Question("adequacy", FIVE, "How adequate is it?"),), frozenset({"reference"})),
    ),
    guidelines={"en": "Judge what you see.", "de": "Urteilen Sie über das, was Sie sehen."},
)
MARK = Questionnaire(
    "esa",
    (
        QuestionStep(
            "mark",
            (Question("esa", Scale.parse("ESA"), "How good is it?"),),
            frozenset({"source"}),
            SpanKinds(("minor", "major"), ("meaning", "grammar")),
        ),
    ),
    guidelines={"en": "Mark what is wrong."},
)
# Nobody is asked for a value: it follows from the spans.
MQM = Questionnaire(
    "mqm",
    (
        QuestionStep(
            "mark",
            (Question("mqm", Scale.parse("MQM"), "Mark every error.", from_spans=True),),
            frozenset({"source"}),
            SpanKinds(("minor", "major"), weights={"minor": 1.0, "major": 5.0}, omissions=False),
        ),
    ),
)
COMPARE = Questionnaire(
    "compare",
    (
        QuestionStep(
            "compare", (Question("preference", Scale.parse("0-100"), "How good?"),), frozenset({"source"})
        ),
    ),
    side_by_side=(2, 2),
)


@dataclass
class Clock:
    """A clock that tests set."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self.now


def fresh() -> str:
    """A new id."""
    return secrets.token_hex(16)


@dataclass
class PlanMaker:
    """A plan with packs of documents of two segments each, judged one after the other."""

    judges: int = 2
    items: int = 4
    open_packs: int = 0
    questionnaire: Questionnaire = FLUENCY_FIRST
    outputs: int = 1
    training: int = 0
    no_back: bool = False
    # Packs with the same segments, as where several judges judge each output.
    shared: bool = False
    names: list[str] = field(default_factory=list)

    def make(self) -> CampaignPlan:
        """The plan."""
        names = self.names or [f"judge {number}" for number in range(1, self.judges + 1)]
        holders: list[str | None] = [*names, *[None] * self.open_packs]
        packs = tuple(Pack(fresh(), tuple(self._items(place)), judge) for place, judge in enumerate(holders))
        numbers = {item.segment for pack in packs for item in pack.items}
        training = tuple(self._training(max(numbers) + 1 + place) for place in range(self.training))
        numbers.update(item.segment for item in training)
        return CampaignPlan(
            name="example",
            questionnaire=self.questionnaire,
            design="square",
            segments=tuple(segment(number) for number in sorted(numbers)),
            systems=("system-alpha", "system-beta"),
            packs=packs,
            training=training,
            judges=tuple(names),
            judges_per_output=len(packs) if self.shared else 1,
            seed=12345,
            options=(("judges", str(self.judges)),),
            no_back=self.no_back,
            masked=False,
        )

    def _items(self, place: int) -> Iterator[Item]:
        first = 1 if self.shared else 1 + place * self.items
        for number in range(first, first + self.items):
            shown = tuple(
                Candidate(fresh(), system, f"Output {number} of {letter}: naïve 𝔸 日本.")
                for system, letter in zip(("system-alpha", "system-beta"), "xy", strict=True)
            )
            chosen = shown[: self.outputs] if place % 2 == 0 else shown[::-1][: self.outputs]
            yield Item(fresh(), number, chosen, "plan")

    def _training(self, number: int) -> Item:
        expected = tuple(
            Expectation(question.dimension, 4, 5, f"{question.dimension} is good here.")
            for question in self.questionnaire.questions
        )
        shown = (Candidate(fresh(), "system-alpha", "A good output."),)
        return Item(fresh(), number, shown, "training", expected)


def segment(number: int) -> PlannedSegment:
    """A segment; two make a document."""
    return PlannedSegment(
        number, f"doc{(number + 1) // 2}", "news", f"Quelle {number}.", f"Reference {number}.", 10, "de", "en"
    )


def answer_to(page: Page, value: float = 4.0, comment: str = "") -> Answer:
    """The same value for every question of a page."""
    return Answer(
        tuple(
            Value(candidate.id, question.dimension, value)
            for candidate in page.candidates
            for question in page.dimensions
        ),
        comment=comment,
    )


def next_page(desk: Desk, judge: str) -> Page:
    """The next page, where there is one."""
    page = desk.next(judge)
    assert isinstance(page, Page)
    return page


def work(desk: Desk, judge: str, most: int = 1_000_000) -> list[Page]:
    """A judge answers so many pages, or all; gives those pages."""
    pages: list[Page] = []
    while len(pages) < most and isinstance(page := desk.next(judge), Page):
        desk.answer(judge, page.item, page.key, answer_to(page), 2.5)
        pages.append(page)
    return pages
