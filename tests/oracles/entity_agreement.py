"""F1 of two annotators, by trying every way of pairing their marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.entities import Entity


def most_pairs(ours: list[Entity], theirs: list[Entity], criterion: str) -> int:
    """The most marks of a segment that can be paired, each once."""
    if not ours:
        return 0
    first, rest = ours[0], ours[1:]
    best = most_pairs(rest, theirs, criterion)
    for place, other in enumerate(theirs):
        if _fit(first, other, criterion):
            best = max(best, 1 + most_pairs(rest, theirs[:place] + theirs[place + 1 :], criterion))
    return best


def _fit(one: Entity, other: Entity, criterion: str) -> bool:
    characters = set(range(one.start, one.end)), set(range(other.start, other.end))
    if criterion == "span":
        return characters[0] == characters[1]
    if one.kind != other.kind:
        return False
    return characters[0] == characters[1] if criterion == "exact" else bool(characters[0] & characters[1])


def f1(first: list[list[Entity]], second: list[list[Entity]], criterion: str) -> float:
    """2 · pairs ÷ marks of both."""
    pairs = sum(most_pairs(ours, theirs, criterion) for ours, theirs in zip(first, second, strict=True))
    return 2 * pairs / sum(len(marks) for marks in (*first, *second))
