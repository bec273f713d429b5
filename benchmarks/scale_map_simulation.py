"""Judgements on two scales whose map is known: a true quality, judged twice with errors, cut into marks."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import norm

from karat.judgements import Judgement, Judgements, Scale
from karat.reliability import Bootstrap, map_scale

if TYPE_CHECKING:
    from karat.arrays import Floats

FIVE, SEVEN = Scale.parse("1-5"), Scale.parse("1..7")
# Where a quality of deviation 1 passes to the next mark; the seven are used otherwise than the five.
CUTS = {"five": np.array([-1.3, -0.5, 0.3, 1.1]), "seven": np.array([-1.8, -1.4, -1.0, -0.4, 0.1, 0.9])}
# Parts of the variance of a judgement: of the segment, of the item, of the judge's error.
PARTS = (0.3, 0.5, 0.2)


def population(dimension: str) -> Floats:
    """The share of each mark among all judgements."""
    return np.diff(norm.cdf(np.concatenate([[-np.inf], CUTS[dimension], [np.inf]])))


def true_equipercentile(mark: int) -> float:
    """The value among seven marks at the percentile of one of five, each spread over half a step."""
    five, seven = population("five"), population("seven")
    percentile = five[: mark - 1].sum() + five[mark - 1] / 2
    value = float(np.interp(percentile, np.concatenate([[0], seven.cumsum()]), np.arange(8) + 0.5))
    return min(max(value, 1.0), 7.0)


def true_linear(mark: float) -> float:
    """The value with the same distance from the mean in deviations."""
    moments = []
    for dimension in ("five", "seven"):
        shares = population(dimension)
        marks = np.arange(1, len(shares) + 1)
        mean = float(shares @ marks)
        moments.append((mean, float(np.sqrt(shares @ (marks - mean) ** 2))))
    (mean, spread), (other, other_spread) = moments
    return other + other_spread / spread * (mark - mean)


def simulated(seed: int, *, segments: int = 60, systems: int = 4) -> Judgements:
    """Every item judged on both scales by one judge, whose two errors are independent."""
    rng = np.random.default_rng(seed)
    of_segment = rng.normal(0, PARTS[0] ** 0.5, (1, segments))
    quality = of_segment + rng.normal(0, PARTS[1] ** 0.5, (systems, segments))
    rows = []
    for dimension in ("five", "seven"):
        marks = np.searchsorted(CUTS[dimension], quality + rng.normal(0, PARTS[2] ** 0.5, quality.shape)) + 1
        rows += [
            Judgement("anna", f"S{system}", str(segment), dimension, int(marks[system, segment]))
            for system in range(systems)
            for segment in range(segments)
        ]
    return Judgements.of(rows, scales={"five": FIVE, "seven": SEVEN})


def coverage(segments: int, trials: int) -> dict[str, Floats]:
    """Of each map, the share of the intervals of each mark that hold the truth."""
    held = {"equipercentile": np.zeros(5), "linear": np.zeros(5)}
    for trial in range(trials):
        bootstrap = Bootstrap(samples=400, seed=trial)
        found = map_scale(simulated(trial, segments=segments), "five", target="seven", bootstrap=bootstrap)
        for place, one in enumerate(found.marks):
            truths = {"equipercentile": true_equipercentile(place + 1), "linear": true_linear(place + 1)}
            for name, truth in truths.items():
                ends = getattr(one, f"{name}_interval")
                held[name][place] += ends.low - 1e-9 <= truth <= ends.high + 1e-9
    return {name: shares / trials for name, shares in held.items()}


def main() -> None:
    """Print the table of docs/reliability.md, with every mark."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    print("| segments | campaigns | equipercentile | linear |\n|---|---|---|---|")
    for segments in (30, 60, 150):
        found = coverage(segments, trials)
        cells = [" ".join(f"{100 * share:.1f}" for share in shares) for shares in found.values()]
        print(f"| {segments} | {trials} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
