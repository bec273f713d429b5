"""What judges answered, as the store gives it to whoever weighs it."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.campaigns.plan import Purpose


@dataclass(frozen=True, slots=True)
class Value:
    """A judge's value of one candidate on one dimension."""

    candidate: str
    dimension: str
    value: float


@dataclass(frozen=True, slots=True)
class Span:
    """What a judge marked in a candidate, in code points; from 0 to 0 where something is missing."""

    candidate: str
    start: int
    end: int
    severity: str
    category: str = ""


# Where a mark comes from. An annotator makes it by hand, accepts or corrects a suggestion, or repeats a mark
# wherever the document has the same name; a rejected suggestion is kept as such. An adjudicator finds marks
# that all agree on, chooses or refuses those of the annotators, or makes one of their own.
MarkOrigin: TypeAlias = Literal[
    "hand", "accepted", "corrected", "repeated", "rejected", "agreed", "chosen", "own", "refused"
]
# When an answer was given that was collected elsewhere, and came without a time.
UNKNOWN_TIME = 0.0
NOT_KEPT: frozenset[MarkOrigin] = frozenset(("rejected", "refused"))


@dataclass(frozen=True, slots=True)
class EntityMark:
    """A named entity in a candidate, in code points; `kind` may be several types with | between.

    `suggestion` is the place of the suggestion that it comes from among those of the page; `reason` is the
    adjudicator's. `within_word` says that an edge inside a word is meant; it is checked, and not stored.
    """

    candidate: str
    start: int
    end: int
    kind: str
    alternatives: tuple[str, ...] = ()
    optional: bool = False
    origin: MarkOrigin = "hand"
    suggestion: int | None = None
    reason: str = ""
    within_word: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether it is an entity of the text: what was rejected is not."""
        return self.origin not in NOT_KEPT


@dataclass(frozen=True, slots=True)
class AdjudicatorDecision:
    """What an adjudicator decides about a difference: one of its versions, or marks of their own; and why."""

    difference: int
    reason: str
    version: int | None = None
    marks: tuple[EntityMark, ...] = ()


@dataclass(frozen=True, slots=True)
class AdjudicatorChange:
    """What an adjudicator changes where annotators do not differ, and why.

    `agreed` is the place of a mark that all made alike: `mark` stands in its stead, or nothing does. Without
    `agreed`, `mark` is one that all have missed.
    """

    reason: str
    agreed: int | None = None
    mark: EntityMark | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a judge sends for one step of an item.

    An annotator sends `marks`, and the places of the suggestions that are `rejected`; an adjudicator
    `decisions` and `changes`. The store has marks alone: `annotation.entity_pages` makes them of the rest.
    """

    values: tuple[Value, ...]
    spans: tuple[Span, ...] = ()
    comment: str = ""
    marks: tuple[EntityMark, ...] = ()
    rejected: tuple[int, ...] = ()
    decisions: tuple[AdjudicatorDecision, ...] = ()
    changes: tuple[AdjudicatorChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Recorded:
    """One stored value, with all that is known of it: a row of what campaigns are weighed by.

    Times are seconds since 1970 by the server's clock; `active` is how many seconds the judge worked on the
    page, by the judge's own clock, NaN if unknown. `version` is 0 for the first answer, 1 for its
    correction, …; only the last version of an item counts, also where its pack went to another judge
    meanwhile. `spans` are those of this candidate, on the first question of their step. `guidelines` and
    `reference` are the versions (`judge_page.checksum`) of what the judge saw, empty where there was none.
    """

    judge: str
    item: str
    pack: str
    position: int
    step: int
    purpose: Purpose
    segment: int
    document: str
    text_type: str
    system: str
    damage: str
    dimension: str
    value: float
    spans: tuple[Span, ...]
    comment: str
    shown: float
    stored: float
    active: float
    version: int
    guidelines: str
    reference: str

    @property
    def time(self) -> float:
        """When it was stored; NaN for a judgement from elsewhere that came without a time."""
        return nan if self.stored == UNKNOWN_TIME else self.stored

    @property
    def seconds(self) -> float:
        """How long the judge worked on the page; NaN if nobody knows."""
        return working_seconds(self.shown, self.stored, self.active)


def working_seconds(shown: float, stored: float, active: float) -> float:
    """How long somebody worked on a page: by their own clock, else by the server's; NaN if neither knows.

    Where the server's clock was set back meanwhile, an answer has the time at which its page was shown, and
    answers that were collected elsewhere have one time only: nobody took no time at all.

    >>> working_seconds(100.0, 130.0, active=20.0), working_seconds(100.0, 130.0, active=nan)
    (20.0, 30.0)
    >>> working_seconds(100.0, 100.0, active=nan)
    nan
    """
    if active >= 0:
        return active
    return stored - shown if stored > shown else nan


def latest(records: Sequence[Recorded]) -> list[Recorded]:
    """The last version of every value; records come oldest first, and so do these, by their first version."""
    newest: dict[tuple[str, str, int, str, str, str], Recorded] = {}
    for record in records:
        newest[value_key(record)] = record
    return list(newest.values())


def value_key(record: Recorded) -> tuple[str, str, int, str, str, str]:
    """What all versions of one value share; training items are the same for all judges."""
    learner = record.judge if record.purpose == "training" else ""
    return learner, record.item, record.step, record.system, record.damage, record.dimension
