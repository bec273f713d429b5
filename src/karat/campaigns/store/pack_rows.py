"""What a judge works on: packs, items, and the texts around them. No query reads the name of a system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import bindparam, select, update

from karat.campaigns.store import schema
from karat.campaigns.store.plan_rows import expectations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection

    from karat.campaigns.plan import Expectation, PlannedSegment, Purpose


_T = TypeVar("_T")


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


# What every page asks is put together once: to do so takes longer than to ask.
_PACKS = select(*schema.columns(schema.packs, "id place planned judge lease")).order_by(schema.packs.c.place)
_PACK = _PACKS.where(schema.packs.c.id == bindparam("pack"))


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
        return tuple(HeldPack(*row) for row in self._connection.execute(_PACKS))

    def find(self, pack: str) -> HeldPack | None:
        """The pack of this id."""
        found = self._connection.execute(_PACK, {"pack": pack}).one_or_none()
        return None if found is None else HeldPack(*found)

    def assign(self, pack: str, judge: str | None, lease: float | None) -> None:
        """The pack is this judge's now; until `lease`, if it is an open one."""
        where = schema.packs.c.id == pack
        self._connection.execute(update(schema.packs).where(where).values(judge=judge, lease=lease))

    def items(self, pack: str | None) -> tuple[WorkItem, ...]:
        """The items of a pack, or those of the training, in the order shown."""
        return self._once(("items", pack), lambda: self._items(schema.items.c.pack == pack))

    def items_of_packs(self, packs: Iterable[str]) -> tuple[WorkItem, ...]:
        """The items of several packs."""
        return self._items(schema.items.c.pack.in_(list(packs)))

    def item(self, item: str) -> WorkItem | None:
        """The item of this id."""
        return self._once(("item", item), lambda: next(iter(self._items(schema.items.c.id == item)), None))

    def expected(self, item: str) -> tuple[Expectation, ...]:
        """What a training item expects."""
        query = select(schema.items.c.expected).where(schema.items.c.id == item)
        return expectations(self._connection.execute(query).scalar_one())

    def candidates(self, item: str) -> tuple[BlindCandidate, ...]:
        """The outputs of an item, in the order shown."""
        return self._once(("candidates", item), lambda: self._candidates(item))

    def document(self, document: str) -> tuple[PlannedSegment, ...]:
        """The segments of a document, in its order."""
        return self._once(
            ("document", document), lambda: self._segments(schema.segments.c.document == document)
        )

    def segment(self, number: int) -> PlannedSegment:
        """The segment of this number."""
        return self._once(("segment", number), lambda: self._segments(schema.segments.c.number == number)[0])

    def outputs_beside(self, pack: str, document: str) -> dict[tuple[str, int], str]:
        """The texts of a document in a pack, by thread and segment; neither repeats nor spoilt ones."""
        return self._once(("beside", pack, document), lambda: self._outputs_beside(pack, document))

    def _once(self, key: tuple[Any, ...], read: Callable[[], _T]) -> _T:
        """What is read once and kept. What is not there is not kept: strangers may ask for anything."""
        found: _T | None = self._known.get(key)
        if found is None:
            found = read()
            if found:
                self._known[key] = found
        return found

    def _items(self, where: Any) -> tuple[WorkItem, ...]:
        items, texts = schema.items, schema.segments
        query = (
            select(
                *schema.columns(items, "id pack position segment purpose"), texts.c.words, texts.c.document
            )
            .join(texts, texts.c.number == items.c.segment)
            .where(where)
            .order_by(items.c.pack, items.c.position)
        )
        return tuple(WorkItem(*tuple(row)) for row in self._connection.execute(query))

    def _candidates(self, item: str) -> tuple[BlindCandidate, ...]:
        table = schema.candidates
        query = (
            select(*schema.columns(table, "id text thread"))
            .where(table.c.item == item)
            .order_by(table.c.position)
        )
        return tuple(BlindCandidate(*row) for row in self._connection.execute(query))

    def _outputs_beside(self, pack: str, document: str) -> dict[tuple[str, int], str]:
        items, shown = schema.items, schema.candidates
        query = (
            select(shown.c.thread, items.c.segment, shown.c.text)
            .join(items, items.c.id == shown.c.item)
            .join(schema.segments, schema.segments.c.number == items.c.segment)
            .where(items.c.pack == pack, schema.segments.c.document == document)
            .where(items.c.purpose.in_(("plan", "anchor")))
        )
        return {(row.thread, row.segment): row.text for row in self._connection.execute(query)}

    def _segments(self, where: Any) -> tuple[PlannedSegment, ...]:
        from karat.campaigns.plan import PlannedSegment

        names = [column for column in schema.segments.columns if column.name != "place"]
        query = select(*names).where(where).order_by(schema.segments.c.place)
        return tuple(PlannedSegment(**row) for row in self._connection.execute(query).mappings())
