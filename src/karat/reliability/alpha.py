"""Krippendorff's α: any number of judges, any scale, any values missing.

α = 1 − observed disagreement / expected disagreement (Krippendorff 2011). Observed is the disagreement
between the values of one item, taken in pairs; expected that between all values, taken in pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.option_checks import check_choice
from karat.reliability.bootstrap import Bootstrap, Estimate, estimate, undefined

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.reliability.bootstrap import Statistic
    from karat.reliability.jackknife import Link
    from karat.reliability.ratings import Ratings

Difference: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]

# A table of the distances between more values than this takes longer than it is worth.
_MOST_VALUES = 1000
_SAME = "all values are the same, so there is no disagreement to expect"
_NO_PAIR = "no item was judged by two judges"


def krippendorff_alpha(
    ratings: Ratings, difference: Difference = "interval", *, bootstrap: Bootstrap | None = None
) -> Estimate:
    """α over the items that at least two judges judged; `difference` says what a disagreement costs.

    Nominal: 1 if values differ. Interval: (a − b)². Ordinal: the same between the mean ranks of the values.
    Ratio: ((a − b) / (a + b))².

    >>> from karat.reliability import Ratings
    >>> round(krippendorff_alpha(Ratings.of([[1, 1], [2, 3], [3, 3]]), "nominal").value, 3)
    0.545
    """
    check_choice("difference", difference, Difference)
    bootstrap = bootstrap or Bootstrap()
    name = f"Krippendorff’s α {difference}"
    usable = ratings.pairable
    if not usable.any():
        return undefined(name, bootstrap, _NO_PAIR, ratings)
    if difference == "ratio" and (ratings.values[ratings.present] < 0).any():
        return undefined(name, bootstrap, "a ratio scale has no values below 0", ratings)
    if difference in ("nominal", "ratio") and (count := ratings.different) > _MOST_VALUES:
        return undefined(name, bootstrap, f"there are {count:,} different values; see α interval", ratings)
    if difference == "ordinal":
        statistic = _ordinal(ratings)
    elif difference == "interval":
        statistic = _interval(ratings)
    else:
        statistic = _table(ratings, difference)
    link: Link = "correlation" if difference == "interval" else "agreement"
    return estimate(name, statistic, ratings, bootstrap, usable=usable, reason=_SAME, link=link)


class _Values:
    """The values of the items that can be paired, one after another, each with its item and its number."""

    def __init__(self, ratings: Ratings) -> None:
        self.items = np.flatnonzero(ratings.pairable)
        there = ratings.present[self.items]
        self.item = np.nonzero(there)[0]
        self.different, self.code = np.unique(ratings.values[self.items][there], return_inverse=True)
        self.judges = there.sum(axis=1).astype(float)
        self.start = np.cumsum(there.sum(axis=1)) - there.sum(axis=1)

    @property
    def value(self) -> Floats:
        """Each value itself."""
        found: Floats = self.different[self.code]
        return found

    def totals(self, weights: Floats) -> Floats:
        """How often each value is there, its items counted as often as the weights say."""
        return np.bincount(self.code, weights[self.item], minlength=len(self.different)).astype(np.float64)

    def by_item(self, amounts: Floats) -> Floats:
        """The sum over each item's values, which stand beside each other."""
        sums: Floats = np.add.reduceat(amounts, self.start)
        return sums

    def disagreement(self, sums: Floats, squares: Floats) -> Floats:
        """Squared differences between the values of each item, from their sums and sums of squares."""
        found: Floats = 2 * (self.judges * squares - sums**2) / (self.judges - 1)
        return found


def _interval(ratings: Ratings) -> Statistic:
    """α as a function of weights, of squared differences: n Σ x² − (Σ x)² is their sum over all pairs."""
    found = _Values(ratings)
    value = found.value - found.value.mean()
    sums, squares = found.by_item(value), found.by_item(value**2)
    rows = np.column_stack([found.judges, sums, squares, found.disagreement(sums, squares)])

    def alpha(weights: Floats) -> Floats:
        total, first, second, observed = (weights[:, found.items] @ rows).T
        return _ratio(observed, 2 * (total * second - first**2), total)

    return alpha


def _ordinal(ratings: Ratings) -> Statistic:
    """α as a function of weights, of squared differences between ranks, which the weights decide."""
    found = _Values(ratings)

    def one(weights: Floats) -> tuple[float, float, float]:
        totals = found.totals(weights)
        ranks = np.cumsum(totals) - totals / 2
        # Ranks grow with the number of values; without their mean the squares stay exact.
        total = float(totals.sum())
        ranks -= float(totals @ ranks) / max(total, 1)
        mine = ranks[found.code]
        within = found.disagreement(found.by_item(mine), found.by_item(mine**2))
        # Not weights @ within: the threads that BLAS starts for it take longer than the sum.
        observed = float(np.einsum("i,i", weights, within))
        return observed, 2 * total * float(totals @ ranks**2), total

    def alpha(weights: Floats) -> Floats:
        observed, expected, total = np.array([one(row) for row in weights[:, found.items]]).T
        return _ratio(observed, expected, total)

    return alpha


def _table(ratings: Ratings, difference: str) -> Statistic:
    """α as a function of weights, from a table of the distances of all values."""
    found = _Values(ratings)
    distance = _distances(found.different, difference)
    counts = np.zeros((len(found.items), len(found.different)))
    np.add.at(counts, (found.item, found.code), 1)
    disagreement = ((counts @ distance) * counts).sum(axis=1) / (found.judges - 1)

    def alpha(weights: Floats) -> Floats:
        mine = weights[:, found.items]
        totals = mine @ counts
        expected = ((totals @ distance) * totals).sum(axis=1)
        return _ratio(mine @ disagreement, expected, mine @ found.judges)

    return alpha


def _distances(values: Floats, difference: str) -> Floats:
    first, second = values[:, None], values[None, :]
    if difference == "nominal":
        return np.where(first != second, 1.0, 0.0)
    with np.errstate(invalid="ignore"):
        relative: Floats = np.nan_to_num(((first - second) / (first + second)) ** 2)
    return relative


def _ratio(observed: Floats, expected: Floats, total: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha: Floats = np.where(expected > 1e-12, 1 - (total - 1) * observed / expected, np.nan)
    return alpha
