"""Do segments that were chosen to be judged beat random ones? `python -m benchmarks.choosing [TRIALS]`.

Of the real packs, the mean human score of each system over some of the judged segments, against that over
all of them: root mean square of the difference, chosen by `next_segments`, by chance, and with the ratio.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.corpora import DATA
from benchmarks.judged_cells import JUDGED
from karat import Chrf, evaluate, read
from karat.agreement import human_translations
from karat.calibration import next_segments
from karat.readers.people.human_scores import read_human_scores

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SIZES = (20, 60)


def packs() -> Iterator[tuple[str, str, Floats, Floats, list[int]]]:
    """Pack, dimension, human and metric scores of segments that all machines have, and lengths."""
    for name, dimensions in JUDGED.items():
        if not (DATA / name).exists():
            continue
        corpus = read(DATA / name)
        people = human_translations(corpus)
        machines = [system for system in corpus.systems if system not in people]
        made = evaluate(corpus, Chrf())
        metric = made.metrics[0]
        scores = np.array([metric.values(made.statistics[system][metric.recipe]) for system in machines])
        for table in read_human_scores(DATA / name, corpus, dimensions=dimensions):
            if table.level != "segment":
                continue
            human = table.values[[table.systems.index(system) for system in machines]]
            rows = np.flatnonzero(~np.isnan(human).any(axis=0))
            lengths = [len(corpus.references.of_segment(int(row))[0]) for row in rows]
            yield name, table.metric, human[:, rows], scores[:, rows], lengths


def error(human: Floats, rows: list[int]) -> float:
    """How far means over some segments are from those over all."""
    return float(((human[:, rows].mean(axis=1) - human.mean(axis=1)) ** 2).mean())


def main() -> None:
    """Print the table."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(1)
    print("\n| pack | human | segments | chosen | error | error by chance | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name, dimension, human, scores, lengths in packs():
        every = range(human.shape[1])
        for size in SIZES:
            ours = [
                error(human, next_segments(scores, lengths, every, size, seed=seed)) for seed in range(trials)
            ]
            luck = [
                error(human, rng.choice(len(every), size, replace=False).tolist()) for _ in range(10 * trials)
            ]
            found, by_chance = np.mean(ours) ** 0.5, np.mean(luck) ** 0.5
            print(
                f"| {name} | {dimension} | {len(every)} | {size} | {found:.3f} | {by_chance:.3f} | "
                f"{found / by_chance:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
