"""What a store of campaigns can do: all that the rest of Karat knows of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from karat.campaigns.answers import Recorded
    from karat.campaigns.plan import CampaignPlan
    from karat.campaigns.store.answer_rows import AnswerRows
    from karat.campaigns.store.campaign_rows import CampaignRows
    from karat.campaigns.store.pack_rows import PackRows
    from karat.campaigns.store.parts import Parts
    from karat.campaigns.store.people_rows import PeopleRows
    from karat.campaigns.store.table_rows import TableRows

State: TypeAlias = Literal["open", "paused", "closed"]


@dataclass(frozen=True, slots=True)
class Transaction:
    """Reads that belong together, and writes of which all are stored or none."""

    campaign: CampaignRows
    people: PeopleRows
    packs: PackRows
    answers: AnswerRows
    tables: TableRows
    parts: Parts


class Store(Protocol):
    """A campaign that is kept."""

    @property
    def address(self) -> str:
        """Where it is kept, without a password."""

    def plan(self) -> CampaignPlan:
        """The plan as it was made."""

    def records(self) -> Sequence[Recorded]:
        """Every value that was stored, all versions, oldest first."""

    def reading(self) -> AbstractContextManager[Transaction]:
        """A look at the campaign at one moment."""

    def writing(self) -> AbstractContextManager[Transaction]:
        """The only writer. What was done is stored when the block ends, and undone if it raises."""

    def together(self) -> AbstractContextManager[None]:
        """All that this thread reads and writes in the block is stored when the block ends, in one go.

        What raises `Refused` in a `writing` undoes that part alone. Anything else undoes the whole block.
        """

    def reading_together(self) -> AbstractContextManager[None]:
        """All that this thread reads in the block is read at one moment."""

    def close(self) -> None:
        """Let go of the file or the server."""
