"""CPU time of a job, and the row that compares two."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Row:
    """One job: the peer's seconds, Karat's, and what their ratio should be."""

    job: str
    peer: float
    karat: float
    least: float
    aim: float

    def __str__(self) -> str:
        ratio = self.peer / self.karat
        verdict = "aim" if ratio >= self.aim else "ok" if ratio >= self.least else "BELOW"
        return (
            f"{self.job:<46} {self.peer * 1e3:>11.1f} {self.karat * 1e3:>10.2f} {ratio:>8.1f} × "
            f"{self.least:>6g} {self.aim:>6g}  {verdict}"
        )


HEADER = f"{'job':<46} {'peer ms':>11} {'karat ms':>10} {'ratio':>10} {'least':>6} {'aim':>6}"


def cpu_seconds(job: Callable[[], Any], *, repeat: int = 1) -> tuple[float, Any]:
    """The least CPU time of several runs, and what the last one gave."""
    best, result = float("inf"), None
    for _ in range(repeat):
        start = time.process_time()
        result = job()
        best = min(best, time.process_time() - start)
    return best, result


def wall_seconds(job: Callable[[], Any], *, repeat: int) -> float:
    """The least time by the clock on the wall."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best
