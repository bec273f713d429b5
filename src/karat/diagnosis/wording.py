"""A text as words with gaps between them, so that a word can change and the rest stays as it was."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.spacing import UNSPACED

if TYPE_CHECKING:
    from collections.abc import Sequence

_LETTERS = rf"(?:(?![{UNSPACED}])\w)+"
# In scripts without spaces each character stands for a word.
_WORD = re.compile(rf"[{UNSPACED}]|{_LETTERS}(?:['’.,-]{_LETTERS})*")
_SPACES = re.compile(r" {2,}")
_SENTENCE_END = re.compile(r"[.!?:。！？：\n]|[\"“„«]\s*$")


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a text, and the gaps before, between and after them.

    >>> Wording.of("He's here, isn't he?")
    Wording(words=("He's", 'here', "isn't", 'he'), gaps=('', ' ', ', ', ' ', '?'))
    """

    words: tuple[str, ...]
    gaps: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Wording:
        """The words of a text."""
        words, gaps, end = [], [], 0
        for match in _WORD.finditer(text):
            words.append(match[0])
            gaps.append(text[end : match.start()])
            end = match.end()
        return cls(tuple(words), (*gaps, text[end:]))

    def text(self, words: Sequence[str]) -> str:
        """The text with other words in the same places; an empty one leaves no double space behind."""
        text = self.gaps[0]
        for word, gap in zip(words, self.gaps[1:], strict=True):
            if not word and not gap.startswith(" "):  # a comma stands close to what is now before it
                text = text.rstrip(" ")
            text += word + gap
        return _SPACES.sub(" ", text).strip(" ") if "" in words else text

    def stretch(self, places: range) -> str:
        """The text from the first of some neighbouring words to the last."""
        gaps = self.gaps[places.start + 1 : places.stop]
        return "".join(
            word + gap for word, gap in zip(self.words[places.start : places.stop], (*gaps, ""), strict=True)
        )

    def begins_sentence(self, place: int) -> bool:
        """Whether the word has a capital letter for where it stands."""
        return place == 0 or _SENTENCE_END.search(self.gaps[place]) is not None


def is_unspaced(word: str) -> bool:
    """Whether the word is one character of a script without spaces."""
    return len(word) == 1 and re.match(f"[{UNSPACED}]", word) is not None
