"""Everything that Karat refuses, and the words it does it with.

    KaratError
    ├── MisalignedCorpus   (ValueError)   texts that should pair up do not
    ├── MissingReference   (ValueError)   a segment that nothing can be compared with
    ├── InvalidText        (ValueError)   bytes or characters that are not text
    ├── InvalidFile        (ValueError)   a file that is not in the format it claims
    │   └── MissingColumn  (ValueError)   a table without a column that is needed
    ├── InvalidJudgement   (ValueError)   a judgement that cannot be one
    ├── UnreadableFile     (OSError)      a file that cannot be opened
    ├── InvalidOption      (ValueError)   a metric or command asked for what does not exist
    ├── InvalidRecipe      (ValueError)   a recipe that names no metric
    ├── RefusedPrediction  (ValueError)   a prediction that would not hold
    ├── UnknownName        (KeyError)     a system, metric or tokenizer that is not there
    └── MissingExtra       (ImportError)  an optional dependency that is not installed

Each message says what was expected, what came, where, and what to do.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self


class KaratError(Exception):
    """What every error of Karat is.

    >>> from karat import Bleu
    >>> try:
    ...     Bleu(order=0)
    ... except KaratError as error:
    ...     print(error)
    order is 0; it must be a whole number from 1 to 100000.
    """

    def __str__(self) -> str:
        # KeyError would print the message in quotation marks.
        return str(self.args[0]) if self.args else ""


class MisalignedCorpus(KaratError, ValueError):
    """Texts that should pair up segment by segment do not."""

    @classmethod
    def from_lengths(
        cls, what: str, *, got: int, expected: int, of: str = "the references"
    ) -> MisalignedCorpus:
        """Two texts have different numbers of segments."""
        return cls(
            f"{what} has {_segments(got)}, {of} {'have' if 'references' in of else 'has'} {expected}. "
            "Each line of the output must translate the same line of the source."
        )


class MissingReference(KaratError, ValueError):
    """A segment has nothing to be compared with."""

    @classmethod
    def at(cls, segment: int) -> MissingReference:
        """The segment, counted from 0, has no reference."""
        return cls(
            f"Segment {segment + 1} has no reference. "
            "Give at least one reference for each segment, or leave the segment out of every text."
        )


class InvalidText(KaratError, ValueError):
    """Bytes or characters that are not text."""


class InvalidFile(KaratError, ValueError):
    """A file is not in the format it claims to be in."""

    @classmethod
    def at(cls, path: object, problem: str, *, line: int | None = None) -> Self:
        """The problem, with file and line where it was found."""
        where = f"{path}, line {line}" if line is not None else f"{path}"
        return cls(f"{where}: {problem}")


class MissingColumn(InvalidFile):
    """A table has no column for something that is needed."""


class InvalidJudgement(KaratError, ValueError):
    """A value off its scale, two scales under one name, or the same judgement twice."""


class UnreadableFile(KaratError, OSError):
    """A file cannot be opened."""


class InvalidOption(KaratError, ValueError):
    """A metric or command was asked for something that does not exist."""

    @classmethod
    def choice(cls, option: str, got: object, allowed: Iterable[str]) -> InvalidOption:
        """One of a fixed set of words was expected."""
        names = list(allowed)
        return cls(f"{option} is {got!r}; it must be one of {', '.join(names)}.{_hint(str(got), names)}")


class InvalidRecipe(KaratError, ValueError):
    """A recipe does not describe a metric."""


class RefusedPrediction(KaratError, ValueError):
    """A calibration was asked for what it does not hold for."""


class UnknownName(KaratError, KeyError):
    """A system, metric or tokenizer that is not there."""

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str]) -> UnknownName:
        """The name is not among the known ones."""
        names = list(known)
        return cls(f"There is no {kind} {name!r}. Known: {', '.join(names)}.{_hint(str(name), names)}")


class MissingExtra(KaratError, ImportError):
    """An optional dependency is not installed."""

    @classmethod
    def of(cls, feature: str, extra: str) -> MissingExtra:
        """The feature needs an extra of the package."""
        return cls(
            f"{feature} needs an optional dependency. Install it with: pip install 'karat-mt[{extra}]'"
        )


def caller_level() -> int:
    """How far up the stack Karat was called, so that a warning points at the caller's line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("karat."):
        level, frame = level + 1, frame.f_back
    return level


def _segments(count: int) -> str:
    return f"{count} segment" if count == 1 else f"{count} segments"


def _hint(name: str, known: list[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
