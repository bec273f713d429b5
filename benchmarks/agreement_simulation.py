"""How often each test of two metrics rejects what is true, where single scores are exchangeable.

`python -m benchmarks.agreement_simulation [TRIALS]`. Systems have a quality, segments a difficulty; people
and metrics see both through noise. Two metrics of the same noise are alike, so a test of them should reject
as often as it says. Here all scores have noise of their own, so every design is right; where those of one
segment or document have noise in common, only some are: `benchmarks.promises.agreement`.
"""

from __future__ import annotations

import sys
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement import Rater, rank_metrics, williams

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

SYSTEMS, SEGMENTS, PERMUTATIONS = 10, 100, 200
NAMES = tuple(f"S{number}" for number in range(SYSTEMS))
ALPHAS = (0.10, 0.05, 0.01)


def people_and_metrics(rng: np.random.Generator, *, rounded: bool) -> list[Rater]:
    """Two metrics of the same noise and people; rounded to whole numbers, most pairs are tied."""
    quality = 0.3 * rng.normal(size=(SYSTEMS, 1)) + 0.7 * rng.normal(size=(1, SEGMENTS))
    own = rng.normal(size=(SYSTEMS, SEGMENTS))
    found = [quality + own + rng.normal(size=own.shape) for _ in range(3)]
    if rounded:
        found = [np.round(values) for values in found]
    named = zip("XYH", found, strict=True)
    return [Rater(name, "", NAMES, values.mean(axis=1), values) for name, values in named]


def by_permutation(**options: Any) -> Callable[[list[Rater], int], float]:
    """A permutation test as a function of raters and seed."""

    def test(raters: list[Rater], seed: int) -> float:
        first, second, human = raters
        found = rank_metrics(
            [first, second], human, samples=PERMUTATIONS, seed=seed, correction="none", **options
        )
        return next(iter(found.p_values.values()))

    return test


def by_williams(raters: list[Rater], seed: int) -> float:  # noqa: ARG001
    """Williams' test, both sides."""
    first, second, human = (rater.whole for rater in raters)
    p = williams(first, second, human)
    return 2 * min(p, 1 - p)


TESTS: dict[str, Callable[[list[Rater], int], float]] = {
    "Williams, r of systems": by_williams,
    "PERM-BOTH, r of systems": by_permutation(statistic="pearson", design="both"),
    "PERM-INPUTS, r of systems": by_permutation(statistic="pearson", design="inputs"),
    "PERM-SYSTEMS, r of systems": by_permutation(statistic="pearson", design="systems"),
    "PERM-BOTH, accuracy of systems": by_permutation(statistic="accuracy", design="both"),
    "PERM-INPUTS, soft accuracy": by_permutation(statistic="soft-accuracy", design="inputs"),
    "PERM-SYSTEMS, soft accuracy": by_permutation(statistic="soft-accuracy", design="systems"),
    "PERM-BOTH, r of segments": by_permutation(level="segment", statistic="pearson", design="both"),
    "PERM-INPUTS, r of segments": by_permutation(level="segment", statistic="pearson", design="inputs"),
    "PERM-BOTH, acc-t of segments": by_permutation(
        level="segment", statistic="calibrated-accuracy", design="both"
    ),
    "PERM-INPUTS, acc-t of segments": by_permutation(
        level="segment", statistic="calibrated-accuracy", design="inputs"
    ),
}


def rejections(trials: int, *, rounded: bool) -> dict[str, list[float]]:
    """For each test, how often it rejects at each α, in percent."""
    rng = np.random.default_rng(1)
    p_values: dict[str, list[float]] = {name: [] for name in TESTS}
    for trial in range(trials):
        raters = people_and_metrics(rng, rounded=rounded)
        for name, test in TESTS.items():
            p_values[name].append(test(raters, trial))
    return {
        name: [100 * float(np.mean(np.array(found) <= alpha)) for alpha in ALPHAS]
        for name, found in p_values.items()
    }


def main() -> None:
    """Print the tables."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    error = 100 * 1.96 * sqrt(0.05 * 0.95 / trials)
    print(f"{trials} trials of {SYSTEMS} systems and {SEGMENTS} segments; ± {error:.1f} at 5 %\n")
    print("| test | rejects at .10 / .05 / .01 | with ties everywhere |\n|---|---|---|")
    plain, tied = (rejections(trials, rounded=rounded) for rounded in (False, True))
    for name in TESTS:
        cells = [" / ".join(f"{rate:.1f}" for rate in of_test[name]) for of_test in (plain, tied)]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
