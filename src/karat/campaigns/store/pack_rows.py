"""What a judge works on: packs, items, and the texts around them. No query reads the name of a system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, case, func, select, update

from karat.campaigns.store import schema
from karat.campaigns.store.plan_rows import add_suggestions, expectations, load_suggestions
from karat.campaigns.store.ready_statements import ReadyStatement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection, Select

    from karat.campaigns.plan import Expectation, PlannedSegment, Purpose, SuggestedMark


_T = TypeVar("_T")
# Purposes of checks, those first that stand beside other pages only where nothing else does.
_CHECKS = ("spoilt", "repeat")


@dataclass(frozen=True, slots=True)
class HeldPack:
    """A pack as it stands: who has it, and until when, if it is an open one."""

    id: str
    place: int
    planned: str | None
    judge: str | None
    lease: float | None


@dataclass(frozen=True, slots=True)
class WorkItem:
    """An item without its texts: where it stands, and what it is there for."""

    id: str
    pack: str | None
    position: int
    segment: int
    purpose: Purpose
    words: int
    document: str


@dataclass(frozen=True, slots=True)
class BlindCandidate:
    """An output as a judge may know it. `thread` is the same in a pack for outputs of one system."""

    id: str
    text: str
    thread: str


_PACKS = select(*schema.columns(schema.packs, "id place planned judge lease")).order_by(schema.packs.c.place)
_ALL = ReadyStatement(_PACKS)
_OF_JUDGE = ReadyStatement(_PACKS.where(schema.packs.c.judge == bindparam("who")))
_PACK = ReadyStatement(_PACKS.where(schema.packs.c.id == bindparam("pack")))


def _items() -> Select[tuple[Any, ...]]:
    items, texts = schema.items, schema.segments
    other = texts.alias()
    # Where entities are marked, an item is a whole document.
    whole = select(func.sum(other.c.words)).where(other.c.document == texts.c.document).scalar_subquery()
    design = select(schema.campaign.c.design).scalar_subquery()
    words = case((design == "documents", whole), else_=texts.c.words)
    return (
        select(*schema.columns(items, "id pack position segment purpose"), words, texts.c.document)
        .join(texts, texts.c.number == items.c.segment)
        .order_by(items.c.pack, items.c.position)
    )


_ITEMS = _items()
_OF_PACK = ReadyStatement(_ITEMS.where(schema.items.c.pack == bindparam("pack")))
_OF_TRAINING = ReadyStatement(_ITEMS.where(schema.items.c.pack.is_(None)))
_ITEM = ReadyStatement(_ITEMS.where(schema.items.c.id == bindparam("id")))
_OF_DOCUMENT = ReadyStatement(
    _ITEMS.where(schema.items.c.segment == bindparam("first"), schema.items.c.purpose == bindparam("why"))
)
_EXPECTED = ReadyStatement(select(schema.items.c.expected).where(schema.items.c.id == bindparam("id")))
_CANDIDATES = ReadyStatement(
    select(*schema.columns(schema.candidates, "id text thread"))
    .where(schema.candidates.c.item == bindparam("id"))
    .order_by(schema.candidates.c.position)
)
_BESIDE = ReadyStatement(
    select(
        schema.candidates.c.thread, schema.items.c.segment, schema.candidates.c.text, schema.items.c.purpose
    )
    .join(schema.items, schema.items.c.id == schema.candidates.c.item)
    .join(schema.segments, schema.segments.c.number == schema.items.c.segment)
    .where(schema.items.c.pack == bindparam("pack"), schema.segments.c.document == bindparam("name"))
)
_SEGMENTS = select(
    *schema.columns(
        schema.segments, "number document text_type source reference words source_language target_language"
    )
).order_by(schema.segments.c.place)
_DOCUMENT = ReadyStatement(_SEGMENTS.where(schema.segments.c.document == bindparam("name")))
_SEGMENT = ReadyStatement(_SEGMENTS.where(schema.segments.c.number == bindparam("id")))


class PackRows:
    """Queries about packs and items, in one transaction.

    `known` is what was read of the plan before, in any transaction: who has a pack changes, its items and
    their texts never do.
    """

    def __init__(self, connection: Connection, known: dict[Any, Any] | None = None) -> None:
        self._connection = connection
        self._known = {} if known is None else known

    def all(self) -> tuple[HeldPack, ...]:
        """Every pack, in the plan's order."""
        return tuple(HeldPack(*row) for row in _ALL.rows(self._connection))

    def of_judge(self, judge: str) -> tuple[HeldPack, ...]:
        """The packs that a judge has, in the plan's order."""
        return tuple(HeldPack(*row) for row in _OF_JUDGE.rows(self._connection, who=judge))

    def find(self, pack: str) -> HeldPack | None:
        """The pack of this id."""
        found = _PACK.row(self._connection, pack=pack)
        return None if found is None else HeldPack(*found)

    def assign(self, pack: str, judge: str | None, lease: float | None) -> None:
        """The pack is this judge's now; until `lease`, if it is an open one."""
        where = schema.packs.c.id == pack
        self._connection.execute(update(schema.packs).where(where).values(judge=judge, lease=lease))

    def items(self, pack: str | None) -> tuple[WorkItem, ...]:
        """The items of a pack, or those of the training, in the order shown."""
        return self._once(("items", pack), lambda: self._items(pack))

    def items_of_packs(self, packs: Iterable[str]) -> tuple[WorkItem, ...]:
        """The items of several packs."""
        return tuple(item for pack in packs for item in self.items(pack))

    def item(self, item: str) -> WorkItem | None:
        """The item of this id."""
        return self._once(("item", item), lambda: self._item(item))

    def expected(self, item: str) -> tuple[Expectation, ...]:
        """What a training item expects."""
        ((expected,),) = _EXPECTED.rows(self._connection, id=item)
        return expectations(expected)

    def suggestions(self, item: str) -> tuple[SuggestedMark, ...]:
        """The named entities that are suggested in an item."""
        return tuple(load_suggestions(self._connection, item).get(item, ()))

    def suggest(self, item: str, more: Iterable[SuggestedMark]) -> None:
        """Suggestions beside those that the item has."""
        add_suggestions(self._connection, item, more, first=len(self.suggestions(item)))

    def of_document(self, segment: int, purpose: Purpose) -> tuple[WorkItem, ...]:
        """The items of all packs that begin with this segment and are there for this purpose."""
        rows = _OF_DOCUMENT.rows(self._connection, first=segment, why=purpose)
        return tuple(WorkItem(*row) for row in rows)

    def candidates(self, item: str) -> tuple[BlindCandidate, ...]:
        """The outputs of an item, in the order shown."""
        return self._once(("candidates", item), lambda: self._candidates(item))

    def document(self, document: str) -> tuple[PlannedSegment, ...]:
        """The segments of a document, in its order."""
        return self._once(("document", document), lambda: self._segments(_DOCUMENT, name=document))

    def segment(self, number: int) -> PlannedSegment:
        """The segment of this number."""
        return self._once(("segment", number), lambda: self._segments(_SEGMENT, id=number)[0])

    def outputs_beside(self, pack: str, document: str) -> dict[tuple[str, int], str]:
        """The texts of a document in a pack, by thread and segment.

        Where a document comes again as a check, and its first reading is in another pack, what is read again
        stands beside, so that the page looks like any other.
        """
        return self._once(("beside", pack, document), lambda: self._outputs_beside(pack, document))

    def _once(self, key: tuple[Any, ...], read: Callable[[], _T]) -> _T:
        """What is read once and kept. What is not there is not kept: strangers may ask for anything."""
        found: _T | None = self._known.get(key)
        if found is None:
            found = read()
            if found:
                self._known[key] = found
        return found

    def _items(self, pack: str | None) -> tuple[WorkItem, ...]:
        rows = (
            _OF_TRAINING.rows(self._connection)
            if pack is None
            else _OF_PACK.rows(self._connection, pack=pack)
        )
        return tuple(WorkItem(*row) for row in rows)

    def _item(self, item: str) -> WorkItem | None:
        found = _ITEM.row(self._connection, id=item)
        return None if found is None else WorkItem(*found)

    def _candidates(self, item: str) -> tuple[BlindCandidate, ...]:
        return tuple(BlindCandidate(*row) for row in _CANDIDATES.rows(self._connection, id=item))

    def _outputs_beside(self, pack: str, document: str) -> dict[tuple[str, int], str]:
        rows = _BESIDE.rows(self._connection, pack=pack, name=document)
        # The later take the place of the earlier: spoilt texts only where there is no other.
        rows.sort(key=lambda row: _CHECKS.index(row[3]) if row[3] in _CHECKS else len(_CHECKS))
        return {(thread, segment): text for thread, segment, text, _ in rows}

    def _segments(self, statement: ReadyStatement, **which: str | int) -> tuple[PlannedSegment, ...]:
        from karat.campaigns.plan import PlannedSegment

        return tuple(PlannedSegment(*row) for row in statement.rows(self._connection, **which))
