"""Where an entity stands in an output: whole words, or characters in scripts without spaces."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.entities.scripts import is_spaceless
from karat.spacing import HAN_AND_KANA

if TYPE_CHECKING:
    from collections.abc import Sequence

SearchUnit: TypeAlias = Literal["script", "token", "character"]

# Chinese and Japanese write no spaces: those in an output are a tokenizer's. Korean writes them between
# words, Thai and its neighbours between phrases: 한산사 is not in 한산 사원.
_LOOSE_SPACE = re.compile(f"(?<=[{HAN_AND_KANA}]) | (?=[{HAN_AND_KANA}])")


class Output:
    """The tokens of an output, ready to be searched."""

    __slots__ = ("_closed", "_joined", "tokens")

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self._joined = f" {' '.join(tokens)} "
        self._closed: str | None = None

    def has(self, entity: Sequence[str], unit: SearchUnit = "script") -> bool:
        """Whether these tokens stand there, one right after the other."""
        name = " ".join(entity)
        if unit == "token" or (unit == "script" and not is_spaceless(name)):
            return f" {name} " in self._joined
        if self._closed is None:
            self._closed = closed_up(self._joined)
        return _has_characters(self._closed, closed_up(name), whole_words=unit == "script")


def closed_up(text: str) -> str:
    """A text without the spaces beside characters of scripts that write none."""
    return _LOOSE_SPACE.sub("", text) if " " in text else text


def _has_characters(text: str, name: str, *, whole_words: bool) -> bool:
    start = text.find(name)
    if not whole_words:
        return start >= 0
    while start >= 0:
        end = start + len(name)
        if not _same_word(text[start - 1 : start], name[0]) and not _same_word(name[-1], text[end : end + 1]):
            return True
        start = text.find(name, start + 1)
    return False


def _same_word(before: str, after: str) -> bool:
    """Whether two neighbours belong together: 2月 is not in 12月, but 美国 is in 在美国的."""
    if not before or not after or is_spaceless(before + after):
        return False
    return (before.isalpha() and after.isalpha()) or (before.isdecimal() and after.isdecimal())


def longest_part(entity: Sequence[str], output: Output, unit: SearchUnit = "script") -> tuple[int, int]:
    """How many units of the entity, next to each other, the output has at most; and how many there are."""
    units = tuple(closed_up(" ".join(entity))) if in_characters(entity, unit) else tuple(entity)
    size = _without_spaces(units)
    for length in range(len(units), 0, -1):
        for start in range(len(units) - length + 1):
            part = units[start : start + length]
            if in_characters(entity, unit):
                name = "".join(part).strip()
                if name and output.has((name,), "character" if unit == "character" else unit):
                    return _without_spaces(part), size
            elif output.has(part, unit):
                return length, size
    return 0, size


def _without_spaces(units: Sequence[str]) -> int:
    return sum(not unit.isspace() for unit in units)


def in_characters(entity: Sequence[str], unit: SearchUnit) -> bool:
    """Whether an entity is looked for in characters."""
    return unit == "character" or (unit == "script" and is_spaceless("".join(entity)))


@dataclass(frozen=True, slots=True)
class Nearest:
    """What an output has instead of an entity, and how many characters would have to change."""

    text: str
    distance: int


def nearest(entity: Sequence[str], tokens: Sequence[str], unit: SearchUnit = "script") -> Nearest | None:
    """The stretch of the output that is most like the entity; the first of equals."""
    joiner = "" if in_characters(entity, unit) else " "
    name = closed_up(" ".join(entity))
    pieces = list(closed_up(" ".join(tokens))) if joiner == "" else list(tokens)
    size = len(name) if joiner == "" else len(entity)
    best: Nearest | None = None
    for length in (size, size - 1, size + 1):
        for start in range(len(pieces) - length + 1) if length else ():
            text = joiner.join(pieces[start : start + length]).strip()
            most = len(name) + len(text) if best is None else best.distance
            if abs(len(text) - len(name)) < most and (distance := edit_distance(name, text)) < most:
                best = Nearest(text, distance)
    return best


@lru_cache(maxsize=65536)
def edit_distance(first: str, second: str) -> int:
    """The fewest insertions, deletions and replacements of characters.

    By hand: a name is short, and the kernel, which counts whole texts, lies above entities.

    >>> edit_distance("Bogota", "Bagotá")
    2
    """
    row = list(range(len(second) + 1))
    for number, character in enumerate(first, 1):
        diagonal, row[0] = row[0], number
        for place, other in enumerate(second, 1):
            diagonal, row[place] = (
                row[place],
                min(row[place] + 1, row[place - 1] + 1, diagonal + (character != other)),
            )
    return row[-1]
