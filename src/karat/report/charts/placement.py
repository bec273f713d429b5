"""Where the name of a point is written, so that names cover neither points nor each other."""

from __future__ import annotations

from karat.records import dataclass
from karat.report.charts.words import text_width
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Box = tuple[float, float, float, float]

_GAP = 6.0


@dataclass(frozen=True, slots=True)
class Label:
    """A point in pixels from the upper left, and what is to be written beside it."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Placed:
    """How far from its point a text is written, and how it is aligned there."""

    dx: float
    dy: float
    align: str


def place(labels: Sequence[Label], width: float, height: float, letters: float) -> list[Placed | None]:
    """A place for each label, earlier ones first; None where there is no room."""
    taken: list[Box] = [(one.x - 4, one.y - 4, one.x + 4, one.y + 4) for one in labels]
    found: list[Placed | None] = []
    for one in labels:
        chosen = next(
            (
                (placed, box)
                for placed, box in _candidates(one, letters)
                if box[0] >= 0
                and box[1] >= 0
                and box[2] <= width
                and box[3] <= height
                and not any(_overlap(box, other) for other in taken)
            ),
            None,
        )
        found.append(None if chosen is None else chosen[0])
        if chosen is not None:
            taken.append(chosen[1])
    return found


def _candidates(one: Label, letters: float) -> Iterator[tuple[Placed, Box]]:
    wide, half = text_width(one.text, letters), letters * 0.6
    for far in (1.0, 2.0):
        for dx, dy, align in (
            (_GAP, 0.0, "left"),
            (-_GAP, 0.0, "right"),
            (0.0, -(half + _GAP) * far, "center"),
            (0.0, (half + _GAP) * far, "center"),
            (_GAP, -half * far, "left"),
            (_GAP, half * far, "left"),
            (-_GAP, -half * far, "right"),
            (-_GAP, half * far, "right"),
        ):
            left = one.x + dx - (0 if align == "left" else wide if align == "right" else wide / 2)
            yield Placed(dx, dy, align), (left, one.y + dy - half, left + wide, one.y + dy + half)


def _overlap(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
