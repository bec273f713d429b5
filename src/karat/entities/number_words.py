"""Numbers from 0 to 99 in words, cardinal and ordinal, and the digits for them in a text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from karat.entities.languages import Language, forms
from karat.entities.scripts import without_marks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# From the first word of a number to what may follow it, longest first, and to the tokens that stand for it.
Lexicon: TypeAlias = "Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]"


@cache
def cardinals(language: str) -> dict[int, list[str]]:
    """Every form of 0 to 99 in a language: one, two, three."""
    spoken = Language.named(language)
    return {n: forms(words, spoken.cardinal_forms) for n, words in enumerate(spoken.cardinals)}


@cache
def ordinals(language: str) -> dict[int, list[str]]:
    """Every form of 1st to 99th, and of 0th where there is one: first, second, third."""
    spoken = Language.named(language)
    return {n: forms(words, spoken.ordinal_forms) for n, words in enumerate(spoken.ordinals) if words}


@cache
def lexicon(language: str) -> Lexicon:
    """All number words of a language; where a word is both, the ordinal gives way."""
    phrases: dict[tuple[str, ...], tuple[str, ...]] = {
        _words(form): (str(n),) for n, words in cardinals(language).items() for form in words
    }
    points = Language.named(language).point_ordinals
    for n, words in ordinals(language).items():
        number = (str(n), ".") if points else (f"{n}º",)
        for form in words:
            phrases.setdefault(_words(form), number)
    by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for phrase in sorted(phrases, key=len, reverse=True):
        by_first.setdefault(phrase[0], []).append((phrase[1:], phrases[phrase]))
    return by_first


def _words(form: str) -> tuple[str, ...]:
    return tuple(_folded(form).split())


def _folded(word: str) -> str:
    return without_marks(word.casefold())


def in_digits(tokens: list[str], language: str, *, is_folded: bool) -> list[str]:
    """Tokens in which the longest number words are digits; hyphens within a number fall away.

    >>> in_digits(["the", "twenty", "-", "first", "of", "ten"], "en", is_folded=True)
    ['the', '21º', 'of', '10']
    """
    known = lexicon(language)
    words = tokens if is_folded else [_folded(token) for token in tokens]
    if known.keys().isdisjoint(words):
        return tokens
    result: list[str] = []
    position = 0
    while position < len(tokens):
        end, number = _number_at(words, position, known)
        result += number or (tokens[position],)
        position = end
    return result


def _number_at(words: Sequence[str], start: int, known: Lexicon) -> tuple[int, tuple[str, ...]]:
    """Where the number that begins here ends, and its tokens; none if there is no number."""
    for rest, number in known.get(words[start], ()):
        position = start + 1
        for word in rest:
            if position + 1 < len(words) and words[position] == "-":
                position += 1
            if position >= len(words) or words[position] != word:
                break
            position += 1
        else:
            return position, number
    return start + 1, ()
