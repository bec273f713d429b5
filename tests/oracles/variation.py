"""Every arrangement and every order, tried one by one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def ngrams(units: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """How often each n-gram occurs."""
    return Counter(tuple(units[k : k + n]) for k in range(len(units) - n + 1))


def allowed(references: Sequence[Sequence[str]], order: int) -> list[Counter[tuple[str, ...]]]:
    """For each order, how often each n-gram may match."""
    found = []
    for n in range(1, order + 1):
        most: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            most |= ngrams(reference, n)
        found.append(most)
    return found


def matches(units: Sequence[str], most: Sequence[Counter[tuple[str, ...]]]) -> tuple[int, ...]:
    """The clipped matches of each order."""
    return tuple(
        sum(min(times, there[gram]) for gram, times in ngrams(units, n).items())
        for n, there in enumerate(most, 1)
    )


def outcomes(
    arrangements: Iterable[Sequence[Sequence[str]]], references: Sequence[Sequence[str]], order: int
) -> tuple[int, int, int]:
    """How many of the arrangements keep all counts of the first, only gain, or lose somewhere."""
    # Blocks that look alike are exchanged for nothing: each sequence of blocks counts once.
    seen = dict.fromkeys(tuple(map(tuple, arrangement)) for arrangement in arrangements)
    texts = [[unit for block in arrangement for unit in block] for arrangement in seen]
    most = allowed(references, order)
    first = matches(texts[0], most)
    same = gaining = losing = 0
    for text in texts:
        counts = matches(text, most)
        if counts == first:
            same += 1
        elif all(new >= old for new, old in zip(counts, first, strict=True)):
            gaining += 1
        else:
            losing += 1
    return same, gaining, losing


def of_blocks(
    blocks: Sequence[Sequence[str]], references: Sequence[Sequence[str]], order: int
) -> tuple[int, int, int]:
    """The outcomes of all different arrangements of the blocks."""
    return outcomes(permutations(blocks), references, order)


def of_units(units: Sequence[str], references: Sequence[Sequence[str]], order: int) -> tuple[int, int, int]:
    """The outcomes of all different orders of the units."""
    return of_blocks([[unit] for unit in units], references, order)
