"""What the tests and intervals of judges' biases hold: simulated verdicts in documents, whose bias is known.

    python -m benchmarks.judge_biases [REPETITIONS]

Documents have one to eight segments and differ in everything: in how a judge leans, in lengths and in errors.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

from karat.judgements import PairVerdict
from karat.reliability import drift, length_bias, order_biases

if TYPE_CHECKING:
    from karat.arrays import Floats

SYSTEMS = 5
FIGURES = ("order", "length", "drift", "change of r")


def outputs(rng: np.random.Generator, documents: int) -> tuple[list[str], Floats, Floats, Floats, Floats]:
    """Documents, people's scores, lengths, and what two versions of a judge gave, without any bias."""
    document = np.repeat(np.arange(documents), rng.integers(1, 9, documents))
    shape = (SYSTEMS, len(document))

    def noise(of_segments: float, of_documents: float) -> Floats:
        shared = of_documents * rng.normal(size=(SYSTEMS, documents))[:, document]
        return np.asarray(of_segments * rng.normal(size=shape) + shared)

    truth = 70 + noise(8, 5)
    lengths = np.rint(np.exp(4 + noise(0.2, 0.15) + 0.5 * rng.normal(size=documents)[document]))
    return (
        [str(one) for one in document],
        truth + noise(6, 3),
        lengths,
        truth + noise(6, 4),
        truth + noise(6, 4),
    )


def pair_verdicts(rng: np.random.Generator, documents: int) -> list[PairVerdict]:
    """Pairs in both orders; in each document the judge leans to the first or the second, on average not."""
    found = []
    segment = 0
    for document in range(documents):
        lean = rng.normal(0, 0.5)
        for _ in range(int(rng.integers(1, 9))):
            segment += 1
            better = rng.normal()
            for first, second, sign in (("A", "B", 1), ("B", "A", -1)):
                strength = sign * better + lean + rng.normal()
                preference = int(np.sign(strength)) if abs(strength) > 0.3 else 0
                found.append(PairVerdict("llm", str(segment), first, second, preference, f"d{document}"))
    return found


def rejected(documents: int, repetitions: int, *, seed: int = 100) -> dict[str, tuple[float, float]]:
    """For each figure: how often a test at .05 finds a bias where there is none, and the interval holds 0."""
    counts = {name: np.zeros(2) for name in FIGURES}
    for repetition in range(repetitions):
        rng = np.random.default_rng(seed + repetition)
        (order,) = order_biases(pair_verdicts(rng, documents))
        labels, people, lengths, old, new = outputs(rng, documents)
        length = length_bias("llm", old, people, lengths, documents=labels)
        versions = drift(("old", "new"), old, new, people=people, documents=labels)
        assert versions.agreement is not None
        for name, estimate, p in (
            ("order", order.lean, order.p),
            ("length", length.slope, length.p),
            ("drift", versions.difference, versions.p),
            ("change of r", versions.agreement, versions.agreement_p),
        ):
            counts[name] += (p < 0.05, estimate.interval.low <= 0 <= estimate.interval.high)
    return {name: (100 * of[0] / repetitions, 100 * of[1] / repetitions) for name, of in counts.items()}


def main() -> None:
    """Print how often each test errs."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for documents in (15, 60):
        for name, (wrong, holds) in rejected(documents, repetitions).items():
            print(f"{documents} documents, {name}: found {wrong:.1f}, interval holds {holds:.1f}", flush=True)


if __name__ == "__main__":
    main()
