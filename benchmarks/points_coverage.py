"""What the intervals of `karat points` promise: coverage with known truth, over systems and documents.

Quality of systems is normal. People see it through the noise of documents; the metric has errors of its own
for each system, shares half of that noise, and has some besides. Run by `make bench-points`.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, mean

import numpy as np

from karat.agreement import Rater
from karat.points import fit_pairs, judged_pairs

# Systems, documents, the metric's own errors, the noise of people's scores.
SETTINGS = (
    (8, 30, 0.5, 0.3),
    (12, 30, 0.5, 0.3),
    (12, 30, 0.3, 0.6),
    (15, 60, 1.0, 0.3),
    (12, 100, 2.0, 0.2),
)
_TEST_SETS = 400
_SHARED, _BESIDES = 0.5, 0.2


def raters(
    rng: np.random.Generator, systems: int, documents: int, own: float, noise: float
) -> tuple[Rater, Rater]:
    """A metric and people on one test set, whose documents are a segment each."""
    names = tuple(f"s{place}" for place in range(systems))
    quality = rng.normal(size=(systems, 1))
    of_documents = rng.normal(size=(2, systems, documents)) * noise * sqrt(documents)
    judged = quality + of_documents[0]
    scored = quality + own * rng.normal(size=(systems, 1)) + _SHARED * of_documents[0]
    scored = scored + _BESIDES * of_documents[1]
    return (
        Rater("metric", "made up", names, scored.mean(axis=1), scored),
        Rater("people", "made up", names, judged.mean(axis=1), judged),
    )


def true_chance(difference: float, own: float, noise: float) -> float:
    """The probability that the better system by the metric is the better one, however much text is judged."""
    error = own**2 + (_SHARED**2 + _BESIDES**2) * noise**2
    return NormalDist().cdf(difference / (1 + error) / sqrt(2 * error / (1 + error)))


def measure(systems: int, documents: int, own: float, noise: float) -> tuple[float, float, float, float]:
    """The true chance at a typical difference, the mean that is fitted, by soft labels too, and coverage."""
    error = own**2 + (_SHARED**2 + _BESIDES**2) * noise**2
    size = 0.67 * sqrt(2 * (1 + error))
    chance = true_chance(size, own, noise)
    fitted, soft, held = [], [], 0
    for seed in range(_TEST_SETS):
        rng = np.random.default_rng(seed)
        metric, human = raters(rng, systems, documents, own, noise)
        found = fit_pairs([judged_pairs(metric, human)], metric, human, samples=200, seed=seed)
        low, high = found.interval(size)
        held += low <= chance <= high
        fitted.append(found.probability(size))
        soft.append(1 / (1 + float(np.exp(-found.soft_slope * size))))
    return chance, mean(fitted), mean(soft), held / _TEST_SETS


def main() -> None:
    """A line for each setting."""
    print("systems  documents  own error  noise    true  fitted  soft labels  coverage")
    for setting in SETTINGS:
        chance, fitted, soft, coverage = measure(*setting)
        systems, documents, own, noise = setting
        print(
            f"{systems:7}  {documents:9}  {own:9.1f}  {noise:5.1f}  {chance:6.3f}  {fitted:6.3f}  "
            f"{soft:11.3f}  {coverage:8.3f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
