"""Each judgement beside the mean of what the others said of the same item."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.display import Shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.frames import Columns
    from karat.reliability.ratings import Ratings

    Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BesideTheRest(Shown):
    """The judgements of items that several judges judged: item, judge, value, and the mean of the others."""

    item: Whole
    judge: Whole
    value: Floats
    rest: Floats

    def _columns(self) -> Columns:
        return {name: getattr(self, name) for name in ("item", "judge", "value", "rest")}


def beside_the_rest(ratings: Ratings, values: Floats | None = None) -> BesideTheRest:
    """Each judgement and the mean of the others; `values` may be other values in the same places."""
    matrix = ratings.values if values is None else values
    there = ~np.isnan(matrix)
    several = there.sum(axis=1) > 1
    item, judge = np.nonzero(there & several[:, None])
    value = matrix[item, judge]
    return BesideTheRest(item, judge, value, mean_of_others(item, value))


def mean_of_others(item: Whole, value: Floats) -> Floats:
    """For each value, the mean of the other values of its item, of which there is at least one."""
    count = np.bincount(item)
    total = np.bincount(item, value)
    others: Floats = (total[item] - value) / (count[item] - 1)
    return others


def correlations(judge: Whole, value: Floats, rest: Floats, judges: int) -> Floats:
    """Pearson's r of each judge's values with the mean of the others; NaN where one of them does not vary."""

    def total(amounts: Floats) -> Floats:
        return np.bincount(judge, amounts, minlength=judges).astype(np.float64)

    count = np.bincount(judge, minlength=judges)
    with np.errstate(invalid="ignore", divide="ignore"):
        mine = value - (total(value) / count)[judge]
        theirs = rest - (total(rest) / count)[judge]
        spread = np.sqrt(total(mine**2) * total(theirs**2))
        r: Floats = np.where((spread > 1e-12) & (count > 2), total(mine * theirs) / spread, np.nan)
    return r
