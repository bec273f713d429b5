"""Errors that somebody marked in outputs, by their place in the text."""

from __future__ import annotations

from dataclasses import dataclass

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidJudgement


@dataclass(frozen=True, slots=True)
class ErrorSpan:
    """The characters of an output from `start` up to `end`, in code points, and what is said of them.

    An omission has no characters: its end is its start.

    >>> span = ErrorSpan(4, 9, "major", "accuracy/mistranslation")
    >>> span.length, "The house stands"[span.start : span.end], span.main_category
    (5, 'house', 'accuracy')
    """

    start: int
    end: int
    severity: str = ""
    category: str = ""

    @property
    def length(self) -> int:
        """How many characters it has."""
        return self.end - self.start

    @property
    def main_category(self) -> str:
        """The category without its finer parts."""
        return self.category.partition("/")[0]


@dataclass(frozen=True, slots=True)
class MarkedOutput:
    """What one judge or detector marked in one output; nothing marked is no error.

    `length` is that of the text, 0 where the text is not known.

    >>> MarkedOutput("A", "1", "news", 16, (ErrorSpan(4, 9, "major"),)).spans[0].severity
    'major'
    """

    system: str
    segment: str
    document: str
    length: int
    spans: tuple[ErrorSpan, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MarkedErrors(Equal, Shown):
    """Everything that one judge or one detector marked, output by output.

    >>> marked = MarkedErrors.of("anna", [MarkedOutput("A", "1", "", 16, (ErrorSpan(4, 9),))])
    >>> marked.rater, list(marked.outputs)
    ('anna', [('A', '1')])
    """

    rater: str
    outputs: dict[tuple[str, str], MarkedOutput]

    @classmethod
    def of(cls, rater: str, outputs: list[MarkedOutput]) -> MarkedErrors:
        """The outputs by system and segment; no output may be there twice."""
        found: dict[tuple[str, str], MarkedOutput] = {}
        for one in outputs:
            if found.setdefault((one.system, one.segment), one) is not one:
                raise InvalidJudgement(
                    f"{rater} marked system {one.system!r}, segment {one.segment} twice. Keep one of them, "
                    "or give the second time another name of the judge, such as anna-2."
                )
        return cls(rater, found)
