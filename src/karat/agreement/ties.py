"""Tie calibration (Deutsch, Foster & Freitag 2023): differences of a metric that are too small to count.

People give equal scores to many pairs of translations, metrics to few. A metric is told which difference
counts as a tie: the ε for which it agrees best with people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.pair_counts import differences, signs
from karat.display import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.frames import Columns

# Sums of the same shares in another order differ in their last bits.
_SAME = 1e-12


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
