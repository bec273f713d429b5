"""Variation of 100,000 segments, beside Karat's own count of BLEU: `python -m benchmarks.variation`."""

from __future__ import annotations

import sys

from benchmarks.corpora import pairs
from benchmarks.timing import cpu_seconds
from karat import Bleu, Corpus
from karat.diagnosis.variation import variation

SECONDS = 30.0


def main() -> None:
    """Blocks, exact counts, short segments in every order, and a shuffled text; all of it within seconds."""
    hypotheses, references = pairs(10_000 if "--quick" in sys.argv else 100_000)
    corpus = Corpus.of(hypotheses, references)
    bleu, _ = cpu_seconds(lambda: Bleu().count(hypotheses, references, threads=1), repeat=3)
    blocks, _ = cpu_seconds(lambda: variation(corpus, enumerate_up_to=0))
    everything, (found,) = cpu_seconds(lambda: variation(corpus))
    print(f"segments {len(hypotheses):,}, log10 of safe arrangements {found.safe.sum():,.0f}")
    print(f"BLEU alone                     {bleu:8.2f} CPU seconds")
    print(f"variation, no order tried      {blocks:8.2f} CPU seconds")
    print(f"variation                      {everything:8.2f} CPU seconds (target: {SECONDS:g})")
    sys.exit(everything > SECONDS)


if __name__ == "__main__":
    main()
