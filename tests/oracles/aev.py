"""AEv from its definition: counts of one segment, and the value of any counts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from tests.oracles.ngrams import clipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracles.ngrams import Tokens


def recalled_reference(hypothesis: Tokens, references: Sequence[Tokens], order: int) -> Tokens:
    """The reference of the length nearest to the hypothesis's, the shorter of two; then the one with most matches."""

    def shared(reference: Tokens) -> int:
        return sum(clipped(hypothesis, [reference], n) for n in range(1, order + 1))

    length = min(map(len, references), key=lambda words: (abs(words - len(hypothesis)), words))
    return max((reference for reference in references if len(reference) == length), key=shared)


def row(hypothesis: Tokens, references: Sequence[Tokens], order: int) -> list[int]:
    """Lengths, then of each order matches and n-grams of the hypothesis, and of the recalled reference."""
    orders = range(1, order + 1)
    recalled = recalled_reference(hypothesis, references, order)
    return [
        len(hypothesis),
        len(recalled),
        *(clipped(hypothesis, references, n) for n in orders),
        *(max(len(hypothesis) - n + 1, 0) for n in orders),
        *(clipped(recalled, [hypothesis], n) for n in orders),
        *(max(len(recalled) - n + 1, 0) for n in orders),
    ]


def geometric_mean(parts: Sequence[float], wholes: Sequence[float]) -> float:
    """The mean of parts of wholes, 0 where one of them is nothing."""
    if 0 in parts or 0 in wholes:
        return 0.0
    return math.prod(part / whole for part, whole in zip(parts, wholes, strict=True)) ** (1 / len(parts))


def precision(counts: Sequence[float], order: int, factor: float) -> float:
    """PS(N)."""
    length, reference = counts[:2]
    mean = geometric_mean(counts[2 : 2 + order], counts[2 + order : 2 + 2 * order])
    if length >= factor * reference:
        return mean
    return mean * math.exp(1 - factor * reference / length) if length else 0.0


def recall(counts: Sequence[float], order: int, factor: float) -> float:
    """RS(N)."""
    length, reference = counts[:2]
    mean = geometric_mean(counts[2 + 2 * order : 2 + 3 * order], counts[2 + 3 * order :])
    if math.isinf(factor) or length <= factor * reference:
        return mean
    return mean * math.exp(1 - length / (factor * reference)) if reference else 0.0


def value(counts: Sequence[float], *, alpha: float, order: int, brevity: float, wordiness: float) -> float:
    """AEv in percent, of counts as `row` gives them."""
    ps, rs = precision(counts, order, brevity), recall(counts, order, wordiness)
    if alpha in (0, 1):
        return 100 * (ps if alpha else rs)
    below = alpha * rs + (1 - alpha) * ps
    return 100 * rs * ps / below if below else 0.0
