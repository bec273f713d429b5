"""Dates, times, money and percentages by rule: suggestions for a person to check, not findings.

By hand: parsers of dates and sums return values, and what is asked here is where they stand in a text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import TYPE_CHECKING

from karat.entities.entity import Entity
from karat.entities.languages import LANGUAGES, Language
from karat.entities.numbers import cardinals
from karat.errors import InvalidOption
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

# The languages that have rules: every one but the neutral.
RULE_LANGUAGES = tuple(name for name in LANGUAGES if name != "none")

# Groups are few in a real number; without a bound, a long row of them would take long.
_DIGITS = r"\d+(?:[.,'’\u00a0\u202f]\d+){0,6}"
_SYMBOLS = "$€£¥₽₹₩₺"
_CODES = ("USD", "EUR", "GBP", "JPY", "CNY", "RUB", "CHF", "INR", "CAD", "AUD", "BRL")
_SYMBOL = rf"(?:(?-i:[A-Z]){{1,3}})?[{_SYMBOLS}]"
_NUMERIC_DATES = (
    r"(?<![\d.,/-])(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})|\d{1,2}-\d{1,2}-\d{4})"
    r"(?![\d/-]|[.,]\d)"
)
_HAN = "〇零一二三四五六七八九十百"
_HOUR = r"(?:[01]?\d|2[0-4])"
_CLOCK = rf"(?<![\d:.,]){_HOUR}:[0-5]\d(?::[0-5]\d)?(?![\d:])"


def suggest(text: str, language: str) -> tuple[Entity, ...]:
    """Dates, times, sums of money and percentages in a text; the longest of those that overlap.

    >>> [(entity.text, entity.kind) for entity in suggest("On May 3, 2002 it rose 5% to $1.2 million.", "en")]
    [('May 3, 2002', 'DATE'), ('5%', 'PERCENT'), ('$1.2 million', 'MONEY')]
    """
    rules = patterns(language)
    spaceless = Language.named(language).spaceless
    found = [
        (match.start(), match.end(), kind)
        for kind, pattern in rules
        for match in pattern.finditer(text)
        if spaceless or not _is_within_token(text, match.end())
    ]
    return tuple(
        Entity.of(text, start, end, kind, suggested=True) for start, end, kind in without_overlap(found)
    )


def _is_within_token(text: str, end: int) -> bool:
    """Whether what ends here goes on: $5 in $5x, and 1 in 1.5."""
    after = text[end : end + 2]
    if after[:1].isalnum():
        return text[end - 1].isalnum()
    return after[:1] in (".", ",") and after[1:].isdigit() and text[end - 1].isdigit()


def without_overlap(found: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Stretches of a text of which none lies over another: the longer stays, then the earlier."""
    kept: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(found, key=lambda one: (one[0] - one[1], one[0])):
        # What is kept is in order and apart, so that only the two neighbours can be in the way.
        place = bisect_left(kept, (start,))
        neighbours = kept[max(place - 1, 0) : place + 1]
        if all(end <= other[0] or start >= other[1] for other in neighbours):
            kept.insert(place, (start, end, kind))
    return kept


@cache
def patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The rules of a language: a type, and how it is written."""
    if language not in RULE_LANGUAGES:
        raise InvalidOption.choice(either("language", "--language"), language, RULE_LANGUAGES)
    words = Language.named(language)
    made = _of_characters(words) if words.spaceless else _of_words(words, cardinals(language))
    return tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in made)


def _any(words: Iterable[str]) -> str:
    """One of several words, the longest that fits."""
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def _longest(texts: set[str]) -> str:
    """One of several texts, the longest that fits; a hyphen may stand for a space.

    Beginnings that they share are written once: of a thousand numbers only a few are tried at each word.

    >>> _longest({"six", "sixty", "sixty one"})
    'six(?:ty(?:[\\\\ \\\\-]one)?)?'
    """
    begun: dict[str, set[str]] = {}
    for text in texts:
        for first in " -" if text.startswith(" ") else text[:1]:
            begun.setdefault(first, set()).add(text[1:])
    endings: dict[str, list[str]] = {}
    for first, rest in sorted(begun.items()):
        endings.setdefault(_longest(rest), []).append(re.escape(first))
    branches = [(f"[{''.join(each)}]" if each[1:] else each[0]) + rest for rest, each in endings.items()]
    if "" in texts:
        return f"(?:{'|'.join(branches)})?" if branches else ""
    return f"(?:{'|'.join(branches)})" if branches[1:] else branches[0]


def _amount(words: Language, numbers: Mapping[int, Sequence[str]]) -> str:
    """A number in digits or words, with million and the like."""
    in_words = _longest({form.lower() for forms in numbers.values() for form in forms})
    scale = rf"(?:[ \u00a0-]{_any(words.scales)}(?!\w)){{0,6}}"
    groups = r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,6}(?:[.,]\d+)?"
    return rf"(?:{groups}|(?<![\w.,]){_DIGITS}|(?<!\w)(?:{in_words}|{_any(words.scales)})(?!\w)){scale}"


def _of_words(words: Language, numbers: Mapping[int, Sequence[str]]) -> Iterator[tuple[str, str]]:
    # Elsewhere names of months and days are written small, and only begin a sentence with a capital.
    case = "(?-i:{})" if words.capitals else "{}"
    month, day, alone = (case.format(_any(names)) for names in (words.months, words.days, words.alone))
    link = rf"(?:\s{_any(words.between)})?\s?" if words.between else r"\s"
    number = r"(?<![\d.,])\d{1,2}(?:st|nd|rd|th|er|[ºª°]|\.|-?го)?"
    year = r"(?:,?\s(?:de\s|del\s|do\s)?(?:1[5-9]|20)\d\d(?!\d))"
    named_day = rf"(?:(?<!\w){day},?\s)?"
    yield "DATE", rf"{named_day}{number}{link}(?<!\w){month}(?!\w){year}?"
    yield "DATE", rf"{named_day}(?<!\w){month}\s\d{{1,2}}(?:st|nd|rd|th)?(?![\d\w]){year}?"
    yield "DATE", rf"(?<!\w){month}{year}"
    yield "DATE", rf"(?<!\w)(?:{alone}|{day})(?!\w)"
    yield "DATE", rf"(?:{_after(words.before_year)})(?:1[5-9]|20)\d\d(?![\d%])"
    yield "DATE", _NUMERIC_DATES
    yield "DATE", rf"(?<![\w-]){_any(words.relative)}(?!\w)"
    yield "DATE", rf"(?<!\w){_any(words.decades)}(?!\w)"
    yield from (("TIME", pattern) for pattern in _times(words))
    amount = _amount(words, numbers)
    short = rf"(?:[ \u00a0]?{_any(words.short_scales)}(?!\w))?" if words.short_scales else ""
    currency = rf"(?:{_any(words.currencies)}|(?-i:{_any(_CODES)}))(?!\w)"
    yield "MONEY", rf"(?<!\w){_SYMBOL}\s?{amount}{short}(?:\s{currency})?"
    yield "MONEY", rf"{amount}{short}\s?(?:d[ei]\s|d['’])?(?-i:[A-Z]\w+\s)?(?:[{_SYMBOLS}]|(?<!\w){currency})"
    yield "MONEY", rf"(?<!\w)(?-i:{_any(_CODES)})\s?{amount}{short}"
    yield "PERCENT", rf"{amount}\s?(?:[%٪]|(?<!\w){_any(words.percent)}(?!\w))"


def _times(words: Language) -> Iterator[str]:
    yield _CLOCK + (rf"(?:\s?{_any(words.hours)})?" if words.hours else "")
    yield rf"(?<![\d.,:]){_HOUR}(?::[0-5]\d)?\s?{words.hour_letter}\s?[0-5]\d(?!\w)|{_CLOCK}\s?h(?!\w)"
    if words.hours:
        yield rf"(?<![\d.,:])\d{{1,2}}(?:[.:]\d\d)?\s?{_any(words.hours)}(?!\w)"
    yield rf"(?:{_after(words.before_clock)}){_HOUR}[.,][0-5]\d(?![\d%])"
    yield rf"(?<![\w-]){_any(words.times)}(?!\w)"


def _after(words: Iterable[str]) -> str:
    """One of several words and a space are before; a look behind needs each by itself."""
    return "|".join(f"(?<=\\b{word}\\s)" for word in words)


def _of_characters(words: Language) -> Iterator[tuple[str, str]]:
    # Whole numbers only: a long row of digits is looked at once, not once for each digit.
    digits = "(?<![0-9０-９])(?<![0-9０-９][.,．，])[0-9０-９]+(?:[.,．，][0-9０-９]+)*"
    number = f"(?:{digits}|(?<![{_HAN}])[{_HAN}]+)"
    amount = f"{number}{_any(words.scales)}{{0,6}}"
    day = f"{number}[日号號]"
    yield "DATE", f"{number}年代?(?:{number}月(?:{day})?)?|{number}月{day}|(?<![0-9０-９]){number}月(?!曜)"
    yield "DATE", f"{_any(words.days)}|{_any(words.relative)}"
    yield "DATE", _NUMERIC_DATES
    half = "(?:午前|午後|上午|下午|凌晨|清晨|早上|中午|傍晚|晚上|深夜)?"
    yield "TIME", f"{half}{number}(?:时|時|点|點)(?:{number}分|半)?(?!間|间)"
    yield "TIME", f"{_CLOCK}|{_any(words.times)}"
    yield "MONEY", f"{amount}(?:多)?{_any(words.currencies)}"
    yield "MONEY", f"[{_SYMBOLS}￥]{amount}"
    before = f"|{_any(words.before_percent)}{number}" if words.before_percent else ""
    yield "PERCENT", f"{number}{_any(['[%％]', *words.percent])}{before}"
