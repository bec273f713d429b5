"""Numbers in one form: digits of all scripts, separators of thousands, ordinals, words, and Chinese.

Chinese and Japanese numbers are read by hand: they are written within words, so that no list of words finds
them, and those above 99 must stay.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from karat.entities.languages import Language, forms
from karat.entities.scripts import without_marks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_HAS_DIGIT = re.compile(r"\d")
# From the first word of a number to what may follow it, longest first, and to the tokens that stand for it.
Lexicon: TypeAlias = "Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]"
_HAN_DIGITS = {character: n for n, character in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "兩": 2,
}
# A run with hundreds or thousands, or of several digits, is a larger number, a year or an idiom: it stays.
_HAN_RUN = re.compile("[〇零一二三四五六七八九十两兩百千万萬亿億兆]+")
_HAN_NUMBER = re.compile("([一二三四五六七八九]?)(十)([一二三四五六七八九]?)")


def plain_digits(text: str) -> str:
    """Digits of every script as ASCII has them: ٣, ３ and 3 are the same."""
    return text if text.isascii() else _FOREIGN_DIGIT.sub(lambda found: str(int(found[0])), text)


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
def _separated(language: str) -> re.Pattern[str] | None:
    separators = Language.named(language).thousands
    if not separators:
        return None
    separator = f"[{re.escape(separators)}]"
    # The same separator throughout: 1.234.567, not 1.234'567.
    return re.compile(rf"(?<![\d.,])\d{{1,3}}({separator})\d{{3}}(?:\1\d{{3}})*(?!\d|\1\d)")


def ordinal_digits(text: str, language: str) -> str:
    """Ordinals of one or two digits in one form.

    >>> ordinal_digits("the 21st", "en"), ordinal_digits("la 3.ª", "es")
    ('the 21º', 'la 3º')
    """
    pattern = _ordinal(language)
    if pattern is None or _HAS_DIGIT.search(text) is None:
        return text
    return pattern.sub(r"\1º", text)


@cache
def _ordinal(language: str) -> re.Pattern[str] | None:
    ending = Language.named(language).ordinal
    return re.compile(rf"(?<![\w.,-])(\d{{1,2}}){ending}(?!\w)", re.IGNORECASE) if ending else None


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


def words_in_digits(tokens: list[str], language: str, *, is_folded: bool) -> list[str]:
    """Tokens in which the longest number words are digits; hyphens within a number fall away.

    >>> words_in_digits(["the", "twenty", "-", "first", "of", "ten"], "en", is_folded=True)
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


def han_in_digits(text: str) -> str:
    """The text with its numbers from 0 to 99 in digits.

    >>> han_in_digits("第三十五届，二十人，二〇一六年，三百")
    '第35届，20人，二〇一六年，三百'
    """
    return _HAN_RUN.sub(_han_digits, text)


def _han_digits(run: re.Match[str]) -> str:
    word = run[0]
    if word in _HAN_DIGITS:
        return _apart(str(_HAN_DIGITS[word]), run)
    if match := _HAN_NUMBER.fullmatch(word):
        return _apart(str(10 * _HAN_DIGITS.get(match[1], 1) + _HAN_DIGITS.get(match[3], 0)), run)
    return word


def _apart(number: str, run: re.Match[str]) -> str:
    """Digits must not grow onto a Latin name beside them: X一 is not the name X1."""
    before, after = run.string[max(run.start() - 1, 0) : run.start()], run.string[run.end() : run.end() + 1]
    return f"{_space(before)}{number}{_space(after)}"


def _space(neighbour: str) -> str:
    return " " if neighbour.isascii() and neighbour.isalnum() else ""
