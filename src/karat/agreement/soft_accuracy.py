"""Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024).

Pairwise accuracy asks which of two systems is better. Soft pairwise accuracy asks how sure one can be of it:
p-values of paired permutation tests take the place of signs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from karat.arrays import quotient
from karat.resampling.draws import swap_signs

if TYPE_CHECKING:
    from karat.arrays import Floats


# Differences that are equal on paper differ in their last bits.
_SAME = 1e-9


def soft_accuracy(metric: Floats, human: Floats, *, samples: int = 1000, seed: int = 12345) -> float:
    """The mean over pairs of systems of 1 − |p(metric) − p(human)|, from segment scores, systems × segments.

    With so few segments that all exchanges are no more than `samples`, every one of them is made.

    >>> import numpy as np
    >>> soft_accuracy(np.array([[2.0, 2, 4], [1, 3, 5]]), np.array([[1.0, 2, 3], [2, 3, 4]]))
    0.875
    """
    errors = 1 - right_shares(metric, human, samples=samples, seed=seed)[0]
    errors = errors[~np.isnan(errors)]
    return float(1 - errors.mean()) if len(errors) else float("nan")


def confidences(scores: Floats, exchanged: Floats) -> Floats:
    """For each pair of systems, the p-value that the first is better, by exchanging segments between them.

    `exchanged` has −1 where a segment changes sides. A pair is compared on the segments that both systems
    have; without any its p-value is NaN.
    Deliberate: exchanges that leave the difference as it is count, so p of (first, second) and p of (second,
    first) add up to more than 1, as in the authors' program.
    """
    first, second = np.triu_indices(len(scores), 1)
    return p_values(scores[first] - scores[second], exchanged)


def p_values(between: Floats, exchanged: Floats) -> Floats:
    """One-sided p-values of differences, pairs × segments, NaN where a segment is missing."""
    filled = np.nan_to_num(between)
    slack = _SAME * np.abs(filled).sum(axis=1)
    found = (exchanged @ filled.T >= filled.sum(axis=1) - slack).mean(axis=0)
    return np.where(np.isnan(between).all(axis=1), np.nan, found)


def right_shares(metric: Floats, human: Floats, *, samples: int, seed: int) -> Floats:
    """1 − |p(metric) − p(human)| of each pair of systems, as `soft_accuracy` averages it: 1 × pairs."""
    ours, theirs = (
        _confidences(each.tobytes(), each.shape, str(each.dtype), samples, seed) for each in (metric, human)
    )
    return 1 - np.abs(ours - theirs)[None]


# People are compared with many metrics, and a value is followed by its interval.
@lru_cache(maxsize=8)
def _confidences(scores: bytes, shape: tuple[int, int], dtype: str, samples: int, seed: int) -> Floats:
    exchanged = swap_signs(shape[1], samples=samples, seed=seed)
    found = confidences(np.frombuffer(scores, dtype).reshape(shape), exchanged)
    found.flags.writeable = False
    return found


def resampled_shares(metric: Floats, human: Floats, weights: Floats) -> Floats:
    """The same in resampled texts, draws × pairs; `weights` has how often each segment is drawn.

    The permutation distribution of a sum of differences d is taken as normal, with the variance Σ d² that it
    has: permutations of every resample would take too long.
    """
    first, second = np.triu_indices(len(human), 1)
    found = []
    for scores in (metric, human):
        between = scores[first] - scores[second]
        filled = np.nan_to_num(between)
        spread = np.sqrt(weights @ (filled**2).T)
        z = np.divide(weights @ filled.T, spread, out=np.zeros(spread.shape), where=spread > 0)
        found.append(np.where(weights @ (~np.isnan(between)).T > 0, ndtr(-z), np.nan))
    return np.asarray(1 - np.abs(found[0] - found[1]))


def mean_shares(shares: Floats, systems: Floats | None) -> Floats:
    """The mean over pairs in each draw; `systems` has how often each is drawn. No system is its own pair."""
    there = ~np.isnan(shares)
    weights = there.astype(np.float64)
    if systems is not None:
        first, second = np.triu_indices(systems.shape[1], 1)
        weights = weights * systems[:, first] * systems[:, second]
    return quotient((weights * np.where(there, shares, 0.0)).sum(axis=1), weights.sum(axis=1))
