"""Where a new system like some others may lie, and which of them lie far from the rest."""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

import numpy as np

from karat.calibration.standard_errors import t_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats

# One of 370 new systems lies outside: beyond three standard deviations, where very many systems are known.
_SHARE_BELOW = 0.99865
# There, the squared error of a line through the systems is 1.5 times their scatter around it.
_MOST_LEVERAGE = 1.5
# Beyond so many median absolute deviations, a system is of another kind.
FAR = 5.0
# The median absolute deviation of a normal distribution, as a part of its standard deviation.
_MAD = 0.6745


def usual_range(values: Sequence[float], error: float = 0.0) -> tuple[float, float]:
    """The values that a new system may have: a prediction interval of 99.73 %, and where the others are.

    With many systems, its ends are three standard deviations from the mean. With fewer than 13 systems they
    are nearer than Student's t would have them, at a leverage of 1.5: farther out, a line through these
    systems is too uncertain. `error` is a standard error on top.

    >>> [round(end, 1) for end in usual_range([20, 24, 27, 30, 33, 38])]
    [12.0, 45.3]
    """
    known = np.asarray(values, dtype=np.float64)
    if len(known) < 2:
        return float(known.min()), float(known.max())
    most = _most_deviations(len(known))
    middle, width = float(known.mean()), most * hypot(float(known.std(ddof=1)), error)
    return min(middle - width, float(known.min())), max(middle + width, float(known.max()))


def _most_deviations(systems: int) -> float:
    by_chance = t_quantile(_SHARE_BELOW, systems - 1) * sqrt(1 + 1 / systems)
    return min(by_chance, sqrt((_MOST_LEVERAGE - 1 / systems) * (systems - 1)))


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
