"""Progress on the terminal: what is being done, how far it has come, and how long the rest will take."""

from __future__ import annotations

import os
import sys

from karat.cli.output import is_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Timer
    from typing import Any, Self

    from rich.progress import Progress as Display

# Nobody needs to be told about work that is done within this time.
_QUIET_SECONDS = 1.0


class Progress:
    """The progress of a command; only on a terminal, and only when the work takes long.

    The work reports through `stage`, `each`, `step` and `segments`. rich draws, from a thread of its own, so
    that a long step does not look like one that hangs. It is imported when the first line is drawn: a short
    command never pays for it.
    """

    current: Progress | None = None

    def __init__(self) -> None:
        # A dumb terminal cannot overwrite a line.
        self._shown = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._timer: Timer | None = None
        self._display: Display | None = None
        self._lock: Any = None
        self._what, self._unit = "reading", ""
        self._done, self._total = 0.0, 0.0

    def stage(self, what: str, total: int = 0) -> None:
        """What is done now, and how many steps it has, where that is known."""
        self._report(what, total=total, anew=True)

    def advance(self, *_: object) -> None:
        """One of the steps of this stage is done."""
        self._report(self._what, done=self._done + 1, total=self._total)

    def step(self, name: str, share: float) -> None:
        """Something is being done, and such a share of everything is done already."""
        self._report(name, done=share, total=1.0)

    def each(self, what: str, total: int) -> Callable[[str], object]:
        """A stage, as something to call after each of its steps."""
        self.stage(what, total)
        return self.advance

    def segments(self, count: int) -> None:
        """So many segments have been counted."""
        self._report("counting", done=count, unit="segments")

    def rows(self, count: int, total: int | None) -> None:
        """So many rows have been counted, of so many where that is known."""
        self._report("counting", done=count, total=total or 0, unit="rows")

    def clear(self) -> None:
        """Leave the line empty, for something else to be written there."""
        if self._lock is not None:
            with self._lock:
                if self._display is not None:
                    self._display.stop()

    def _report(
        self, what: str, *, done: float = 0.0, total: float = 0.0, unit: str = "", anew: bool = False
    ) -> None:
        if not self._shown:
            return
        self._what, self._done, self._total, self._unit = what, done, total, unit
        with self._lock:
            if self._display is not None:
                task = self._display.task_ids[0]
                if anew:
                    self._display.reset(task)
                self._display.update(task, **self._facts())
                self._display.start()

    def _facts(self) -> dict[str, Any]:
        return {
            "description": self._what,
            "completed": self._done,
            "total": self._total or None,
            "unit": self._unit,
        }

    def _show(self) -> None:
        from rich.console import Console

        from karat.cli.progress_display import display

        with self._lock:
            if self._shown:
                self._display = display(Console(file=sys.stderr))
                self._display.add_task(**self._facts())
                self._display.start()

    def __enter__(self) -> Self:
        if self._shown:
            from threading import RLock, Timer

            self._lock = RLock()
            self._timer = Timer(_QUIET_SECONDS, self._show)
            self._timer.daemon = True
            self._timer.start()
            Progress.current = self
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            Progress.current = None
            assert self._timer is not None
            self._timer.cancel()
            with self._lock:
                self._shown = False
                self.clear()
