"""How many arrangements of a hypothesis' blocks keep every count: those in which no gaining joint occurs.

They are counted exactly by inclusion and exclusion over sets of joints, or block by block where there are
few. Where neither is possible, arrangements are drawn, and the share of those that keep every count is an
unbiased estimate, with its standard error.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import factorial, sqrt
from typing import TYPE_CHECKING

import numpy as np

from karat.diagnosis.joints import gains
from karat.diagnosis.movable_blocks import pair_counts, repetitions
from karat.diagnosis.path_sets import signed_path_sets
from karat.resampling.draws import generator

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from karat.diagnosis.joints import Gains, Gram
    from karat.diagnosis.movable_blocks import Block
    from karat.diagnosis.path_sets import Joint


# More blocks than these make the search, and drawing, slow; more joints in one group inclusion and exclusion.
MOST_SEARCHED = 7
MOST_DRAWN = 5000
MOST_JOINTS = 150
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class KeptArrangements:
    """How many different arrangements keep every count: the share of all, and the number where it is exact.

    `error` is the standard error of the share, 0 where it is exact.
    """

    share: float
    number: int | None = None
    error: float = 0.0


def keeping(
    blocks: Sequence[Block],
    references: Sequence[Sequence[str]],
    *,
    order: int,
    most: Counter[tuple[str, str]] | None = None,
    seed: int = 12345,
) -> KeptArrangements | None:
    """The arrangements that keep all counts up to the order; None where there are too many blocks.

    `most` may have the pairs of the references, where they are counted already.

    >>> blocks = [("he", "was"), ("taken",), ("to", "him")]
    >>> keeping(blocks, ["he was led to him".split(), "taken to".split()], order=2).number
    4
    """
    found = gains(blocks, references, pair_counts(references) if most is None else most, order)
    if found is None:
        return None
    if not found.joints and found.rows == frozenset():
        return _exact(factorial(len(blocks)), blocks)
    avoiding = _avoiding(len(blocks), found.joints) if found.rows == frozenset() else None
    if avoiding is None and len(blocks) <= MOST_SEARCHED:
        avoiding = _searched(blocks, found.opened)
    if avoiding is not None:
        return _exact(avoiding, blocks)
    return _drawn(blocks, found, seed) if len(blocks) <= MOST_DRAWN else None


def _exact(number: int, blocks: Sequence[Block]) -> KeptArrangements:
    """Of arrangements in which equal blocks are told apart, those that look different."""
    return KeptArrangements(number / factorial(len(blocks)), number // repetitions(blocks))


def _avoiding(blocks: int, joints: AbstractSet[Joint]) -> int | None:
    """Arrangements in which none of the joints occurs, by inclusion and exclusion; None where it is too long.

    Joints that can occur together form paths; each joint taken makes one block of two. Groups that share no
    block have nothing to do with each other, so their numbers of such sets multiply.
    """
    sets = [1]
    for group in _groups(joints):
        numbers = signed_path_sets(group) if len(group) <= MOST_JOINTS else None
        if numbers is None:
            return None
        sets = _product(sets, numbers)
    return sum(number * factorial(blocks - size) for size, number in enumerate(sets))


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def _groups(joints: Iterable[Joint]) -> list[list[Joint]]:
    """Joints that share blocks, directly or through others, together."""
    groups: list[tuple[set[int], list[Joint]]] = []
    for joint in sorted(joints):
        touching = [group for group in groups if not group[0].isdisjoint(joint)]
        blocks = set(joint).union(*(members for members, _ in touching))
        together = [one for _, others in touching for one in others] + [joint]
        groups = [group for group in groups if group not in touching] + [(blocks, together)]
    return [together for _, together in groups]


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
            if not placed >> place & 1 and not _across(tail, block, opened, order):
                total += completions(placed | 1 << place, (tail + block)[-(order - 1) :])
        return total

    return completions(0, ())


def _gains(arranged: Sequence[Block], opened: AbstractSet[Gram], order: int) -> bool:
    """Whether an open n-gram stands across any joint of an arrangement."""
    tail: Gram = ()
    for block in arranged:
        if _across(tail, block, opened, order):
            return True
        tail = (tail + block)[-(order - 1) :]
    return False


def _across(tail: Gram, block: Block, opened: AbstractSet[Gram], order: int) -> bool:
    """Whether an open n-gram begins in what stands before the block and ends in it."""
    text = tail + block[: order - 1]
    return any(
        text[start:stop] in opened
        for start in range(len(tail))
        for stop in range(max(start + 2, len(tail) + 1), min(start + order, len(text)) + 1)
    )


def _drawn(blocks: Sequence[Block], found: Gains, seed: int) -> KeptArrangements:
    """The share of drawn arrangements in which nothing gains."""
    size = len(blocks)
    order = max(map(len, found.opened))
    gaining = np.zeros((size, size), dtype=bool)
    for first, second in found.joints:
        gaining[first, second] = True
    rng = generator(seed)
    kept = 0
    # As many at once as fit in a few megabytes.
    at_once = max(200_000 // size, 1)
    for start in range(0, DRAWS, at_once):
        drawn = rng.random((min(at_once, DRAWS - start), size)).argsort(axis=1)
        gained = gaining[drawn[:, :-1], drawn[:, 1:]].any(axis=1)
        places = drawn.argsort(axis=1)
        for row in found.rows or ():
            gained |= (np.diff(places[:, list(row)], axis=1) == 1).all(axis=1)
        left = drawn[~gained]
        if found.rows is None:
            kept += sum(not _gains([blocks[place] for place in one], found.opened, order) for one in left)
        else:
            kept += len(left)
    # As if one more had been drawn of either kind: the error of a share is not 0 because none was seen.
    guess = (kept + 1) / (DRAWS + 2)
    return KeptArrangements(kept / DRAWS, None, sqrt(guess * (1 - guess) / DRAWS))
