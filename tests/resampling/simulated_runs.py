"""Systems with several runs, of which it is known how runs and segments vary."""

from __future__ import annotations

import numpy as np
from tests.resampling.test_p_values import BLEU, segment_counts

from karat.comparison.chance import Chance
from karat.comparison.procedure import Procedure
from karat.comparison.resampling_units import Sides
from karat.statistics import Statistics


def chance_of_runs(
    rng: np.random.Generator, seed: int, *, runs: int, run_deviation: float, own_segments: float = 0.0
) -> Chance:
    """Two systems as good as each other: each run of either is better or worse than the system by chance.

    With `own_segments`, a system has segments in which it is better and others in which it is worse, in all runs.
    """
    rows = 120
    quality = rng.beta(6, 4, size=rows)
    tables = {}
    for system in ("first", "second"):
        of_system = quality + rng.normal(0, own_segments, size=rows)
        tables[system] = [
            Statistics(
                BLEU.columns,
                segment_counts(rng, np.clip(of_system + rng.normal(0, run_deviation), 0, 1)),
            )
            for _ in range(runs)
        ]
    procedure = Procedure(samples=150, shuffles=299, seed=seed)
    return Chance(BLEU, Sides(BLEU, tables, None), procedure, None)
