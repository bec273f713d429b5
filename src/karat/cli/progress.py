"""A line on the terminal that says how far a long count has come."""

from __future__ import annotations

import sys
from time import perf_counter

from karat.cli.output import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

_QUIET_SECONDS = 1.0
_SECONDS_BETWEEN = 0.1


class Progress:
    """Segments counted so far and their rate; only on a terminal, and only when it takes long."""

    def __init__(self) -> None:
        self._shown = is_terminal(sys.stderr)
        self._start = self._last = perf_counter()
        self._width = 0

    def segments(self, count: int) -> None:
        """Segments have been counted."""
        seconds = perf_counter() - self._start
        self._say(f"{count:,} segments, {count / max(seconds, 1e-9):,.0f} per second")

    def metric(self, name: str) -> None:
        """A metric has been counted for every system."""
        self._say(f"{name} is counted")

    def step(self, name: str, share: float) -> None:
        """Something is being done, and such a share of everything is done already."""
        seconds = perf_counter() - self._start
        left = f", about {seconds / share - seconds:.0f} s left" if share > 0.05 else ""
        self._say(f"{name}: {share:.0%} done{left}")

    def comparison(self, name: str) -> None:
        """Systems have been compared under a metric."""
        self._say(f"{name} is compared")

    def _say(self, message: str) -> None:
        now = perf_counter()
        if not self._shown or now - self._start < _QUIET_SECONDS or now - self._last < _SECONDS_BETWEEN:
            return
        self._last = now
        self._write(f"\r{message:{self._width}}")
        self._width = len(message)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._write(f"\r{'':{self._width}}\r")

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
