"""Points in a field of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


WIDTH, HEIGHT = 60, 14
# How many points share a place: one, a few, many.
_MARKS = ((1, "·"), (5, "o"), (1 << 62, "#"))


def scatter(points: Sequence[tuple[float, float]], *, across: str, up: str) -> str:
    """Points from 0 to the largest of each axis, with the names of the axes."""
    right = max((x for x, _ in points), default=0.0) or 1.0
    top = max((y for _, y in points), default=0.0) or 1.0
    places: dict[tuple[int, int], int] = {}
    for x, y in points:
        place = (min(int(x / right * WIDTH), WIDTH - 1), min(int(y / top * HEIGHT), HEIGHT - 1))
        places[place] = places.get(place, 0) + 1
    margin = len(f"{top:.0f}")
    lines = [up]
    for row in reversed(range(HEIGHT)):
        label = f"{top:.0f}" if row == HEIGHT - 1 else "0" if row == 0 else ""
        cells = "".join(_mark(places.get((column, row), 0)) for column in range(WIDTH))
        lines.append(f"{label:>{margin}} │{cells}".rstrip())
    lines.append(f"{'':{margin}} └{'─' * WIDTH}")
    lines.append(f"{'':{margin}}  0{across:^{WIDTH - 1 - len(f'{right:.0f}')}}{right:.0f}")
    return "".join(f"{line}\n" for line in lines)


def _mark(points: int) -> str:
    return " " if not points else next(mark for most, mark in _MARKS if points <= most)
