"""How many sets of joints form paths: joint by joint, keeping only what later joints can ask about.

Joints that can occur together lead each block to at most one other, each from at most one, and never round in
a circle. Of a set that is begun, later joints ask only whether the places that they need are free and whether
they would close a circle. Sets that answer alike are counted together, so that a hundred joints are no more
than a few hundred different beginnings.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Joint: TypeAlias = "tuple[int, int]"
# The places behind (n) and before (~n) blocks that are taken, and the first and last blocks of paths.
_Beginning: TypeAlias = "tuple[frozenset[int], frozenset[Joint]]"

# More different beginnings than these take too long.
MOST_BEGINNINGS = 300
_NONE: frozenset[Joint] = frozenset()


def signed_path_sets(joints: Iterable[Joint]) -> tuple[int, ...] | None:
    """The number of sets of the joints that form paths, by size, those of odd size negative.

    None where there would be too many different beginnings.

    >>> signed_path_sets([(0, 1), (1, 2), (2, 0)])  # all three would be a circle
    (1, -3, 3)
    """
    # Which blocks they are plays no part: few joints hang together in few ways, and each is counted once.
    numbers: dict[int, int] = {}
    return _counted(
        tuple(
            (numbers.setdefault(first, len(numbers)), numbers.setdefault(second, len(numbers)))
            for first, second in joints
        )
    )


@lru_cache(maxsize=10_000)
def _counted(joints: tuple[Joint, ...]) -> tuple[int, ...] | None:
    ordered = list(_in_order(list(joints)))
    # Numbers of all sizes stand side by side in one: none has more bits than there are joints, and one.
    bits = len(ordered) + 1
    beginnings: dict[_Beginning, int] = {(frozenset(), _NONE): 1}
    for joint, needed in ordered:
        after: dict[_Beginning, int] = {}
        for beginning, numbers in beginnings.items():
            shorter = _asked(beginning, needed)
            after[shorter] = after.get(shorter, 0) + numbers
            longer = _extended(beginning, joint)
            if longer is not None:
                longer = _asked(longer, needed)
                after[longer] = after.get(longer, 0) + (numbers << bits)
        if len(after) > MOST_BEGINNINGS:
            return None
        beginnings = after
    (numbers,) = beginnings.values()  # at the end nothing is left to ask
    return tuple(-number if size % 2 else number for size, number in enumerate(_apart(numbers, bits)))


def _extended(beginning: _Beginning, joint: Joint) -> _Beginning | None:
    """The set with one more joint; None where a place is taken, or a circle would close."""
    (taken, paths), (first, second) = beginning, joint
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


def _asked(beginning: _Beginning, needed: frozenset[int]) -> _Beginning:
    """What joints that need these places can ask: others, and paths that none can close, are forgotten."""
    taken, paths = beginning
    if not paths:
        return taken & needed, paths
    still = [path for path in paths if ~path[0] in needed and path[1] in needed]
    return taken & needed, frozenset(still) if still else _NONE


def _apart(numbers: int, bits: int) -> Iterator[int]:
    while numbers:
        yield numbers & (1 << bits) - 1
        numbers >>= bits


def _in_order(joints: list[Joint]) -> Iterator[tuple[Joint, frozenset[int]]]:
    """The joints, those first that bring up few places and finish many, each with the places needed later."""
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
