"""How often the joint test of cells rejects a true null: four cells with one line, each on a text of its own.

    python -m benchmarks.joint_transfer [TRIALS [SEED]]

A text is 12 documents of 8 segments. A document moves the human scores of all systems off the line together,
by a standard deviation of 0, 0.5 or 1; a segment of one system moves by 1, and each system leans off the line
by .3, everywhere. Shares of trials with p ≤ .05, in percent, with the same systems in all cells / with others
in each. `docs/transfer.md` has the table.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement import Rater
from karat.calibration import Calibration, Setting, fit, joint_transfer

if TYPE_CHECKING:
    from karat.arrays import Floats

CELLS, SYSTEMS, DOCUMENTS, LENGTH = 4, 12, 12, 8
MOVES = (0.0, 0.5, 1.0)
_OF_SEGMENTS = [f"d{place // LENGTH}" for place in range(DOCUMENTS * LENGTH)]


def cell(
    rng: np.random.Generator, name: str, traits: tuple[Floats, Floats], move: float, systems: tuple[str, ...]
) -> Calibration:
    """A calibration, on a new text, of systems of this quality that lean so far off the line."""
    quality, lean = traits
    shape = (len(systems), DOCUMENTS * LENGTH)
    metric = 30 + 5 * quality[:, None] + rng.normal(0, 2, shape)
    off = np.repeat(rng.normal(0, move, DOCUMENTS) if move else np.zeros(DOCUMENTS), LENGTH)
    human = metric / 10 + lean[:, None] + off + rng.normal(0, 1, shape)
    return fit(
        [Rater("BLEU", "made up", systems, metric.mean(axis=1), metric)],
        Rater("DA", "made up", systems, human.mean(axis=1), human),
        setting=Setting("de-en", name),
        documents=_OF_SEGMENTS,
    )


def _traits(rng: np.random.Generator) -> tuple[Floats, Floats]:
    return rng.normal(size=SYSTEMS), rng.normal(0, 0.3, SYSTEMS)


def p_values(seed: tuple[int, ...], move: float, *, same: bool) -> list[float]:
    """F and permutation for slopes, then for intercepts."""
    rng = np.random.default_rng(seed)
    shared = _traits(rng)
    cells = []
    for number in range(CELLS):
        names = tuple(f"s{place}" if same else f"c{number}s{place}" for place in range(SYSTEMS))
        cells.append(cell(rng, f"c{number}", shared if same else _traits(rng), move, names))
    found = joint_transfer(cells, samples=499, seed=seed[-1])
    return [p for test in (found.slopes, found.intercepts) for p in (test.p, test.p_permuted)]


def main(trials: int, seed: int) -> None:
    """A row of the table for each standard deviation."""
    for row, move in enumerate(MOVES):
        shares = []
        for same in (True, False):
            found = [p_values((seed, row, same, trial), move, same=same) for trial in range(trials)]
            shares.append(100 * (np.array(found) <= 0.05).mean(axis=0))
        cells = (f"{one:.1f} / {other:.1f}" for one, other in zip(*shares, strict=True))
        print(f"| {move:g} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    asked = [int(word) for word in sys.argv[1:]]
    main(*asked, *(400, 20261119)[len(asked) :])
