"""Confidence intervals of shares and means, and of their differences on the same items.

By hand: scipy has Wilson's interval only within a slow test of one share, and nobody has Tango's.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtri, stdtrit

if TYPE_CHECKING:
    from typing import Any

    from karat.arrays import Floats


def share_interval(right: int, items: int, confidence: float) -> tuple[float, float]:
    """Wilson's score interval (1927) of the share of items that is right.

    >>> [round(end, 3) for end in share_interval(9, 10, 0.95)]
    [0.596, 0.982]
    """
    z = float(ndtri((1 + confidence) / 2))
    centre = (right + z * z / 2) / (items + z * z)
    half = z * sqrt(right * (items - right) / items + z * z / 4) / (items + z * z)
    return max(0.0, centre - half), min(1.0, centre + half)


def paired_interval(
    first_better: int, second_better: int, items: int, confidence: float
) -> tuple[float, float]:
    """Tango's score interval (1998) of the difference of two shares on the same items.

    The differences that the score test does not reject; it keeps its promise with few items, too.

    >>> [round(end, 3) for end in paired_interval(9, 2, 40, 0.95)]
    [0.014, 0.339]
    """
    z = float(ndtri((1 + confidence) / 2))
    found = (first_better - second_better) / items

    def beyond(difference: float) -> float:
        return abs(_score(difference, first_better, second_better, items)) - z

    ends = []
    for edge in (-1.0, 1.0):
        inside = beyond(edge) <= 0
        ends.append(edge if inside or found == edge else float(brentq(beyond, found, edge, xtol=1e-12)))
    return ends[0], ends[1]


def _score(difference: float, first_better: int, second_better: int, items: int) -> float:
    """The distance of the observed difference from this one, in standard errors that this one implies."""
    centre = first_better - second_better - items * difference
    if centre == 0:
        return 0.0
    # The likeliest share of items that only the second has right.
    a = 2 * items
    b = -first_better - second_better + (2 * items - first_better + second_better) * difference
    c = -second_better * difference * (1 - difference)
    share = (sqrt(max(b * b - 4 * a * c, 0.0)) - b) / (2 * a)
    variance = items * (2 * share + difference * (1 - difference))
    return centre / sqrt(variance) if variance > 0 else float(np.copysign(np.inf, centre))


def mean_interval(
    values: Floats, places: np.ndarray[Any, np.dtype[np.int64]], confidence: float
) -> tuple[float, float]:
    """A mean over groups of items: Student's t, with the standard error that the groups left out one by one
    give.

    The degrees of freedom are those of groups of equal size that carry as much information.

    >>> [round(end, 2) for end in mean_interval(np.array([1.0, 2, 3, 4]), np.arange(4), 0.95)]
    [0.45, 4.55]
    """
    sums, sizes = np.bincount(places, weights=values), np.bincount(places).astype(np.float64)
    mean = float(values.mean())
    groups = len(sums)
    left_out = (sums.sum() - sums) / (sizes.sum() - sizes)
    variance = (groups - 1) / groups * float(((left_out - left_out.mean()) ** 2).sum())
    freedom = max(float(sizes.sum()) ** 2 / float((sizes**2).sum()) - 1, 1.0)
    half = float(stdtrit(freedom, (1 + confidence) / 2)) * sqrt(variance)
    return mean - half, mean + half
