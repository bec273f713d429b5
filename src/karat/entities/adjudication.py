"""Two or more annotations of a segment: what everybody marked alike, and where they differ."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.entities.entity import Entity


@dataclass(frozen=True, slots=True)
class Difference:
    """Characters `start` to `end`, which annotators marked differently.

    `versions` are the different ways in which it was marked, each once, and in an order that tells nothing of
    who marked it: an empty one is that of an annotator who marked nothing there.
    """

    start: int
    end: int
    versions: tuple[tuple[Entity, ...], ...]


def differences(
    annotations: Sequence[Sequence[Entity]],
) -> tuple[tuple[Entity, ...], tuple[Difference, ...]]:
    """The marks that all annotators of a segment made alike, and their differences, in the order of the text.

    Alike is what has the same extent and type and is optional for all or for none; of what is alike, the
    alternatives of all are kept.

    >>> from karat.entities.entity import Entity
    >>> text = "President Clinton in Rome"
    >>> first = [Entity.of(text, 0, 17, "PERSON"), Entity.of(text, 21, 25, "LOCATION")]
    >>> second = [Entity.of(text, 10, 17, "PERSON"), Entity.of(text, 21, 25, "LOCATION")]
    >>> agreed, (difference,) = differences([first, second])
    >>> [one.text for one in agreed], [[one.text for one in each] for each in difference.versions]
    (['Rome'], [['Clinton'], ['President Clinton']])
    """
    by_identity = [{_identity(one): one for one in found} for found in annotations]
    shared = set(by_identity[0]).intersection(*by_identity[1:]) if by_identity else set()
    agreed = [_united([found[key] for found in by_identity]) for key in sorted(shared)]
    rest = [[one for key, one in sorted(found.items()) if key not in shared] for found in by_identity]
    found = [
        Difference(start, end, _versions(rest, start, end))
        for start, end in _stretches([one for marks in rest for one in marks])
    ]
    return tuple(agreed), tuple(found)


def _identity(entity: Entity) -> tuple[int, int, tuple[str, ...], bool]:
    return entity.start, entity.end, entity.types, entity.optional


def _united(alike: Sequence[Entity]) -> Entity:
    alternatives = dict.fromkeys(other for one in alike for other in one.alternatives)
    return replace(alike[0], alternatives=tuple(alternatives))


def _stretches(marks: Sequence[Entity]) -> list[tuple[int, int]]:
    """Stretches of the text such that no mark lies in two of them."""
    found: list[tuple[int, int]] = []
    for one in sorted(marks, key=lambda each: (each.start, each.end)):
        if found and one.start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], one.end)
        else:
            found.append((one.start, one.end))
    return found


def _versions(rest: Sequence[Sequence[Entity]], start: int, end: int) -> tuple[tuple[Entity, ...], ...]:
    within = {tuple(one for one in marks if start <= one.start and one.end <= end) for marks in rest}
    # By what was marked, not by who marked it.
    return tuple(
        sorted(within, key=lambda marks: (-len(marks), [(-one.start, one.end, one.kind) for one in marks]))
    )
