"""The entities of a campaign as files: MUC's tags, or stand-off JSON lines, one line for each segment."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.entities.muc import write_tagged
from karat.entities.standoff import record
from karat.errors import InvalidText

if TYPE_CHECKING:
    from karat.campaigns.annotation.annotated_documents import FinalEntities

EntityForm: TypeAlias = Literal["entities", "muc"]


def written_entities(found: FinalEntities, form: EntityForm) -> str:
    """The file, as `karat score` reads it for NEE."""
    lines = []
    both = zip(found.texts, found.entities, found.documents, strict=True)
    for number, (text, entities, document) in enumerate(both, 1):
        if form == "entities":
            row = {"document": document, **record(text, entities)}
            lines.append(json.dumps(row, ensure_ascii=False))
            continue
        try:
            lines.append(write_tagged(text, entities))
        except InvalidText as error:
            raise InvalidText(f"Segment {number}: {error}") from None
    return "".join(f"{line}\n" for line in lines)
