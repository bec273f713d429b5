"""Everything that was recorded in a campaign of annotators: every mark of every version, and every remark."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from karat.campaigns.answers import EntityMark
    from karat.campaigns.plan import Item
    from karat.campaigns.store.answer_rows import AnswerRow
    from karat.campaigns.store.store import Store, Transaction

# An answer without any mark has a record of its own, so that its comment and its times are not lost.
RecordKind: TypeAlias = Literal["mark", "answer", "skip", "flag"]


@dataclass(frozen=True, slots=True)
class MarkRecord:
    """One mark of one version of somebody's document, or a remark about the document.

    `version` is 0 for the first answer, 1 for its correction, …; `is_last` says that it counts. `origin` is
    where the mark comes from, `reason` the adjudicator's, or that of a remark. Offsets are code points of the
    segment. Times are seconds since 1970, `seconds` those of work, NaN if unknown.
    """

    record: RecordKind
    person: str
    role: Literal["annotator", "adjudicator"]
    document: str
    segment: int | None
    version: int | None
    is_last: bool
    start: int | None = None
    end: int | None = None
    type: str = ""
    text: str = ""
    alternatives: tuple[str, ...] = ()
    is_optional: bool = False
    origin: str = ""
    suggestion: int | None = None
    reason: str = ""
    comment: str = ""
    shown: float = nan
    stored: float = nan
    seconds: float = nan
    guidelines: str = ""

    @property
    def has_words(self) -> bool:
        """Whether somebody has said why, or a comment stands with the answer and its first mark."""
        return bool(self.reason or self.comment) or self.record in ("skip", "flag")


def mark_records(store: Store) -> tuple[MarkRecord, ...]:
    """All versions, oldest first, then what people skipped and flagged."""
    plan = store.plan()
    documents: dict[str, list[int]] = {}
    for segment in plan.segments:
        documents.setdefault(segment.document, []).append(segment.number)
    names = {numbers[0]: name for name, numbers in documents.items()}
    items = {item.id: item for pack in plan.packs for item in pack.items}
    found: list[MarkRecord] = []
    with store.reading() as transaction:
        rows = transaction.answers.all()
        last = {row.item: row.number for row in rows}
        for row in rows:
            item = items[row.item]
            name = names[item.segment]
            found += _of_answer(transaction, row, item, name, documents[name], row.number == last[row.item])
        for remark in transaction.answers.remarks():
            item = items[remark.item]
            about = remark.kind, remark.judge, _role(item), names[item.segment], None, None, True
            found.append(MarkRecord(*about, reason=remark.reason, stored=remark.made))
    return tuple(found)


def _of_answer(
    transaction: Transaction, row: AnswerRow, item: Item, document: str, numbers: list[int], is_last: bool
) -> list[MarkRecord]:
    segments = {
        shown.id: (number, shown.text) for shown, number in zip(item.candidates, numbers, strict=True)
    }
    whole = MarkRecord(
        "answer",
        row.judge,
        _role(item),
        document,
        None,
        row.version,
        is_last,
        comment=row.comment,
        shown=row.shown,
        stored=row.stored,
        seconds=row.active,
        guidelines=row.guidelines,
    )
    marks = transaction.answers.marks(row.number)
    found = [_of_mark(whole, mark, *segments[mark.candidate]) for mark in marks]
    # The comment is about the answer: it stands once.
    return [found[0], *(replace(one, comment="") for one in found[1:])] if found else [whole]


def _of_mark(whole: MarkRecord, mark: EntityMark, segment: int, text: str) -> MarkRecord:
    return replace(
        whole,
        record="mark",
        segment=segment,
        start=mark.start,
        end=mark.end,
        type=mark.kind,
        text=text[mark.start : mark.end],
        alternatives=mark.alternatives,
        is_optional=mark.optional,
        origin=mark.origin,
        suggestion=mark.suggestion,
        reason=mark.reason,
    )


def _role(item: Item) -> Literal["annotator", "adjudicator"]:
    return "adjudicator" if item.purpose == "adjudication" else "annotator"
