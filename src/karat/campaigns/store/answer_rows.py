"""What judges were shown and answered: showings, answers, drafts and remarks."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import bindparam, delete, func, select

from karat.campaigns.answers import Answer, EntityMark, Span, Value
from karat.campaigns.store import schema
from karat.campaigns.store.ready_statements import ReadyStatement, next_number, ready_insert

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection


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


_ANSWERS = select(schema.answers).order_by(schema.answers.c.number)
_ALL = ReadyStatement(_ANSWERS)
_OF_ITEM = ReadyStatement(_ANSWERS.where(schema.answers.c.item == bindparam("id")))
_OF_JUDGE = ReadyStatement(_ANSWERS.where(schema.answers.c.judge == bindparam("who")))
_OF_TRAINING = ReadyStatement(
    _ANSWERS.where(schema.answers.c.training, schema.answers.c.judge == bindparam("who"))
)
_OF_PACK = ReadyStatement(
    _ANSWERS.join(schema.items, schema.items.c.id == schema.answers.c.item).where(
        schema.items.c.pack == bindparam("id")
    )
)
_SHOWING = ReadyStatement(select(schema.showings).where(schema.showings.c.key == bindparam("id")))
_SHOWINGS = ReadyStatement(
    select(schema.showings).where(
        schema.showings.c.judge == bindparam("who"), schema.showings.c.item == bindparam("id")
    )
)
_SKIPS = (
    select(schema.remarks.c.item)
    .join(schema.items, schema.items.c.id == schema.remarks.c.item)
    .where(schema.remarks.c.judge == bindparam("who"), schema.remarks.c.kind == "skip")
)
_SKIPPED = ReadyStatement(_SKIPS.where(schema.items.c.pack == bindparam("id")))
_SKIPPED_IN_TRAINING = ReadyStatement(_SKIPS.where(schema.items.c.pack.is_(None)))
_OWN_DRAFT = (schema.drafts.c.judge == bindparam("who")) & (schema.drafts.c.item == bindparam("id"))
_DRAFT = ReadyStatement(select(schema.drafts.c.body).where(_OWN_DRAFT))
_DROP_DRAFT = ReadyStatement(delete(schema.drafts).where(_OWN_DRAFT))
_VALUES = ReadyStatement(
    select(*schema.columns(schema.answer_values, "candidate dimension value")).where(
        schema.answer_values.c.answer == bindparam("id")
    )
)
_SPANS = ReadyStatement(
    select(*schema.columns(schema.answer_spans, "candidate first last severity category"))
    .where(schema.answer_spans.c.answer == bindparam("id"))
    .order_by(schema.answer_spans.c.place)
)
_MARKS = ReadyStatement(
    select(
        *schema.columns(
            schema.answer_marks, "candidate first last kind alternatives optional origin suggestion reason"
        )
    )
    .where(schema.answer_marks.c.answer == bindparam("id"))
    .order_by(schema.answer_marks.c.place)
)
_WAS_SHOWN = ReadyStatement(
    select(schema.showings.c.key).where(schema.showings.c.item == bindparam("id")).limit(1)
)
_ADD_SHOWING, _ADD_ANSWER = ready_insert(schema.showings), ready_insert(schema.answers)
_ADD_VALUE, _ADD_SPAN = ready_insert(schema.answer_values), ready_insert(schema.answer_spans)
_ADD_MARK, _ADD_DRAFT = ready_insert(schema.answer_marks), ready_insert(schema.drafts)
_ADD_REMARK = ready_insert(schema.remarks)


class AnswerRows:
    """Queries about answers, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def showing(self, key: str) -> Showing | None:
        """The page that this key was made for."""
        found = _SHOWING.row(self._connection, id=key)
        return None if found is None else Showing(*found)

    def showings(self, judge: str, item: str) -> tuple[Showing, ...]:
        """The pages of an item that the judge has been shown."""
        return tuple(Showing(*row) for row in _SHOWINGS.rows(self._connection, who=judge, id=item))

    def add_showing(self, showing: Showing) -> None:
        """A page is shown for the first time."""
        _ADD_SHOWING.run(self._connection, **_fields(showing))

    def of_pack(self, pack: str) -> tuple[AnswerRow, ...]:
        """All answers of a pack, oldest first."""
        return _answer_rows(_OF_PACK.rows(self._connection, id=pack))

    def of_training(self, judge: str) -> tuple[AnswerRow, ...]:
        """The judge's answers in the training, oldest first."""
        return _answer_rows(_OF_TRAINING.rows(self._connection, who=judge))

    def of_item(self, item: str) -> tuple[AnswerRow, ...]:
        """All answers of an item, oldest first."""
        return _answer_rows(_OF_ITEM.rows(self._connection, id=item))

    def of_judge(self, judge: str) -> tuple[AnswerRow, ...]:
        """All answers of a judge, oldest first."""
        return _answer_rows(_OF_JUDGE.rows(self._connection, who=judge))

    def all(self) -> tuple[AnswerRow, ...]:
        """Every answer, oldest first."""
        return _answer_rows(_ALL.rows(self._connection))

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

    def newest(self) -> float | None:
        """The latest time at which an answer was stored; None without any."""
        query = select(func.max(schema.answers.c.stored))
        found: float | None = self._connection.execute(query).scalar_one()
        return found

    def content(self, row: AnswerRow) -> Answer:
        """What an answer says."""
        return Answer(
            tuple(Value(*value) for value in _VALUES.rows(self._connection, id=row.number)),
            tuple(Span(*span) for span in _SPANS.rows(self._connection, id=row.number)),
            row.comment,
            self.marks(row.number),
        )

    def marks(self, answer: int) -> tuple[EntityMark, ...]:
        """The named entities of an answer, also those that were rejected."""
        return tuple(_mark(row) for row in _MARKS.rows(self._connection, id=answer))

    def finished(self) -> set[str]:
        """The items that somebody has answered or skipped."""
        table = schema.remarks
        skipped = select(table.c.item).where(table.c.kind == "skip")
        answered = select(schema.answers.c.item)
        return {*self._connection.execute(skipped).scalars(), *self._connection.execute(answered).scalars()}

    def was_shown(self, item: str) -> bool:
        """Whether anybody has seen a page of the item."""
        return _WAS_SHOWN.row(self._connection, id=item) is not None

    def add(self, row: AnswerRow, answer: Answer) -> AnswerRow:
        """One more answer; gives it with its number."""
        number = next_number(self._connection, schema.answers)
        columns = _fields(row) | {"number": number, "active": None if isnan(row.active) else row.active}
        _ADD_ANSWER.run(self._connection, **columns)
        for value in answer.values:
            _ADD_VALUE.run(self._connection, answer=number, **_fields(value))
        for place, span in enumerate(answer.spans):
            _ADD_SPAN.run(
                self._connection,
                answer=number,
                place=place,
                candidate=span.candidate,
                first=span.start,
                last=span.end,
                severity=span.severity,
                category=span.category,
            )
        for place, mark in enumerate(answer.marks):
            _ADD_MARK.run(
                self._connection,
                answer=number,
                place=place,
                candidate=mark.candidate,
                first=mark.start,
                last=mark.end,
                kind=mark.kind,
                alternatives=json.dumps(mark.alternatives, ensure_ascii=False),
                optional=mark.optional,
                origin=mark.origin,
                suggestion=mark.suggestion,
                reason=mark.reason,
            )
        return replace(row, number=number)

    def draft(self, judge: str, item: str) -> bytes | None:
        """What the judge has begun to answer."""
        found = _DRAFT.row(self._connection, who=judge, id=item)
        return None if found is None else bytes(found[0])

    def save_draft(self, judge: str, item: str, body: bytes, now: float) -> None:
        """The draft of an item, instead of the last one."""
        self.drop_draft(judge, item)
        _ADD_DRAFT.run(self._connection, judge=judge, item=item, body=body, saved=now)

    def drop_draft(self, judge: str, item: str) -> None:
        """The draft is not needed any more."""
        _DROP_DRAFT.run(self._connection, who=judge, id=item)

    def remarks(self) -> tuple[Remark, ...]:
        """What judges skipped and flagged, oldest first."""
        table = schema.remarks
        query = select(*schema.columns(table, "judge item kind reason made")).order_by(table.c.number)
        return tuple(Remark(*row) for row in self._connection.execute(query))

    def skipped(self, judge: str, pack: str | None) -> set[str]:
        """The items of a pack, or of the training, that the judge has skipped."""
        if pack is None:
            rows = _SKIPPED_IN_TRAINING.rows(self._connection, who=judge)
        else:
            rows = _SKIPPED.rows(self._connection, who=judge, id=pack)
        return {item for (item,) in rows}

    def add_remark(self, remark: Remark) -> None:
        """One more remark."""
        number = next_number(self._connection, schema.remarks)
        _ADD_REMARK.run(self._connection, number=number, **_fields(remark))


def _fields(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__slots__}


def _answer_rows(rows: Iterable[tuple[Any, ...]]) -> tuple[AnswerRow, ...]:
    return tuple(_answer_row(row) for row in rows)


def _answer_row(row: Sequence[Any]) -> AnswerRow:
    """The columns are in the order of the table, and so of the fields."""
    fields = list(row)
    # SQLite knows no Booleans, and neither database NaN in this column.
    fields[_TRAINING] = bool(fields[_TRAINING])
    if fields[_ACTIVE] is None:
        fields[_ACTIVE] = nan
    return AnswerRow(*fields)


def _mark(row: Sequence[Any]) -> EntityMark:
    """The columns are in the order of the fields."""
    candidate, first, last, kind, alternatives, optional, origin, suggestion, reason = row
    names = tuple(json.loads(alternatives))
    return EntityMark(candidate, first, last, kind, names, bool(optional), origin, suggestion, reason)


_TRAINING, _ACTIVE = (AnswerRow.__slots__.index(name) for name in ("training", "active"))
