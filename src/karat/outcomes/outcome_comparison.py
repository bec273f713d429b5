"""What is said of outcomes: the mean of each system, and the difference of each pair under chance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.display import Shown
from karat.frames import stacked

if TYPE_CHECKING:
    from karat.frames import Columns

PairTest: TypeAlias = Literal["McNemar's exact test", "exact randomization", "approximate randomization"]


@dataclass(frozen=True, slots=True, repr=False)
class OutcomeMean(Shown):
    """The mean outcome of a system, with its confidence interval."""

    system: str
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, repr=False)
class OutcomePair(Shown):
    """Two systems on the same items: the difference of their means, with its interval and test.

    `first_better` and `second_better` count the items on which one has the better outcome; on the others
    they are equal. `corrected` is the p-value corrected for all pairs by Holm's method.
    """

    first: str
    second: str
    difference: float
    low: float
    high: float
    first_better: int
    second_better: int
    p: float
    corrected: float
    test: PairTest


@dataclass(frozen=True, slots=True, repr=False)
class OutcomeComparison(Shown):
    """Systems on the same items: their means, best first, and every pair."""

    metric: str
    items: int
    groups: int | None
    is_binary: bool
    confidence: float
    means: tuple[OutcomeMean, ...]
    pairs: tuple[OutcomePair, ...]

    def _columns(self) -> Columns:
        return stacked(pair._columns() for pair in self.pairs or self.means)
