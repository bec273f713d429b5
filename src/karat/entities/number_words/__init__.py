"""Numbers from 0 to 99 in words, cardinal and ordinal: one module for each family of languages.

Each gives every usual form (genders, cases, spellings with and without hyphens) of each number.
"""

from __future__ import annotations

from functools import cache

from karat.types import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable

Forms: TypeAlias = dict[int, list[str]]

_HOMES = {
    "en": "germanic",
    "de": "germanic",
    "nl": "germanic",
    "fr": "romance",
    "es": "romance",
    "it": "romance",
    "pt": "romance",
    "ru": "russian",
    "ar": "arabic",
}


@cache
def cardinals(language: str) -> Forms:
    """The forms of 0 to 99: one, two, three."""
    return _table(language, "CARDINALS")


@cache
def ordinals(language: str) -> Forms:
    """The forms of 1st to 99th: first, second, third."""
    return _table(language, "ORDINALS")


def _table(language: str, kind: str) -> Forms:
    from importlib import import_module

    if language not in _HOMES:  # Chinese and Japanese write numbers as characters do: see `characters`
        return {}
    makers: dict[str, Callable[[], Forms]] = getattr(
        import_module(f"karat.entities.number_words.{_HOMES[language]}"), kind
    )
    return makers[language]()
