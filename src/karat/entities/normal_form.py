"""One form for texts that name the same thing; every step is an option."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from karat.entities import numbers
from karat.entities import numbers as han_numbers
from karat.entities import numbers as number_words
from karat.entities import quantities as quantity_signs
from karat.entities.languages import Language
from karat.entities.scripts import SPACELESS, is_spaceless, marks, without_marks
from karat.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

_DOUBLE_QUOTES = "“”„‟«»〝〞〟＂「」『』﹁﹂﹃﹄"
_SINGLE_QUOTES = "‘’‚‛‹›′ʼʹ´`＇"
_HYPHENS = "‐‑‒–—―−﹘﹣－"
_UNIFIED = str.maketrans(
    dict.fromkeys(_DOUBLE_QUOTES, '"')
    | dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_HYPHENS, "-")
    | {"\u00ad": None}  # a hyphen that nobody sees
)
_POSSESSIVE = re.compile(r"(?<=\w)['’](?:s(?!\w)|(?!\w))", re.IGNORECASE)
_ASCII_TOKENS = re.compile(r"\d+(?:[.,]\d+)*(?!\w)|\w+|[^\w\s]")


@cache
def _tokens(spaceless: bool) -> re.Pattern[str]:
    word = rf"[\w{marks()}]"
    number = rf"\d+(?:[.,]\d+)*(?!{word})"
    if not spaceless:
        return re.compile(rf"{number}|{word}+|[^\w\s]")
    # Where scripts meet, a word ends: the text around a Latin name may be without spaces.
    number = rf"\d+(?:[.,]\d+)*(?!(?![{SPACELESS}]){word})"
    return re.compile(rf"[{SPACELESS}]+|{number}|(?:(?![{SPACELESS}]){word})+|[^\w\s]")


def tokens(text: str) -> list[str]:
    """Words, numbers, and every other character by itself."""
    if text.isascii():
        return _ASCII_TOKENS.findall(text)
    return _tokens(is_spaceless(text)).findall(text)


@cache
def _letters() -> re.Pattern[str]:
    """Runs of letters: signs and digits have steps of their own, which know € and not EUR."""
    return re.compile(rf"(?:[^\W\d_]|[{marks()}])+")


def _in_ascii(letters: re.Match[str]) -> str:
    return _transliterator()(letters[0])


@cache
def _transliterator() -> Callable[[str], str]:
    try:
        from anyascii import anyascii
    except ImportError:
        raise MissingExtra.of("Transliteration", "transliteration") from None
    transliterate: Callable[[str], str] = anyascii
    return transliterate


@dataclass(frozen=True, slots=True)
class Normaliser:
    """The steps from a text to its normal form, in this order.

    >>> Normaliser().of_entity("The United Nations’ Twenty-First Session")
    ['united', 'nations', '21º', 'session']
    """

    language: str = "en"
    normalization: Literal["none", "NFC", "NFKC"] = "NFC"
    marks: bool = True
    lowercase: bool = True
    quotes: bool = True
    possessives: bool = True
    thousands: bool = True
    numbers: bool = True
    articles: bool = True
    quantities: bool = True
    transliteration: bool = False

    def __post_init__(self) -> None:
        if self.transliteration:
            _transliterator()  # refuses early where it is not installed

    def string(self, text: str) -> str:
        """The steps that need no words."""
        if not text.isascii() and self.transliteration:
            text = _letters().sub(_in_ascii, text)
        if not text.isascii():
            text = self._beyond_ascii(text)
        elif self.lowercase:
            text = text.lower()
        if self.quotes:
            text = text.translate(_UNIFIED) if not text.isascii() else text.replace("`", "'")
        if self.possessives and ("'" in text or "’" in text):
            text = _POSSESSIVE.sub("", text)
        if self.numbers:
            text = numbers.plain_digits(text)
            if Language.named(self.language).spaceless:
                text = han_numbers.han_in_digits(text)
        if self.thousands:
            text = numbers.joined_thousands(text, self.language)
        return numbers.ordinal_digits(text, self.language) if self.numbers else text

    def _beyond_ascii(self, text: str) -> str:
        if self.normalization != "none":
            text = unicodedata.normalize(self.normalization, text)
        if self.lowercase:
            text = text.casefold()  # before marks: İ becomes i and a dot above
        return without_marks(text) if self.marks else text

    def of_output(self, text: str) -> list[str]:
        """The tokens of a text."""
        return self._in_signs(self._in_digits(self._cut(text)))

    def searched(self, text: str) -> list[str]:
        """The tokens in which entities are looked for: as they are and, in a line of their own, in signs.

        Both, so that a text has its own entities: $5 is 5 US dollars, and the U.S. is in 5 US dollars.
        """
        if not self.quantities:
            return self.of_output(text)
        string = self.string(text)
        plain = self._in_digits(tokens(string))
        spaceless = Language.named(self.language).spaceless
        signed = self._in_digits(self._cut_signed(string)) if spaceless else self._in_signs(plain)
        return plain if signed == plain else [*plain, "\n", *signed]

    def of_entity(self, text: str) -> list[str]:
        """The tokens of an entity, without a leading article; an article alone stays."""
        found = self._cut(text)
        if self.articles:
            found = self._without_article(found)
        return self._in_signs(self._in_digits(found))

    def _cut(self, text: str) -> list[str]:
        return self._cut_signed(self.string(text)) if self.quantities else tokens(self.string(text))

    def _cut_signed(self, string: str) -> list[str]:
        """Tokens; in scripts without spaces, the signs of quantities are put in before there are any."""
        if Language.named(self.language).spaceless:
            string = quantity_signs.signs_in_characters(string, self.language)
        return tokens(string)

    def _in_digits(self, found: list[str]) -> list[str]:
        if not self.numbers:
            return found
        return number_words.words_in_digits(found, self.language, is_folded=self._is_folded)

    def _in_signs(self, found: list[str]) -> list[str]:
        if not self.quantities or Language.named(self.language).spaceless:
            return found
        return quantity_signs.in_signs(found, self.language, is_folded=self._is_folded, cut=tokens)

    @property
    def _is_folded(self) -> bool:
        return self.marks and self.lowercase

    def _without_article(self, found: list[str]) -> list[str]:
        known = Language.named(self.language).articles
        if len(found) < 2 or found[0].casefold() not in known:
            return found
        rest = found[2:] if found[1] == "'" else found[1:]
        return rest or found
