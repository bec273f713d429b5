"""How often tests reject what is true, and intervals hold it: `python -m benchmarks.simulation [TRIALS]`.

Two systems of a test set are made alike by giving each segment's two outputs to the two systems at random:
every difference that is left is chance. A trial draws segments, deals the outputs, and asks each test.
Then the same of simulated systems with several runs.
"""

from __future__ import annotations

import sys
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from karat import Bleu, Corpus, External, Metric, Procedure, Statistics, evaluate, metric, read
from karat.comparison.chance import Chance
from karat.comparison.resampling_units import Sides, sides_of
from karat.metrics.catalogue import METRICS
from karat.readers.people.human_scores import read_human_scores
from karat.resampling import (
    bca_interval,
    bootstrap_p,
    bootstrap_rows,
    leave_one_out_rows,
    moses_p,
    percentile_interval,
    randomization_p,
    run_permutation_p,
    swap_rows,
    swapped,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SEGMENTS, SAMPLES = 400, 500
# What needs annotated text, and what has another name already.
NOT_SIMULATED = ("tag-bleu", "nee", "nee-partial", "nee-precision", "rouge-2")
TESTS = ("randomization", "bootstrap", "Moses' bootstrap")
METHODS = ("percentile", "BCa")
RUN_TESTS = ("randomization", "bootstrap", "whole runs", "segments alone")


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


def rates(p_values: list[list[float]]) -> list[str]:
    """How often each test rejects at .10, .05 and .01, in percent."""
    found = np.array([(np.array(p_values) <= alpha).mean(axis=0) for alpha in (0.10, 0.05, 0.01)]).T
    return [" / ".join(f"{100 * rate:.1f}" for rate in of_test) for of_test in found]


def simulate(metric: Metric, pair: list[Statistics], trials: int) -> str:
    """A row of the table: error rates at .10, .05 and .01, and coverage."""
    counts = [statistics.counts.astype(np.int64) for statistics in pair]
    rng = np.random.default_rng(1)
    p_values, held = [], []
    for number in range(trials):
        p, inside = trial(metric, dealt(rng, counts, pair[0].columns), number)
        p_values.append(p)
        held.append(inside)
    coverage = [f"{100 * share:.1f}" for share in np.mean(held, axis=0)]
    return "| " + " | ".join([metric.name, *rates(p_values), *coverage]) + " |"


def rows(trials: int) -> Iterator[str]:
    """A row for every metric that needs no annotation, and one for what people thought."""
    corpus = read(f"{DATA}/wmt22.de-en")
    systems = dict(list(corpus.systems.items())[:2])
    two = Corpus(systems, corpus.references, documents=corpus.documents)
    metrics = [metric(name) for name in METRICS if name not in NOT_SIMULATED]
    for table in read_human_scores(f"{DATA}/wmt22.de-en", two, unknown_systems="ignore"):
        if table.level == "segment":
            scores = {
                name: [None if np.isnan(value) else value for value in table[name].tolist()]
                for name in systems
            }
            metrics.append(External.of(f"human {table.metric}", scores))
    for one in metrics:
        tables = sides_of(evaluate(two, one), one, {name: [name] for name in systems})
        first, second = systems
        yield simulate(one, [*tables.beside(first, second), *tables.beside(second, first)], trials)


def run_rows(trials: int) -> Iterator[str]:
    """Two systems of one quality, in several runs that come out better or worse by chance."""
    bleu = Bleu()
    for runs, deviation, own_segments in ((3, 0.0, 0.0), (3, 0.015, 0.0), (5, 0.015, 0.0), (3, 0.015, 0.08)):
        rng = np.random.default_rng(1)
        p_values, held = [], []
        for seed in range(trials):
            tables = simulated_runs(rng, bleu, runs, deviation, own_segments)
            chance = Chance(
                bleu,
                Sides(bleu, tables, None),
                Procedure(samples=200, shuffles=400, seed=seed, interval="percentile"),
                None,
            )
            observed = chance.difference(*tables)
            interval = chance.interval(*tables)
            held.append(interval.low <= 0 <= interval.high)
            p_values.append(
                [
                    randomization_p(observed, chance.shuffled(*tables)),
                    bootstrap_p(observed, chance.resampled(*tables)),
                    run_permutation_p(*(chance.values(name) for name in tables), seed=seed),
                    randomization_p(observed, chance.exchanged(*tables)),
                ]
            )
        cells = [str(runs), "yes" if deviation else "no", "yes" if own_segments else "no", *rates(p_values)]
        yield "| " + " | ".join([*cells, f"{100 * np.mean(held):.1f}"]) + " |"


def simulated_runs(
    rng: np.random.Generator, bleu: Bleu, runs: int, deviation: float, own_segments: float
) -> dict[str, list[Statistics]]:
    """BLEU's counts of two systems: how hard a segment is for all, for a system, and how good each run is."""
    hard = rng.beta(6, 4, size=150)
    tables: dict[str, list[Statistics]] = {}
    for system in ("first", "second"):
        quality = hard + rng.normal(0, own_segments, size=len(hard))
        tables[system] = []
        for _ in range(runs):
            of_run = np.clip(quality + rng.normal(0, deviation), 0, 1)
            lengths = 8 + rng.poisson(15, size=len(hard))
            left, matches = lengths, []
            for order in range(4):
                left = rng.binomial(np.minimum(left, lengths - order), of_run)
                matches.append(left)
            totals = [lengths - order for order in range(4)]
            tables[system].append(
                Statistics(bleu.columns, np.stack([lengths, lengths, *matches, *totals], axis=1))
            )
    return tables


def main() -> None:
    """Print both tables."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    error = 100 * 1.96 * sqrt(0.05 * 0.95 / trials)
    print(f"{trials} trials of {SEGMENTS} segments, {SAMPLES} samples; ± {error:.1f} at 5 %\n")
    print(f"| metric | {' | '.join((*TESTS, *METHODS))} |")
    print("|---" * (1 + len(TESTS) + len(METHODS)) + "|")
    for row in rows(trials):
        print(row, flush=True)
    print(f"\n| runs | runs vary | own segments | {' | '.join(RUN_TESTS)} | percentile |")
    print("|---" * (4 + len(RUN_TESTS)) + "|")
    for row in run_rows(trials):
        print(row, flush=True)


if __name__ == "__main__":
    main()
