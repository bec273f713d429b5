"""The items of a judge, the first step that is not answered yet, and how long the rest will take."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isnan
from statistics import median
from typing import TYPE_CHECKING

from karat.campaigns.annotation.adjudicating import waiting_items
from karat.campaigns.answers import working_seconds
from karat.campaigns.desk.judge_page import JudgeProgress

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.pack_rows import WorkItem
    from karat.campaigns.store.store import Transaction

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
    `waiting` are documents that an adjudicator cannot have yet, since annotators are still at work on them;
    `finished` are items with nothing left to do: answered by somebody, or skipped by this judge.
    """

    judge: str
    steps: int
    items: tuple[WorkItem, ...]
    answers: dict[str, list[AnswerRow]] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    waiting: frozenset[str] = frozenset()
    finished: frozenset[str] = frozenset()

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
        answered = {item for item, rows in answers.items() if _is_answered(rows, steps)}
        finished = frozenset(answered | skipped)
        return cls(judge, steps, tuple(items), answers, frozenset(skipped), waiting, finished)

    def first_open(self) -> Place | None:
        """The first step that is not answered."""
        for item in self.items:
            if item.id not in self.finished and item.id not in self.waiting:
                rows = self.answers.get(item.id, ())
                own = {row.step for row in rows if row.judge == self.judge}
                step = next(step for step in range(self.steps) if step not in own)
                return Place(item, step, sum(row.step == step for row in rows))
        return None

    def progress(self) -> JudgeProgress:
        """How far the judge is, and how long the rest will take."""
        left = [item.words for item in self.items if item.id not in self.finished]
        pace = self._pace() if left else 0.0
        seconds = None if pace is None else sum(left) * pace
        return JudgeProgress(len(self.items) - len(left), len(self.items), seconds)

    def _pace(self) -> float | None:
        """Seconds per word; None until the judge has a pace."""
        paces = [
            seconds / item.words
            for item in self.items
            if item.id in self.answers and item.words
            if len(rows := self._first_answers(item)) == self.steps
            if not isnan(seconds := sum(_seconds(row) for row in rows))
        ]
        return median(paces) if len(paces) >= ENOUGH_ITEMS else None

    def _first_answers(self, item: WorkItem) -> Sequence[AnswerRow]:
        return [row for row in self.answers[item.id] if row.judge == self.judge and row.version == 0]


def _is_answered(rows: Iterable[AnswerRow], steps: int) -> bool:
    """Whether one judge has answered every step."""
    by_judge: dict[str, set[int]] = {}
    for row in rows:
        by_judge.setdefault(row.judge, set()).add(row.step)
    return any(len(done) == steps for done in by_judge.values())


def _seconds(row: AnswerRow) -> float:
    seconds = working_seconds(row.shown, row.stored, row.active)
    return seconds if isnan(seconds) else min(seconds, LONGEST_THOUGHT)
