"""One promise: what is said, what was measured, and within which limits that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["kept", "within chance", "BROKEN", "no promise"]


@dataclass(frozen=True, slots=True)
class Promise:
    """A share of trials in percent, such as the coverage of an interval or the size of a test.

    `low` and `high` are the limits that the share itself must keep. What is measured in finitely many trials
    may lie outside by chance, so a promise counts as broken only beyond two standard errors.
    """

    what: str
    nominal: str
    measured: float
    trials: int
    low: float
    high: float

    @property
    def error(self) -> float:
        """The standard error of the measured share, in percent."""
        share = min(max(self.measured / 100, 0.5 / self.trials), 1 - 0.5 / self.trials)
        return 100 * sqrt(share * (1 - share) / self.trials)

    @property
    def verdict(self) -> Verdict:
        """Whether the measured share itself lies within the limits, or at least may do so.

        A row whose limits allow everything is there to be known, and promises nothing.
        """
        if (self.low, self.high) == (0, 100):
            return "no promise"
        if self.low <= self.measured <= self.high:
            return "kept"
        near = self.low - 2 * self.error <= self.measured <= self.high + 2 * self.error
        return "within chance" if near else "BROKEN"

    @property
    def kept(self) -> bool:
        """Whether the share may lie within its limits."""
        return self.verdict != "BROKEN"

    def __str__(self) -> str:
        return (
            f"| {self.what} | {self.nominal} | {self.measured:.1f} ± {2 * self.error:.1f} | "
            f"{self.low:.3g}–{self.high:.3g} | {self.verdict} |"
        )


Case: TypeAlias = Callable[[int], Iterable[Promise]]

HEADER = "| promise | nominal | measured | limits | verdict |\n|---|---|---|---|---|"


def share(held: Iterable[bool]) -> tuple[float, int]:
    """In how many percent of trials something held, and the number of trials."""
    outcomes = list(held)
    return 100 * sum(outcomes) / len(outcomes), len(outcomes)
