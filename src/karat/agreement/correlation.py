"""Correlations of (metric, human), of many pairs of vectors at once.

Vectors lie along the last axis. NaN stands in both where a score is missing. A correlation of fewer than two
scores, or with a constant, is not defined: NaN.

By hand: an interval takes the correlations of thousands of resamples, with scores missing in some of them.
scipy.stats takes one pair of vectors at a time for Kendall's τ, and is what the tests compare with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.pair_counts import count_pairs, distinct
from karat.arrays import quotient
from karat.resampling.rounding import rounded

if TYPE_CHECKING:
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
