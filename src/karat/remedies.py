"""How a message names its remedy: as Python writes it, or as the command line does.

Library code says what to change by the name of a parameter. Within `command_line()` the same message names
the flag, so that users read only words that they can type.

    >>> option("threshold"), option("words", "reference")
    ('threshold=…', "words='reference'")
    >>> with command_line():
    ...     option("threshold"), option("words", "reference")
    ('--threshold', '--words reference')
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar

from karat.frozen import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Remedy", "command_line", "either", "option"]

_AT_COMMAND_LINE = ContextVar("karat_command_line", default=False)


@contextmanager
def command_line() -> Iterator[None]:
    """Messages speak in flags from here on, until the end of the block."""
    before = _AT_COMMAND_LINE.set(True)
    try:
        yield
    finally:
        _AT_COMMAND_LINE.reset(before)


def either(python: str, command: str) -> str:
    """The words for Python, or those for the command line.

    >>> either("compare(evaluation)", "karat compare")
    'compare(evaluation)'
    """
    return command if _AT_COMMAND_LINE.get() else python


class Remedy(Frozen):
    """Words for both, in a result that outlives the call: `str()` chooses when it is shown.

    >>> remedy = Remedy("compare(evaluation)", "karat compare")
    >>> str(remedy)
    'compare(evaluation)'
    >>> with command_line():
    ...     str(remedy), remedy.python
    ('karat compare', 'compare(evaluation)')
    """

    __slots__ = __match_args__ = ("python", "command")

    def __init__(self, python: str, command: str) -> None:
        self.python = python
        self.command = command

    @classmethod
    def option(cls, name: str, value: object = None) -> Remedy:
        """An option by the name of its parameter, with the value to give it where that is known."""
        flag = f"--{name.replace('_', '-')}"
        if value is None:
            return cls(f"{name}=…", flag)
        return cls(f"{name}={value!r}", flag if value is True else f"{flag} {value}")

    def __str__(self) -> str:
        return either(self.python, self.command)


def option(name: str, value: object = None) -> str:
    """An option by the name of its parameter, with the value to give it where that is known.

    >>> option("keep_people", True)
    'keep_people=True'
    >>> with command_line():
    ...     option("keep_people", True)
    '--keep-people'
    """
    return str(Remedy.option(name, value))
