"""Where a judge stands: the training, the packs, and the first step that is not answered yet."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from karat.campaigns.judge_page import JudgeProgress
from karat.campaigns.training_feedback import ATTEMPTS, feedback_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.questionnaire import Questionnaire
    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.contract import Transaction
    from karat.campaigns.store.pack_rows import HeldPack, WorkItem

# What WMT25 planned with, until a judge has a pace of their own: seconds per word of an output.
SECONDS_PER_WORD = 0.8
# Items that a judge's own pace needs, and the longest time that somebody can think about a page.
ENOUGH_ITEMS = 3
LONGEST_THOUGHT = 600.0


@dataclass(frozen=True, slots=True)
class Place:
    """The step that a judge is to answer next; `version` counts the answers that it has already."""

    item: WorkItem
    step: int
    version: int


@dataclass(frozen=True, slots=True)
class Worklist:
    """The items of a judge, and what happened to them. `answers` are those of all judges, oldest first."""

    judge: str
    steps: int
    items: tuple[WorkItem, ...]
    answers: dict[str, list[AnswerRow]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()

    @classmethod
    def of(cls, transaction: Transaction, judge: str, steps: int, packs: Iterable[str | None]) -> Worklist:
        """Of these packs, one after the other; None is the training."""
        items: list[WorkItem] = []
        answers: dict[str, list[AnswerRow]] = {}
        skipped: set[str] = set()
        for pack in packs:
            items.extend(transaction.packs.items(pack))
            for row in transaction.answers.of_pack(pack):
                answers.setdefault(row.item, []).append(row)
            skipped.update(transaction.answers.skipped(judge, pack))
        return cls(judge, steps, tuple(items), answers, frozenset(skipped))

    def is_answered(self, item: WorkItem) -> bool:
        """Whether one judge has answered every step."""
        by_judge: dict[str, set[int]] = {}
        for row in self.answers.get(item.id, ()):
            by_judge.setdefault(row.judge, set()).add(row.step)
        return any(len(steps) == self.steps for steps in by_judge.values())

    def is_finished(self, item: WorkItem) -> bool:
        """Whether nothing is left to do: answered, or skipped by this judge."""
        return item.id in self.skipped or self.is_answered(item)

    def first_open(self) -> Place | None:
        """The first step that is not answered."""
        for item in self.items:
            if not self.is_finished(item):
                rows = self.answers.get(item.id, ())
                own = {row.step for row in rows if row.judge == self.judge}
                step = next(step for step in range(self.steps) if step not in own)
                return Place(item, step, sum(row.step == step for row in rows))
        return None

    def progress(self) -> JudgeProgress:
        """How far the judge is, and how long the rest will take."""
        done = [item for item in self.items if self.is_finished(item)]
        words = sum(item.words for item in self.items) - sum(item.words for item in done)
        return JudgeProgress(len(done), len(self.items), words * self._pace())

    def _pace(self) -> float:
        """Seconds per word."""
        paces = [
            sum(_seconds(row) for row in rows) / item.words
            for item in self.items
            if item.words and (rows := self._first_answers(item)) and len(rows) == self.steps
        ]
        return median(paces) if len(paces) >= ENOUGH_ITEMS else SECONDS_PER_WORD

    def _first_answers(self, item: WorkItem) -> Sequence[AnswerRow]:
        rows = self.answers.get(item.id, ())
        return [row for row in rows if row.judge == self.judge and row.version == 0]


def training_place(transaction: Transaction, judge: str, questionnaire: Questionnaire) -> Place | None:
    """The step of the training that comes next: each one until it is right, but twice at most."""
    steps = len(questionnaire.steps)
    work = Worklist.of(transaction, judge, steps, [None])
    for item in work.items:
        if item.id in work.skipped:
            continue
        own = [row for row in work.answers.get(item.id, ()) if row.judge == judge]
        for step in range(steps):
            attempts = [row for row in own if row.step == step]
            if not attempts:
                return Place(item, step, 0)
            if len(attempts) < ATTEMPTS and not all(
                said.is_right for said in feedback_on(transaction, attempts[-1])
            ):
                return Place(item, step, len(attempts))
    return None


def may_take(transaction: Transaction, judge: str, pack: HeldPack, held: Sequence[HeldPack]) -> bool:
    """Whether the pack has no segment of the plan that the judge has judged, or will judge, in another."""
    others = {other.id for other in held} | transaction.answers.packs_of(judge)
    others.discard(pack.id)
    seen = {item.segment for item in transaction.packs.items_of_packs(others) if item.purpose == "plan"}
    return not any(
        item.segment in seen for item in transaction.packs.items(pack.id) if item.purpose == "plan"
    )


def _seconds(row: AnswerRow) -> float:
    # An unknown time is NaN, which is not above 0.
    by_clock = row.stored - row.shown
    return min(row.active if row.active >= 0 else by_clock, LONGEST_THOUGHT)
