"""The entities of a campaign as files: MUC's tags, JSON lines, or a table of all that was recorded."""

from __future__ import annotations

import csv
import json
from dataclasses import fields
from io import StringIO
from math import isnan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.campaigns.annotation.mark_records import MarkRecord
from karat.campaigns.exchange.exporting import safe_text
from karat.entities.muc import write_tagged
from karat.entities.standoff import record
from karat.errors import InvalidText

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.annotation.annotated_documents import FinalEntities

EntityForm: TypeAlias = Literal["entities", "muc", "csv"]


def written_entities(found: FinalEntities, form: Literal["entities", "muc"]) -> str:
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


def written_records(records: Sequence[MarkRecord]) -> str:
    """Everything that was recorded, as CSV: a line for each mark of each version, and for each remark."""
    columns = [field.name for field in fields(MarkRecord)]
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(columns)
    for one in records:
        writer.writerow([_cell(getattr(one, name)) for name in columns])
    return lines.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False) if value else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if isnan(value) else value
    return safe_text(value) if isinstance(value, str) else value
