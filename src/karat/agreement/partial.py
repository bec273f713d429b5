"""Which dimension does a metric track? Correlations with one dimension, the others held fixed."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtr

from karat.agreement.correlation import pearson
from karat.display import Shown
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.arrays import Floats


@dataclass(frozen=True, slots=True, repr=False)
class PartialCorrelation(Shown):
    """The correlation of a metric with one dimension: plain, and given all other dimensions.

    The p-value is two-sided, of no correlation given the others; `observations` have all scores.

    >>> import numpy as np
    >>> from karat.agreement import partial_correlations
    >>> rng = np.random.default_rng(3)
    >>> adequacy, fluency = rng.normal(size=(2, 30))
    >>> found = partial_correlations(adequacy + fluency / 4, {"adequacy": adequacy, "fluency": fluency})
    >>> [(one.human, one.given, one.p_value < 0.05) for one in found]
    [('adequacy', ('fluency',), True), ('fluency', ('adequacy',), True)]
    """

    metric: str
    human: str
    given: tuple[str, ...]
    plain: float
    partial: float
    p_value: float
    observations: int

    def to_dict(self) -> dict[str, Any]:
        """The correlation as plain values, in a stable order."""
        values: dict[str, Any] = {name: getattr(self, name) for name in PartialCorrelation.__match_args__}
        return values | {"given": list(self.given)}


def partial_correlations(
    metric: Floats, dimensions: Mapping[str, Floats], *, metric_name: str = "metric"
) -> list[PartialCorrelation]:
    """The metric's correlation with each dimension given the others, from scores of the same texts.

    >>> import numpy as np
    >>> adequacy = np.array([1.0, 2, 3, 4, 5, 6])
    >>> fluency = np.array([2.0, 1, 4, 3, 6, 5])
    >>> metric = np.array([1.1, 2.0, 2.9, 4.2, 4.9, 6.1])
    >>> for one in partial_correlations(metric, {"adequacy": adequacy, "fluency": fluency}):
    ...     print(one.human, round(one.plain, 3), round(one.partial, 3))
    adequacy 0.998 0.996
    fluency 0.804 -0.631
    """
    if len(dimensions) < 2:
        raise InvalidOption("A partial correlation takes at least two dimensions; give more human scores.")
    columns = np.stack([metric.ravel(), *(values.ravel() for values in dimensions.values())])
    columns = columns[:, ~np.isnan(columns).any(axis=0)]
    count, names = columns.shape[1], list(dimensions)
    found = []
    for place, name in enumerate(names, 1):
        others = [other for other in range(1, len(columns)) if other != place]
        plain = float(pearson(columns[0], columns[place])) if count > 1 else nan
        value = _given(columns[0], columns[place], columns[others])
        given = tuple(names[other - 1] for other in others)
        freedom = count - 2 - len(others)
        found.append(
            PartialCorrelation(metric_name, name, given, plain, value, _p_value(value, freedom), count)
        )
    return found


def _given(x: Floats, y: Floats, others: Floats) -> float:
    """The correlation of what a line through the others leaves of both."""
    count = len(x)
    if count < len(others) + 3:
        return nan
    design = np.vstack([np.ones(count), others]).T
    left = [values - design @ np.linalg.lstsq(design, values, rcond=None)[0] for values in (x, y)]
    # What the others explain down to rounding has nothing left to correlate.
    for residual, values in zip(left, (x, y), strict=True):
        if float(np.abs(residual).max()) <= 1e-9 * max(float(np.abs(values).max()), 1e-300):
            return nan
    return float(pearson(left[0], left[1]))


def _p_value(r: float, freedom: int) -> float:
    if freedom < 1 or r != r:  # noqa: PLR0124 (only NaN is not itself)
        return nan
    if abs(r) >= 1:
        return 0.0
    return float(2 * stdtr(freedom, -abs(r) * sqrt(freedom / (1 - r * r))))
