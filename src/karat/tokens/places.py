"""Where tokens stand in the text they were made from."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# A rewritten token is not found; those after it are looked for no farther away than this, or a word
# that comes back much later would take everything in between.
_REACH = 32
_WORD_START = "▁"  # what SentencePiece writes for the space before a word


def places(text: str, tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Start and end of each token; one that was rewritten has what lies between its neighbours.

    >>> places("He said &quot;no&quot;.", ["He", "said", '"', "no", '"', "."])
    [(0, 2), (3, 7), (8, 14), (14, 16), (16, 22), (22, 23)]
    """
    found: list[tuple[int, int]] = []
    lost: list[int] = []
    cursor = 0
    for index, word in enumerate(_words(tokens)):
        start = text.find(word, cursor, cursor + len(word) + _REACH)
        if start < 0:
            lost.append(index)
            found.append((cursor, cursor))
            continue
        if lost:
            _settle(text, found, lost, start)
        cursor = start + len(word)
        found.append((start, cursor))
    if lost:
        _settle(text, found, lost, len(text))
    return found


def _words(tokens: Sequence[str]) -> Sequence[str]:
    """Tokens as they are spelled in the text."""
    if _WORD_START not in "".join(tokens):
        return tokens
    return [token if token.strip(_WORD_START) == "" else token.lstrip(_WORD_START) for token in tokens]


def _settle(text: str, found: list[tuple[int, int]], lost: list[int], end: int) -> None:
    """Tokens that were not found share what lies before `end`, without white space around it."""
    start = found[lost[0]][0]
    gap = text[start:end]
    start, end = start + len(gap) - len(gap.lstrip()), end - len(gap) + len(gap.rstrip())
    for index in lost:
        found[index] = (start, max(start, end))
    lost.clear()
