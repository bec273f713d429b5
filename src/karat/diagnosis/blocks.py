"""The blocks of a hypothesis, and the joints at which an arrangement of them gains a match.

A block is a longest stretch of units whose neighbouring pairs all occur in some reference. Every matched
n-gram of two units or more lies inside one block. So the blocks can be permuted freely, and no match is lost.

A match can be gained, though. It is gained where an n-gram comes to stand across a joint, and a reference has
more of that n-gram than the blocks have inside them. Such an n-gram is called open. Where no open n-gram
stands across a joint, an arrangement keeps every count: clipping allows no further match.

Nearly always the open n-grams are pairs, the last unit of one block and the first of another. A longer n-gram
may be open although its pairs are not. Then it depends on more of the two blocks, or on three and more in a
row.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import chain, pairwise
from math import factorial, lgamma, log, prod
from typing import TYPE_CHECKING, TypeAlias

from karat.metrics.explain.ngrams import most_of, ngrams
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    Gram: TypeAlias = tuple[str, ...]
    Meetings: TypeAlias = dict[tuple[str, str], tuple[list[int], list[int]]]


Block: TypeAlias = "tuple[str, ...]"
# Two blocks, by their places in the hypothesis: the second follows the first directly.
Joint: TypeAlias = "tuple[int, int]"
_LN_10 = log(10)
# Blocks that could meet in more ways than these are not looked at; nor are more rows of blocks.
MOST_MEETINGS = 20_000
MOST_ROWS = 2000


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
    """How many permutations of the blocks make the same text, because blocks are equal: Π repetitions!."""
    return prod(factorial(times) for times in Counter(blocks).values())


def log10_factorial(number: int) -> float:
    """log10 of the factorial, also of a number whose factorial nobody could print."""
    return lgamma(number + 1) / _LN_10


def log10_arrangements(blocks: Sequence[Block]) -> float:
    """log10 of the number of different arrangements: blocks! / Π repetitions!."""
    total = log10_factorial(len(blocks))
    if len(set(blocks)) < len(blocks):
        total -= added(log10_factorial(times) for times in Counter(blocks).values())
    return total


@dataclass(frozen=True, slots=True)
class Gains:
    """What gains a match: two neighbouring blocks, or a row of three or more of which no two neighbours do.

    `opened` has the open n-grams. `rows` is None where there are too many rows to search: short blocks under
    a high n-gram order follow each other in countless ways.
    """

    opened: frozenset[Gram] = frozenset()
    joints: frozenset[Joint] = frozenset()
    rows: frozenset[tuple[int, ...]] | None = frozenset()


def gains(
    blocks: Sequence[Block], references: Sequence[Sequence[str]], most: Counter[tuple[str, str]], order: int
) -> Gains | None:
    """The gains of all blocks, given the pairs of the references; None where too many blocks could meet."""
    meetings = _meetings(blocks, most) if order > 1 and len(blocks) > 1 else {}
    if not meetings:
        return Gains()
    if sum(len(left) * len(right) for left, right in meetings.values()) > MOST_MEETINGS:
        return None
    inside = Counter(chain.from_iterable(map(pairwise, blocks)))
    opened = {pair for pair in meetings if most[pair] > inside[pair]}
    joints = set(_joints(meetings[pair] for pair in opened))
    closed = meetings.keys() - opened
    longer = _longer(blocks, references, closed, order)
    rows: frozenset[tuple[int, ...]] | None = frozenset()
    if longer:
        harmless = set(_joints(meetings[pair] for pair in closed))
        gaining = {joint for joint in harmless if _opens(blocks, joint, longer, order)}
        joints |= gaining
        rows = _rows(blocks, harmless - gaining, longer, order)
    return Gains(frozenset(opened | longer), frozenset(joints), rows)


def _meetings(blocks: Sequence[Block], known: Iterable[tuple[str, str]]) -> Meetings:
    """By pair of units that some reference has: the blocks that end and those that begin with its units."""
    ends: dict[str, list[int]] = {}
    starts: dict[str, list[int]] = {}
    for place, block in enumerate(blocks):
        ends.setdefault(block[-1], []).append(place)
        starts.setdefault(block[0], []).append(place)
    found = {
        pair: (ends[pair[0]], starts[pair[1]]) for pair in known if pair[0] in ends and pair[1] in starts
    }
    # No block meets itself.
    return {pair: (left, right) for pair, (left, right) in found.items() if left != right or len(left) > 1}


def _joints(meetings: Iterable[tuple[list[int], list[int]]]) -> Iterator[Joint]:
    """Every block before every block that it meets."""
    return ((i, j) for left, right in meetings for i in left for j in right if i != j)


def _longer(
    blocks: Sequence[Block], references: Sequence[Sequence[str]], closed: AbstractSet[Gram], order: int
) -> set[Gram]:
    """Open n-grams of three units or more that may come about by joining at a pair that is not open."""
    around = {
        tuple(reference[start : start + n])
        for reference in references
        for place, pair in enumerate(pairwise(reference))
        if pair in closed
        for n in range(3, order + 1)
        for start in range(max(place + 2 - n, 0), min(place, len(reference) - n) + 1)
    }
    found = set()
    for n in {len(gram) for gram in around}:
        most = most_of(references, n)
        inside = Counter(gram for block in blocks if len(block) >= n for gram in ngrams(block, n).elements())
        found |= {gram for gram in around if len(gram) == n and most[gram] > inside[gram]}
    return found


def _rows(
    blocks: Sequence[Block], harmless: AbstractSet[Joint], opened: AbstractSet[Gram], order: int
) -> frozenset[tuple[int, ...]] | None:
    """Three blocks or more, joined harmlessly two by two, that an open n-gram spans from first to last."""
    following: dict[int, list[int]] = {}
    for first, second in harmless:
        following.setdefault(first, []).append(second)

    found = set()
    looked_at = 0
    waiting: list[tuple[tuple[int, ...], int]] = [(joint, len(blocks[joint[1]])) for joint in harmless]
    while waiting:
        row, between = waiting.pop()
        if between > order - 2:
            continue
        for place in following.get(row[-1], ()):
            if place in row:
                continue
            looked_at += 1
            if looked_at > MOST_ROWS:
                return None
            longer = (*row, place)
            if _opens(blocks, longer, opened, order):
                found.add(longer)
            else:
                waiting.append((longer, between + len(blocks[place])))
    return frozenset(found)


def _opens(blocks: Sequence[Block], row: tuple[int, ...], opened: AbstractSet[Gram], order: int) -> bool:
    """Whether an open n-gram begins in the first block of a row and ends in the last."""
    first, last = blocks[row[0]][1 - order :], blocks[row[-1]][: order - 1]
    before = first + tuple(unit for place in row[1:-1] for unit in blocks[place])
    text = before + last
    return any(
        text[start:stop] in opened
        for start in range(len(first))
        for stop in range(len(before) + 1, min(start + order, len(text)) + 1)
    )
