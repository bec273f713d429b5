"""How many arrangements of a hypothesis' blocks keep every count: exactly, and without trying them all.

An arrangement gains a match where an n-gram comes to stand across a joint of blocks, and a reference has
more of that n-gram than the blocks have inside them (it is open). Where none is open, all counts are kept:
matches inside blocks are never lost, and what the references have given already is not given twice.

Nearly always the open n-grams are pairs, the last unit of one block and the first of another. Then
arrangements without them are counted by inclusion and exclusion over the pairs of blocks, which is fast for
any number of blocks. Longer open n-grams whose pairs are not open need a search, which a few blocks allow.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain, pairwise
from math import factorial

from karat.diagnosis.blocks import pair_counts, repetitions
from karat.metrics.ngrams import most_of, ngrams
from karat.types import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from karat.diagnosis.blocks import Block

    Gram: TypeAlias = tuple[str, ...]

# More joints than these, in all or in one group, make inclusion and exclusion slow; more blocks the search.
MOST_JOINTS = 200
MOST_TOGETHER = 10
MOST_BLOCKS = 7


def keeping(
    blocks: Sequence[Block],
    references: Sequence[Sequence[str]],
    *,
    order: int,
    most: Counter[tuple[str, str]] | None = None,
) -> int | None:
    """How many different arrangements of the blocks keep all counts up to the order; None where too many
    would have to be tried.

    `most` may have the pairs of the references, where they are counted already.
    """
    if most is None:
        most = pair_counts(references)
    meetings = _meetings(blocks, most) if order > 1 and len(blocks) > 1 else {}
    if not meetings:
        return factorial(len(blocks)) // repetitions(blocks)
    inside = Counter(chain.from_iterable(map(pairwise, blocks)))
    opened = {pair for pair in meetings if most[pair] > inside[pair]}
    longer = _longer(blocks, references, meetings.keys() - opened, order)
    joints = None if longer else _joints(meetings[pair] for pair in opened)
    if joints is not None:
        groups = _groups(joints)
        if all(len(group) <= MOST_TOGETHER for group in groups):
            return _avoiding(len(blocks), groups) // repetitions(blocks)
    if len(blocks) > MOST_BLOCKS:
        return None
    return _searched(blocks, opened | longer) // repetitions(blocks)


def _meetings(
    blocks: Sequence[Block], known: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], tuple[list[int], list[int]]]:
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


def _joints(meetings: Iterable[tuple[list[int], list[int]]]) -> set[tuple[int, int]] | None:
    """Every block before every block that it meets; None where these are too many."""
    joints: set[tuple[int, int]] = set()
    for left, right in meetings:
        if len(joints) + len(left) * len(right) > MOST_JOINTS:
            return None
        joints.update((i, j) for i in left for j in right if i != j)
    return joints


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
        if found and len(blocks) > MOST_BLOCKS:
            break  # one is enough to know that they cannot be counted
    return found


def _avoiding(blocks: int, groups: Iterable[Sequence[tuple[int, int]]]) -> int:
    """Arrangements in which none of the joints occurs, by inclusion and exclusion.

    Joints that can occur together form paths; each joint taken makes one block of two. Groups that share no
    block have nothing to do with each other, so their numbers of such sets multiply.
    """
    sets = [1]  # by size, those of odd size negative
    for group in groups:
        sets = _product(sets, _path_sets(group))
    return sum(number * factorial(blocks - size) for size, number in enumerate(sets))


def _path_sets(joints: Sequence[tuple[int, int]]) -> list[int]:
    """How many sets of the joints form paths, by size, those of odd size negative."""
    found = [0] * (len(joints) + 1)

    def extend(place: int, following: dict[int, int]) -> None:
        if place == len(joints):
            found[len(following)] += -1 if len(following) % 2 else 1
            return
        extend(place + 1, following)
        first, second = joints[place]
        if first not in following and second not in following.values() and _end(second, following) != first:
            extend(place + 1, {**following, first: second})

    extend(0, {})
    while not found[-1]:
        found.pop()
    return found


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def _groups(joints: Iterable[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Joints that share blocks, directly or through others, together."""
    groups: list[tuple[set[int], list[tuple[int, int]]]] = []
    for joint in sorted(joints):
        touching = [group for group in groups if not group[0].isdisjoint(joint)]
        blocks = set(joint).union(*(members for members, _ in touching))
        together = [one for _, others in touching for one in others] + [joint]
        groups = [group for group in groups if group not in touching] + [(blocks, together)]
    return [together for _, together in groups]


def _end(block: int, following: dict[int, int]) -> int:
    while block in following:
        block = following[block]
    return block


def _searched(blocks: Sequence[Block], opened: AbstractSet[Gram]) -> int:
    """Arrangements in which no open n-gram stands across a joint, block by block."""
    everything = (1 << len(blocks)) - 1
    order = max(map(len, opened))  # what lies farther back plays no part

    @cache
    def completions(placed: int, tail: Gram) -> int:
        if placed == everything:
            return 1
        total = 0
        for place, block in enumerate(blocks):
            if not placed >> place & 1 and not _opens(tail, block, opened, order):
                total += completions(placed | 1 << place, (tail + block)[-(order - 1) :])
        return total

    return completions(0, ())


def _opens(tail: Gram, block: Block, opened: AbstractSet[Gram], order: int) -> bool:
    """Whether an open n-gram begins in what stands before the block and ends in it."""
    text = tail + block[: order - 1]
    return any(
        text[start:stop] in opened
        for start in range(len(tail))
        for stop in range(max(start + 2, len(tail) + 1), min(start + order, len(text)) + 1)
    )
