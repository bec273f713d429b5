"""One sentence of the answer that the page begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from karat.errors import InvalidOption

Tone: TypeAlias = Literal["good", "doubtful", "bad"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What was found, whether that is good news, and the name of the section that has the evidence.

    `hint` is for the command line, as with a note.
    """

    text: str
    tone: Tone
    section: str | None = None
    hint: str = ""

    def __post_init__(self) -> None:
        tones: tuple[str, ...] = ("good", "doubtful", "bad")
        if self.tone not in tones:
            raise InvalidOption.choice("tone", self.tone, tones)

    @property
    def with_hint(self) -> str:
        """The text as the command line shows it."""
        return f"{self.text} ({self.hint})" if self.hint else self.text
