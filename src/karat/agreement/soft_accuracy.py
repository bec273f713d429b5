"""Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024).

Pairwise accuracy asks which of two systems is better. Soft pairwise accuracy asks how sure one can be of it:
p-values of paired permutation tests take the place of signs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

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
    exchanged = swap_signs(human.shape[1], samples=samples, seed=seed)
    errors = np.abs(confidences(metric, exchanged) - confidences(human, exchanged))
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
