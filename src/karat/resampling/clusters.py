"""Ranks that a significance test supports, as WMT prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Better = Callable[[str, str], bool]


def rank_ranges(systems: Sequence[str], better: Better) -> dict[str, tuple[int, int]]:
    """The best and the worst rank of each system: below all that are better, above all that are worse.

    `better(a, b)` says whether a is significantly better than b.

    >>> scores = {"A": 33.0, "B": 32.8, "C": 29.0}
    >>> def better(a: str, b: str) -> bool:
    ...     return scores[a] - scores[b] > 1
    ...
    >>> rank_ranges(["A", "B", "C"], better)
    {'A': (1, 2), 'B': (1, 2), 'C': (3, 3)}
    """
    ranges = {}
    for system in systems:
        above = sum(better(other, system) for other in systems)
        below = sum(better(system, other) for other in systems)
        ranges[system] = (1 + above, len(systems) - below)
    return ranges


def clusters(ranked: Sequence[str], better: Better) -> dict[str, int]:
    """The cluster of each system, 1 for the best, of systems in the order of their scores.

    A new cluster begins where every system above is significantly better than every system below.

    >>> scores = {"A": 33.0, "B": 32.8, "C": 29.0}
    >>> def better(a: str, b: str) -> bool:
    ...     return scores[a] - scores[b] > 1
    ...
    >>> clusters(["A", "B", "C"], better)
    {'A': 1, 'B': 1, 'C': 2}
    """
    numbers, number = {}, 1
    for place, system in enumerate(ranked):
        if place and all(better(above, below) for above in ranked[:place] for below in ranked[place:]):
            number += 1
        numbers[system] = number
    return numbers
