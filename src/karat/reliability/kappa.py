"""Cohen's κ for two judges, Light's for all pairs of judges, Fleiss' for any number: agreement above chance.

κ = 1 − observed disagreement / disagreement expected if judges chose by chance, each with his own habits
(Cohen 1960, 1968; Light 1971) or all with the same (Fleiss 1971).
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.errors import UnknownName
from karat.option_checks import check_choice
from karat.reliability.bootstrap import Bootstrap, Estimate, estimate, undefined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.bootstrap import Statistic
    from karat.reliability.ratings import Ratings

Weighting: TypeAlias = Literal["none", "linear", "quadratic"]

# On a scale of more values than this, that two are the same says little, and the table of pairs is large.
MOST_CATEGORIES = 30
_SAME = "all values are the same, so there is no chance to be above"
_NO_PAIR = "no item was judged by two judges"


def cohen_kappa(
    ratings: Ratings,
    first: str,
    second: str,
    *,
    weighting: Weighting = "none",
    bootstrap: Bootstrap | None = None,
) -> Estimate:
    """Cohen's κ of two judges over the items that both judged.

    `weighting` says what a disagreement costs: the same whatever it is, its distance, or its square.

    >>> from karat.reliability import Ratings
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> round(cohen_kappa(matrix, "anna", "ben").value, 2)
    0.75
    """
    for name in (first, second):
        if name not in ratings.judges:
            raise UnknownName.among("judge", name, ratings.judges)
    pair = ratings.judges.index(first), ratings.judges.index(second)
    return _mean_kappa("Cohen’s κ", ratings, [pair], weighting, bootstrap or Bootstrap())


def light_kappa(
    ratings: Ratings, *, weighting: Weighting = "none", bootstrap: Bootstrap | None = None
) -> Estimate:
    """The mean of Cohen's κ over all pairs of judges who share items.

    >>> from karat.reliability import Ratings
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> round(light_kappa(matrix, weighting="linear").value, 2)
    0.75
    """
    pairs = list(combinations(range(len(ratings.judges)), 2))
    return _mean_kappa("Light’s κ", ratings, pairs, weighting, bootstrap or Bootstrap())


def _mean_kappa(
    name: str, ratings: Ratings, pairs: list[tuple[int, int]], weighting: str, bootstrap: Bootstrap
) -> Estimate:
    check_choice("weighting", weighting, Weighting)
    title = name if weighting == "none" else f"{name} {weighting}"
    if reason := unsuitable(ratings):
        return undefined(title, bootstrap, reason, ratings)
    together = [_of_pair(ratings, first, second, weighting) for first, second in pairs]
    usable = [statistic for statistic in together if statistic is not None]
    if not usable:
        return undefined(title, bootstrap, _NO_PAIR, ratings)

    def mean(weights: Floats) -> Floats:
        values = np.array([statistic(weights) for statistic in usable])
        there = ~np.isnan(values)
        with np.errstate(invalid="ignore"):
            found: Floats = np.where(there, values, 0).sum(axis=0) / there.sum(axis=0)
        return found

    shared = _shared(ratings, pairs)
    return estimate(title, mean, ratings, bootstrap, usable=shared, reason=_SAME, link="agreement")


def unsuitable(ratings: Ratings) -> str:
    """Why these values are no categories; empty where they are."""
    if (count := ratings.different) > MOST_CATEGORIES:
        return f"there are {count:,} different values, and κ is for categories; see α and ICC"
    return ""


def _shared(ratings: Ratings, pairs: list[tuple[int, int]]) -> NDArray[np.bool_]:
    """The items that both judges of some pair judged."""
    there = ratings.present
    shared: NDArray[np.bool_] = np.any(
        [there[:, first] & there[:, second] for first, second in pairs], axis=0
    )
    return shared


def _of_pair(ratings: Ratings, first: int, second: int, weighting: str) -> Statistic | None:
    """κ of two judges as a function of weights, None where they share no item."""
    there = ratings.present
    shared = np.flatnonzero(there[:, first] & there[:, second])
    if not len(shared):
        return None
    categories = np.unique(ratings.values[there])
    codes = np.searchsorted(categories, ratings.values[shared][:, [first, second]])
    size = len(categories)
    cells = np.zeros((len(shared), size * size))
    cells[np.arange(len(shared)), codes[:, 0] * size + codes[:, 1]] = 1
    distance = abs(categories[:, None] - categories[None, :])
    cost = {"none": (distance > 0).astype(float), "linear": distance, "quadratic": distance**2}[weighting]

    def kappa(weights: Floats) -> Floats:
        table = (weights[:, shared] @ cells).reshape(-1, size, size)
        total = table.sum(axis=(1, 2))
        observed = (table * cost).sum(axis=(1, 2))
        chance = np.einsum("si,ij,sj->s", table.sum(axis=2), cost, table.sum(axis=1))
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = np.where(chance > 0, 1 - observed * total / chance, np.nan)
        return found

    return kappa


def fleiss_kappa(ratings: Ratings, *, bootstrap: Bootstrap | None = None) -> Estimate:
    """Fleiss' κ over the items that at least two judges judged, whichever these were.

    Where the number of judges varies by item, an item counts once, and a category by its judgements.

    >>> from karat.reliability import Ratings
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> round(fleiss_kappa(matrix).value, 2)
    0.49
    """
    name, bootstrap = "Fleiss’ κ", bootstrap or Bootstrap()
    if reason := unsuitable(ratings):
        return undefined(name, bootstrap, reason, ratings)
    usable = np.flatnonzero(ratings.pairable)
    if not len(usable):
        return undefined(name, bootstrap, _NO_PAIR, ratings)
    values = ratings.values[usable]
    categories = np.unique(values[~np.isnan(values)])
    counts = (values[:, :, None] == categories).sum(axis=1).astype(float)
    judges = counts.sum(axis=1)
    agreement = ((counts**2).sum(axis=1) - judges) / (judges * (judges - 1))

    def kappa(weights: Floats) -> Floats:
        mine = weights[:, usable]
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = mine @ agreement / mine.sum(axis=1)
            share = (mine @ counts) / (mine @ judges)[:, None]
            chance = (share**2).sum(axis=1)
            found: Floats = np.where(chance < 1 - 1e-12, (observed - chance) / (1 - chance), np.nan)
        return found

    return estimate(name, kappa, ratings, bootstrap, usable=ratings.pairable, reason=_SAME, link="agreement")
