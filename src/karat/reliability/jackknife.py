"""Intervals by leaving out each unit once: the jackknife with Student's t, which holds with few units.

By hand: SciPy has no jackknife of clusters, and its bootstrap's intervals are too narrow here. Of 95 %
intervals for α over 30 skewed items, the percentiles of a bootstrap held 70 to 86 in a hundred.
"""

from __future__ import annotations

from math import exp, inf, log, log1p, nan, sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy.special import expit, logit, stdtrit

from karat.resampling import Interval
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats

# What a statistic is: a correlation of values from −1 to 1, the same of categories or ranks, the reliability
# of a mean (up to 1, any way down), a share from 0 to 1, or something that has no ends.
Link: TypeAlias = Literal["correlation", "agreement", "reliability", "share", "plain"]

# A statistic below this is taken for this where its scale is stretched, which has no end there.
_LOWEST = -0.99
# What rounding leaves of no spread.
_NOTHING = 1e-12


def jackknife_interval(
    value: float,
    left_out: Floats,
    sizes: NDArray[np.int64],
    *,
    confidence: float = 0.95,
    link: Link = "plain",
    beyond: float = 0.0,
    most_freedom: float = inf,
) -> Interval:
    """From the value without each unit, and how many items each unit has; units without items do not count.

    A correlation or agreement is stretched by Fisher's z and a reliability by log(1 − value), so that its
    error does not depend on the value and no end passes 1. Student's t has the degrees of freedom that units
    of these sizes and influences are worth: n = (Σ size)² / Σ size² units, or fewer where few units decide
    (Satterthwaite, by the kurtosis of the influences). Where influences are skewed, the long side is
    lengthened by Johnson's (1978) term; the other side stays. An agreement of categories or ranks is not
    lengthened: no unit can be far from the others, so a sample lacks no long tail. NaN where a unit decides
    whether there is a value.

    A share is stretched by the logit, which lengthens the long side by itself: Johnson's term and the
    kurtosis would do so a second time. A share of 0 or 1 has no spread; its interval ends where n units of
    which none differs would be a surprise (Clopper and Pearson).

    `beyond` is variance that is known from elsewhere and comes on top, and t has at most `most_freedom`.

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 2.0, 3.0, 9.0])
    >>> without_each = (values.sum() - values) / 4
    >>> found = jackknife_interval(float(values.mean()), without_each, np.ones(5, dtype=int))
    >>> round(found.low, 1), round(found.high, 1)
    (-0.6, 8.6)
    """
    check_confidence(confidence)
    left, size = left_out[sizes > 0], sizes[sizes > 0].astype(np.float64)
    error = jackknife_error(left)
    if not error < inf or not abs(value) < inf:
        return Interval(nan, nan, confidence, "jackknife-t")
    worth = float(size.sum() ** 2 / (size**2).sum())
    if link == "share":
        freedom = min(max(worth - 1, 1.0), most_freedom)
        return _share_interval(value, sqrt(error**2 + beyond), worth, freedom, confidence)
    if error <= _NOTHING * max(abs(value), 1.0):
        return Interval(value, value, confidence, "jackknife-t")
    units = len(left)
    influence = left.mean() - left
    spread = float((influence**2).sum())
    kurtosis = units * float((influence**4).sum()) / spread**2
    skewness = sqrt(units) * float((influence**3).sum()) / spread**1.5
    freedom = max(min(worth, 2 * units / (kurtosis - 1) if kurtosis > 1 + _NOTHING else inf) - 1, 1.0)
    freedom, error = min(freedom, most_freedom), sqrt(error**2 + beyond)
    tail = (1 + confidence) / 2
    t, z = (float(stdtrit(degrees, tail)) for degrees in (freedom, inf))
    longer = 0.0 if link == "agreement" else skewness * (1 + 2 * z**2) / (6 * sqrt(units))
    below, above = (t + max(-longer, 0.0)) * error, (t + max(longer, 0.0)) * error
    low, high = _stretched(value, below, above, link)
    return Interval(min(low, value), max(high, value), confidence, "jackknife-t")


def jackknife_error(left_out: Floats) -> float:
    """The standard error from the values without each unit; NaN where there are fewer than two.

    >>> import numpy as np
    >>> values = np.array([1.0, 2.0, 3.0])
    >>> round(jackknife_error((values.sum() - values) / 2), 3)
    0.577
    """
    units = len(left_out)
    if units < 2:
        return nan
    return sqrt((units - 1) / units * float(((left_out - left_out.mean()) ** 2).sum()))


def _share_interval(value: float, error: float, worth: float, freedom: float, confidence: float) -> Interval:
    """That of a share from 0 to 1, which units that are worth so many have."""
    tail = (1 - confidence) / 2
    if value in (0.0, 1.0):
        end = tail ** (1 / worth)
        low, high = (end, 1.0) if value else (0.0, 1 - end)
        return Interval(low, high, confidence, "jackknife-t")
    if error <= _NOTHING:
        # Units that happen to have the same share: with few of them that says nothing about the spread.
        return Interval(nan, nan, confidence, "jackknife-t")
    reach = -float(stdtrit(freedom, tail)) * error / (value * (1 - value))
    low, high = (float(expit(logit(value) + way)) for way in (-reach, reach))
    return Interval(low, high, confidence, "jackknife-t")


def _stretched(value: float, below: float, above: float, link: Link) -> tuple[float, float]:
    """The ends of an interval that reaches so far on the plain scale, stretched by its slope at the value."""
    inner = max(value, _LOWEST)
    if link == "plain" or inner >= 1:
        return value - below, value + above
    if link == "reliability":
        slope, middle = 1 / (1 - inner), -log1p(-inner)
        return 1 - exp(slope * below - middle), 1 - exp(-middle - slope * above)
    slope, middle = 2 / (1 - inner**2), log((1 + inner) / (1 - inner))
    low, high = (float(np.tanh(end / 2)) for end in (middle - slope * below, middle + slope * above))
    return low, high
