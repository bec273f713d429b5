"""How far thresholds of acceptability hold what they promise: `python -m benchmarks.acceptance [TRIALS]`.

Systems on a known line of human scores are judged with marks from 1 to 5. The true human threshold is the
mean mark at which the mean weight is 0, the true metric threshold where the true line reaches it.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from karat.calibration import acceptability, estimators, human_threshold, metric_threshold
from karat.calibration.acceptability import weigh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVELS = (0.8, 0.9, 0.95)
SEGMENTS, JUDGES = 60, 3
BETWEEN_SEGMENTS, BETWEEN_JUDGES = 1.0, 0.7
INTERCEPT, SLOPE, SCATTER = 1.0, 0.08, 0.25


class Judges:
    """What marks people give to output of a certain quality, by table from a large sample."""

    def __init__(self) -> None:
        noise = np.random.default_rng(1).normal(0, np.hypot(BETWEEN_SEGMENTS, BETWEEN_JUDGES), 200_000)
        self.quality = np.linspace(-2, 8, 400)
        marks = [np.clip(np.round(each + noise), 1, 5) for each in self.quality]
        self.mean = np.array([each.mean() for each in marks])
        weight = np.array([weigh(each).mean() for each in marks])
        self.threshold = float(np.interp(0.0, weight, self.mean))

    def marks(self, rng: np.random.Generator, means: Floats) -> Floats:
        """Judges × systems × segments, for systems of these true mean marks."""
        quality = np.interp(means, self.mean, self.quality)[None, :, None]
        seen = quality + rng.normal(0, BETWEEN_SEGMENTS, (1, len(means), SEGMENTS))
        given = seen + rng.normal(0, BETWEEN_JUDGES, (JUDGES, len(means), SEGMENTS))
        return np.clip(np.round(given), 1, 5)


def coverage(judges: Judges, systems: int, trials: int) -> list[float]:
    """Shares of trials in which thresholds are inside: human, metric, metric as if the human were known."""
    rng = np.random.default_rng(systems)
    inside = np.zeros((3, len(LEVELS)))
    true = (judges.threshold - INTERCEPT) / SLOPE
    names = [f"S{number}" for number in range(systems)]
    for _ in range(trials):
        x = rng.normal(true, 6, systems)
        means = np.clip(INTERCEPT + SLOPE * x + rng.normal(0, SCATTER, systems), 1.05, 4.95)
        marks = judges.marks(rng, means)
        words = np.tile(rng.integers(5, 40, SEGMENTS).astype(float), (systems, 1))
        outputs = acceptability(marks, words, names, samples=2)
        line = estimators.least_squares(x[:, None], marks.mean(axis=(0, 2)))
        for place, level in enumerate(LEVELS):
            human = human_threshold(outputs, confidence=level)
            metric = metric_threshold(
                line, human.value, confidence=level, human_error=human.error, human_freedom=human.freedom
            )
            inside[0, place] += human.low <= judges.threshold <= human.high
            inside[1, place] += metric.low <= true <= metric.high
            inside[2, place] += metric.low_given <= true <= metric.high_given
    return list((inside / trials).ravel())


def main() -> None:
    """Print the table."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    judges = Judges()
    print(f"\n{trials:,} trials; the human threshold is {judges.threshold:.3f}\n")
    print("| systems | human 80 | 90 | 95 | metric 80 | 90 | 95 | human taken as known 80 | 90 | 95 |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for systems in (6, 12, 30):
        shares = coverage(judges, systems, trials)
        print(f"| {systems} | {' | '.join(f'{100 * share:.1f}' for share in shares)} |", flush=True)


if __name__ == "__main__":
    main()
