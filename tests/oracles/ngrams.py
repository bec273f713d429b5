"""N-grams counted one by one."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Tokens: TypeAlias = "Sequence[str]"


def ngrams(tokens: Tokens, n: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram occurs."""
    return Counter(zip(*(tokens[start:] for start in range(n)), strict=False))


def clipped(hypothesis: Tokens, references: Sequence[Tokens], n: int) -> int:
    """Occurrences in the hypothesis, each n-gram no more often than the reference that has it most often.

    >>> clipped("the the the the".split(), ["the cat is on the mat".split(), ["the"]], 1)
    2
    """
    return (ngrams(hypothesis, n) & _most(tuple(map(tuple, references)), n)).total()


@lru_cache(maxsize=100)
def _most(references: tuple[tuple[str, ...], ...], n: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram occurs in the reference that has it most often; many outputs have the same ones."""
    most: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        most |= ngrams(reference, n)
    return most
