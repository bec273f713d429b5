"""Numbers in digits, in one form: digits of all scripts, separators of thousands, endings of ordinals."""

from __future__ import annotations

import re
from functools import cache

from karat.entities.languages import Language

_FOREIGN_DIGIT = re.compile(r"(?![0-9])\d")
_HAS_DIGIT = re.compile(r"\d")


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
