"""Where the name of a point is written, so that names cover neither points nor each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.report.words import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Box = tuple[float, float, float, float]


_GAP = 6.0
# At an edge, how far a name above or below a point goes beyond it.
_CORNER = 12.0
# Half the side of a point.
_POINT = 4.0


@dataclass(frozen=True, slots=True)
class Label:
    """A point in pixels from the upper left, and what is to be written beside it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """How far from its point a text is written, and how it is aligned there."""

    dx: float
    dy: float
    align: str


def place(
    labels: Sequence[Label],
    width: float,
    height: float,
    letters: float,
    *,
    avoid: Sequence[Box] = (),
    kept: Sequence[Box] = (),
) -> list[PlacedLabel | None]:
    """A place for each label, earlier ones first; None where there is no room.

    Points, other labels and what is in `kept` are never covered, what is in `avoid` only where there is no
    other way.

    >>> [placed.align for placed in place([Label(20, 20, "a"), Label(26, 20, "b")], 60, 60, 10)]
    ['right', 'left']
    """
    taken: list[Box] = [(one.x - _POINT, one.y - _POINT, one.x + _POINT, one.y + _POINT) for one in labels]
    taken += kept
    found: list[PlacedLabel | None] = []
    for one in labels:
        free = [
            (placed, box)
            for placed, box in _candidates(one, letters)
            if _is_inside(box, width, height) and not _is_covered(box, taken)
        ]
        best = next((each for each in free if not _is_covered(each[1], avoid)), free[0] if free else None)
        found.append(None if best is None else best[0])
        if best is not None:
            taken.append(best[1])
    return found


def _candidates(one: Label, letters: float) -> Iterator[tuple[PlacedLabel, Box]]:
    wide, half = text_width(one.text, letters), letters * 0.6
    for dx, dy, align in (
        (_GAP, 0.0, "left"),
        (-_GAP, 0.0, "right"),
        (0.0, -half - _GAP, "center"),
        (0.0, half + _GAP, "center"),
        (_GAP, -half, "left"),
        (_GAP, half, "left"),
        (-_GAP, -half, "right"),
        (-_GAP, half, "right"),
        (_CORNER, -half - _GAP, "right"),
        (_CORNER, half + _GAP, "right"),
        (-_CORNER, -half - _GAP, "left"),
        (-_CORNER, half + _GAP, "left"),
    ):
        left = one.x + dx - {"left": 0.0, "right": wide, "center": wide / 2}[align]
        yield PlacedLabel(dx, dy, align), (left, one.y + dy - half, left + wide, one.y + dy + half)


def _is_inside(box: Box, width: float, height: float) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= width and box[3] <= height


def _is_covered(box: Box, others: Sequence[Box]) -> bool:
    return any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
        for other in others
    )
