"""The minimum of a function of a few numbers, without derivatives (Nelder & Mead 1965)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Function = Callable[[Sequence[float]], float]
    Point = list[float]

_STEPS = 400
_SETTLED = 1e-9


def minimum(function: Function, start: Sequence[float]) -> Point:
    """A point where the function is least, near the start.

    >>> [round(value, 3) for value in minimum(lambda p: (p[0] - 1) ** 2 + (p[1] + 2) ** 2, [0.0, 0.0])]
    [1.0, -2.0]
    """
    corners = [list(start)]
    for place, value in enumerate(start):
        corner = list(start)
        corner[place] = value + (0.25 * abs(value) or 0.25)
        corners.append(corner)
    found = sorted((function(corner), corner) for corner in corners)
    for _ in range(_STEPS):
        if found[-1][0] - found[0][0] <= _SETTLED * (1 + abs(found[0][0])):
            break
        found = sorted(_step(function, found))
    return found[0][1]


def _step(function: Function, found: list[tuple[float, Point]]) -> list[tuple[float, Point]]:
    """The worst corner moved through the middle of the others, or all drawn to the best."""
    best, (worst_value, worst) = found[0], found[-1]
    others = [corner for _, corner in found[:-1]]
    middle = [sum(column) / len(others) for column in zip(*others, strict=True)]

    def moved(by: float) -> tuple[float, Point]:
        corner = [m + by * (m - w) for m, w in zip(middle, worst, strict=True)]
        return function(corner), corner

    mirrored = moved(1.0)
    if mirrored[0] < best[0]:
        return [*found[:-1], min(mirrored, moved(2.0))]
    if mirrored[0] < found[-2][0]:
        return [*found[:-1], mirrored]
    nearer = moved(0.5 if mirrored[0] < worst_value else -0.5)
    if nearer[0] < min(mirrored[0], worst_value):
        return [*found[:-1], nearer]
    halves = ([(a + b) / 2 for a, b in zip(best[1], corner, strict=True)] for _, corner in found[1:])
    return [best, *((function(corner), corner) for corner in halves)]
