"""What languages decide about an entity's form: articles, separators of thousands, ordinals in digits."""

from __future__ import annotations

from karat.records import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """Patterns are those of `re`, for text in lower case; `articles` stand before a name, apart from it."""

    articles: frozenset[str] = frozenset()
    thousands: str = ""
    ordinal: str = ""  # what follows the digits of an ordinal
    point_ordinals: bool = False  # 3. Oktober: the ordinal of a number is the number and a full stop


_SPACES = "\u00a0\u202f\u2009"  # those that keep a number together
_ROMANCE_ORDINAL = r"\.?[ºª°]"


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


LANGUAGES = {
    "ar": Language(thousands=",٬"),
    "de": Language(
        _words("der die das den dem des ein eine einen einem einer eines"),
        f".'{_SPACES}",
        point_ordinals=True,
    ),
    "en": Language(_words("the a an"), ",", r"(?:st|nd|rd|th)"),
    "es": Language(
        _words("el la los las lo un una unos unas"), f".{_SPACES}", rf"(?:{_ROMANCE_ORDINAL}|er|era)"
    ),
    "fr": Language(
        _words("le la les l un une des"), f" {_SPACES}", r"(?:ers?|[eè]res?|res?|i?[eè]mes?|es?|nde?s?)"
    ),
    "it": Language(_words("il lo la i gli le l un uno una"), f".'{_SPACES}", _ROMANCE_ORDINAL),
    "ja": Language(thousands=","),
    "nl": Language(_words("de het een 't"), f".{_SPACES}", r"(?:e|ste|de)"),
    "pt": Language(_words("o a os as um uma uns umas"), f".{_SPACES}", rf"(?:{_ROMANCE_ORDINAL}|o|a)"),
    "ru": Language(thousands=f" {_SPACES}", ordinal=r"-(?:й|и|я|е|го|ого|му|ому|ю|х|м|ый|ий|ой|ая|ое)"),
    "zh": Language(thousands=","),
    "none": Language(),
}
