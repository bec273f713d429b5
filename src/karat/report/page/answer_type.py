"""What the first screen of the page says."""

from __future__ import annotations

from karat.records import dataclass
from karat.types import Literal, TypeAlias

Tone: TypeAlias = Literal["good", "bad", "open", "plain"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A question that a reader has, and its answer in a sentence or two.

    `verdict` says how the answer is meant: good news, bad news, not to be told, or neither.
    """

    question: str
    text: str
    verdict: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole evaluation in one line, and the questions that follow."""

    headline: str
    statements: tuple[Statement, ...]
