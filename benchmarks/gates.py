"""How often `karat gate` passes a system that is worse than the baseline by just the margin: in 5 %?

    python -m benchmarks.gates [TRIALS]

Test sets are drawn as for the promises: whole documents of a pack, with replacement, so that the pack is the
truth. The margin is the true difference of two systems, and the worse one asks to pass.
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np

from benchmarks.promises.comparison import DOCUMENTS, NAMES, Pool, pools
from karat import Procedure
from karat.comparison import gate

SAMPLES = 500


def passes(pool: Pool, documents: int, trial: int) -> bool:
    """Whether the worse of two systems passes on one test set."""
    _, difference = pool.truth
    if not pool.metric.higher_is_better:
        difference = -difference
    worse, baseline = NAMES if difference < 0 else NAMES[::-1]
    evaluation = pool.drawn(np.random.default_rng([trial, documents]), documents)
    found = gate(
        evaluation,
        Procedure(samples=SAMPLES, seed=trial),
        baseline=baseline,
        margin=abs(difference),
        systems=[worse],
    )
    return found.passed


def main(trials: int) -> None:
    """A line for each metric and size."""
    for kind in ("BLEU", "chrF"):
        known = pools(kind)
        for documents in DOCUMENTS:
            passed = [passes(known[trial % len(known)], documents, trial) for trial in range(trials)]
            share = float(np.mean(passed))
            error = 200 * sqrt(share * (1 - share) / trials)
            print(f"{kind}, {documents} documents: {100 * share:.1f} ± {error:.1f} % pass", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
