"""Which of two outputs a judge preferred, and which of them stood first."""

from __future__ import annotations

from dataclasses import dataclass

from karat.errors import InvalidJudgement


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """One verdict: 1 if the first output won, −1 if the second did, 0 for a tie.

    >>> PairVerdict("llm", "1", "A", "B", 1).swapped, PairVerdict("llm", "1", "A", "B", 1).preference
    (('llm', '1', 'B', 'A'), 1)
    """

    judge: str
    segment: str
    first: str
    second: str
    preference: int
    document: str = ""

    def __post_init__(self) -> None:
        if self.first == self.second:
            raise InvalidJudgement(
                f"{self.judge} compared {self.first!r} with itself in segment {self.segment}. A pair has two "
                "systems."
            )

    @property
    def shown(self) -> tuple[str, str, str, str]:
        """What was judged, in the order in which it was shown."""
        return (self.judge, self.segment, self.first, self.second)

    @property
    def swapped(self) -> tuple[str, str, str, str]:
        """The same pair in the other order."""
        return (self.judge, self.segment, self.second, self.first)
