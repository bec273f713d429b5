"""The metrics of the ROUGE family from their definitions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from tests.oracles.ngrams import ngrams

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.oracles.ngrams import Tokens


def n_row(hypothesis: Tokens, references: Sequence[Tokens], order: int) -> list[int]:
    """N-grams shared with each reference, n-grams of the references, n-grams of the hypothesis for each reference."""
    spoken = ngrams(hypothesis, order)
    shared = sum((spoken & ngrams(reference, order)).total() for reference in references)
    wanted = sum(ngrams(reference, order).total() for reference in references)
    return [shared, wanted, spoken.total() * len(references)]


def common(hypothesis: Tokens, reference: Tokens) -> int:
    """The length of the longest common subsequence.

    >>> common("police kill the gunman".split(), "police killed the gunman".split())
    3
    """
    row = [0] * (len(reference) + 1)
    for word in hypothesis:
        above, row = row, [0]
        for j, other in enumerate(reference):
            row.append(above[j] + 1 if word == other else max(above[j + 1], row[j]))
    return row[-1]


def weighted(hypothesis: Tokens, reference: Tokens, weight: float) -> float:
    """Lin & Och's WLCS, its table filled as they print it, and the length of the run that is worth as much.

    >>> weighted("ABCDHIK", "ABCDEFG", 2), weighted("AHBKCID", "ABCDEFG", 2)
    (4.0, 2.0)
    """
    run: Counter[tuple[int, int]] = Counter()
    table: dict[tuple[int, int], float] = {}
    for i, word in enumerate(hypothesis, 1):
        for j, other in enumerate(reference, 1):
            if word == other:
                k = run[i - 1, j - 1]
                table[i, j] = table.get((i - 1, j - 1), 0) + (k + 1) ** weight - k**weight
                run[i, j] = k + 1
            else:
                table[i, j] = max(table.get((i - 1, j), 0), table.get((i, j - 1), 0))
    return float(table.get((len(hypothesis), len(reference)), 0) ** (1 / weight))


def skip_bigrams(tokens: Tokens, skip: int | None, unigrams: bool) -> Counter[tuple[str, ...]]:
    """Two tokens in their order with at most so many between them, and single ones where they are wanted."""
    pairs: Counter[tuple[str, ...]] = Counter(
        (first, second)
        for (i, first), (j, second) in combinations(enumerate(tokens), 2)
        if skip is None or j - i - 1 <= skip
    )
    return pairs + ngrams(tokens, 1) if unigrams else pairs


def best_sides(
    hypothesis: Tokens,
    references: Sequence[Tokens],
    matches: Callable[[Tokens, Tokens], float],
    size: Callable[[Tokens], int],
) -> list[float]:
    """Matches and size of the reference with the highest recall, most matches with any, size of the hypothesis."""

    def by_recall(side: tuple[float, int]) -> tuple[bool, Fraction, int]:
        shared, wanted = side
        return wanted > 0, Fraction(shared) / wanted if wanted else Fraction(0), -wanted

    sides = [(matches(hypothesis, reference), size(reference)) for reference in references]
    recalled, wanted = max(sides, key=by_recall)
    return [recalled if wanted else 0, wanted, max(shared for shared, _ in sides), size(hypothesis)]


def value(recall: float, precision: float, score: str, beta: float) -> float:
    """Recall, precision, or their weighted harmonic mean."""
    if score != "f":
        return recall if score == "recall" else precision
    if not recall or not precision:
        return 0.0
    return (1 + beta**2) * recall * precision / (recall + beta**2 * precision)
