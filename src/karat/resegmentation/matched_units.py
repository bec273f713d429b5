"""What is compared when a text is cut: words and punctuation, or the characters of scripts without spaces.

By hand: a unit must keep its place in the text, and it must be known how well the text may be cut behind it.
No tokenizer tells either.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from karat.spacing import UNSPACED

# A character of a script without spaces; a word, from its first letter or digit to its last; or punctuation.
_UNIT = re.compile(rf"[{UNSPACED}]|(?![{UNSPACED}])\w(?:[^\s{UNSPACED}]*(?![{UNSPACED}])\w)?|\S")
# Behind and before these a text may be cut without a space; their punctuation is wide, and so is it.
_UNSPACED = re.compile(f"[{UNSPACED}\u3000-\u303f\uff00-\uffef]")

_OPENING = frozenset("「『（〈《【〔“‘«([{<¿¡")
_CLOSING = frozenset("」』）〉》】〕”’»)]}>\"'")
_SENTENCE_ENDS = frozenset(".!?…。！？．।॥؟۔།")
_CLAUSE_ENDS = frozenset(",;:，；：、،؛")
_STOPS = _SENTENCE_ENDS | _CLAUSE_ENDS

# How well a text may be cut behind a unit, where nothing else decides.
WITHIN_WORD, WITHIN_CLAUSE, AT_CLAUSE_END, AT_SENTENCE_END, AT_LINE_END = range(5)


class Unit(NamedTuple):
    """A unit of a text: what it is compared by, where it begins, how well the text may be cut behind it."""

    key: str
    start: int
    strength: int


def units(text: str) -> list[Unit]:
    r"""The units of a text, in order; upper and lower case are the same.

    >>> [unit.key for unit in units('He said: "No."\nGPT-4 は「賢い」。')]
    ['he', 'said', ':', '"', 'no', '.', '"', 'gpt-4', 'は', '「', '賢', 'い', '」', '。']
    """
    spans = [unit.span() for unit in _UNIT.finditer(text)]
    starts = [*(start for start, _ in spans[1:]), None]
    made = []
    last = ""
    for (start, end), following in zip(spans, starts, strict=False):
        unit = text[start:end]
        # A quotation ends as the sentence in it ends.
        last = last if unit in _CLOSING else unit
        made.append(Unit(unit.casefold(), start, _strength(text, end, following, last)))
    return made


def _strength(text: str, end: int, following: int | None, last: str) -> int:
    """How well a text may be cut between a unit that ends here and the following one."""
    if following is None or "\n" in text[end:following]:
        return AT_LINE_END
    if text[following] in _STOPS or (end == following and not _may_part(text[end - 1], text[end])):
        return WITHIN_WORD
    if last in _SENTENCE_ENDS:
        return AT_SENTENCE_END
    return AT_CLAUSE_END if last in _CLAUSE_ENDS else WITHIN_CLAUSE


def _may_part(before: str, behind: str) -> bool:
    """Whether two characters without a space between them may end and begin a segment."""
    if before in _OPENING or behind in _CLOSING or unicodedata.category(behind).startswith("M"):
        return False
    return _UNSPACED.match(before) is not None or _UNSPACED.match(behind) is not None
