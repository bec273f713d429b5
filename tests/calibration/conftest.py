"""What the tests of calibration share."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from karat.agreement import Rater
from karat.calibration import Calibration, Setting, fit

Raters = Callable[..., Rater]


@pytest.fixture
def rater() -> Raters:
    """Scores of whole systems under names made up."""

    def make(values: Sequence[float], name: str = "BLEU", *, higher_is_better: bool = True) -> Rater:
        systems = tuple(f"S{number}" for number in range(1, len(values) + 1))
        return Rater(name, f"{name}|made-up", systems, np.array(values), higher_is_better=higher_is_better)

    return make


@pytest.fixture
def calibration(rater: Raters) -> Calibration:
    """Ten systems of German news, judged from 1 to 5."""
    rng = np.random.default_rng(1)
    scores = np.linspace(20, 40, 10)
    human = 1 + 0.08 * scores + rng.normal(0, 0.1, 10)
    outputs = {
        f"S{number}": [f"the cat number {number} sat on a mat in the sun"] * 9 for number in range(1, 11)
    }
    setting = Setting("en-de", "news", scale="1-5", outputs=outputs, text="t1", segments=9, date="2026-01-02")
    return fit([rater(scores.tolist())], rater(human.tolist(), "adequacy"), setting=setting)
