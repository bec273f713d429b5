"""Agreement between judges from its definitions: pairs of values, looked at one by one."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Rows = Sequence[Sequence[float | None]]


def values_of(rows: Rows) -> list[list[float]]:
    """The values of each item that has at least two."""
    found = [[value for value in row if value is not None] for row in rows]
    return [row for row in found if len(row) > 1]


def alpha(rows: Rows, difference: str) -> float:
    """1 − (disagreement within items) / (disagreement between all values)."""
    items = values_of(rows)
    pool = [value for item in items for value in item]
    distance = distances(pool)[difference]
    within = sum(sum(distance(a, b) for a, b in permutations(item, 2)) / (len(item) - 1) for item in items)
    between = sum(distance(a, b) for a, b in permutations(pool, 2))
    if between == 0:
        return float("nan")
    return 1 - (within / len(pool)) / (between / (len(pool) * (len(pool) - 1)))


def distances(pool: Sequence[float]) -> dict[str, Callable[[float, float], float]]:
    """What a disagreement costs."""

    def ordinal(a: float, b: float) -> float:
        low, high = min(a, b), max(a, b)
        between = sum(low <= value <= high for value in pool)
        return (between - (pool.count(low) + pool.count(high)) / 2) ** 2 if a != b else 0.0

    return {
        "nominal": lambda a, b: float(a != b),
        "ordinal": ordinal,
        "interval": lambda a, b: (a - b) ** 2,
        "ratio": lambda a, b: ((a - b) / (a + b)) ** 2 if a + b else 0.0,
    }


def kappa(first: Sequence[float], second: Sequence[float], power: int) -> float:
    """Cohen's κ with costs |a − b|^power; power 0 is no weighting."""

    def cost(a: float, b: float) -> float:
        return float(a != b) if power == 0 else abs(a - b) ** power

    observed = np.mean([cost(a, b) for a, b in zip(first, second, strict=True)])
    chance = np.mean([cost(a, b) for a in first for b in second])
    return float(1 - observed / chance) if chance else float("nan")


def icc(matrix: np.ndarray, form: str) -> float:
    """Shrout & Fleiss' formulas from the means of squares of a complete matrix."""
    n, k = matrix.shape
    mean, of_items, of_judges = matrix.mean(), matrix.mean(axis=1), matrix.mean(axis=0)
    items = k * ((of_items - mean) ** 2).sum() / (n - 1)
    judges = n * ((of_judges - mean) ** 2).sum() / (k - 1)
    within = ((matrix - of_items[:, None]) ** 2).sum() / (n * (k - 1))
    residue = matrix - of_items[:, None] - of_judges[None, :] + mean
    error = (residue**2).sum() / ((n - 1) * (k - 1))
    return float(
        {
            "1,1": (items - within) / (items + (k - 1) * within),
            "1,k": (items - within) / items,
            "2,1": (items - error) / (items + (k - 1) * error + k * (judges - error) / n),
            "2,k": (items - error) / (items + (judges - error) / n),
            "3,1": (items - error) / (items + (k - 1) * error),
            "3,k": (items - error) / items,
        }[form]
    )
