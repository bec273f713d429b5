"""Where a new system like some others may lie, and which of them lie far from the rest."""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats

# Among normally distributed systems, 1 of 370 lies farther from the mean.
_MOST_DEVIATIONS = 3.0
# Beyond so many median absolute deviations, a system is of another kind.
FAR = 5.0
# The median absolute deviation of a normal distribution, as a part of its standard deviation.
_MAD = 0.6745


def usual_range(values: Sequence[float], error: float = 0.0) -> tuple[float, float]:
    """The values that a new system may have: three standard deviations from the mean, and where others are.

    With n < 11 systems it is (n − 1) / √n deviations. There, at a leverage of 1, a line through these systems
    is itself as unsure as where one system lies around it. `error` is a standard error on top.

    >>> [round(end, 1) for end in usual_range([20, 24, 27, 30, 33, 38])]
    [15.5, 41.8]
    """
    known = np.asarray(values, dtype=np.float64)
    if len(known) < 2:
        return float(known.min()), float(known.max())
    most = min(_MOST_DEVIATIONS, (len(known) - 1) / sqrt(len(known)))
    middle, width = float(known.mean()), most * hypot(float(known.std(ddof=1)), error)
    return min(middle - width, float(known.min())), max(middle + width, float(known.max()))


def deviations(values: Sequence[float]) -> Floats:
    """How far each is from the median, in standard deviations that the outliers have no part in.

    >>> deviations([1, 2, 3, 4, 30]).round(1).tolist()
    [-1.3, -0.7, 0.0, 0.7, 18.2]
    """
    known = np.asarray(values, dtype=np.float64)
    off = known - np.median(known)
    usual = float(np.median(np.abs(off))) / _MAD
    # Where half of all are alike, nothing says how far the others may be.
    return off / usual if usual > 0 else np.zeros(len(known))
