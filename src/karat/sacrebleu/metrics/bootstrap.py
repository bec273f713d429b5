"""Scores of resampled corpora, drawn as sacreBLEU draws them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from karat.errors import InvalidOption
from karat.statistics import Statistics

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.metrics import Metric

# sacreBLEU takes its seed from the environment; a drop-in must look in the same place.
VARIABLE = "SACREBLEU_SEED"
DEFAULT = "12345"


def seed_of_environment() -> str:
    """The seed as signatures give it: a number, or `none` for fresh entropy."""
    seed = os.environ.get(VARIABLE, DEFAULT).lower()
    if seed != "none" and not seed.isdecimal():
        raise InvalidOption(f"{VARIABLE} is {seed!r}; it must be a whole number of at least 0, or none.")
    return seed


def resampled_values(
    metric: Metric, statistics: Statistics, *, samples: int, seed: str
) -> NDArray[np.float64]:
    """The metric's value for each of `samples` corpora drawn with replacement from the rows."""
    import numpy as np

    rng = np.random.default_rng(None if seed == "none" else int(seed))
    rows = len(statistics)
    # BLAS multiplies floats only; counts are exact in them up to 2⁵³.
    counts = statistics.counts.astype(np.float64)
    # One corpus at a time: the draws of all of them together would take gigabytes for a large text.
    totals = [np.bincount(rng.choice(rows, size=rows), minlength=rows) @ counts for _ in range(samples)]
    return metric.values(Statistics(statistics.columns, np.array(totals)))
