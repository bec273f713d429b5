"""Judges: intervals hold what they promise, and the power of finding a careless judge is as stated."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pytest
from benchmarks.promises import judges

from karat.reliability import Bootstrap

if TYPE_CHECKING:
    from collections.abc import Callable

    from karat.reliability import Ratings

TRIALS = 150


@pytest.mark.parametrize(
    ("name", "scale", "sample", "size"),
    [
        ("α interval", "direct assessment", judges.items, 30),
        ("α interval", "direct assessment", judges.documents, 10),
        ("ICC(2,1)", "direct assessment", judges.documents, 20),
        ("Fleiss’ κ", "five points", judges.items, 30),
        ("κ quadratic", "five points", judges.documents, 10),
    ],
)
def test_coverage(
    name: str, scale: str, sample: Callable[[str, np.random.Generator, int], Ratings], size: int
) -> None:
    """Of 95 % intervals with few items or documents, 91 to 99 in a hundred hold the truth in few trials."""
    sampler = partial(sample, scale)
    truth = judges.value(name, sampler(np.random.default_rng(0), 8000))
    held, _ = judges.coverage(TRIALS, name, sampler, size, truth=truth, how=Bootstrap())
    assert 91 <= held <= 99


@pytest.mark.shared
def test_power(shared_data: object) -> None:
    """With 60 items a judge at random is found seldom, and that is what is stated."""
    assert shared_data
    alarms, found, stated = judges.alarms_and_power(30, 60)
    assert sum(alarms) <= 2
    assert 15 < stated < 60
    assert abs(100 * np.mean(found) - stated) < 25
