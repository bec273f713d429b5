"""What reports of named entities show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.entities.standoff import record
from karat.report.json_document import document
from karat.report.tables import Row, Table, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.entities.entity import Entity


def table(entities: Sequence[Sequence[Entity]]) -> Table:
    """A row for each entity, with the number of its segment, counted from 1."""
    rows = [
        Row(
            (
                str(number),
                printable(one.text),
                one.kind,
                "suggested" if one.suggested else "",
                ", ".join(map(printable, one.alternatives)),
            ),
            (),
        )
        for number, found in enumerate(entities, 1)
        for one in found
    ]
    return Table(("segment", "entity", "type", "mark", "alternatives"), (), rows)


def as_json(texts: Sequence[str], entities: Sequence[Sequence[Entity]]) -> str:
    """Every segment with its entities."""
    segments = [record(text, found) for text, found in zip(texts, entities, strict=True)]
    return document({"segments": segments})
