"""Percentages and sums of money in one form: twenty per cent and 20 %, $5 million and 5 million dollars.

The words are data: `quantities` and `quantity_scales` of each language. The number is first, then the sign.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

from karat.entities.languages import Language
from karat.entities.scripts import without_marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Phrases = Mapping[tuple[str, ...], str]

_NUMBER = re.compile(r"(\d+(?:[.,]\d+)*)(\D\w*)?")
_HAN = "〇零一二三四五六七八九十两兩百千万萬亿億兆"


@dataclass(frozen=True, slots=True, eq=False)
class _Words:
    """What a language calls percent, currencies and millions, by their tokens; the longest come first."""

    signs: Phrases
    before: Phrases  # those that may stand before the number: $, EUR
    scales: Phrases
    decimal: str  # what a number has before its fraction
    firsts: frozenset[str]


def in_signs(
    tokens: list[str], language: str, *, is_folded: bool, cut: Callable[[str], list[str]]
) -> list[str]:
    """Tokens in which each quantity is its number in full, then its sign; `cut` makes tokens of words.

    >>> in_signs(["some", "$", "5", "million", "or", "5m", "dollars"], "en", is_folded=True, cut=str.split)
    ['some', '5000000', '$', 'or', '5000000', '$']
    """
    known = _words(language, cut)
    folded = tokens if is_folded else [_folded(token) for token in tokens]
    if known.firsts.isdisjoint(folded):
        return tokens
    result: list[str] = []
    position = 0
    while position < len(tokens):
        found = _sign_first(folded, position, known) or _number_first(folded, position, known)
        if found is None:
            result.append(tokens[position])
            position += 1
        else:
            position, quantity = found
            result += quantity
    return result


def _sign_first(words: Sequence[str], start: int, known: _Words) -> tuple[int, tuple[str, str]] | None:
    sign = _phrase(words, start, known.before)
    if sign is None:
        return None
    amount = _amount(words, start + sign[0], known)
    return None if amount is None else (amount[0], (amount[1], sign[1]))


def _number_first(words: Sequence[str], start: int, known: _Words) -> tuple[int, tuple[str, str]] | None:
    amount = _amount(words, start, known)
    if amount is None:
        return None
    end = amount[0]
    for link in (("-",), ("de",), ("di",), ("d", "'")):  # 5-percent, cinq millions d'euros
        if tuple(words[end : end + len(link)]) == link:
            end += len(link)
            break
    sign = _phrase(words, end, known.signs)
    return None if sign is None else (end + sign[0], (amount[1], sign[1]))


def _amount(words: Sequence[str], start: int, known: _Words) -> tuple[int, str] | None:
    """Where an amount ends, and its number in full; None where there is none."""
    if start >= len(words):
        return None
    end = start + 1
    written = words[start]
    if written.isdecimal() and words[end : end + 1] == [known.decimal]:  # 1.5bn is cut within the number
        joined = f"{written}{known.decimal}{''.join(words[end + 1 : end + 2])}"
        written, end = (joined, end + 2) if _NUMBER.fullmatch(joined) else (written, end)
    number = _NUMBER.fullmatch(written)
    value = None if number is None else _value(number[1], known.decimal)
    if number is None or value is None:
        return None
    if number[2]:
        scale = known.scales.get((number[2],))
        if scale is None:
            return None
        value *= Decimal(scale)
    while True:
        after = end + (words[end : end + 1] == ["-"])
        found = _phrase(words, after, known.scales)
        if found is None:
            break
        end, value = after + found[0], value * Decimal(found[1])
    full = format(value, "f")
    return end, full.rstrip("0").rstrip(".") if "." in full else full


def _value(number: str, decimal: str) -> Decimal | None:
    """A number; None where its separators are not those of a fraction, as in a version."""
    whole, point, fraction = number.partition(decimal)
    if not (whole + fraction).isdecimal():
        return None
    return Decimal(f"{whole}.{fraction}" if point else whole)


def _phrase(words: Sequence[str], start: int, known: Phrases) -> tuple[int, str] | None:
    for phrase, sign in known.items():
        if tuple(words[start : start + len(phrase)]) == phrase:
            return len(phrase), sign
    return None


@cache
def _words(language: str, cut: Callable[[str], list[str]]) -> _Words:
    spoken = Language.named(language)
    signs, scales = _phrases(spoken.quantities, cut), _phrases(spoken.quantity_scales, cut)
    firsts = frozenset(phrase[0] for phrase in signs)
    codes = {sign: [word for word in words if _is_code(word)] for sign, words in spoken.quantities.items()}
    before = _phrases({sign: words for sign, words in codes.items() if sign != "%"}, cut)
    return _Words(signs, before, scales, "." if "," in spoken.thousands else ",", firsts)


def _phrases(words: Mapping[str, Sequence[str]], cut: Callable[[str], list[str]]) -> Phrases:
    found = {tuple(cut(_folded(word))): sign for sign, forms in words.items() for word in (sign, *forms)}
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


def _is_code(word: str) -> bool:
    """USD, or a sign; words follow their number."""
    return (word.isupper() and word.isascii()) or not any(map(str.isalpha, word))


def _folded(word: str) -> str:
    return without_marks(word.casefold())


def signs_in_characters(text: str, language: str) -> str:
    """A text of Chinese or Japanese in which the sign of each quantity stands after its number.

    >>> signs_in_characters("百分之20，$5亿，五百万美元", "zh")
    '20%，5亿$，五百万$'
    """
    known = _characters(language)
    if known is None:
        return text
    signs, before, sign_first, number_first = known
    if before is not None:
        text = before.sub(r"\1%", text)
    text = sign_first.sub(lambda found: f"{found[2]}{signs[found[1]]}", text)
    return number_first.sub(lambda found: f"{found[1]}{signs[found[2]]}", text)


@cache
def _characters(
    language: str,
) -> tuple[dict[str, str], re.Pattern[str] | None, re.Pattern[str], re.Pattern[str]] | None:
    spoken = Language.named(language)
    if not spoken.quantities:
        return None
    signs = {word: sign for sign, words in spoken.quantities.items() for word in (sign, *words)}
    one_of = "|".join(map(re.escape, sorted(signs, key=len, reverse=True)))
    number = rf"(?:\d+(?:[.,]\d+)*[{_HAN}]*|[{_HAN}]+)"
    before = re.compile(f"(?:{'|'.join(spoken.before_percent)})({number})") if spoken.before_percent else None
    # Whole numbers only: a long row of digits is looked at once, not once for each digit.
    whole = rf"((?<!\d)(?<!\d[.,])\d+(?:[.,]\d+)*[{_HAN}]*|(?<![\d{_HAN}])[{_HAN}]+)"
    return signs, before, re.compile(rf"({one_of})\s?({number})"), re.compile(rf"{whole}\s?({one_of})")
