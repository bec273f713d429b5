"""The items of a judge, the first step that is not answered yet, and how long the rest will take."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import waiting_items
from karat.campaigns.desk.judge_page import JudgeProgress

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.contract import Transaction
    from karat.campaigns.store.pack_rows import WorkItem

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
    """The items of a judge, and what happened to them.

    `answers` are those of all judges, oldest first; of the training, which everybody has, those of the judge.
    `waiting` are documents that an adjudicator cannot have yet, since annotators are still at work on them.
    """

    judge: str
    steps: int
    items: tuple[WorkItem, ...]
    answers: dict[str, list[AnswerRow]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()

    @classmethod
    def of(cls, transaction: Transaction, judge: str, steps: int, packs: Iterable[str | None]) -> Worklist:
        """Of these packs, one after the other; None is the training."""
        items: list[WorkItem] = []
        answers: dict[str, list[AnswerRow]] = {}
        skipped: set[str] = set()
        for pack in packs:
            items.extend(transaction.packs.items(pack))
            rows = (
                transaction.answers.of_training(judge) if pack is None else transaction.answers.of_pack(pack)
            )
            for row in rows:
                answers.setdefault(row.item, []).append(row)
            skipped.update(transaction.answers.skipped(judge, pack))
        waiting = waiting_items(transaction, items)
        return cls(judge, steps, tuple(items), answers, frozenset(skipped), waiting)

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
            if item.id not in self.waiting and not self.is_finished(item):
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


def _seconds(row: AnswerRow) -> float:
    # An unknown time is NaN, which is not above 0.
    by_clock = row.stored - row.shown
    return min(row.active if row.active >= 0 else by_clock, LONGEST_THOUGHT)
