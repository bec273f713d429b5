"""The type of arrays that signatures name, and what is done with them where values are missing or rounded.

A sum has other last bits on a processor that adds in another order, and so has a logarithm. Nobody sees the
difference, unless something is decided by it: a tie, a rank, a sign, the best of several. So values that
Karat computed are rounded before such a decision. Scores that were given are not: they are the same
everywhere. The tests of significance have some slack, for the same reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
# Of 16. The step is 10⁻¹³ to 10⁻¹² of the largest value; sums of thousands of values are off by some 10⁻¹⁵.
_DIGITS = 14
_MOST_DECIMALS = 300
_POWERS_OF_TEN = np.array([float(f"1e{exponent}") for exponent in range(_MOST_DECIMALS + 1)])
_DIGITS_OF_A_BIT = 0.30103


def quotient(part: Any, whole: Any) -> Floats:
    """Part by whole, NaN where the whole is not above 0."""
    bottom = np.asarray(whole, dtype=np.float64)
    found: Floats = np.divide(part, bottom, out=np.full(bottom.shape, np.nan), where=bottom > 0)
    return found


def row_means(values: Floats) -> Floats:
    """The mean of what is there in each row; NaN where nothing is."""
    there = ~np.isnan(values)
    return quotient(np.where(there, values, 0.0).sum(axis=1), there.sum(axis=1))


def group_means(values: Floats, group: Sequence[int], groups: int) -> Floats:
    """The mean of what is there in each row and group of columns, rows × groups."""
    there = ~np.isnan(values)
    sums, counts = np.zeros((groups, len(values))), np.zeros((groups, len(values)))
    # Not a product of matrices: its sums end in other bits on other processors.
    np.add.at(sums, list(group), np.where(there, values, 0.0).T)
    np.add.at(counts, list(group), there.T)
    return quotient(sums, counts).T


def rounded(values: Floats, *, of: Floats | float | None = None, axis: int | None = -1) -> Floats:
    """Values with thirteen digits, counted from the largest along an axis: what is 0 up to rounding is 0.

    Where the values come from larger ones, as differences of scores do, they have the noise of the larger
    ones. These are given as `of`. NaN and infinities stay.

    >>> import numpy as np
    >>> sums = np.array([0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1])
    >>> bool(sums[0] == sums[1]), rounded(sums).tolist()
    (False, [0.6, 0.6])
    """
    source = np.asarray(values if of is None else of)
    sizes = np.where(np.isfinite(source), np.abs(source), 0.0)
    whole = axis is None or not source.ndim
    largest = sizes.max(initial=0.0) if whole else sizes.max(axis=axis, keepdims=True, initial=0.0)
    # Counted in bits, and powers from a table: logarithms and powers end in other bits elsewhere, too.
    before = 1 + np.floor(np.frexp(largest)[1] * _DIGITS_OF_A_BIT).astype(np.int64)
    unit = _POWERS_OF_TEN[np.clip(_DIGITS - before, 0, _MOST_DECIMALS)]
    # A 0 is added to make 0 of −0.
    found: Floats = np.rint(values * unit) / unit + 0.0
    return found
