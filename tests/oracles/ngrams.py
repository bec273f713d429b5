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
    *others, own = lettered(*references, hypothesis)
    return (stretches(own, n) & _most(tuple(others), n)).total()


def lettered(*texts: Tokens) -> list[str]:
    """Texts with a letter for each token: their n-grams are found much faster than those of lists."""
    letters: dict[str, str] = {}
    return ["".join([letters.setdefault(token, chr(len(letters))) for token in text]) for text in texts]


def stretches(text: str, n: int) -> Counter[str]:
    """How often each n-gram of a text in letters occurs."""
    return Counter([text[start : start + n] for start in range(len(text) - n + 1)])


@lru_cache(maxsize=100)
def _most(references: tuple[str, ...], n: int) -> Counter[str]:
    """How often each n-gram occurs in the reference that has it most often; many outputs have the same ones."""
    most: Counter[str] = Counter()
    for reference in references:
        most |= stretches(reference, n)
    return most
