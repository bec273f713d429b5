"""What a check says: a verdict, what it rests on, and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.display import Shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.remedies import Remedy

Verdict: TypeAlias = Literal["fine", "doubtful", "unfit"]
VERDICTS: tuple[Verdict, ...] = ("fine", "doubtful", "unfit")
# So many segments are enough to look at.
SHOWN = 10


@dataclass(frozen=True, slots=True, repr=False)
class Finding(Shown):
    """One check's answer; `segments` are the ones it points at, counted from 1, and may be the first of many.

    `hint` has what to write to follow the advice. A record has it as Python writes it, on both sides; a text
    shows it as its reader does.

    >>> Finding("one reference", "fine", "Every segment has 4 references.", {"references": 4}).verdict
    'fine'
    """

    check: str
    verdict: Verdict
    summary: str
    evidence: Mapping[str, Any]
    advice: str = ""
    segments: tuple[int, ...] = ()
    hint: Remedy | None = None

    @classmethod
    def of(
        cls,
        check: str,
        verdict: Verdict,
        summary: str,
        evidence: Mapping[str, Any],
        advice: str,
        segments: Sequence[int] = (),
        hint: Remedy | None = None,
    ) -> Finding:
        """A finding as reports need it: advice only where something is wrong, and the first few segments."""
        first = tuple(segments[:SHOWN])
        if verdict == "fine":
            return cls(check, verdict, summary, evidence, segments=first)
        return cls(check, verdict, summary, evidence, advice, first, hint)

    def _row(self) -> dict[str, Any]:
        # Deliberate: not super(), which a class with slots does not find in Python 3.11.
        return {**Shown._row(self), "hint": self.hint.python if self.hint else ""}

    def to_dict(self) -> dict[str, Any]:
        """The finding as plain values, in a stable order."""
        return {
            "check": self.check,
            "verdict": self.verdict,
            "summary": self.summary,
            "advice": self.advice,
            "evidence": dict(self.evidence),
            "segments": list(self.segments),
            **({"hint": self.hint.python} if self.hint else {}),
        }


def graded(value: float, *, doubtful: float, unfit: float) -> Verdict:
    """The verdict on a value that is worse the higher it is.

    >>> graded(0.2, doubtful=0.05, unfit=0.5)
    'doubtful'
    """
    return "unfit" if value >= unfit else "doubtful" if value >= doubtful else "fine"


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    """The worst of several verdicts; of none, it is fine."""
    return max(verdicts, key=VERDICTS.index, default="fine")
