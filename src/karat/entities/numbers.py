"""Numbers in one form: digits of all scripts, separators of thousands, and 0 to 99 in words."""

from __future__ import annotations

import re
from functools import cache

from karat.entities.languages import LANGUAGES
from karat.entities.number_words import characters
from karat.entities.scripts import without_marks
from karat.types import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# From the first word of a number to what may follow it, longest first, and to the tokens that stand for it.
Lexicon: TypeAlias = "Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]"

_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_HAS_DIGIT = re.compile(r"\d")


def digits_of_characters(text: str, language: str) -> str:
    """Chinese and Japanese numbers up to 99 in digits, before the text is cut into words."""
    return characters.in_digits(text) if language in ("zh", "ja") else text


def plain_digits(text: str) -> str:
    """Digits of every script as ASCII has them: ٣, ３ and 3 are the same."""
    return text if text.isascii() else _FOREIGN_DIGIT.sub(lambda found: str(int(found[0])), text)


@cache
def _separated(language: str) -> re.Pattern[str] | None:
    separators = LANGUAGES[language].thousands
    if not separators:
        return None
    separator = f"[{re.escape(separators)}]"
    # The same separator throughout: 1.234.567, not 1.234'567.
    return re.compile(rf"(?<![\d.,])\d{{1,3}}({separator})\d{{3}}(?:\1\d{{3}})*(?!\d|\1\d)")


def joined_thousands(text: str, language: str) -> str:
    """Numbers without separators of thousands, which differ by language.

    >>> joined_thousands("1,234,567.5", "en"), joined_thousands("1.234.567,5", "de")
    ('1234567.5', '1234567,5')
    """
    pattern = _separated(language)
    if pattern is None or _HAS_DIGIT.search(text) is None:
        return text
    return pattern.sub(lambda found: found[0].replace(found[1], ""), text)


@cache
def _ordinal_digits(language: str) -> re.Pattern[str] | None:
    ending = LANGUAGES[language].ordinal
    return re.compile(rf"(?<![\w.,-])(\d{{1,2}}){ending}(?!\w)", re.IGNORECASE) if ending else None


def ordinal_digits(text: str, language: str) -> str:
    """Ordinals of one or two digits in one form: 21st, 21e and 21ª become 21º."""
    pattern = _ordinal_digits(language)
    if pattern is None or _HAS_DIGIT.search(text) is None:
        return text
    return pattern.sub(r"\1º", text)


def folded(word: str) -> str:
    """A word as the lexicon has it."""
    return without_marks(word.casefold())


@cache
def lexicon(language: str) -> Lexicon:
    """The words of a language for 0 to 99; where a word is both, the ordinal gives way."""
    from karat.entities.number_words import cardinals, ordinals

    phrases: dict[tuple[str, ...], tuple[str, ...]] = {}
    for n, forms in cardinals(language).items():
        phrases |= {tuple(folded(form).split()): (str(n),) for form in forms}
    points = LANGUAGES[language].point_ordinals
    for n, forms in ordinals(language).items():
        number = (str(n), ".") if points else (f"{n}º",)
        for form in forms:
            phrases.setdefault(tuple(folded(form).split()), number)
    by_first: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for words in sorted(phrases, key=len, reverse=True):
        by_first.setdefault(words[0], []).append((words[1:], phrases[words]))
    return by_first


def in_digits(tokens: list[str], language: str, *, is_folded: bool) -> list[str]:
    """Tokens in which the longest number words are digits; hyphens within a number fall away.

    >>> in_digits(["the", "twenty", "-", "first", "of", "ten"], "en", is_folded=True)
    ['the', '21º', 'of', '10']
    """
    known = lexicon(language)
    words = tokens if is_folded else [folded(token) for token in tokens]
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
