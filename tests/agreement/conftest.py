"""What the tests of agreement share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from karat.agreement import PairedScores, pair
from karat.score_table import ScoreTable

Tables = Callable[..., ScoreTable]


@pytest.fixture
def table() -> Tables:
    """A table of scores, systems × rows, under names made up."""

    def make(values: Sequence[Sequence[float]], name: str = "metric", level: str = "segment") -> ScoreTable:
        array = np.array(values, dtype=np.float64)
        systems = tuple(f"S{number}" for number in range(1, len(array) + 1))
        rows = tuple(str(number) for number in range(1, array.shape[1] + 1))
        return ScoreTable(name, f"{name}|made-up", level, systems, rows, array)

    return make


@pytest.fixture
def paired(table: Tables) -> Callable[..., PairedScores]:
    """Scores of a metric and of people, flat and cut into so many systems."""

    def make(metric: Sequence[float], human: Sequence[float], systems: int = 1) -> PairedScores:
        cut = [np.array(values, dtype=np.float64).reshape(systems, -1).tolist() for values in (metric, human)]
        return pair(table(cut[0]), table(cut[1], "human"))

    return make
