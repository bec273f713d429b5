"""How much less a text of documents tells than as many independent segments: effective numbers of units.

What a segment adds to a value, its *influence*, comes from the jackknife. The variance of the value is the
sum of squared influences if segments are independent, and the sum over documents of their squared sums if
only documents are. The ratio of the two is the design effect (Kish 1965).
"""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import TYPE_CHECKING

import numpy as np

from karat.ordered_sums import added

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats

# Neighbours are looked at in stretches of so many segments, about the length of a document of WMT.
STRETCH = 10
# Fewer stretches than these say nothing.
_FEWEST_STRETCHES = 10


def effective_number(sizes: NDArray[np.int64]) -> float:
    """Kish's effective number of units: how many units of equal size would carry as much information.

    >>> import numpy as np
    >>> effective_number(np.array([4, 4, 4]))
    3.0
    >>> round(effective_number(np.array([10, 1, 1])), 2)
    1.41
    """
    squares = float((sizes**2).sum())
    return float(sizes.sum()) ** 2 / squares if squares else 0.0


def influences(value: float, left_out: Floats) -> Floats:
    """What each row adds to a value: from the value of all rows, and those without each row in turn."""
    deviations = value - left_out
    centred: Floats = deviations - deviations.mean()
    return centred


def design_effect(of_segments: Floats, places: NDArray[np.int64]) -> float:
    """The variance by units ÷ that by segments; `places` has the number of the unit of each segment.

    NaN where nothing varies, or something is not defined.

    >>> import numpy as np
    >>> of_segments = np.array([1.0, 1.0, -1.0, -1.0, 1.0, 1.0, -1.0, -1.0])
    >>> round(design_effect(of_segments, np.array([0, 0, 1, 1, 2, 2, 3, 3])), 2)
    2.33
    """
    if len(of_segments) < 2:
        return nan
    _, places = np.unique(places, return_inverse=True)
    sums = np.bincount(places, weights=of_segments).astype(np.float64)
    single = _variance(of_segments)
    return _variance(sums) / single if single > 0 and len(sums) > 1 else nan


def variance_freedom(of_units: Floats) -> float:
    """The degrees of freedom with which a variance is known, from the influences of its units: 2n / (κ − 1).

    κ is the kurtosis. It is 3 of normal influences, and large where a few units decide the variance.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> round(variance_freedom(rng.normal(size=500))), round(variance_freedom(rng.exponential(size=500) - 1))
    (424, 132)
    """
    squares, number = of_units**2, len(of_units)
    whole = float(squares.sum())
    excess = number * float((squares**2).sum()) / whole**2 - 1 if whole > 0 else 0.0
    return max(2 * number / excess, 1.0) if excess > 0 else inf


def neighbour_effect(of_segments: Floats) -> float | None:
    """The design effect if neighbours belong together, as in a text whose documents are not known.

    It is that of all stretches of neighbouring segments: 1 + 2 Σ (1 − k/10) r_k, with the correlations r_k of
    segments that are k apart. None where it may be 1: the text is short, or its order says nothing.

    >>> import numpy as np
    >>> rng = np.random.default_rng(1)
    >>> shuffled = rng.normal(size=1000)
    >>> in_documents = shuffled + np.repeat(rng.normal(size=100), 10)
    >>> neighbour_effect(shuffled), round(neighbour_effect(in_documents), 1)
    (None, 3.8)
    """
    number, variance = len(of_segments), float((of_segments**2).sum())
    if number < STRETCH * _FEWEST_STRETCHES or not variance > 0:
        return None
    effect = 1.0
    for apart in range(1, STRETCH):
        correlation = float((of_segments[apart:] * of_segments[:-apart]).sum()) / variance
        effect += 2 * (1 - apart / STRETCH) * correlation
    # Without correlation each r_k varies by 1/√n.
    error = 2 * sqrt(added((1 - apart / STRETCH) ** 2 for apart in range(1, STRETCH)) / number)
    return effect if effect > 1 + 3 * error else None


def _variance(values: Floats) -> float:
    """Of a sum over so many units."""
    return float(values.var(ddof=1)) * len(values)
