"""Any program that reads segments as JSON lines and writes a number for each."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite, nan
from threading import Thread
from typing import IO, TYPE_CHECKING

from karat.errors import InvalidOption, ProgramFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.scorers.scorer import ScorerInput

_SHOWN_LINES = 5
_LONGEST_NUMBER = 1000  # a program that never ends a line must not fill the memory
_LAST_WORDS = 1 << 16


@dataclass(frozen=True, slots=True)
class Program:
    """A program that reads JSON lines (`source`, `hypothesis`, `references`) and writes a number for each.

    `command` is a line as a shell splits it, or the words of one. No shell runs it. The program gets all
    segments on its standard input while it writes, so it may work in batches of any size. What it writes on
    standard error is shown if it fails.

    >>> Program("length", "python lengths.py words").command
    ('python', 'lengths.py', 'words')
    """

    name: str
    command: tuple[str, ...]
    higher_is_better: bool = True

    is_repeatable = False  # the same command may be another program tomorrow

    def __init__(self, name: str, command: str | Sequence[str], *, higher_is_better: bool = True) -> None:
        """Split the command, if it is a line."""
        try:
            words = tuple(shlex.split(command) if isinstance(command, str) else command)
        except ValueError as error:
            raise InvalidOption(f"The command of {name} cannot be split into words: {error}.") from None
        if not words:
            raise InvalidOption(f"The command of {name} is empty.")
        for field, value in (("name", name), ("command", words), ("higher_is_better", higher_is_better)):
            object.__setattr__(self, field, value)

    @property
    def identity(self) -> str:
        """The command; the scores themselves have a checksum in the recipe."""
        return _printable(shlex.join(self.command)).replace("|", "¦")

    def scores(self, items: Sequence[ScorerInput]) -> Iterator[float]:
        """A number for each item, as soon as the program has written it."""
        if not items:
            return
        # What it says goes into a file: a pipe that nobody reads would stop it when it is full.
        with tempfile.TemporaryFile() as said:
            try:
                # What the user asked for, word by word; no shell reads it.
                process = subprocess.Popen(  # noqa: S603
                    self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said
                )
            except OSError as error:
                raise ProgramFailed(
                    f"{self.name}: {_printable(self.command[0])} cannot be started ({error.strerror}). Give "
                    "a program and its arguments, as in 'python score.py'."
                ) from None
            try:
                yield from self._numbers(process, items, said)
            finally:
                # Also when nobody wants the rest: after Ctrl-C, or after an error.
                process.kill()
                process.wait()
                for pipe in (process.stdin, process.stdout):
                    with suppress(OSError):
                        pipe.close()  # type: ignore[union-attr]

    def _numbers(
        self, process: subprocess.Popen[bytes], items: Sequence[ScorerInput], said: IO[bytes]
    ) -> Iterator[float]:
        assert process.stdin is not None
        assert process.stdout is not None
        writer = Thread(target=_write, args=(process.stdin, items), daemon=True)
        writer.start()
        wanted = len(items)
        for number in range(1, wanted + 1):
            line = process.stdout.readline(_LONGEST_NUMBER)
            if not line:
                raise self._failed(f"{_end_of(process)} after {number - 1} of {wanted} segments", said)
            value = _number(line)
            if not isfinite(value):
                raise self._failed(
                    f"wrote {_shown(line)} for segment {number} of {wanted}; a finite number was expected",
                    said,
                )
            yield value
        if rest := process.stdout.readline(_LONGEST_NUMBER):
            raise self._failed(f"wrote {_shown(rest)} after the numbers of all {wanted} segments", said)
        writer.join()
        if process.wait():
            raise self._failed(f"{_end_of(process)} after the last segment", said)

    def _failed(self, what: str, said: IO[bytes]) -> ProgramFailed:
        said.seek(max(0, said.seek(0, os.SEEK_END) - _LAST_WORDS))
        lines = [_printable(line) for line in said.read().decode("utf-8", "replace").splitlines()]
        last = " / ".join([line for line in lines if line.strip()][-_SHOWN_LINES:])
        own = f" It said: {last}" if last else " It said nothing on standard error."
        return ProgramFailed(f"{self.name}: the program {what}.{own}")


def _number(line: bytes) -> float:
    """What the line says; NaN where it is no number, or no whole line."""
    # Python also reads "1_0" as 10, which no program means.
    if len(line) >= _LONGEST_NUMBER or b"_" in line:
        return nan
    try:
        return float(line)
    except ValueError:
        return nan


def _end_of(process: subprocess.Popen[bytes]) -> str:
    code = process.wait()
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed ({signal.Signals(-code).name})"
    except ValueError:
        return f"was killed (signal {-code})"


def _write(pipe: IO[bytes], items: Sequence[ScorerInput]) -> None:
    """All items; a program that has stopped reading is told of by what it did not write."""
    with suppress(OSError, ValueError):
        for item in items:
            pipe.write(item.as_json().encode() + b"\n")
        pipe.close()


def _shown(line: bytes) -> str:
    """What a program wrote, as one may quote it."""
    return repr(_printable(line.decode("utf-8", "replace").strip())[:80])


def _printable(text: str) -> str:
    """A text without characters that would move the cursor or break the line."""
    return "".join(one if one.isprintable() else " " for one in text)
