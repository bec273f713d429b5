"""Chance for agreement: which rows change sides, and how often each is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.resampling.draws import check_count, generator

if TYPE_CHECKING:
    from karat.arrays import Floats


def swaps(rows: int, *, samples: int, seed: int) -> Floats:
    """Draws × rows of 1 and −1, each with probability ½; all possible ones where these are no more."""
    check_count("samples", samples)
    if rows < 63 and 2**rows <= samples:
        numbers = np.arange(2**rows)[:, None] >> np.arange(rows)
        return (1 - 2 * (numbers & 1)).astype(np.float64)
    bits = np.unpackbits(np.frombuffer(generator(seed).bytes(-(-samples * rows // 8)), dtype=np.uint8))
    return 1 - 2 * bits[: samples * rows].reshape(samples, rows).astype(np.float64)


def is_exhaustive(rows: int, samples: int) -> bool:
    """Whether `swaps` gives every possible exchange once."""
    return rows < 63 and 2**rows <= samples


def weights(rows: int, *, samples: int, seed: int) -> Floats:
    """How often each row is drawn, when as many are drawn with replacement as there are: draws × rows."""
    check_count("samples", samples)
    drawn = generator(seed).integers(0, rows, size=(samples, rows))
    places = drawn + np.arange(samples)[:, None] * rows
    counts = np.bincount(places.ravel(), minlength=samples * rows)
    return counts.reshape(samples, rows).astype(np.float64)
