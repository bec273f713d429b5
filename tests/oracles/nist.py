"""NIST from its definition: information counted over all references, then each segment's matches."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from tests.oracles.ngrams import ngrams

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracles.ngrams import Tokens

PARTS = 2**30
BETA = math.log(0.5) / math.log(1.5) ** 2


def information(
    references: Sequence[Sequence[Tokens]], order: int, *, perl_zero: bool = True
) -> dict[tuple[str, ...], float]:
    """The information of every n-gram of all references of all segments."""
    counts: Counter[tuple[str, ...]] = Counter()
    for of_segment in references:
        for reference in of_segment:
            for n in range(1, order + 1):
                counts += ngrams(reference, n)
    words = sum(len(reference) for of_segment in references for reference in of_segment)
    found = {}
    for gram, count in counts.items():
        single = len(gram) == 1 or (perl_zero and gram[:-1] == ("0",))
        found[gram] = math.log2(words if single else counts[gram[:-1]]) - math.log2(count)
    return found


def row(
    hypothesis: Tokens,
    references: Sequence[Tokens],
    weights: dict[tuple[str, ...], float],
    order: int,
) -> list[float]:
    """Length, mean length of the references, information of the matches of each order, n-grams of each order."""
    sums = []
    for n in range(1, order + 1):
        most: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            most |= ngrams(reference, n)
        matched = ngrams(hypothesis, n) & most
        sums.append(sum(round(weights[gram] * PARTS) / PARTS * count for gram, count in matched.items()))
    length = sum(map(len, references)) / len(references)
    return [len(hypothesis), length, *sums, *(max(len(hypothesis) - n, 0) for n in range(order))]


def penalty(length: float, reference: float) -> float:
    """What an output pays for being shorter than its references."""
    if length >= reference:
        return 1.0
    return math.exp(BETA * math.log(length / reference) ** 2) if length else 0.0


def value(counts: Sequence[float], order: int) -> float:
    """NIST of counts as `row` gives them."""
    length, reference, *rest = counts
    sums = [found / max(total, 1) for found, total in zip(rest[:order], rest[order:], strict=True)]
    return penalty(length, reference) * math.fsum(sums)
