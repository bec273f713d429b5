"""A line on the terminal that says what is being done, how far it has come, and how long it will take."""

from __future__ import annotations

import os
import sys
from time import perf_counter

from karat.cli.output import is_terminal, terminal_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Self

_QUIET_SECONDS = 1.0
_SECONDS_BETWEEN = 0.1
# How often the line is drawn while nothing is heard of the work.
_TICK = 0.5
# Of less than this share, nobody can tell how long the rest will take.
_SHARE_THAT_TELLS = 0.05
_MINUTE, _HOUR = 60, 3600


class Progress:
    """What is being done; only on a terminal, and only when it takes long.

    The work tells of itself through `stage`, `each` and `segments`. In between the time goes on by itself, in
    a thread of its own, so that a long step does not look like one that stands still.
    """

    current: Progress | None = None

    def __init__(self) -> None:
        # A terminal that is dumb cannot write over a line.
        self._shown = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._start = self._begun = perf_counter()
        self._last = -1.0
        self._what, self._done, self._total = "reading", 0, 0
        self._segments: int | None = None
        self._share = 0.0
        self._line = ""
        self._stop: Any = None
        self._lock: Any = None

    def stage(self, what: str, total: int = 0) -> None:
        """What is done now, and of how many steps it is, where that is known."""
        self._what, self._done, self._total, self._segments = what, 0, total, None
        self._begun = perf_counter()

    def advance(self, *_: object) -> None:
        """One of the steps of this stage is done."""
        self._done += 1
        self._draw()

    def step(self, name: str, share: float) -> None:
        """Something is being done, and such a share of everything is done already."""
        if name != self._what:
            self.stage(name)
        self._share = share
        self._draw()

    def each(self, what: str, total: int) -> Callable[[str], object]:
        """A stage, as something to call after each of its steps."""
        self.stage(what, total)
        return self.advance

    def segments(self, count: int) -> None:
        """Segments have been counted."""
        self._segments = count
        self._draw()

    def clear(self) -> None:
        """Leave the line empty, for something else to be written there."""
        if self._line:
            self._write(f"\r{'':{len(self._line)}}\r")
            self._line = ""

    def _draw(self) -> None:
        now = perf_counter()
        quiet = now - self._start < _QUIET_SECONDS or now - self._last < _SECONDS_BETWEEN
        if not self._shown or self._lock is None or quiet:
            return
        self._last = now
        # A line that is broken in two could not be written over.
        message = self._message(now)[: max(terminal_width() - 1, 0)]
        with self._lock:
            if message != self._line:
                self._write(f"\r{message:{len(self._line)}}")
                self._line = message

    def _message(self, now: float) -> str:
        seconds = now - self._begun
        if self._segments is not None:
            return f"{self._segments:,} segments, {self._segments / max(seconds, 1e-9):,.0f} per second"
        if self._share > _SHARE_THAT_TELLS:
            left = (now - self._start) * (1 / self._share - 1)
            return f"{self._what}: {self._share:.0%} done, about {duration(left)} left"
        if not self._total or not self._done:
            of = f": 0 of {self._total}" if self._total > 1 else ""
            return f"{self._what}{of}, {duration(seconds)}"
        left = seconds / self._done * max(self._total - self._done, 0)
        return f"{self._what}: {self._done} of {self._total}, about {duration(left)} left"

    def __enter__(self) -> Self:
        if self._shown:
            from threading import Event, RLock, Thread

            self._stop, self._lock = Event(), RLock()
            Thread(target=self._tick, daemon=True).start()
            Progress.current = self
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            Progress.current = None
            self._stop.set()
            with self._lock:
                self._shown = False
                self.clear()

    def _tick(self) -> None:
        while not self._stop.wait(_TICK):
            self._draw()

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(4.2), duration(75), duration(4000)
    ('4 s', '1 min 15 s', '1 h 6 min')
    """
    whole = round(seconds)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"
