"""Intervals from resampled values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy.special import stdtrit

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.option_checks import plain_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

IntervalMethod: TypeAlias = Literal["expanded", "percentile", "bca"]
# Values that are equal on paper differ in their last bits.
_SAME = 1e-12


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Interval(Equal, Shown):
    """A confidence interval: its ends, and its confidence.

    >>> Interval(28.1, 31.4, 0.95, "percentile").low
    28.1
    """

    low: float
    high: float
    confidence: float
    method: IntervalMethod | Literal["chi-square", "jackknife-t"]

    def within(self, low: float, high: float) -> Interval:
        """The part of the interval that lies between the ends of a scale.

        Few units stretch an interval, and it may then pass the end of the scale. Nothing true lies there, so
        the interval holds the truth as often without that part.

        >>> Interval(-3.0, 104.0, 0.95, "expanded").within(0, 100)
        Interval(low=0.0, high=100.0, confidence=0.95, method='expanded')
        """
        # An end that is not defined is NaN, and stays so.
        return replace(
            self,
            low=float(min(max(self.low, low), high)),
            high=float(min(max(self.high, low), high)),
        )


def percentile_interval(values: NDArray[np.float64], confidence: float = 0.95) -> Interval:
    """The middle part of the resampled values.

    >>> import numpy as np
    >>> found = percentile_interval(np.arange(101.0), 0.9)
    >>> round(found.low, 6), round(found.high, 6)
    (5.0, 95.0)
    """
    check_confidence(confidence)
    tail = (1 - confidence) / 2
    return _interval(values, tail, 1 - tail, confidence, "percentile")


def expanded_interval(
    observed: float,
    values: NDArray[np.float64],
    *,
    units: float,
    freedom: float | None = None,
    confidence: float = 0.95,
) -> Interval:
    """The percentile interval, stretched about the observed value by what few units hide: see `expansion`.

    >>> import numpy as np
    >>> found = expanded_interval(50.0, np.arange(101.0), units=10)
    >>> round(found.low, 1), round(found.high, 1)
    (-7.8, 107.8)
    """
    factor = expansion(units, units - 1 if freedom is None else freedom, confidence)
    found = percentile_interval(observed + factor * (values - observed), confidence)
    return Interval(found.low, found.high, confidence, "expanded")


def expansion(units: float, freedom: float, confidence: float = 0.95) -> float:
    """How many times too narrow a percentile interval from so many (effective) units is.

    Resampled values spread by √(1 − 1/n) too little, and the spread itself is known with n − 1 degrees of
    freedom only, so Student's t takes the place of the normal distribution (Hesterberg 2015).

    >>> round(expansion(10, 9), 2), round(expansion(1000, 999), 3)
    (1.22, 1.002)
    """
    check_confidence(confidence)
    tail = (1 - confidence) / 2
    if freedom == inf:
        return 1.0
    return sqrt(units / freedom) * float(stdtrit(freedom, tail)) / NormalDist().inv_cdf(tail)


def expanded_tail(units: float, freedom: float, confidence: float = 0.95) -> float:
    """The share of resampled values beyond each end of an interval from so few (effective) units.

    For values that cannot be stretched, such as ranks and whole numbers: percentiles further out take the
    place of stretched values (Hesterberg 2015).

    >>> round(expanded_tail(10, 9), 4), round(expanded_tail(1000, 999), 3)
    (0.0086, 0.025)
    """
    factor = expansion(units, freedom, confidence)
    return NormalDist().cdf(NormalDist().inv_cdf((1 - confidence) / 2) * factor)


def bca_interval(
    observed: float, values: NDArray[np.float64], left_out: NDArray[np.float64], *, confidence: float = 0.95
) -> Interval:
    """Bias-corrected and accelerated (Efron 1987): `left_out` has the value without each row.

    Where all resampled values lie on one side of the observed one, or none differs, there is nothing to
    correct by, and the interval is the percentiles'.

    >>> import numpy as np
    >>> data = np.array([1.0, 2.0, 2.0, 3.0, 9.0])
    >>> draws = np.random.default_rng(0).choice(data, (2000, 5)).mean(axis=1)
    >>> left_out = (data.sum() - data) / 4
    >>> found = bca_interval(float(data.mean()), draws, left_out)
    >>> round(found.low, 1), round(found.high, 1)
    (1.8, 7.4)
    """
    check_confidence(confidence)
    tail = (1 - confidence) / 2
    values, left_out = defined(values), defined(left_out)
    if not len(values) or not len(left_out):
        return _interval(values, tail, 1 - tail, confidence, "bca")
    # Half of the ties count as below, as in a median.
    slack = _SAME * float(abs(values).max())
    below = (np.mean(values < observed - slack) + np.mean(values <= observed + slack)) / 2
    deviation = left_out.mean() - left_out
    spread = float((deviation**2).sum())
    if not 0 < below < 1 or spread == 0:
        return _interval(values, tail, 1 - tail, confidence, "bca")
    normal = NormalDist()
    bias = normal.inv_cdf(float(below))
    acceleration = float((deviation**3).sum()) / (6 * spread**1.5)
    shares = []
    for share in (tail, 1 - tail):
        z = bias + normal.inv_cdf(share)
        shares.append(normal.cdf(bias + z / (1 - acceleration * z)))
    return _interval(values, shares[0], shares[1], confidence, "bca")


def check_confidence(confidence: float) -> None:
    """A confidence between 0 and 1."""
    number = plain_number(confidence)
    if not isinstance(number, int | float) or not 0 < number < 1:
        raise InvalidOption(f"The confidence is {confidence!r}; it must be between 0 and 1, such as 0.95.")


def _interval(
    values: NDArray[np.float64], low: float, high: float, confidence: float, method: IntervalMethod
) -> Interval:
    values = defined(values)
    ends = np.quantile(values, [low, high]) if len(values) else (float("nan"), float("nan"))
    return Interval(float(ends[0]), float(ends[1]), confidence, method)


def standard_error(values: NDArray[np.float64]) -> float:
    """The spread of resampled values, NaN where there are fewer than two.

    >>> import numpy as np
    >>> round(standard_error(np.array([29.0, 30.0, 31.0, np.nan])), 6)
    1.0
    """
    values = defined(values)
    if len(values) < 2:
        return float("nan")
    spread = float(values.std(ddof=1))
    return spread if spread > _SAME * float(abs(values).max()) else 0.0


def undefined(values: NDArray[np.float64]) -> int:
    """The number of corpora without a value.

    >>> import numpy as np
    >>> undefined(np.array([29.0, np.nan, 31.0]))
    1
    """
    return len(values) - len(defined(values))


def defined(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Without the corpora in which there was nothing to measure, such as those that drew no named entity."""
    kept: NDArray[np.float64] = values[values == values]  # noqa: PLR0124 (only NaN is not itself)
    return kept
