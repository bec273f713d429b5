"""A named entity: a stretch of one segment, with a type and what else would be right in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Sequence

# MUC's element for each type; the order is that of tables.
ELEMENTS = {
    "PERSON": "ENAMEX",
    "ORGANIZATION": "ENAMEX",
    "LOCATION": "ENAMEX",
    "DATE": "TIMEX",
    "TIME": "TIMEX",
    "MONEY": "NUMEX",
    "PERCENT": "NUMEX",
}
TYPES = tuple(ELEMENTS)

# What other annotation schemes call the same things.
_ALIASES = {
    "PER": "PERSON",
    "ORG": "ORGANIZATION",
    "ORGANISATION": "ORGANIZATION",
    "LOC": "LOCATION",
    "GPE": "LOCATION",
    "FAC": "LOCATION",
}


@dataclass(frozen=True, slots=True)
class Entity:
    """Characters `start` to `end` of a segment.

    `types` has more than one where the annotator was not sure, `alternatives` other correct texts. An
    optional entity counts only where it is found; a suggested one was not yet confirmed by a person.

    >>> entity = Entity.of("the Clinton government", 4, 11, "PERSON")
    >>> entity.text, entity.kind
    ('Clinton', 'PERSON')
    """

    start: int
    end: int
    types: tuple[str, ...]
    text: str
    alternatives: tuple[str, ...] = ()
    optional: bool = False
    suggested: bool = False

    @classmethod
    def of(
        cls,
        segment: str,
        start: int,
        end: int,
        kind: str,
        *,
        alternatives: Sequence[str] = (),
        optional: bool = False,
        suggested: bool = False,
    ) -> Entity:
        """The entity at these offsets; `kind` may be several types with | between."""
        for offset in (start, end):
            if not isinstance(offset, int) or isinstance(offset, bool):
                raise InvalidText(f"The offset {offset!r} is not a whole number. Count characters from 0.")
        if not 0 <= start < end <= len(segment):
            raise InvalidText(
                f"The offsets {start} to {end} are not within the text, which has {len(segment)} characters. "
                "Count characters from 0; the end is one past the last."
            )
        text = segment[start:end]
        return cls(start, end, types_of(kind), text, tuple(alternatives), optional, suggested)

    @property
    def kind(self) -> str:
        """The type as it is written: PERSON, or PERSON|ORGANIZATION where it is not sure."""
        return "|".join(self.types)


def types_of(kind: str, known: Sequence[str] = TYPES) -> tuple[str, ...]:
    """The types that a word stands for: `PERSON`, `per`, `PERSON|ORGANIZATION`."""
    if not isinstance(kind, str):
        raise InvalidText(f"The type {kind!r} is not a word. Known types: {', '.join(known)}.")
    found = tuple(
        dict.fromkeys(_ALIASES.get(word.strip().upper(), word.strip().upper()) for word in kind.split("|"))
    )
    for name in found:
        if name not in known:
            raise InvalidText(f"There is no type {name!r} here. Known: {', '.join(known)}.")
    return tuple(sorted(found, key=TYPES.index))
