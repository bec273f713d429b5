"""One sentence of the answer that the page begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from karat.errors import InvalidOption

Tone: TypeAlias = Literal["good", "doubtful", "bad"]


@dataclass(frozen=True, slots=True)
class Statement:
    """What was found, whether that is good news, and the name of the section that has the evidence."""

    text: str
    tone: Tone
    section: str | None = None

    def __post_init__(self) -> None:
        tones: tuple[str, ...] = ("good", "doubtful", "bad")
        if self.tone not in tones:
            raise InvalidOption.choice("tone", self.tone, tones)
