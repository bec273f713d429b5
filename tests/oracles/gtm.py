"""GTM by trying every matching, and by looking for the longest run again and again."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from fractions import Fraction

Hit: TypeAlias = "tuple[int, int]"
BARRIER = "\0barrier"


def joined(references: Sequence[Sequence[str]]) -> list[str]:
    """All references one after the other, with a barrier between two."""
    words: list[str] = []
    for number, reference in enumerate(references):
        words += [BARRIER, *reference] if number else reference
    return words


def lengths(hits: Sequence[Hit]) -> list[int]:
    """The lengths of a matching's runs, the longest first.

    >>> lengths([(0, 0), (1, 1), (2, 5), (3, 3)])
    [2, 1, 1]
    """
    chosen = set(hits)
    found = []
    for i, j in chosen:
        if (i - 1, j - 1) in chosen:
            continue
        length = 1
        while (i + length, j + length) in chosen:
            length += 1
        found.append(length)
    return sorted(found, reverse=True)


def weight(runs: Sequence[int], exponent: float) -> float:
    """The sum of the runs' weights."""
    return float(sum(length**exponent for length in runs))


def matchings(hypothesis: Sequence[str], words: Sequence[str], at: int = 0) -> Iterator[list[Hit]]:
    """Every set of hits of which no two are in one row or column."""
    if at == len(hypothesis):
        yield []
        return
    for rest in matchings(hypothesis, words, at + 1):
        yield rest
        taken = {j for _, j in rest}
        for j, word in enumerate(words):
            if word == hypothesis[at] and j not in taken:
                yield [(at, j), *rest]


def heaviest(hypothesis: Sequence[str], words: Sequence[str], exponent: float) -> float:
    """The weight of the heaviest matching."""
    return max(weight(lengths(hits), exponent) for hits in matchings(hypothesis, words))


def greedy(hypothesis: Sequence[str], words: Sequence[str]) -> list[Hit]:
    """The longest run of free words, again and again; of equals the first in the hypothesis, then in the reference."""
    hits: list[Hit] = []
    while True:
        rows, columns = {i for i, _ in hits}, {j for _, j in hits}
        best = (0, 0, 0)
        for i in range(len(hypothesis)):
            for j in range(len(words)):
                length = 0
                while (
                    i + length < len(hypothesis)
                    and j + length < len(words)
                    and hypothesis[i + length] == words[j + length]
                    and i + length not in rows
                    and j + length not in columns
                ):
                    length += 1
                best = max(best, (length, -i, -j))
        if not best[0]:
            return hits
        hits += [(k - best[1], k - best[2]) for k in range(best[0])]


def limited(runs: Sequence[int], most: float | Fraction) -> list[int]:
    """Hits deleted, shorter runs first, until there are few enough.

    >>> limited([3, 2, 2], 4.5)
    [3, 1]
    """
    kept = sorted(runs, reverse=True)
    while sum(kept) > most:
        kept[-1] -= 1
        kept = [length for length in kept if length]
    return kept
