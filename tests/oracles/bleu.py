"""BLEU from its definition: counts of one segment, and the value of any counts."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING

from tests.oracles.ngrams import clipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.oracles.ngrams import Tokens


def reference_length(hypothesis: int, references: Sequence[int], brevity: str) -> Fraction:
    """The length that a hypothesis of that length is held against."""
    if brevity == "shortest":
        return Fraction(min(references))
    if brevity == "average":
        return Fraction(sum(references), len(references))
    return Fraction(min(references, key=lambda length: (abs(length - hypothesis), length)))


def row(hypothesis: Tokens, references: Sequence[Tokens], order: int, brevity: str) -> list[Fraction]:
    """Lengths of hypothesis and reference, matches of each order, n-grams of each order."""
    orders = range(1, order + 1)
    length = len(hypothesis)
    return [
        Fraction(length),
        reference_length(length, [len(reference) for reference in references], brevity),
        *(Fraction(clipped(hypothesis, references, n)) for n in orders),
        *(Fraction(max(length - n + 1, 0)) for n in orders),
    ]


def precisions(
    matches: Sequence[float], totals: Sequence[float], smoothing: str, k: float | None
) -> list[float | None]:
    """The precision of each order; None where there are no n-grams of that order."""
    found: list[float | None] = []
    zeros = 0
    for n, (matched, total) in enumerate(zip(matches, totals, strict=True), start=1):
        added = (k or 0.0) if smoothing == "add-k" and n > 1 else 0.0
        if total + added == 0:
            found.append(None)
        elif matched + added > 0:
            found.append((matched + added) / (total + added))
        else:
            zeros += 1
            stand_in = {"exp": 0.5**zeros, "floor": k or 0.0}.get(smoothing, 0.0)
            found.append(stand_in / total)
    return found


def penalty(length: float, reference: float, brevity: str) -> float:
    """What an output pays for being shorter than its references."""
    if brevity == "none" or length >= reference:
        return 1.0
    return math.exp(1 - reference / length) if length > 0 else 0.0


def value(
    counts: Sequence[float],
    *,
    order: int,
    smoothing: str = "exp",
    k: float | None = None,
    effective_order: bool = False,
    brevity: str = "closest",
    weights: Sequence[float] | None = None,
    average: str = "geometric",
) -> float:
    """BLEU in percent, of counts as `row` gives them."""
    length, reference, *rest = counts
    matches, totals = rest[:order], rest[order:]
    if sum(matches) == 0:
        return 0.0
    shares = weights or [1.0] * order
    pairs = zip(shares, precisions(matches, totals, smoothing, k), strict=True)
    counting = [(share, p) for share, p in pairs if share > 0 and not (effective_order and p is None)]
    if average == "arithmetic":
        total = math.fsum(share * (p or 0.0) for share, p in counting)
        arithmetic = total / math.fsum(share for share, _ in counting) if counting else 0.0
        return min(100 * penalty(length, reference, brevity) * arithmetic, 100.0)
    if any(not p for _, p in counting):
        return 0.0
    logs = math.fsum(share * math.log(p) for share, p in counting if p)
    mean = logs / math.fsum(share for share, _ in counting) if counting else 0.0
    return min(100 * penalty(length, reference, brevity) * math.exp(mean), 100.0)
