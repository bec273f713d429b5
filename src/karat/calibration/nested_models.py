"""Does a linear model need more columns? F tests and permutation tests of one model within another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import fdtrc

from karat.resampling.draws import generator, swap_signs

if TYPE_CHECKING:
    from karat.arrays import Floats


def coefficients_of(design: Floats, y: Floats) -> tuple[Floats, float, Floats]:
    """Least squares: coefficients, the squares that are left, and the inverse of the design's products."""
    inverse = np.asarray(np.linalg.pinv(design.T @ design), dtype=np.float64)
    coefficients = inverse @ design.T @ y
    return coefficients, float(((y - design @ coefficients) ** 2).sum()), inverse


def degrees_of_freedom(smaller: Floats, larger: Floats) -> tuple[int, int]:
    """Those of the columns that are added, and those that are left."""
    more, rows = rank(larger), len(larger)
    return more - rank(smaller), rows - more


def rank(design: Floats) -> int:
    """How many columns of a design say something of their own."""
    return int(np.linalg.matrix_rank(design))


def squares_left(design: Floats, rows: Floats) -> Floats:
    """What a model leaves of each row of scores."""
    hat = design @ np.linalg.pinv(design)
    squares: Floats = ((rows - rows @ hat.T) ** 2).sum(axis=1)
    return squares


def f_values(smaller: Floats, larger: Floats, rows: Floats) -> Floats:
    """F of the columns that the larger model adds, for each row of scores."""
    without, rest = squares_left(smaller, rows), squares_left(larger, rows)
    added, freedom = degrees_of_freedom(smaller, larger)
    if not added:
        return np.zeros(len(rows))
    enough = rest > 1e-12 * (without + 1e-300)
    # What is 0 up to rounding is 0, lest the same lines differ by noise.
    gain = np.where(without - rest > 1e-12 * without, without - rest, 0.0)
    found: Floats = np.divide(gain * freedom, rest * added, out=np.full(len(rows), np.inf), where=enough)
    return found


def p_value(smaller: Floats, larger: Floats, f: float) -> float:
    """How often chance alone gives an F as large, were the smaller model true and its errors normal."""
    added, freedom = degrees_of_freedom(smaller, larger)
    return float(fdtrc(added, freedom, f)) if added else 1.0


def permuted_scores(design: Floats, y: Floats, *, paired: bool, samples: int, seed: int) -> Floats:
    """Scores as they might be were the smaller model true (Freedman & Lane 1983).

    Residuals change places: within each system, where both cells have the same ones, else anywhere.
    """
    fitted: Floats = design @ np.linalg.pinv(design) @ y
    residuals = y - fitted
    half = len(y) // 2
    if paired:
        kept = swap_signs(half, samples=samples, seed=seed) > 0
        first = np.where(kept, residuals[:half], residuals[half:])
        second = np.where(kept, residuals[half:], residuals[:half])
        drawn: Floats = np.hstack([first, second])
    else:
        drawn = generator(seed).permuted(np.tile(residuals, (samples, 1)), axis=1)
    return np.asarray(fitted + drawn)


def share_as_large(permuted: Floats, observed: float) -> float:
    """The p-value of a permutation test; what was observed is one of the permutations."""
    return (int((permuted >= observed * (1 - 1e-9)).sum()) + 1) / (len(permuted) + 1)
