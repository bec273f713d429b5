"""All that was answered, as rows to weigh."""

from __future__ import annotations

from math import nan
from typing import TYPE_CHECKING

from sqlalchemy import select

from karat.campaigns.answers import Recorded, Span
from karat.campaigns.store import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Select


def records(connection: Connection) -> Iterator[Recorded]:
    """Every value of every version, oldest first; candidates and questions in the order shown."""
    spans = _spans(connection)
    for row in connection.execute(_query()).mappings():
        fields = {name: row[name] for name in _SAME}
        yield Recorded(
            **fields,
            pack=row["pack"] or "",
            # A candidate's spans stand once: popped by the first of its rows.
            spans=spans.pop((row["number"], row["candidate"]), ()),
            active=nan if row["active"] is None else row["active"],
        )


_SAME = (
    *("judge", "item", "position", "step", "purpose", "segment", "document", "text_type", "system", "damage"),
    *("dimension", "value", "comment", "shown", "stored", "version", "guidelines", "reference"),
)


def _query() -> Select[tuple[object, ...]]:
    answers, values, items, shown = schema.answers, schema.answer_values, schema.items, schema.candidates
    texts, origins, asked = schema.segments, schema.origins, schema.questions
    return (
        select(
            answers,
            *schema.columns(values, "candidate dimension value"),
            *schema.columns(items, "pack position purpose segment"),
            *schema.columns(texts, "document text_type"),
            *schema.columns(origins, "system damage"),
        )
        .join(values, values.c.answer == answers.c.number)
        .join(items, items.c.id == answers.c.item)
        .join(texts, texts.c.number == items.c.segment)
        .join(shown, shown.c.id == values.c.candidate)
        .join(origins, origins.c.candidate == values.c.candidate)
        .join(asked, (asked.c.step == answers.c.step) & (asked.c.dimension == values.c.dimension))
        .order_by(answers.c.number, shown.c.position, asked.c.place)
    )


def _spans(connection: Connection) -> dict[tuple[int, str], tuple[Span, ...]]:
    table = schema.answer_spans
    found: dict[tuple[int, str], tuple[Span, ...]] = {}
    for row in connection.execute(select(table).order_by(table.c.answer, table.c.place)):
        span = Span(row.candidate, row.first, row.last, row.severity, row.category)
        key = (row.answer, row.candidate)
        found[key] = (*found.get(key, ()), span)
    return found
