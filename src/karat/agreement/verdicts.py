"""Does this metric track people here, how well, and where does it fail? In facts that fit on a line."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement.outliers import influences
from karat.agreement.pairs import count_pairs
from karat.display import Shown

if TYPE_CHECKING:
    from karat.agreement.outliers import Influences
    from karat.agreement.raters import Rater


@dataclass(frozen=True, slots=True, repr=False)
class Reversal(Shown):
    """Two systems that the metric puts in the wrong order, and how far people see them apart."""

    better: str
    worse: str
    human_difference: float
    metric_difference: float


@dataclass(frozen=True, slots=True, repr=False)
class Verdict(Shown):
    """A metric against people at system level: the line, the pairs, what is turned round, what stands out.

    `worst` is the turned pair that people see furthest apart. `influence` has the line and each system's part
    in it.
    """

    metric: str
    human: str
    systems: int
    right_pairs: int
    pairs: int
    worst: Reversal | None
    influence: Influences

    @property
    def explained(self) -> float:
        """The share of the variance of people's scores that the metric explains, in percent."""
        return 100 * self.influence.pearson**2

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values, in a stable order."""
        worst = self.worst and {name: getattr(self.worst, name) for name in Reversal.__match_args__}
        line = self.influence.line
        return {
            "metric": self.metric,
            "human": self.human,
            "systems": self.systems,
            "explained_variance": self.explained,
            "slope": line.slope,
            "intercept": line.intercept,
            "residual_deviation": line.residual_deviation,
            "right_pairs": self.right_pairs,
            "pairs": self.pairs,
            "worst_turned_pair": worst,
            "outliers": [one.system for one in self.influence.outliers],
            "pearson": self.influence.pearson,
            "pearson_without_outliers": self.influence.without_outliers,
        }

    def _row(self) -> dict[str, Any]:
        worst = (None, None) if self.worst is None else (self.worst.better, self.worst.worse)
        reversal = {"worst_better": worst[0], "worst_worse": worst[1]}
        return {**Shown._row(self), **reversal, "pearson": self.influence.pearson}


def verdict(metric: Rater, human: Rater) -> Verdict:
    """The facts of a metric and of people's scores of the same systems."""
    theirs = human.only(metric.systems)
    there = ~np.isnan(metric.whole + theirs.whole)
    x, y = metric.sign * metric.whole[there], theirs.sign * theirs.whole[there]
    names = [name for name, is_there in zip(metric.systems, there, strict=True) if is_there]
    counts = count_pairs(x, y)
    found = influences(
        metric.whole,
        theirs.whole,
        metric.systems,
        metric_name=metric.name,
        human_name=human.name,
        higher_is_better=metric.agrees_upwards(human),
    )
    turned = [
        Reversal(names[a], names[b], float(y[a] - y[b]), float(abs(x[a] - x[b])))
        for a in range(len(names))
        for b in range(len(names))
        if y[a] > y[b] and x[a] < x[b]
    ]
    return Verdict(
        metric.name,
        human.name,
        len(names),
        int(counts.concordant + counts.both_ties),
        int(counts.pairs),
        max(turned, key=lambda pair: pair.human_difference, default=None),
        found,
    )


def tracks(low: float, high: float) -> str:
    """What an interval of a correlation says: whether the metric tracks people."""
    if isnan(low) or isnan(high):
        return "not known"
    if high < 0:
        return "no, the other way round"
    if low <= 0:
        return "not shown"
    return "yes" if low > 0.5 else "weakly"
