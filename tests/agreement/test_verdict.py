"""The answer in words: does a metric track people?"""

import numpy as np
import pytest
from tests.agreement.five_systems import people

from karat.agreement import Rater, tracks, verdict


def test_verdict() -> None:
    """The pair that people see furthest apart of those that the metric turns round."""
    human = people()
    metric = Rater("metric", "", human.systems, np.array([3.0, 5, 4, 2, 1]))
    found = verdict(metric, human)

    assert (found.right_pairs, found.pairs) == (8, 10)
    assert found.worst is not None
    assert (found.worst.better, found.worst.worse) == ("S1", "S3")
    assert found.to_dict()["pearson"] == found.influence.pearson


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.6, 0.9, "yes"),
        (0.1, 0.9, "weakly"),
        (-0.1, 0.9, "not shown"),
        (-0.9, -0.1, "no, the other way round"),
        (float("nan"), 1, "not known"),
    ],
)
def test_tracks(low: float, high: float, answer: str) -> None:
    """An interval answers the question."""
    assert tracks(low, high) == answer
