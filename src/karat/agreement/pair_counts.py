"""Pairs of scores in the same order by metric and by people: counts that add, and tie calibration.

People give equal scores to many pairs of translations, metrics to few. Tie calibration (Deutsch, Foster &
Freitag 2023) tells a metric which difference counts as a tie: the ε for which it agrees best with people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arrays import quotient
from karat.display import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.frames import Columns

    Counted = NDArray[np.int64]

# Up to this length all pairs are looked at; above, sorting is faster.
_FEW = 128
# Sums of the same shares in another order differ in their last bits.
_SAME = 1e-12


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PairCounts(Shown):
    """How many pairs are in the same order, in the opposite one, or tied by one or both.

    >>> import numpy as np
    >>> from karat.agreement import count_pairs
    >>> counts = count_pairs(np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]))
    >>> int(counts.concordant), int(counts.discordant), round(float(counts.tau_b), 3)
    (2, 1, 0.333)
    """

    concordant: Counted
    discordant: Counted
    metric_ties: Counted
    human_ties: Counted
    both_ties: Counted

    def __add__(self, other: PairCounts) -> PairCounts:
        return PairCounts(*(a + b for a, b in zip(self._parts, other._parts, strict=True)))

    @property
    def _parts(self) -> tuple[Counted, ...]:
        return (self.concordant, self.discordant, self.metric_ties, self.human_ties, self.both_ties)

    @property
    def pairs(self) -> Counted:
        """All pairs."""
        return sum(self._parts[1:], start=self._parts[0])

    @property
    def accuracy(self) -> Floats:
        """The share of pairs that both order alike, or both tie: acc-23; of systems, pairwise accuracy."""
        return quotient(self.concordant + self.both_ties, self.pairs)

    @property
    def tau_23(self) -> Floats:
        """Right minus wrong pairs, a tie by one alone being wrong (τ-23 = 2 acc-23 − 1)."""
        return quotient(2 * (self.concordant + self.both_ties) - self.pairs, self.pairs)

    @property
    def tau_b(self) -> Floats:
        """Kendall's τ-b."""
        untied = self.concordant + self.discordant
        product = (untied + self.human_ties).astype(float) * (untied + self.metric_ties)
        return np.clip(quotient(self.concordant - self.discordant, np.sqrt(product)), -1.0, 1.0)

    @property
    def tau_10(self) -> Floats:
        """WMT's τ of 2010: pairs that people tie do not count, a tie of the metric is wrong.

        Deliberate: the Kendall-like τ of the tasks of 2017 to 2020 is the same, over pairs that people see
        far enough apart.
        """
        wrong = self.discordant + self.metric_ties
        return quotient(self.concordant - wrong, self.concordant + wrong)

    @property
    def tau_13(self) -> Floats:
        """WMT's τ of 2013: ties of either do not count."""
        return quotient(self.concordant - self.discordant, self.concordant + self.discordant)

    @property
    def tau_14(self) -> Floats:
        """WMT's τ of 2014: a tie of the metric is neither right nor wrong, but a pair."""
        pairs = self.concordant + self.discordant + self.metric_ties
        return quotient(self.concordant - self.discordant, pairs)


def count_pairs(metric: Floats, human: Floats, *, epsilon: float = 0.0, threshold: float = 0.0) -> PairCounts:
    """Count the pairs of each vector (last axis); NaN stands in both where a score is missing.

    Scores of the metric that differ by at most `epsilon` are tied. Pairs of human scores that differ, but by
    less than `threshold`, are not counted.

    >>> import numpy as np
    >>> counts = count_pairs(np.array([2, 1, 1.5, 5, 3]), np.array([1.0, 2, 2, 3, 4]))
    >>> int(counts.concordant), int(counts.discordant), float(counts.accuracy)
    (6, 3, 0.6)
    """
    if metric.shape[-1] > _FEW and epsilon == 0 and threshold == 0:
        return _count_sorted(metric, human)
    return _count_all(metric, human, epsilon, threshold)


def differences(values: Floats) -> Floats:
    """Later minus earlier score of every pair."""
    first, second = np.triu_indices(values.shape[-1], 1)
    found: Floats = values[..., second] - values[..., first]
    return found


def distinct(values: Floats) -> Counted:
    """How many different scores there are."""
    ordered = np.sort(values, axis=-1)
    new = (ordered[..., 1:] != ordered[..., :-1]) & ~np.isnan(ordered[..., 1:])
    found: Counted = new.sum(axis=-1) + (~np.isnan(ordered[..., :1])).sum(axis=-1)
    return found


def signs(of_pairs: Floats, epsilon: float = 0.0) -> NDArray[np.int8]:
    """1, −1, or 0 for a tie, of each difference; a missing one is 0 too."""
    return (of_pairs > epsilon).astype(np.int8) - (of_pairs < -epsilon)


def _count_all(metric: Floats, human: Floats, epsilon: float, threshold: float) -> PairCounts:
    ours, theirs = differences(metric), differences(human)
    counted = ~np.isnan(ours) & ((theirs == 0) | (np.abs(theirs) >= threshold))
    sign, human_sign = signs(ours, epsilon), signs(theirs)
    product = np.where(counted, sign * human_sign, 0)

    def total(which: NDArray[np.bool_]) -> Counted:
        return np.asarray((which & counted).sum(axis=-1), dtype=np.int64)

    return PairCounts(
        total(product > 0),
        total(product < 0),
        total((sign == 0) & (human_sign != 0)),
        total((sign != 0) & (human_sign == 0)),
        total((sign == 0) & (human_sign == 0)),
    )


def _count_sorted(metric: Floats, human: Floats) -> PairCounts:
    """Knight (1966): after sorting by one score, discordant pairs are inversions of the other."""
    flat = metric.reshape(-1, metric.shape[-1]), human.reshape(-1, human.shape[-1])
    counts = np.array([_count_one(x, y) for x, y in zip(*flat, strict=True)], dtype=np.int64)
    return PairCounts(*(counts[:, column].reshape(metric.shape[:-1]) for column in range(5)))


def _count_one(metric: Floats, human: Floats) -> tuple[int, int, int, int, int]:
    present = ~np.isnan(metric)
    x = np.unique(metric[present], return_inverse=True)[1]
    y = np.unique(human[present], return_inverse=True)[1]
    size = len(x)
    if size < 2:
        return 0, 0, 0, 0, 0
    both = _tied(np.bincount(np.unique(x * size + y, return_inverse=True)[1]))
    of_metric, of_human = _tied(np.bincount(x)) - both, _tied(np.bincount(y)) - both
    wrong = _inversions(y[np.lexsort((y, x))])
    right = size * (size - 1) // 2 - of_metric - of_human - both - wrong
    return right, wrong, of_metric, of_human, both


def _tied(sizes: NDArray[np.int64]) -> int:
    return int((sizes * (sizes - 1)).sum()) // 2


def _inversions(numbers: NDArray[np.integer[Any]]) -> int:
    """How many pairs stand in the wrong order, bit by bit from the highest.

    Two numbers differ first in one bit. Among those that agree in all higher bits, in their old order, each 0
    is inverted with every 1 before it.
    """
    found, highest = 0, int(numbers.max())
    if highest < 1 << 16:
        numbers = numbers.astype(np.uint16)  # numpy sorts these in linear time
    for bit in range(highest.bit_length() - 1, -1, -1):
        numbers = numbers[np.argsort(numbers >> (bit + 1), kind="stable")]
        higher, ones = numbers >> (bit + 1), (numbers >> bit) & 1
        before = np.cumsum(ones, dtype=np.int64) - ones
        begins = np.flatnonzero(np.r_[True, higher[1:] != higher[:-1]])
        at_begin = np.repeat(before[begins], np.diff(np.r_[begins, len(numbers)]))
        found += int((before - at_begin)[ones == 0].sum())
    return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TieCalibration(Shown):
    """The largest difference of a metric that is a tie, and the accuracy that follows.

    `thresholds` and `accuracies` have every ε at which the accuracy changes.

    >>> import numpy as np
    >>> from karat.agreement import calibrate_ties
    >>> found = calibrate_ties(np.array([[0.0, 2, 6, 8]]), np.array([[1.0, 1, 1, 4]]))
    >>> found.thresholds.tolist(), found.accuracies.round(2).tolist()
    ([0.0, 2.0, 4.0, 6.0, 8.0], [0.5, 0.5, 0.67, 0.67, 0.5])
    """

    epsilon: float
    accuracy: float
    thresholds: Floats
    accuracies: Floats

    def _columns(self) -> Columns:
        """A row for each threshold that was tried."""
        return {"threshold": self.thresholds, "accuracy": self.accuracies}


def calibrate_ties(metric: Floats, human: Floats) -> TieCalibration:
    """The ε with the highest accuracy over groups × scores; each group counts the same, the least ε wins.

    >>> import numpy as np
    >>> found = calibrate_ties(np.array([[0.0, 2, 6, 8]]), np.array([[1.0, 1, 1, 4]]))
    >>> found.epsilon, round(found.accuracy, 4)
    (4.0, 0.6667)
    """
    ours, theirs = differences(np.atleast_2d(metric)), differences(np.atleast_2d(human))
    present = ~np.isnan(ours)
    in_group = present.sum(axis=1)
    groups = int((in_group > 0).sum())
    if groups == 0:
        nothing = np.empty(0)
        return TieCalibration(float("nan"), float("nan"), nothing, nothing)
    share = np.broadcast_to(1 / (np.maximum(in_group, 1) * groups)[:, None], ours.shape)[present]
    ours, theirs = ours[present], theirs[present]
    in_order = np.where(signs(ours) == signs(theirs), share, 0.0)
    as_ties = np.where(theirs == 0, share, 0.0)
    sizes = np.abs(ours)
    order = np.argsort(sizes, kind="stable")
    gains = np.cumsum((as_ties - in_order)[order])
    ends = np.flatnonzero(np.r_[np.diff(sizes[order]) > 0, True])
    # ε = 0 is always possible, also where no two scores are equal.
    thresholds, accuracies = sizes[order][ends], in_order.sum() + gains[ends]
    if thresholds[0] > 0:
        thresholds, accuracies = np.r_[0.0, thresholds], np.r_[in_order.sum(), accuracies]
    # Shares add up to 1 but for rounding.
    accuracies = np.clip(accuracies, 0.0, 1.0)
    best = int(np.flatnonzero(accuracies >= accuracies.max() - _SAME)[0])
    return TieCalibration(float(thresholds[best]), float(accuracies[best]), thresholds, accuracies)


def right_pairs(metric: Floats, human: Floats, epsilon: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each group, the pairs that are right with ties up to ε, and all its pairs."""
    ours, theirs = differences(metric), differences(human)
    present = ~np.isnan(ours)
    right = present & (signs(ours, epsilon) == signs(theirs))
    return right.sum(axis=-1, dtype=np.int64), present.sum(axis=-1, dtype=np.int64)
