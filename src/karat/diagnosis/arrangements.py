"""How many arrangements of a hypothesis' blocks keep every count: those in which nothing gains a match.

There are three methods, tried in this order.

1. Inclusion–exclusion over sets of gaining joints: Σ (−1)^|S| (blocks − |S|)! over the sets S that can occur
   together. These are the sets whose joints form disjoint paths. Dynamic programming counts them by size.
2. Where a gain takes three blocks or more in a row, dynamic programming over sets of blocks that are placed.
   It takes exponential time, so it is for few blocks.
3. Monte Carlo: arrangements are drawn at random. The share of those that keep every count is an unbiased
   estimate, and comes with its standard error.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from math import factorial, sqrt
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from karat.diagnosis.blocks import gains, pair_counts, repetitions
from karat.resampling.draws import generator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from karat.diagnosis.blocks import Block, Gains, Gram, Joint

    # The places behind (n) and before (~n) blocks that are taken, and the first and last blocks of paths.
    _State: TypeAlias = tuple[frozenset[int], frozenset[Joint]]


# More blocks than these make the search, and drawing, slow; more joints in one group inclusion–exclusion.
MOST_SEARCHED = 7
MOST_DRAWN = 5000
MOST_JOINTS = 150
# More different states than these take the dynamic program too long.
MOST_STATES = 300
DRAWS = 1000
_NO_PATHS: frozenset[Joint] = frozenset()


@dataclass(frozen=True, slots=True)
class KeptArrangements:
    """How many different arrangements keep every count: as a share of all, and as a number where it is exact.

    `error` is the standard error of the share. It is 0 where the share is exact.

    >>> KeptArrangements(0.5, 12).number
    12
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

    `most` has the pairs of the references, where the caller has counted them already.

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
    """The result of counting labelled blocks: equal blocks make the same text, and are counted once."""
    return KeptArrangements(number / factorial(len(blocks)), number // repetitions(blocks))


def _avoiding(blocks: int, joints: AbstractSet[Joint]) -> int | None:
    """Arrangements in which none of the joints occurs, by inclusion–exclusion; None where it takes too long.

    Joints that can occur together form paths. Each joint of a set merges two blocks into one, so the set
    leaves (blocks − size)! arrangements. Groups of joints that share no block are independent: the
    generating functions of their path sets multiply.
    """
    sets = [1]
    for group in _groups(joints):
        numbers = signed_path_sets(group) if len(group) <= MOST_JOINTS else None
        if numbers is None:
            return None
        sets = _product(sets, numbers)
    return sum(number * factorial(blocks - size) for size, number in enumerate(sets))


def _product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """The product of two polynomials. By hand: numpy's would round integers of this size."""
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


def _groups(joints: Iterable[Joint]) -> list[list[Joint]]:
    """The connected components of the joints: those that share a block, directly or through others."""
    groups: list[tuple[set[int], list[Joint]]] = []
    for joint in sorted(joints):
        touching = [group for group in groups if not group[0].isdisjoint(joint)]
        blocks = set(joint).union(*(members for members, _ in touching))
        together = [one for _, others in touching for one in others] + [joint]
        groups = [group for group in groups if group not in touching] + [(blocks, together)]
    return [together for _, together in groups]


def signed_path_sets(joints: Iterable[Joint]) -> tuple[int, ...] | None:
    """The number of sets of the joints that form disjoint paths, by size, those of odd size negative.

    In such a set each block has at most one successor and one predecessor, and no cycle closes. Dynamic
    programming goes from joint to joint. Its state is what the joints to come depend on: which of their
    places are taken, and which cycles they could close. Sets with the same state are counted together, so
    that a hundred joints need a few hundred states. None where there would be more.

    >>> signed_path_sets([(0, 1), (1, 2), (2, 0)])  # all three would be a circle
    (1, -3, 3)
    """
    # The count does not depend on which blocks they are. Numbered anew, most components hit the cache.
    numbers: dict[int, int] = {}
    return _path_sets(
        tuple(
            (numbers.setdefault(first, len(numbers)), numbers.setdefault(second, len(numbers)))
            for first, second in joints
        )
    )


@lru_cache(maxsize=10_000)
def _path_sets(joints: tuple[Joint, ...]) -> tuple[int, ...] | None:
    ordered = list(_elimination_order(list(joints)))
    # The counts of all sizes are packed into one integer: none has more bits than there are joints, and one.
    bits = len(ordered) + 1
    states: dict[_State, int] = {(frozenset(), _NO_PATHS): 1}
    for joint, needed in ordered:
        after: dict[_State, int] = {}
        for state, counts in states.items():
            without = _projected(state, needed)
            after[without] = after.get(without, 0) + counts
            extended = _extended(state, joint)
            if extended is not None:
                extended = _projected(extended, needed)
                after[extended] = after.get(extended, 0) + (counts << bits)
        if len(after) > MOST_STATES:
            return None
        states = after
    (counts,) = states.values()  # after the last joint nothing is needed, and one state is left
    return tuple(-count if size % 2 else count for size, count in enumerate(_unpacked(counts, bits)))


def _extended(state: _State, joint: Joint) -> _State | None:
    """The state with one more joint; None where a place is taken, or a cycle would close."""
    (taken, paths), (first, second) = state, joint
    if first in taken or ~second in taken or (second, first) in paths:
        return None
    start, end, others = first, second, []
    for path in paths:
        if path[1] == first:
            start = path[0]
        elif path[0] == second:
            end = path[1]
        else:
            others.append(path)
    return taken | {first, ~second}, frozenset([*others, (start, end)])


def _projected(state: _State, needed: frozenset[int]) -> _State:
    """The state as far as later joints, which need these places, depend on it."""
    taken, paths = state
    if not paths:
        return taken & needed, paths
    still = [path for path in paths if ~path[0] in needed and path[1] in needed]
    return taken & needed, frozenset(still) if still else _NO_PATHS


def _unpacked(counts: int, bits: int) -> Iterator[int]:
    while counts:
        yield counts & (1 << bits) - 1
        counts >>= bits


def _elimination_order(joints: list[Joint]) -> Iterator[tuple[Joint, frozenset[int]]]:
    """The joints, each with the places that later ones need; greedily ordered so that these stay few."""
    needed = Counter(place for first, second in joints for place in (first, ~second))
    met: set[int] = set()

    def burden(joint: Joint) -> tuple[int, Joint]:
        first, second = joint[0], ~joint[1]
        new = (first not in met) + (second not in met)
        return new - (needed[first] == 1) - (needed[second] == 1), joint

    while joints:
        joint = min(joints, key=burden)
        joints.remove(joint)
        places = (joint[0], ~joint[1])
        met.update(places)
        needed.subtract(places)
        yield joint, frozenset(place for place, times in needed.items() if times)


def _searched(blocks: Sequence[Block], opened: AbstractSet[Gram]) -> int:
    """Arrangements in which no open n-gram stands across a joint.

    Dynamic programming: the state is the set of blocks that are placed, and the last units of the text.
    """
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
    """The share of randomly drawn arrangements in which nothing gains a match."""
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
    # Laplace's rule, one more draw of either kind: a share of 0 among the draws has an error too.
    guess = (kept + 1) / (DRAWS + 2)
    return KeptArrangements(kept / DRAWS, None, sqrt(guess * (1 - guess) / DRAWS))
