"""The type of arrays that signatures name, and quotients and means where something may be missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

Floats: TypeAlias = NDArray[np.float64]


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
