"""The longest matching n-gram at each token, by asking of every n-gram which occurrence of it this is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def longest_matches(hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int) -> list[int]:
    """For each token the greatest n of the n-grams over it that a reference has often enough."""
    longest = []
    for token in range(len(hypothesis)):
        lengths = [0]
        for n in range(1, order + 1):
            for start in range(max(token - n + 1, 0), min(token, len(hypothesis) - n) + 1):
                if matches(hypothesis, references, start, n):
                    lengths.append(n)
        longest.append(max(lengths))
    return longest


def together(hypothesis: Sequence[str], references: Sequence[Sequence[str]], order: int) -> list[bool]:
    """For each token whether an n-gram that matches has it and the next one."""
    held = []
    for token in range(len(hypothesis)):
        pairs = [
            matches(hypothesis, references, start, n)
            for n in range(2, order + 1)
            for start in range(max(token - n + 2, 0), min(token, len(hypothesis) - n) + 1)
        ]
        held.append(any(pairs))
    return held


def matches(hypothesis: Sequence[str], references: Sequence[Sequence[str]], start: int, n: int) -> bool:
    """Whether a reference has the n-gram that begins there as often as the hypothesis has so far."""
    gram = list(hypothesis[start : start + n])
    occurrence = 1 + times(gram, hypothesis[: start + n - 1])
    return any(times(gram, reference) >= occurrence for reference in references)


def times(gram: list[str], tokens: Sequence[str]) -> int:
    """How often an n-gram occurs."""
    n = len(gram)
    return sum(list(tokens[start : start + n]) == gram for start in range(len(tokens) - n + 1))
