"""Sums that are the same with every Python."""

from __future__ import annotations

import random

from karat.ordered_sums import added


def test_the_order_is_that_of_the_numbers() -> None:
    """One after another, as a processor adds: neither compensated nor exactly rounded."""
    rng = random.Random(1)
    values = [rng.uniform(-1, 1) for _ in range(1000)]
    total = 0.0
    for value in values:
        total += value
    assert added(values) == total
    assert added([1.0, 1e100, 1.0, -1e100]) == 0.0  # compensated: 2
    assert added([]) == 0
