"""What judges were shown and answered: showings, answers, drafts and remarks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import bindparam, delete, insert, select

from karat.campaigns.answers import Answer, Span, Value
from karat.campaigns.store import schema
from karat.campaigns.store.people_rows import next_number

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select


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


# What every page asks is put together once: to do so takes longer than to ask.
_ANSWERS = select(schema.answers).order_by(schema.answers.c.number)
_OF_ITEM = _ANSWERS.where(schema.answers.c.item == bindparam("id"))
_OF_TRAINING = _ANSWERS.where(schema.answers.c.training, schema.answers.c.judge == bindparam("who"))
_OF_PACK = _ANSWERS.join(schema.items, schema.items.c.id == schema.answers.c.item).where(
    schema.items.c.pack == bindparam("id")
)
_SHOWING = select(schema.showings).where(schema.showings.c.key == bindparam("id"))
_SHOWINGS = select(schema.showings).where(
    schema.showings.c.judge == bindparam("who"), schema.showings.c.item == bindparam("id")
)
_SKIPS = (
    select(schema.remarks.c.item)
    .join(schema.items, schema.items.c.id == schema.remarks.c.item)
    .where(schema.remarks.c.judge == bindparam("who"), schema.remarks.c.kind == "skip")
)
_SKIPPED = _SKIPS.where(schema.items.c.pack == bindparam("id"))
_SKIPPED_IN_TRAINING = _SKIPS.where(schema.items.c.pack.is_(None))
_OWN_DRAFT = (schema.drafts.c.judge == bindparam("who")) & (schema.drafts.c.item == bindparam("id"))
_DRAFT = select(schema.drafts.c.body).where(_OWN_DRAFT)
_DROP_DRAFT = delete(schema.drafts).where(_OWN_DRAFT)


class AnswerRows:
    """Queries about answers, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def showing(self, key: str) -> Showing | None:
        """The page that this key was made for."""
        found = self._connection.execute(_SHOWING, {"id": key}).one_or_none()
        return None if found is None else Showing(*found)

    def showings(self, judge: str, item: str) -> tuple[Showing, ...]:
        """The pages of an item that the judge has been shown."""
        rows = self._connection.execute(_SHOWINGS, {"who": judge, "id": item})
        return tuple(Showing(*row) for row in rows)

    def add_showing(self, showing: Showing) -> None:
        """A page is shown for the first time."""
        row = {name: getattr(showing, name) for name in Showing.__slots__}
        self._connection.execute(insert(schema.showings), row)

    def of_pack(self, pack: str) -> tuple[AnswerRow, ...]:
        """All answers of a pack, oldest first."""
        return self._rows(_OF_PACK, {"id": pack})

    def of_training(self, judge: str) -> tuple[AnswerRow, ...]:
        """The judge's answers in the training, oldest first."""
        return self._rows(_OF_TRAINING, {"who": judge})

    def of_item(self, item: str) -> tuple[AnswerRow, ...]:
        """All answers of an item, oldest first."""
        return self._rows(_OF_ITEM, {"id": item})

    def packs_of(self, judge: str) -> set[str]:
        """The packs in which the judge has answered anything."""
        query = (
            select(schema.items.c.pack)
            .join(schema.answers, schema.answers.c.item == schema.items.c.id)
            .where(schema.answers.c.judge == judge, schema.items.c.pack.is_not(None))
            .distinct()
        )
        return set(self._connection.execute(query).scalars())

    def count(self) -> int:
        """How many answers there are, all versions; none is ever taken away."""
        return next_number(self._connection, schema.answers) - 1

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
        return replace(row, number=number)

    def _rows(self, query: Select[Any], values: dict[str, str]) -> tuple[AnswerRow, ...]:
        return tuple(_answer_row(*row) for row in self._connection.execute(query, values))

    def draft(self, judge: str, item: str) -> bytes | None:
        """What the judge has begun to answer."""
        values = {"who": judge, "id": item}
        found: bytes | None = self._connection.execute(_DRAFT, values).scalar_one_or_none()
        return found

    def save_draft(self, judge: str, item: str, body: bytes, now: float) -> None:
        """The draft of an item, instead of the last one."""
        self.drop_draft(judge, item)
        row = {"judge": judge, "item": item, "body": body, "saved": now}
        self._connection.execute(insert(schema.drafts), row)

    def drop_draft(self, judge: str, item: str) -> None:
        """The draft is not needed any more."""
        self._connection.execute(_DROP_DRAFT, {"who": judge, "id": item})

    def remarks(self) -> tuple[Remark, ...]:
        """What judges skipped and flagged, oldest first."""
        table = schema.remarks
        query = select(*schema.columns(table, "judge item kind reason made")).order_by(table.c.number)
        return tuple(Remark(*row) for row in self._connection.execute(query))

    def skipped(self, judge: str, pack: str | None) -> set[str]:
        """The items of a pack, or of the training, that the judge has skipped."""
        values = {"who": judge} if pack is None else {"who": judge, "id": pack}
        query = _SKIPPED_IN_TRAINING if pack is None else _SKIPPED
        return set(self._connection.execute(query, values).scalars())

    def add_remark(self, remark: Remark) -> None:
        """One more remark."""
        row = {name: getattr(remark, name) for name in Remark.__slots__}
        number = next_number(self._connection, schema.remarks)
        self._connection.execute(insert(schema.remarks), row | {"number": number})


def _answer_row(*columns: Any) -> AnswerRow:
    """The columns are in the order of the table, and so of the fields."""
    row = AnswerRow(*columns)
    return replace(row, active=nan) if row.active is None else row
