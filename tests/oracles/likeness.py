"""Slow, obvious versions of what equating units measures."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    """Covariance over the product of the deviations."""
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return covariance / sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))


def grade(value: float, grades: int) -> int:
    """The grade whose interval holds the value; the last holds 1."""
    for place in range(grades - 1):
        if value < (place + 1) / grades - 1e-12:
            return place
    return grades - 1


def kappa(x: Sequence[float], y: Sequence[float], grades: int) -> float:
    """Cohen's kappa of two judges, from the table of who gave which grades together."""
    table = Counter((grade(a, grades), grade(b, grades)) for a, b in zip(x, y, strict=True))
    total = sum(table.values())
    observed = sum(table[each, each] for each in range(grades)) / total
    rows = [sum(table[a, b] for b in range(grades)) / total for a in range(grades)]
    columns = [sum(table[a, b] for a in range(grades)) / total for b in range(grades)]
    expected = sum(a * b for a, b in zip(rows, columns, strict=True))
    return (observed - expected) / (1 - expected)


def behaviour(less: Sequence[float], characters: Sequence[float]) -> float:
    """How often the score in characters is not above that in one word less."""
    return sum(b <= a + 1e-12 for a, b in zip(less, characters, strict=True)) / len(less)
