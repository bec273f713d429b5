"""Standard output: whether a person reads it, and writing to it all at once."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


_PIECE = 1 << 16
# For terminals that know no better.
_PLAIN = str.maketrans({"─": "-", "–": "-", "…": "...", "↓": "(low)", "’": "'"})


def write(text: str) -> None:
    """Print everything that a command has to say, once nothing can go wrong any more."""
    if sys.stdout is None:
        raise _unwritable("it is closed")
    _allow_every_character(sys.stdout)
    if not _is_unicode(sys.stdout):
        text = text.translate(_PLAIN)
    try:
        # In pieces: an unbuffered stream tells of a closed pipe only when the next piece is written.
        for start in range(0, len(text), _PIECE):
            sys.stdout.write(text[start : start + _PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(error.strerror or str(error)) from None


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads this stream."""
    return stream is not None and stream.isatty()


def shows_styles() -> bool:
    """Whether standard output may have colours, by the conventions of no-color.org and force-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def terminal_width() -> int:
    """How many characters fit on a line of standard output."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (OSError, ValueError):
        return 80


def _allow_every_character(stream: TextIO) -> None:
    """A name that the encoding cannot write is escaped; it must not cost the user the figures."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "utf-8").lower().startswith("utf")


def abandon() -> None:
    """Let go of standard output: Python would write to it once more on its way out, and complain."""
    from contextlib import suppress
    from io import UnsupportedOperation

    # There may be no such stream, or no file behind it.
    with suppress(AttributeError, UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unwritable(problem: str) -> Exception:
    from karat.errors import UnreadableFile

    abandon()
    return UnreadableFile(f"standard output: it cannot be written ({problem}).")
