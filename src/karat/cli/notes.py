"""Standard error: warnings and errors as one line each."""

from __future__ import annotations

import sys
import warnings
from contextlib import suppress


def complain(message: str) -> None:
    """Say on one line why there is no result."""
    _say(f"karat: {message}")


def note(message: str) -> None:
    """Say on one line what the user should know about the result."""
    _say(f"karat: note: {message}")


def take_over_warnings() -> None:
    """Show warnings as notes from now on, each once; the caller restores what was before."""
    # Python's own "once" remembers beyond this run.
    shown = set[str]()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in shown:
            shown.add(str(message))
            note(str(message))

    warnings.simplefilter("always", UserWarning)
    warnings.showwarning = show


def _say(message: str) -> None:
    # A module that nobody imported shows no line.
    if (module := sys.modules.get("karat.cli.progress")) and module.Progress.current:
        module.Progress.current.clear()
    from karat.report.tables import printable

    write(printable(" ".join(message.splitlines())) + "\n")


def write(text: str) -> None:
    """Write on standard error. Where it is closed or full, the exit code is all that is left to say."""
    with suppress(OSError, ValueError):
        if sys.stderr is not None:
            sys.stderr.write(text)
