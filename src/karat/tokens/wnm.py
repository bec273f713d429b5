"""The preprocessing of WNM's script: words in lower case, without tags and punctuation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from unicodedata import combining, unidata_version

_DROPPED = "\"'-.:;!?(),_<>=\0"
_PLAIN = str.maketrans(ascii_uppercase + _DROPPED, ascii_lowercase + " " * len(_DROPPED))


@dataclass(frozen=True, slots=True)
class WnmWords:
    """Drops tags, marks between digits and punctuation; lowercases ASCII; other marks are tokens.

    Deliberate: only A to Z are lowercased, as by the script. Letters and digits beyond ASCII, which it does
    not know, are taken as Python knows them; combining marks belong to their letters.

    >>> WnmWords()("It <b>cost</b> 1,000.50 $ – Don't!")
    ['it', 'cost', '100050', '$', '–', 'don', 't']
    """

    name = "wnm"
    native = None

    @property
    def signature(self) -> str:
        """The name with the version of Python's Unicode tables."""
        return f"wnm[unicode-{unidata_version}]"

    def __call__(self, text: str) -> list[str]:
        """The tokens of one segment."""
        joined = re.sub(r"(?<=[0-9])[.,](?=[0-9])", "", re.sub(r"<[^<>]*>", " ", text))
        return re.sub(r"[^\w\s]", _apart, joined.translate(_PLAIN)).split()


def _apart(mark: re.Match[str]) -> str:
    """A mark is a token of its own, unless it combines with a letter."""
    return mark[0] if combining(mark[0]) else f" {mark[0]} "
