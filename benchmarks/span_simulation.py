"""What the intervals of agreement on error spans hold: simulated judges, whose agreement is known.

    python -m benchmarks.span_simulation [REPETITIONS]

Documents have one to eight outputs of each of four systems, and differ in how many errors they have. A judge
finds an error with some probability, moves its ends, and marks what is none. The truth is F1 over thousands
of documents.
"""

from __future__ import annotations

import sys

import numpy as np

from karat.judgements import ErrorSpan, MarkedErrors, MarkedOutput
from karat.reliability import span_agreement

LENGTH = 120
CRITERIA = ("exact", "partial", "overlap", "character", "output")
JUDGES = (0.6, 0.6, 0.6)
DETECTOR = 0.45


def simulated(
    rng: np.random.Generator, documents: int, found: tuple[float, ...] = (*JUDGES, DETECTOR)
) -> list[MarkedErrors]:
    """Raters who each find a share of the errors; the last of them marks more that is none."""
    outputs: list[list[MarkedOutput]] = [[] for _ in found]
    segment = 0
    for document in range(documents):
        density = rng.gamma(1.0, 1.2)
        for _ in range(int(rng.integers(1, 9))):
            segment += 1
            for system in range(4):
                errors = _errors(rng, rng.poisson(density * (1 + system / 2)))
                for place, share in enumerate(found):
                    spans = [_moved(rng, one) for one in errors if rng.random() < share]
                    spans += _errors(rng, rng.poisson(0.1 + 0.3 * (share < 0.5)))
                    marked = MarkedOutput(
                        f"s{system}", str(segment), f"d{document}", LENGTH, tuple(sorted(spans, key=_start))
                    )
                    outputs[place].append(marked)
    return [MarkedErrors.of(f"r{place}", marked) for place, marked in enumerate(outputs)]


def _start(span: ErrorSpan) -> int:
    return span.start


def _errors(rng: np.random.Generator, count: int) -> list[ErrorSpan]:
    """Errors of a few words somewhere in the text."""
    found = []
    for _ in range(count):
        length = int(rng.integers(3, 25))
        start = int(rng.integers(0, LENGTH - length))
        severity = "major" if rng.random() < 0.3 else "minor"
        found.append(ErrorSpan(start, start + length, severity, "accuracy"))
    return found


def _moved(rng: np.random.Generator, span: ErrorSpan) -> ErrorSpan:
    """The same error with other ends, half of the time, and now and then another severity."""
    start, end, severity = span.start, span.end, span.severity
    if rng.random() < 0.5:
        start = max(0, start - int(rng.integers(0, 6)))
        end = min(LENGTH, end + int(rng.integers(0, 6)))
    if rng.random() < 0.2:
        severity = "minor" if severity == "major" else "major"
    return ErrorSpan(start, end, severity, span.category)


def figures(raters: list[MarkedErrors]) -> dict[str, tuple[float, float, float]]:
    """The values that are watched, each with its interval."""
    *_, among, beside = span_agreement(raters[:-1], raters[-1:])
    found = {}
    for name, one in (("judges", among), ("detector", beside)):
        estimates = {criterion: one.whole.by(criterion).f1 for criterion in CRITERIA}  # type: ignore[arg-type]
        estimates["precision"] = one.whole.by("partial").precision
        estimates["recall"] = one.whole.by("partial").recall
        estimates["major"] = one.by_severity[0].by("partial").f1
        estimates["kappa"] = one.kappa
        if one.difference is not None:
            estimates["difference"] = one.difference
        for criterion, each in estimates.items():
            found[f"{name} {criterion}"] = (each.value, each.interval.low, each.interval.high)
    return found


def held(documents: int, repetitions: int, *, endless: int = 3000, seed: int = 100) -> dict[str, float]:
    """How often each interval holds what it should, in percent."""
    truth = figures(simulated(np.random.default_rng(1), endless))
    counts = dict.fromkeys(truth, 0.0)
    for repetition in range(repetitions):
        found = figures(simulated(np.random.default_rng(seed + repetition), documents))
        for name, (value, *_) in truth.items():
            counts[name] += found[name][1] <= value <= found[name][2]
    return {name: 100 * count / repetitions for name, count in counts.items()}


def main() -> None:
    """Print how often the intervals hold the truth."""
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for documents in (20, 60):
        for name, share in held(documents, repetitions).items():
            print(f"{documents} documents, {name}: {share:.1f}", flush=True)


if __name__ == "__main__":
    main()
