"""Does this metric track people here, how well, and where does it fail? In facts that fit on a line."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement.outliers import influences
from karat.agreement.pair_counts import count_pairs
from karat.display import Shown
from karat.equality import Equal

if TYPE_CHECKING:
    from karat.agreement.outliers import Influences
    from karat.agreement.raters import Rater


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Reversal(Equal, Shown):
    """Two systems that the metric puts in the wrong order, and their differences by people and by the metric.

    >>> import numpy as np
    >>> from karat.agreement import Rater, verdict
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 29.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.0, 4.2, 3.9]))
    >>> worst = verdict(metric, human).worst
    >>> worst.better, worst.worse, round(worst.human_difference, 1), worst.metric_difference
    ('A', 'B', 0.1, 5.0)
    """

    better: str
    worse: str
    human_difference: float
    metric_difference: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Verdict(Equal, Shown):
    """A metric against people at system level: the line, the pairs, the worst reversal, and the outliers.

    `worst` is the reversal, a pair in the wrong order, that differs most by people's scores.
    `influence` has the line and each system's part in it.

    >>> import numpy as np
    >>> from karat.agreement import Rater, verdict
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 29.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.0, 4.2, 3.9]))
    >>> found = verdict(metric, human)
    >>> found.right_pairs, found.pairs, round(found.explained, 1)
    (5, 6, 76.7)
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
    """The facts of a metric and of people's scores of the same systems.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 29.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.0, 4.2, 3.9]))
    >>> found = verdict(metric, human)
    >>> f"{found.right_pairs} of {found.pairs} pairs in people's order"
    "5 of 6 pairs in people's order"
    """
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
    """What an interval of a correlation says: whether the metric tracks people.

    >>> tracks(0.71, 0.98), tracks(-0.2, 0.9)
    ('yes', 'not shown')
    """
    if isnan(low) or isnan(high):
        return "not known"
    if high < 0:
        return "no, the other way round"
    if low <= 0:
        return "not shown"
    return "yes" if low > 0.5 else "weakly"
