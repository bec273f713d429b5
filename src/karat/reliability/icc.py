"""Intraclass correlations: which part of the variance of values is that of the items (Shrout & Fleiss 1979).

One-way (1): judges are not told apart. Two-way with judges drawn from many (2): a judge's leaning counts as
disagreement. Two-way with these judges and no others (3): it does not. Each for a single judge (1), and for
the mean of all (k).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.option_checks import check_choice
from karat.reliability.bootstrap import Bootstrap, Estimate, estimate, undefined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.bootstrap import Statistic
    from karat.reliability.jackknife import Link
    from karat.reliability.ratings import Ratings

Form: TypeAlias = Literal["1,1", "1,k", "2,1", "2,k", "3,1", "3,k"]

_SAME = "the values do not vary, so no part of their variance is that of the items"


def intraclass_correlation(
    ratings: Ratings, form: Form = "2,1", *, bootstrap: Bootstrap | None = None
) -> Estimate:
    """ICC(1, …) over the items that at least two judges judged, the others over those that all judged.

    >>> from karat.reliability import Ratings
    >>> round(intraclass_correlation(Ratings.of([[1, 2], [3, 4], [5, 6]]), "3,1").value, 3)
    1.0
    """
    check_choice("form", form, Form)
    name, bootstrap = f"ICC({form})", bootstrap or Bootstrap()
    one_way = form.startswith("1")
    usable: NDArray[np.bool_] = ratings.pairable if one_way else ratings.complete
    if len(ratings.judges) < 2 or not ratings.pairable.any():
        return undefined(name, bootstrap, "no item was judged by two judges", ratings)
    if usable.sum() < 2:
        whom = "two judges" if one_way else "all judges"
        return undefined(name, bootstrap, f"fewer than two items were judged by {whom}", ratings, usable)
    statistic = (_one_way if one_way else _two_way)(ratings, usable, form)
    link: Link = "reliability" if form.endswith("k") else "correlation"
    return estimate(name, statistic, ratings, bootstrap, usable=usable, reason=_SAME, link=link)


def _one_way(ratings: Ratings, usable: NDArray[np.bool_], form: str) -> Statistic:
    items = np.flatnonzero(usable)
    values = np.nan_to_num(ratings.values[items] - np.nanmean(ratings.values[items]))
    judges = ratings.present[items].sum(axis=1).astype(float)
    sums = values.sum(axis=1)
    rows = np.column_stack([judges, judges**2, sums, sums**2 / judges, (values**2).sum(axis=1)])

    def icc(weights: Floats) -> Floats:
        mine = weights[:, items]
        count = mine.sum(axis=1)
        size, squared_sizes, total, between, squares = (mine @ rows).T
        with np.errstate(invalid="ignore", divide="ignore"):
            mean_between = (between - total**2 / size) / (count - 1)
            mean_within = (squares - between) / (size - count)
            # The number of judges, or what stands for it where it varies.
            many = (size - squared_sizes / size) / (count - 1)
            each = 1.0 if form.endswith("k") else many
            return _share(mean_between - mean_within, mean_between + (each - 1) * mean_within)

    return icc


def _two_way(ratings: Ratings, usable: NDArray[np.bool_], form: str) -> Statistic:
    items = np.flatnonzero(usable)
    values = ratings.values[items] - ratings.values[items].mean()
    many = values.shape[1]
    rows = np.column_stack([values, values.sum(axis=1) ** 2 / many, (values**2).sum(axis=1)])

    def icc(weights: Floats) -> Floats:
        mine = weights[:, items]
        count = mine.sum(axis=1)
        added = mine @ rows
        of_judges, between, squares = added[:, :many], added[:, -2], added[:, -1]
        with np.errstate(invalid="ignore", divide="ignore"):
            middle = of_judges.sum(axis=1) ** 2 / (count * many)
            judges = (of_judges**2).sum(axis=1) / count - middle
            of_items = (between - middle) / (count - 1)
            error = (squares - between - judges) / ((count - 1) * (many - 1))
            leaning = (judges / (many - 1) - error) / count if form.startswith("2") else 0.0
            if form.endswith("k"):
                return _share(of_items - error, of_items + leaning)
            return _share(of_items - error, of_items + (many - 1) * error + many * leaning)

    return icc


def _share(part: Floats, whole: Floats) -> Floats:
    share: Floats = np.where(abs(whole) > 1e-12, part / whole, np.nan)
    return share
