"""What looks at a running campaign say: claims, pairs that are open, and whether to go on."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from karat.resampling import Interval

Advice: TypeAlias = Literal[
    "go on", "stop: every pair is decided", "stop: no more claims to expect", "complete"
]

# Whom claims are about: all judges who might have been asked, or those who were.
ClaimedJudges: TypeAlias = Literal["all", "these"]


@dataclass(frozen=True, slots=True)
class InterimLook:
    """One look: after so many judgements and documents, at this fraction of the planned information.

    `level` is the p-value that a claim of one pair needed there, once Holm's method had shared the error
    rate; NaN where there was too little to test. `claims` are how many had been made by then, and `advice` is
    what followed.
    """

    number: int
    judgements: int
    documents: int
    fraction: float
    level: float
    claims: int
    advice: Advice
    time: float

    def to_dict(self) -> dict[str, Any]:
        """The look as plain values."""
        return {
            "look": self.number,
            "judgements": self.judgements,
            "documents": self.documents,
            "information": self.fraction,
            "level": self.level,
            "claims": self.claims,
            "advice": self.advice,
            "time": self.time,
        }


@dataclass(frozen=True, slots=True)
class Claim:
    """That one system is better than another on a dimension, made at a look; the interval is of that look.

    It is a repeated confidence interval: those of all looks and pairs hold together with 95 %.
    """

    dimension: str
    better: str
    worse: str
    look: int
    difference: float
    interval: Interval

    def to_dict(self) -> dict[str, Any]:
        """The claim as plain values."""
        return {
            "dimension": self.dimension,
            "better": self.better,
            "worse": self.worse,
            "look": self.look,
            "difference": self.difference,
            "interval": [self.interval.low, self.interval.high],
        }


@dataclass(frozen=True, slots=True)
class UndecidedPair:
    """Two systems of which nothing can be claimed yet.

    `chance` is the conditional power: how probable a claim is by the end of the plan if the difference stays
    as it is now. `documents` is how many documents would be needed in all for a claim with 80 % power, None
    where it cannot be told.
    """

    dimension: str
    first: str
    second: str
    difference: float
    error: float
    chance: float
    documents: int | None

    def to_dict(self) -> dict[str, Any]:
        """The pair as plain values."""
        return {
            "dimension": self.dimension,
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "error": self.error,
            "chance": self.chance,
            "documents": self.documents,
        }


@dataclass(frozen=True, slots=True)
class TasteSpread:
    """How far judges differ about systems on one dimension: the standard deviation of judge × system.

    `error` is what that adds to the standard error of a difference, as a root of its median square over
    pairs: more documents do not lessen it, more judges do. `freedom` are its degrees of freedom, infinite
    where no tastes were found.
    """

    dimension: str
    deviation: float
    error: float
    freedom: float

    def to_dict(self) -> dict[str, Any]:
        """The spread as plain values."""
        return {"dimension": self.dimension, "deviation": self.deviation, "error": self.error}


@dataclass(frozen=True, slots=True)
class StopVerdict:
    """Whether to go on, the looks so far, what may be claimed, and what is open.

    `about` says which judges claims are about. If all, `tastes` has how far judges differed about systems at
    the last look, which claims allow for.

    `skipped` pages that count for systems were answered by nobody.

    `next_look` is after how many judgements the next look comes, None after the last. `saving` is the share
    of the plan that one pair saves on average, if it differs by what a fixed plan would find with 80 % power;
    `power` is how often these looks find it.
    """

    advice: Advice
    alpha: float
    planned: int
    looks: tuple[InterimLook, ...]
    claims: tuple[Claim, ...]
    undecided: tuple[UndecidedPair, ...]
    next_look: int | None
    saving: float
    power: float
    about: ClaimedJudges = "these"
    tastes: tuple[TasteSpread, ...] = ()
    skipped: int = 0

    def tastes_of(self, dimension: str) -> TasteSpread:
        """Those of one dimension; without a spread where claims do not allow for it."""
        none = TasteSpread(dimension, nan, 0.0, inf)
        return next((one for one in self.tastes if one.dimension == dimension), none)

    @property
    def stops(self) -> bool:
        """Whether more judgements of this plan would be wasted."""
        return self.advice != "go on"

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values."""
        return {
            "advice": self.advice,
            "stop": self.stops,
            "alpha": self.alpha,
            "planned_judgements": self.planned,
            "looks": [look.to_dict() for look in self.looks],
            "claims": [claim.to_dict() for claim in self.claims],
            "undecided": [pair.to_dict() for pair in self.undecided],
            "next_look": self.next_look,
            "saving": self.saving,
            "power": self.power,
            "about": f"{self.about} judges",
            "tastes": [one.to_dict() for one in self.tastes],
            "skipped_pages": self.skipped,
        }
