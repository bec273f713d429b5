"""What is left of a score when the units of every segment stand in a random order."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from karat.resampling.draws import check_count, generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.metrics.bleu import Bleu

# So many shuffled segments, in as many shuffles as it takes, make the mean steady; so many units are enough.
_SEGMENTS = 2000
_UNITS = 200_000


def shuffled_value(
    bleu: Bleu,
    hypotheses: Sequence[Sequence[str]],
    references: Sequence[Sequence[Sequence[str]]],
    *,
    shuffles: int | None = None,
    seed: int = 12345,
) -> float:
    """The mean score of `shuffles` texts whose units are shuffled in each segment."""
    times = _shuffles(hypotheses) if shuffles is None else shuffles
    check_count("shuffles", times)
    rng = generator(seed)
    # Units are written as numbers: whatever a tokenizer made of the text, it is not made again.
    metric = replace(bleu, unit="word", tokenize="none", spaces="drop", lowercase=False, normalization="none")
    numbers: dict[str, str] = {}
    written = [[numbers.setdefault(unit, str(len(numbers))) for unit in units] for units in hypotheses]
    streams = [
        [" ".join([numbers.setdefault(unit, str(len(numbers))) for unit in units]) for units in of_segment]
        for of_segment in references
    ]
    flat = np.array([unit for units in written for unit in units], dtype=object)
    segments = np.repeat(np.arange(len(written)), [len(units) for units in written])
    ends = np.cumsum([len(units) for units in written]).tolist()

    def value(units: Sequence[str]) -> float:
        texts, start = [], 0
        for end in ends:
            texts.append(" ".join(units[start:end]))
            start = end
        return metric.value(metric.count(texts, streams).total())

    scores = [value(flat[np.lexsort((rng.random(len(flat)), segments))].tolist()) for _ in range(times)]
    return sum(scores) / times


def _shuffles(hypotheses: Sequence[Sequence[str]]) -> int:
    units = sum(map(len, hypotheses))
    return max(min(ceil(_SEGMENTS / max(len(hypotheses), 1)), ceil(_UNITS / max(units, 1))), 1)
