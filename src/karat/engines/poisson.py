"""Draws from cells: a Poisson bootstrap whose weights are a keyed hash, so that they need no generator.

How often a cell is drawn in a sample depends on the seed, the sample and the cell, and on nothing else. Each
weight has the Poisson distribution of mean 1, which is what resampling with replacement tends to (Chamandy
et al. 2012). Totals of cells are whole numbers that add, so every draw is the same for any sharding, order
and engine.
"""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from karat.engines.identity import mixed
from karat.resampling.draws import check_count, check_seed
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.metrics import Metric

# 1/e as a fraction, closer than 2⁻⁶⁴: its series alternates, and 1/25! is below that.
_INVERSE_E = sum((Fraction((-1) ** n, factorial(n)) for n in range(25)), Fraction(0))
# P(weight ≤ k) · 2⁶⁴ for as many k as are below 2⁶⁴.
_BOUNDS = np.array(
    [int(_INVERSE_E * sum(Fraction(1, factorial(n)) for n in range(k + 1)) * 2**64) for k in range(19)],
    dtype=np.uint64,
)
_SAMPLE = np.uint64(0xD6E8FEB86659FD93)
_CELL = np.uint64(0xA0761D6478BD642F)
# Weights that are held at once.
_HELD = 1 << 20


def poisson_weights(cells: int, *, samples: int, seed: int, first: int = 0) -> NDArray[np.int64]:
    """How often each cell is in each sample: samples × cells, from the sample numbered `first` on.

    >>> weights = poisson_weights(4096, samples=50, seed=1)
    >>> weights.shape, round(float(weights.mean()), 2), round(float(weights.var()), 2)
    ((50, 4096), 1.0, 1.0)
    """
    keyed = mixed(np.array([seed & (2**64 - 1)], dtype=np.uint64) + _SAMPLE)
    rows = mixed(np.arange(first, first + samples, dtype=np.uint64) * _SAMPLE + keyed)
    columns = np.arange(1, cells + 1, dtype=np.uint64) * _CELL
    found = mixed(mixed(rows[:, None] ^ columns) + rows[:, None])
    return np.searchsorted(_BOUNDS, found, side="right").astype(np.int64)


def drawn_totals(counts: Sequence[NDArray[np.int64]], *, samples: int, seed: int) -> list[NDArray[np.int64]]:
    """The totals of each sample, for each table of cells × columns: the same weights for all of them."""
    check_count("samples", samples)
    check_seed(seed)
    cells = len(counts[0])
    step = max(_HELD // cells, 1)
    parts: list[list[NDArray[np.int64]]] = [[] for _ in counts]
    for first in range(0, samples, step):
        weights = poisson_weights(cells, samples=min(step, samples - first), seed=seed, first=first)
        for part, table in zip(parts, counts, strict=True):
            part.append(weights @ table)
    return [np.vstack(part) for part in parts]


def drawn_values(
    metric: Metric, counts: Sequence[NDArray[np.int64]], *, samples: int, seed: int
) -> list[NDArray[np.float64]]:
    """The values of a metric in each sample, for each table of cells."""
    totals = drawn_totals(counts, samples=samples, seed=seed)
    return [metric.values(Statistics(metric.columns, one)) for one in totals]
