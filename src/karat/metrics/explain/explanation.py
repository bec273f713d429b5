"""Every number on the way to the score of one segment, before it has a form for the eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.display import Shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.frames import Columns


Mark: TypeAlias = Literal["matched", "missed", "plain"]


@dataclass(frozen=True, slots=True)
class Step:
    """One number: what it is, and how it came about, such as "4 of 8 bigrams matched"."""

    label: str
    value: float | str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table of particulars: n-grams, edits, pairs of an alignment, entities."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str | float | None, ...]]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text in units, each with what became of it."""

    title: str
    units: tuple[tuple[str, Mark], ...]


@dataclass(frozen=True, slots=True, repr=False)
class Explanation(Shown):
    """How one segment got its score."""

    metric: str
    value: float
    recipe: str
    texts: tuple[MarkedText, ...] = ()
    listings: tuple[Listing, ...] = ()
    steps: tuple[Step, ...] = ()

    def _columns(self) -> Columns:
        """A row for each step; a value that is a word is in `text`."""
        return {
            "step": [step.label for step in self.steps],
            "value": [None if isinstance(step.value, str) else step.value for step in self.steps],
            "text": [step.value if isinstance(step.value, str) else None for step in self.steps],
            "reason": [step.reason for step in self.steps],
        }
