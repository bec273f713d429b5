"""Entities beside the text, as JSON lines: one object per segment, offsets in characters.

    {"text": "in Paris", "entities": [{"start": 3, "end": 8, "type": "LOCATION", "text": "Paris"}]}

An entity may also have `alternatives` (a list of texts), `optional` and `suggested` (true or false).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from karat.entities.entity import Entity
from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEYS = ("start", "end", "type", "text", "alternatives", "optional", "suggested")


def read_standoff(line: str, segment: str | None = None) -> tuple[str, tuple[Entity, ...]]:
    """The text and the entities of one line; `segment` is the text they belong to, where it is known."""
    import json

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidText(f"This is not a JSON object ({error}). Give one object per segment.") from None
    if not isinstance(row, dict) or not isinstance(row.get("entities"), list):
        raise InvalidText('An object with a list "entities" was expected; it may be empty. Add the list.')
    text = row.get("text", segment)
    if not isinstance(text, str):
        raise InvalidText('There is no "text" to which the offsets belong. Add it to the object.')
    if segment is not None and text != segment:
        raise differing(text, segment)
    return text, tuple(_entity(text, entity) for entity in row["entities"])


def differing(text: str, segment: str) -> InvalidText:
    """The error for entities that were marked in another text."""
    at = next(
        (place for place, pair in enumerate(zip(text, segment, strict=False)) if pair[0] != pair[1]),
        min(len(text), len(segment)),
    )
    return InvalidText(
        f"The annotated text differs from the reference at character {at + 1}: {_around(text, at)} is "
        f"annotated, {_around(segment, at)} is the reference. Annotate the reference itself."
    )


def _around(text: str, at: int) -> str:
    return repr(text[max(at - 10, 0) : at + 15])


def _entity(text: str, row: Any) -> Entity:
    if not isinstance(row, dict):
        raise InvalidText(f"An entity is {row!r}; an object with start, end and type was expected.")
    for key in row:
        if key not in _KEYS:
            raise InvalidText(f"An entity has the key {key!r}. Known: {', '.join(_KEYS)}.")
    for key in ("start", "end", "type"):
        if key not in row:
            raise InvalidText(f"The entity {row!r} has no {key!r}. Add it.")
    alternatives = row.get("alternatives", [])
    if not isinstance(alternatives, list) or not all(isinstance(other, str) for other in alternatives):
        raise InvalidText(f"alternatives is {alternatives!r}; a list of texts was expected.")
    for key in ("optional", "suggested"):
        if not isinstance(row.get(key, False), bool):
            raise InvalidText(f"{key} is {row[key]!r}; true or false was expected.")
    entity = Entity.of(
        text,
        row["start"],
        row["end"],
        row["type"],
        alternatives=alternatives,
        optional=row.get("optional", False),
        suggested=row.get("suggested", False),
    )
    if row.get("text", entity.text) != entity.text:
        raise InvalidText(
            f"The entity's text is {row['text']!r}, and characters {entity.start} to {entity.end} are "
            f"{entity.text!r}. Count characters (not bytes) from 0."
        )
    return entity


def write_standoff(text: str, entities: Iterable[Entity]) -> str:
    """One line of JSON; `read_standoff` gives text and entities back."""
    import json

    return json.dumps(record(text, entities), ensure_ascii=False)


def record(text: str, entities: Iterable[Entity]) -> dict[str, Any]:
    """The same as plain values."""
    return {"text": text, "entities": [_row(entity) for entity in entities]}


def _row(entity: Entity) -> dict[str, Any]:
    row: dict[str, Any] = {"start": entity.start, "end": entity.end, "type": entity.kind, "text": entity.text}
    if entity.alternatives:
        row["alternatives"] = list(entity.alternatives)
    return row | {key: True for key in ("optional", "suggested") if getattr(entity, key)}
