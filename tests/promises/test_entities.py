"""Annotators of named entities: intervals of F1 hold what they promise."""

from __future__ import annotations

import pytest
from benchmarks.promises import entities

TRIALS = 120


@pytest.mark.parametrize("size", [5, 10])
def test_coverage(size: int) -> None:
    """Of 95 % intervals, 91 and more in a hundred hold the truth; percentiles of a bootstrap 85 to 87."""
    held, _ = entities.coverage("most documents", TRIALS, size)
    assert held >= 91
