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
                gram = list(hypothesis[start : start + n])
                occurrence = 1 + times(gram, hypothesis[: start + n - 1])
                if any(times(gram, reference) >= occurrence for reference in references):
                    lengths.append(n)
        longest.append(max(lengths))
    return longest


def times(gram: list[str], tokens: Sequence[str]) -> int:
    """How often an n-gram occurs."""
    n = len(gram)
    return sum(list(tokens[start : start + n]) == gram for start in range(len(tokens) - n + 1))
