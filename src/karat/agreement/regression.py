"""The line from a metric's scores to people's: by least squares, and by medians, which no outlier moves."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from karat.display import Shown
from karat.equality import Equal

if TYPE_CHECKING:
    from karat.arrays import Floats


_ROUNDING = 1e-24


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RegressionLine(Equal, Shown):
    """human = intercept + slope · metric, and the spread around it (n − 2 degrees of freedom).

    >>> import numpy as np
    >>> from karat.agreement import least_squares
    >>> line = least_squares(np.array([20.0, 25.0, 30.0]), np.array([3.0, 3.4, 4.1]))
    >>> round(line.slope, 2), round(line.intercept, 2), round(line.residual_deviation, 3)
    (0.11, 0.75, 0.122)
    """

    slope: float
    intercept: float
    residual_deviation: float


def least_squares(metric: Floats, human: Floats) -> RegressionLine:
    """The line with the smallest sum of squared residuals; not defined where the metric is constant.

    >>> import numpy as np
    >>> least_squares(np.array([1.0, 2.0, 3.0]), np.array([2.0, 4.0, 6.0])).slope
    2.0
    """
    metric, human = present(metric, human)
    if len(metric) < 2 or metric.max() == metric.min():
        return RegressionLine(nan, nan, nan)
    x, y = metric - metric.mean(), human - human.mean()
    slope = float((x * y).sum() / (x * x).sum())
    intercept = float(human.mean() - slope * metric.mean())
    return RegressionLine(slope, intercept, _deviation(y - slope * x, human))


def theil_sen(metric: Floats, human: Floats) -> RegressionLine:
    """Theil and Sen's line: the median of the slopes of all pairs, and the median of what it leaves.

    >>> import numpy as np
    >>> human = np.array([2.0, 4.0, 6.0, 8.0, 90.0])
    >>> theil_sen(np.array([1.0, 2.0, 3.0, 4.0, 5.0]), human).slope
    2.0
    """
    metric, human = present(metric, human)
    first, second = np.triu_indices(len(metric), 1)
    across = metric[second] - metric[first]
    apart = across != 0
    if not apart.any():
        return RegressionLine(nan, nan, nan)
    slope = float(np.median((human[second] - human[first])[apart] / across[apart]))
    intercept = float(np.median(human) - slope * np.median(metric))
    return RegressionLine(slope, intercept, _deviation(human - intercept - slope * metric, human))


def _deviation(residuals: Floats, human: Floats) -> float:
    """The spread of residuals; what rounding leaves of a perfect fit is none."""
    freedom = len(residuals) - 2
    squares = float((residuals**2).sum())
    if squares <= _ROUNDING * float((human**2).sum()):
        squares = 0.0
    return sqrt(squares / freedom) if freedom > 0 else nan


def present(metric: Floats, human: Floats) -> tuple[Floats, Floats]:
    """The scores of those that have both."""
    there = (metric == metric) & (human == human)  # noqa: PLR0124 (only NaN is not itself)
    return metric[there], human[there]
