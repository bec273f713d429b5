"""What judges were shown and answered: showings, answers, drafts and remarks."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import delete, insert, select

from karat.campaigns.answers import Answer, Span, Value
from karat.campaigns.store import schema
from karat.campaigns.store.people_rows import next_number

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection, Select


@dataclass(frozen=True, slots=True)
class Showing:
    """A page as it was shown, and the key that its answer must have."""

    key: str
    judge: str
    item: str
    step: int
    version: int
    shown: float


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """An answer without what it says: whose, of what, and when. `active` is NaN if unknown."""

    number: int
    key: str
    judge: str
    item: str
    step: int
    version: int
    training: bool
    comment: str
    shown: float
    stored: float
    active: float
    guidelines: str
    reference: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A judge has skipped an item, or flagged it, and why."""

    judge: str
    item: str
    kind: Literal["skip", "flag"]
    reason: str
    made: float


class AnswerRows:
    """Queries about answers, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def showing(self, key: str) -> Showing | None:
        """The page that this key was made for."""
        row = self._connection.execute(select(schema.showings).where(schema.showings.c.key == key)).mappings()
        found = row.one_or_none()
        return None if found is None else Showing(**found)

    def showings(self, judge: str, item: str) -> tuple[Showing, ...]:
        """The pages of an item that the judge has been shown."""
        table = schema.showings
        query = select(table).where(table.c.judge == judge, table.c.item == item)
        return tuple(Showing(**row) for row in self._connection.execute(query).mappings())

    def add_showing(self, showing: Showing) -> None:
        """A page is shown for the first time."""
        row = {name: getattr(showing, name) for name in Showing.__slots__}
        self._connection.execute(insert(schema.showings), row)

    def of_pack(self, pack: str | None) -> tuple[AnswerRow, ...]:
        """All answers of a pack, or of the training, oldest first."""
        query = _within(select(schema.answers), schema.answers.c.item, pack)
        rows = self._connection.execute(query.order_by(schema.answers.c.number)).mappings()
        return tuple(_answer_row(row) for row in rows)

    def of_item(self, item: str) -> tuple[AnswerRow, ...]:
        """All answers of an item, oldest first."""
        table = schema.answers
        query = select(table).where(table.c.item == item).order_by(table.c.number)
        return tuple(_answer_row(row) for row in self._connection.execute(query).mappings())

    def packs_of(self, judge: str) -> set[str]:
        """The packs in which the judge has answered anything."""
        query = (
            select(schema.items.c.pack)
            .join(schema.answers, schema.answers.c.item == schema.items.c.id)
            .where(schema.answers.c.judge == judge, schema.items.c.pack.is_not(None))
            .distinct()
        )
        return set(self._connection.execute(query).scalars())

    def by_key(self, key: str) -> AnswerRow | None:
        """The answer with this key."""
        row = self._connection.execute(select(schema.answers).where(schema.answers.c.key == key)).mappings()
        found = row.one_or_none()
        return None if found is None else _answer_row(found)

    def content(self, row: AnswerRow) -> Answer:
        """What an answer says."""
        values, spans = schema.answer_values, schema.answer_spans
        asked = select(*schema.columns(values, "candidate dimension value")).where(
            values.c.answer == row.number
        )
        marked = (
            select(*schema.columns(spans, "candidate first last severity category"))
            .where(spans.c.answer == row.number)
            .order_by(spans.c.place)
        )
        return Answer(
            tuple(Value(*value) for value in self._connection.execute(asked)),
            tuple(Span(*span) for span in self._connection.execute(marked)),
            row.comment,
        )

    def add(self, row: AnswerRow, answer: Answer) -> AnswerRow:
        """One more answer; gives it with its number."""
        number = next_number(self._connection, schema.answers)
        columns = {name: getattr(row, name) for name in AnswerRow.__slots__}
        columns |= {"number": number, "active": None if isnan(row.active) else row.active}
        self._connection.execute(insert(schema.answers), columns)
        if answer.values:
            self._connection.execute(
                insert(schema.answer_values),
                [
                    {"answer": number, "candidate": x.candidate, "dimension": x.dimension, "value": x.value}
                    for x in answer.values
                ],
            )
        if answer.spans:
            self._connection.execute(
                insert(schema.answer_spans),
                [
                    {
                        "answer": number,
                        "place": place,
                        "candidate": span.candidate,
                        "first": span.start,
                        "last": span.end,
                        "severity": span.severity,
                        "category": span.category,
                    }
                    for place, span in enumerate(answer.spans)
                ],
            )
        return _answer_row(columns)

    def draft(self, judge: str, item: str) -> bytes | None:
        """What the judge has begun to answer."""
        query = select(schema.drafts.c.body).where(*_own(judge, item))
        found: bytes | None = self._connection.execute(query).scalar_one_or_none()
        return found

    def save_draft(self, judge: str, item: str, body: bytes, now: float) -> None:
        """The draft of an item, instead of the last one."""
        self.drop_draft(judge, item)
        row = {"judge": judge, "item": item, "body": body, "saved": now}
        self._connection.execute(insert(schema.drafts), row)

    def drop_draft(self, judge: str, item: str) -> None:
        """The draft is not needed any more."""
        self._connection.execute(delete(schema.drafts).where(*_own(judge, item)))

    def remarks(self) -> tuple[Remark, ...]:
        """What judges skipped and flagged, oldest first."""
        table = schema.remarks
        query = select(*schema.columns(table, "judge item kind reason made")).order_by(table.c.number)
        return tuple(Remark(*row) for row in self._connection.execute(query))

    def skipped(self, judge: str, pack: str | None) -> set[str]:
        """The items of a pack, or of the training, that the judge has skipped."""
        table = schema.remarks
        query = _within(select(table.c.item), table.c.item, pack)
        query = query.where(table.c.judge == judge, table.c.kind == "skip")
        return set(self._connection.execute(query).scalars())

    def add_remark(self, remark: Remark) -> None:
        """One more remark."""
        row = {name: getattr(remark, name) for name in Remark.__slots__}
        number = next_number(self._connection, schema.remarks)
        self._connection.execute(insert(schema.remarks), row | {"number": number})


def _within(query: Select[Any], item: Column[str], pack: str | None) -> Select[Any]:
    belongs = schema.items.c.pack.is_(None) if pack is None else schema.items.c.pack == pack
    return query.join(schema.items, schema.items.c.id == item).where(belongs)


def _own(judge: str, item: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return schema.drafts.c.judge == judge, schema.drafts.c.item == item


def _answer_row(row: object) -> AnswerRow:
    columns = dict(row)  # type: ignore[call-overload]
    return AnswerRow(**columns | {"active": nan if columns["active"] is None else columns["active"]})
