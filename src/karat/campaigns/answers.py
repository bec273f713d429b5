"""What judges answered, as the store gives it to whoever weighs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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


@dataclass(frozen=True, slots=True)
class Answer:
    """What a judge sends for one step of an item."""

    values: tuple[Value, ...]
    spans: tuple[Span, ...] = ()
    comment: str = ""


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
