"""How often tests reject what is true, and intervals hold it: `python -m benchmarks.simulation [TRIALS]`.

Two systems of a test set are made alike by giving each segment's two outputs to the two systems at random:
every difference that is left is chance. A trial draws segments, deals the outputs, and asks each test.
"""

from __future__ import annotations

import sys
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import pack
from karat import Bleu, Chrf, Metric, Statistics, Ter
from karat.resampling import (
    bca_interval,
    bootstrap_p,
    bootstrap_rows,
    leave_one_out_rows,
    moses_p,
    percentile_interval,
    randomization_p,
    swap_rows,
    swapped,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEGMENTS, SAMPLES = 400, 500
TESTS = ("randomization", "bootstrap", "Moses' bootstrap")
METHODS = ("percentile", "BCa")


def dealt(
    rng: np.random.Generator, counts: list[NDArray[np.int64]], columns: tuple[str, ...]
) -> list[Statistics]:
    """Segments drawn with replacement, the outputs of each dealt to two systems at random."""
    chosen = rng.integers(len(counts[0]), size=SEGMENTS)
    swap = rng.integers(2, size=SEGMENTS, dtype=bool)[:, None]
    first, second = (of_system[chosen] for of_system in counts)
    return [
        Statistics(columns, np.where(swap, second, first)),
        Statistics(columns, np.where(swap, first, second)),
    ]


def trial(metric: Metric, tables: list[Statistics], seed: int) -> tuple[list[float], list[bool]]:
    """The p-value of each test, and whether each interval of the difference holds 0, the truth."""
    values = [metric.value(table.total()) for table in tables]
    observed = values[0] - values[1]
    halves = swap_rows(tables, samples=SAMPLES, seed=seed)
    swaps = metric.values(swapped(tables[0], halves[0], halves[1])) - metric.values(
        swapped(tables[1], halves[1], halves[0])
    )
    first, second = (metric.values(rows) for rows in bootstrap_rows(tables, samples=SAMPLES, seed=seed))
    left_out = [metric.values(leave_one_out_rows(table)) for table in tables]
    draws = first - second
    intervals = percentile_interval(draws), bca_interval(observed, draws, left_out[0] - left_out[1])
    p_values = [randomization_p(observed, swaps), bootstrap_p(observed, draws), moses_p(observed, draws)]
    return p_values, [interval.low <= 0 <= interval.high for interval in intervals]


def simulate(metric: Metric, trials: int) -> str:
    """A row of the table: error rates at .10, .05 and .01, and coverage."""
    systems, references = pack("wmt22.de-en")
    pair = [metric.count(text, references) for text in list(systems.values())[:2]]
    counts = [statistics.counts.astype(np.int64) for statistics in pair]
    rng = np.random.default_rng(1)
    p_values, held = [], []
    for number in range(trials):
        p, inside = trial(metric, dealt(rng, counts, pair[0].columns), number)
        p_values.append(p)
        held.append(inside)
    rates = np.array([(np.array(p_values) <= alpha).mean(axis=0) for alpha in (0.10, 0.05, 0.01)]).T
    cells = [" / ".join(f"{100 * rate:.1f}" for rate in of_test) for of_test in rates]
    coverage = [f"{100 * share:.1f}" for share in np.mean(held, axis=0)]
    return "| " + " | ".join([metric.name, *cells, *coverage]) + " |"


def main() -> None:
    """Print the table."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    error = 100 * 1.96 * sqrt(0.05 * 0.95 / trials)
    print(f"{trials} trials of {SEGMENTS} segments, {SAMPLES} samples; ± {error:.1f} at 5 %\n")
    print(f"| metric | {' | '.join((*TESTS, *METHODS))} |")
    print("|---" * (1 + len(TESTS) + len(METHODS)) + "|")
    for metric in (Bleu(), Chrf(), Ter()):
        print(simulate(metric, trials), flush=True)


if __name__ == "__main__":
    main()
