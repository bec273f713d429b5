"""Blocks: what stands between the places at which a hypothesis may be cut without losing a match.

A block is a longest stretch of units whose neighbouring pairs all occur in some reference. Every matched
n-gram of two units or more lies inside one block, so whatever the order of the blocks, no match is lost.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import factorial, lgamma, log, prod
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence


Block: TypeAlias = "tuple[str, ...]"
_LN_10 = log(10)


def split(hypothesis: Sequence[str], references: Iterable[Sequence[str]], *, order: int = 4) -> list[Block]:
    """The blocks of a hypothesis; of order 1, where no pair counts, each unit is one.

    >>> split("he was taken to him".split(), ["he was led to him".split()])
    [('he', 'was'), ('taken',), ('to', 'him')]
    """
    return cut(hypothesis, pair_counts(references) if order > 1 else {})


def cut(hypothesis: Sequence[str], known: Container[tuple[str, str]]) -> list[Block]:
    """The blocks of a hypothesis, given the pairs that hold blocks together."""
    blocks, start = [], 0
    for place, pair in enumerate(pairwise(hypothesis), 1):
        if pair not in known:
            blocks.append(tuple(hypothesis[start:place]))
            start = place
    return [*blocks, tuple(hypothesis[start:])] if hypothesis else []


def pair_counts(references: Iterable[Sequence[str]]) -> Counter[tuple[str, str]]:
    """Neighbours in the references, and how often the reference has them that has them most often."""
    most: Counter[tuple[str, str]] = Counter()
    for reference in references:
        counted = Counter(pairwise(reference))
        most = most | counted if most else counted
    return most


def repetitions(blocks: Iterable[Block]) -> int:
    """How many arrangements look the same because blocks do."""
    return prod(factorial(times) for times in Counter(blocks).values())


def log10_factorial(number: int) -> float:
    """log10 of the factorial, also of a number whose factorial nobody could print."""
    return lgamma(number + 1) / _LN_10


def log10_arrangements(blocks: Sequence[Block]) -> float:
    """log10 of the number of different arrangements: blocks! / Π repetitions!."""
    total = log10_factorial(len(blocks))
    if len(set(blocks)) < len(blocks):
        total -= sum(log10_factorial(times) for times in Counter(blocks).values())
    return total
