"""Correlations of (metric, human), of many pairs of vectors at once; partial ones; Williams' test of two.

Vectors lie along the last axis. NaN stands in both where a score is missing. A correlation of fewer than two
scores, or with a constant, is not defined: NaN.

By hand: an interval takes the correlations of thousands of resamples, with scores missing in some of them.
scipy.stats takes one pair of vectors at a time for Kendall's τ, and is what the tests compare with.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import stdtr

from karat.agreement.pair_counts import count_pairs, distinct
from karat.arrays import quotient, rounded
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from karat.arrays import Floats


def pearson(metric: Floats, human: Floats) -> Floats:
    """Pearson's r.

    >>> import numpy as np
    >>> round(float(pearson(np.array([1.0, 2.0, 4.0]), np.array([1.0, 3.0, 4.0]))), 4)
    0.9286
    """
    x, y = _centred(metric), _centred(human)
    spread = np.sqrt((x * x).sum(axis=-1) * (y * y).sum(axis=-1))
    constant = _is_constant(metric) | _is_constant(human)
    values = quotient((x * y).sum(axis=-1), np.where(constant, 0.0, spread))
    # Rounding leaves a perfect correlation a hair inside or outside, and none a hair off 0.
    return np.clip(rounded(values, of=1.0), -1.0, 1.0)


def spearman(metric: Floats, human: Floats) -> Floats:
    """Spearman's ρ: Pearson's r of the ranks, equal scores sharing their mean rank.

    >>> import numpy as np
    >>> metric, human = np.array([1.0, 2.0, 4.0, 3.0]), np.array([1.0, 3.0, 4.0, 4.0])
    >>> round(float(spearman(metric, human)), 4)
    0.9487
    """
    return pearson(ranks(metric), ranks(human))


def kendall(metric: Floats, human: Floats) -> Floats:
    """Kendall's τ-b: concordant minus discordant pairs, in proportion to those that are tied in neither.

    >>> import numpy as np
    >>> metric, human = np.array([1.0, 2.0, 4.0, 3.0]), np.array([1.0, 3.0, 4.0, 4.0])
    >>> round(float(kendall(metric, human)), 4)
    0.9129
    """
    return count_pairs(metric, human).tau_b


def kendall_c(metric: Floats, human: Floats) -> Floats:
    """Stuart's τ-c, for scales of different lengths: 2(C − D) / (n² (m − 1) / m), m the fewer values.

    >>> import numpy as np
    >>> metric, human = np.array([1.0, 2.0, 4.0, 3.0]), np.array([1.0, 3.0, 4.0, 4.0])
    >>> round(float(kendall_c(metric, human)), 4)
    0.9375
    """
    counts = count_pairs(metric, human)
    size = np.asarray((~np.isnan(metric)).sum(axis=-1), dtype=np.float64)
    fewer = np.minimum(distinct(metric), distinct(human)).astype(np.float64)
    difference = 2.0 * (counts.concordant - counts.discordant)
    scale = size**2 * (fewer - 1) / np.maximum(fewer, 1)
    return quotient(difference, scale)


def ranks(values: Floats) -> Floats:
    """The rank of each score, 1 for the lowest, equal scores sharing their mean rank; NaN keeps NaN."""
    order = np.argsort(values, axis=-1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=-1)
    size = values.shape[-1]
    places = np.broadcast_to(np.arange(size), values.shape)
    begins = np.ones(values.shape, dtype=bool)
    begins[..., 1:] = ordered[..., 1:] != ordered[..., :-1]
    ends = np.ones(values.shape, dtype=bool)
    ends[..., :-1] = begins[..., 1:]
    first = np.maximum.accumulate(np.where(begins, places, 0), axis=-1)
    last = np.minimum.accumulate(np.where(ends, places, size)[..., ::-1], axis=-1)[..., ::-1]
    found = np.empty(values.shape)
    np.put_along_axis(found, order, (first + last) / 2 + 1, axis=-1)
    return np.where(np.isnan(values), np.nan, found)


def _centred(values: Floats) -> Floats:
    """Differences from the mean, 0 where a score is missing."""
    present = ~np.isnan(values)
    filled = np.where(present, values, 0.0)
    counts = np.maximum(present.sum(axis=-1, keepdims=True), 1)
    return np.where(present, filled - filled.sum(axis=-1, keepdims=True) / counts, 0.0)


def _is_constant(values: Floats) -> NDArray[np.bool_]:
    missing = np.isnan(values)
    highest = np.where(missing, -np.inf, values).max(axis=-1, initial=-np.inf)
    lowest = np.where(missing, np.inf, values).min(axis=-1, initial=np.inf)
    constant: NDArray[np.bool_] = highest <= lowest
    return constant


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PartialCorrelation(Equal, Shown):
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
) -> Results[PartialCorrelation]:
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
    return Results(found)


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


def williams_p(first: float, second: float, between: float, systems: int) -> float:
    """The one-sided p-value that the first metric's correlation with people is the higher one.

    `first` and `second` are the metrics' correlations with people, `between` that of the metrics with each
    other (Williams 1959; Graham & Baldwin 2014). It takes at least four systems: NaN below that.

    >>> round(williams_p(0.9, 0.8, 0.7, 20), 7)
    0.0938983
    """
    for value in (first, second, between):
        if not -1 <= value <= 1:
            return float("nan")
    if systems < 4 or first == second:
        return 0.5 if systems >= 4 else float("nan")
    # Rounding may leave the determinant of a perfect fit a hair below 0.
    determinant = max(1 - first**2 - second**2 - between**2 + 2 * first * second * between, 0.0)
    mean = (first + second) / 2
    spread = 2 * determinant * (systems - 1) / (systems - 3) + mean**2 * (1 - between) ** 3
    scale = (systems - 1) * (1 + between)
    t = (first - second) * sqrt(scale / spread) if spread > 0 else copysign(inf, first - second)
    return float(stdtr(systems - 3, -t))


def williams(first: Floats, second: Floats, human: Floats) -> float:
    """The same from the scores of two metrics and of people, one for each system.

    >>> import numpy as np
    >>> human = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    >>> near, far = np.array([1.0, 2.2, 2.9, 4.1, 5.2]), np.array([2.0, 1.0, 4.0, 3.0, 3.5])
    >>> round(williams(near, far, human), 3)
    0.027
    """
    if not first.shape == second.shape == human.shape:
        raise InvalidOption(
            f"Williams' test takes scores of the same systems: there are {first.size}, {second.size} and "
            f"{human.size}."
        )
    present = ~(_missing(first) | _missing(second) | _missing(human))
    x, y, h = first[present], second[present], human[present]
    return williams_p(float(pearson(x, h)), float(pearson(y, h)), float(pearson(x, y)), len(h))


def _missing(values: Floats) -> NDArray[np.bool_]:
    missing: NDArray[np.bool_] = values != values  # noqa: PLR0124 (only NaN is not itself)
    return missing
