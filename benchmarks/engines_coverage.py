"""Poisson bootstrap of shards beside the one in memory: `python -m benchmarks.engines_coverage [REPEATS]`.

Test sets are drawn from the segments of a real pack, so that the true score is that of the whole pack.
Coverage is how often a 95 % interval holds it. Size is how often two systems whose outputs were exchanged at
random are found to differ at 5 %.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from karat import Bleu
from karat.engines.identity import cells_of
from karat.engines.poisson import drawn_values
from karat.resampling import bootstrap_p, bootstrap_rows
from karat.resampling.intervals import expanded_interval, expansion
from karat.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]

SIZES = (50, 200, 1000)


@dataclass(frozen=True, slots=True)
class Kept:
    """Of both ways, how often the interval held the truth, and how often the test found what is not there."""

    segments: int
    coverage: tuple[float, float]
    size: tuple[float, float]


def simulate(
    first: Rows, second: Rows, *, segments: int, repeats: int, samples: int, cells: int, seed: int
) -> Kept:
    """Draw test sets, and count how often each way is right: (in memory, in cells)."""
    rng = np.random.default_rng(seed)
    bleu = Bleu()
    truth = bleu.value(first.sum(axis=0).tolist())
    held, found = np.zeros(2), np.zeros(2)
    for repeat in range(repeats):
        drawn = rng.integers(0, len(first), segments)
        swapped = rng.integers(0, 2, segments).astype(bool)[:, None]
        one = np.where(swapped, first[drawn], second[drawn])
        other = np.where(swapped, second[drawn], first[drawn])
        tables = [first[drawn], one, other]
        names = pa.array([f"{repeat}-{place}" for place in range(segments)])
        values = [bleu.value(table.sum(axis=0).tolist()) for table in tables]
        for way, resampled in enumerate(
            (
                _in_memory(bleu, tables, samples, repeat),
                _in_cells(bleu, tables, cells_of([names], cells), samples, repeat, cells),
            )
        ):
            interval = expanded_interval(values[0], resampled[0], units=segments)
            held[way] += interval.low <= truth <= interval.high
            differences = resampled[1] - resampled[2]
            centre = differences.mean()
            spread = centre + expansion(segments, segments - 1) * (differences - centre)
            found[way] += bootstrap_p(values[1] - values[2], spread) <= 0.05
    return Kept(segments, tuple(held / repeats), tuple(found / repeats))


def _in_memory(bleu: Bleu, tables: list[Rows], samples: int, seed: int) -> list[NDArray[np.float64]]:
    drawn = bootstrap_rows([Statistics(bleu.columns, table) for table in tables], samples=samples, seed=seed)
    return [bleu.values(one) for one in drawn]


def _in_cells(
    bleu: Bleu, tables: list[Rows], places: Rows, samples: int, seed: int, cells: int
) -> list[NDArray[np.float64]]:
    counts = []
    for table in tables:
        sums = np.zeros((cells, table.shape[1]), dtype=np.int64)
        np.add.at(sums, places, table)
        counts.append(sums)
    return drawn_values(bleu, counts, samples=samples, seed=seed)


def main() -> None:
    """Print coverage and size of both ways, with 4,096 cells and with few."""
    from benchmarks.corpora import pack

    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    systems, references = pack("wmt22.de-en")
    first, second = (
        np.asarray(Bleu().count(text, references).counts, dtype=np.int64)
        for text in list(systems.values())[:2]
    )
    print("segments  cells  coverage in memory, in cells (95 %)  size in memory, in cells (5 %)")
    for cells in (4096, 256):
        for segments in SIZES:
            kept = simulate(
                first, second, segments=segments, repeats=repeats, samples=500, cells=cells, seed=segments
            )
            shares = "  ".join(f"{100 * share:5.1f}" for share in (*kept.coverage, *kept.size))
            print(f"{segments:8}  {cells:5}  {shares}")


if __name__ == "__main__":
    main()
