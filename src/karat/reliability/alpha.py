"""Krippendorff's α: any number of judges, any scale, any values missing.

α = 1 − observed disagreement / expected disagreement (Krippendorff 2011). Observed is the disagreement
between the values of one item, taken in pairs; expected that between all values, taken in pairs.
"""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.reliability.bootstrap import Bootstrap, Estimate, estimate, undefined
from karat.types import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.reliability.bootstrap import Statistic
    from karat.reliability.ratings import Ratings

    Floats = NDArray[np.float64]

Difference: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]

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
    words: Any = Difference
    if difference not in words:
        raise InvalidOption.choice("difference", difference, words)
    bootstrap = bootstrap or Bootstrap()
    name = f"Krippendorff’s α {difference}"
    usable = ratings.pairable
    if not usable.any():
        return undefined(name, bootstrap, _NO_PAIR)
    if difference == "ratio" and (ratings.values[ratings.present] < 0).any():
        return undefined(name, bootstrap, "a ratio scale has no values below 0")
    statistic = _ordinal(ratings) if difference == "ordinal" else _fixed(ratings, difference)
    return estimate(name, statistic, ratings, bootstrap, items=int(usable.sum()), reason=_SAME)


class _Counts:
    """For each item that can be paired, how often it has each value."""

    def __init__(self, ratings: Ratings) -> None:
        import numpy as np

        self.items = np.flatnonzero(ratings.pairable)
        values = ratings.values[self.items]
        self.there = ~np.isnan(values)
        self.values = np.unique(values[self.there])
        self.codes = np.where(self.there, np.searchsorted(self.values, values), 0)
        self.judges = self.there.sum(axis=1).astype(float)
        rows = np.repeat(np.arange(len(values)), self.there.sum(axis=1))
        self.counts = np.zeros((len(values), len(self.values)))
        np.add.at(self.counts, (rows, self.codes[self.there]), 1)


def _fixed(ratings: Ratings, difference: str) -> Statistic:
    """α as a function of weights, where the distance of two values is always the same."""
    import numpy as np

    found = _Counts(ratings)
    first, second = found.values[:, None], found.values[None, :]
    with np.errstate(invalid="ignore"):
        distance = {
            "nominal": (first != second).astype(float),
            "interval": (first - second) ** 2,
            "ratio": np.nan_to_num(((first - second) / (first + second)) ** 2),
        }[difference]
    disagreement = ((found.counts @ distance) * found.counts).sum(axis=1) / (found.judges - 1)

    def alpha(weights: Floats) -> Floats:
        mine = weights[:, found.items]
        totals = mine @ found.counts
        expected = ((totals @ distance) * totals).sum(axis=1)
        return _ratio(mine @ disagreement, expected, mine @ found.judges)

    return alpha


def _ordinal(ratings: Ratings) -> Statistic:
    """α as a function of weights, where the distance of two values is that of their ranks among all."""
    import numpy as np

    found = _Counts(ratings)

    def alpha(weights: Floats) -> Floats:
        mine = weights[:, found.items]
        totals = mine @ found.counts
        ranks = np.cumsum(totals, axis=1) - totals / 2
        total = totals.sum(axis=1)
        # Sums of squared differences, by way of means: n Σ r² − (Σ r)².
        expected = 2 * (total * (totals * ranks**2).sum(axis=1) - (totals * ranks).sum(axis=1) ** 2)
        observed = np.array([_within(found, row, rank) for row, rank in zip(mine, ranks, strict=True)])
        return _ratio(observed, expected, total)

    return alpha


def _within(found: _Counts, weights: Floats, ranks: Floats) -> float:
    """The disagreement between ranks within items, each item counted as often as its weight says."""
    of_judges = ranks[found.codes] * found.there
    sums = of_judges.sum(axis=1)
    squares = (of_judges**2).sum(axis=1)
    return float(weights @ (2 * (found.judges * squares - sums**2) / (found.judges - 1)))


def _ratio(observed: Floats, expected: Floats, total: Floats) -> Floats:
    import numpy as np

    with np.errstate(invalid="ignore", divide="ignore"):
        alpha: Floats = np.where(expected > 1e-12, 1 - (total - 1) * observed / expected, np.nan)
    return alpha
