"""WER, PER, CDER and exact matches from their definitions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray
    from tests.oracles.ngrams import Tokens

    Place = tuple[int, int]


def edits(hypothesis: Tokens, reference: Tokens) -> int:
    """The fewest insertions, deletions and substitutions: Wagner & Fischer's table, row by row.

    >>> edits("kitten", "sitting")
    3
    """
    words, others = _numbers(hypothesis, reference)
    row = np.arange(len(reference) + 1)
    for word in words:
        row = _below(row, word != others)
    return int(row[-1])


def _numbers(*texts: Tokens) -> list[NDArray[np.int64]]:
    """The texts with a number for each word."""
    numbers: dict[str, int] = {}
    return [np.array([numbers.setdefault(word, len(numbers)) for word in text], int) for text in texts]


def _below(above: NDArray[np.int64], differs: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The next row of the table: from above, from above on the left, or from any cell on the left, step by step."""
    steps = np.arange(len(above))
    reached = np.minimum(above[1:] + 1, above[:-1] + differs)
    return np.minimum.accumulate(np.append(above[0] + 1, reached) - steps) + steps


def bag(hypothesis: Tokens, reference: Tokens) -> int:
    """The longer side, less what has a partner on the other.

    >>> bag("a b b c".split(), "c b d".split())
    2
    """
    return max(len(hypothesis), len(reference)) - (Counter(hypothesis) & Counter(reference)).total()


def blocks(hypothesis: Tokens, reference: Tokens) -> int:
    """The cheapest way through the grid of both texts, each edit and each jump along the hypothesis for 1.

    Every way is tried, cheapest first, from before the first units to behind the last.

    >>> blocks("c d a b".split(), "a b c d".split())
    3
    """

    def moves(place: Place) -> Iterator[tuple[int, Place]]:
        i, j = place
        if i < len(hypothesis) and j < len(reference):
            yield int(hypothesis[i] != reference[j]), (i + 1, j + 1)
        if i < len(hypothesis):
            yield 1, (i + 1, j)
        if j < len(reference):
            yield 1, (i, j + 1)
        yield from ((1, (other, j)) for other in range(len(hypothesis) + 1))

    cost, known, reached = 0, set[tuple[int, int]](), {(0, 0)}
    while True:
        later: set[tuple[int, int]] = set()
        waiting = list(reached)
        while waiting:
            place = waiting.pop()
            if place in known:
                continue
            known.add(place)
            for price, target in moves(place):
                (later.add if price else waiting.append)(target)
        if (len(hypothesis), len(reference)) in known:
            return cost
        cost, reached = cost + 1, later


def recurrence(hypothesis: Tokens, reference: Tokens) -> int:
    """The same cost for texts that are too long to try every way: row after row, as the authors give it."""
    words, others = _numbers(hypothesis, reference)
    row = np.minimum(np.arange(len(hypothesis) + 1), 1)
    for other in others:
        row = _below(row, words != other)
        row = np.minimum(row, row.min() + 1)
    return int(row[-1])


def coverings(hypothesis: Tokens, reference: Tokens) -> int:
    """The same cost in other words: the reference is cut into blocks, each beside any stretch of the hypothesis.

    Each block costs the edits between the two, and each jump 1: from the beginning of the hypothesis to the first
    stretch unless it begins there, from each stretch to one that does not follow it, and so to the end.
    """
    stretches = [(i, k) for i in range(len(hypothesis) + 1) for k in range(i, len(hypothesis) + 1)]
    between = cache(edits)

    @cache
    def least(behind: int, read: int) -> int:
        ending = (
            int(behind != len(hypothesis)) if read == len(reference) else len(hypothesis) + len(reference)
        )
        longer = (
            int(start != behind)
            + between(tuple(hypothesis[start:stop]), tuple(reference[read:until]))
            + least(stop, until)
            for start, stop in stretches
            for until in range(read + 1, len(reference) + 1)
        )
        return min(longer, default=ending) if read < len(reference) else ending

    return least(0, 0)


def row(
    distance: Callable[[Tokens, Tokens], int], hypothesis: Tokens, references: Sequence[Tokens]
) -> tuple[int, Fraction]:
    """The fewest errors against any reference, and the mean length of all."""
    return (
        min(distance(hypothesis, reference) for reference in references),
        Fraction(sum(len(reference) for reference in references), len(references)),
    )


def value(errors: float, length: float) -> float:
    """Percent; without reference words anything is all wrong, and nothing is right."""
    if length:
        return 100 * errors / length
    return 100.0 if errors else 0.0
