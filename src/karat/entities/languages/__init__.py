"""What a language decides about entities: one TOML file for each, by hand, and a JSON file beside it.

`tools/languages.py` writes the JSON files from num2words and CLDR: the words for 0 to 99, months and days.
The TOML files have what those two lack: articles, currencies, the words around dates and times, inflection.

Inflection is by hand, since num2words gives most numbers in one form only. A rule is a pattern and what may
stand in its place, so that one line of a TOML file does for all numbers of a kind.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru", "zh", "none")

_FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A word is a pattern of `re`, except among articles, cardinals and ordinals, which are plain text."""

    spaceless: bool = False  # written without spaces, with characters for numbers
    articles: frozenset[str] = frozenset()  # they stand before a name, apart from it
    thousands: str = ""  # what separates thousands
    ordinal: str = ""  # what follows the digits of an ordinal
    point_ordinals: bool = False  # 3. Oktober: the ordinal of a number is the number and a full stop

    cardinals: Sequence[Sequence[str]] = ()  # 0 to 99, each in the forms of num2words
    cardinal_forms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ordinals: Sequence[Sequence[str]] = ()
    ordinal_forms: Mapping[str, Sequence[str]] = field(default_factory=dict)

    months: Sequence[str] = ()
    alone: Sequence[str] = ()  # months that are no other word here, so that they are dates without a number
    days: Sequence[str] = ()
    capitals: bool = False  # months and days have a capital letter wherever they stand
    between: Sequence[str] = ()  # what may stand between day, month and year
    before_year: Sequence[str] = ()
    decades: Sequence[str] = ()
    relative: Sequence[str] = ()  # days that today decides

    hours: Sequence[str] = ()
    hour_letter: str = "h"  # 17h30
    times: Sequence[str] = ()  # times of day without a number
    before_clock: Sequence[str] = ()  # words after which 17.30 is a time

    currencies: Sequence[str] = ()
    scales: Sequence[str] = ()  # hundred, million and the like
    short_scales: Sequence[str] = ()  # as money has them: $5bn
    percent: Sequence[str] = ()
    before_percent: Sequence[str] = ()  # where the word for percent comes first

    # Plain text: what a sign is called, from singular to code, and what each number of zeros is.
    quantities: Mapping[str, Sequence[str]] = field(default_factory=dict)
    quantity_scales: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def named(cls, name: str) -> Language:
        """One of `LANGUAGES`, read once; the neutral one is called none and decides nothing."""
        return _read(name)


@cache
def _read(name: str) -> Language:
    if name == "none":
        return Language()
    options: dict[str, Any] = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    words = _generated(name)
    options |= _calendar(words, **options.pop("calendar", {}))
    options |= {kind: words.get(kind, ()) for kind in ("cardinals", "ordinals")}
    return Language(**options | {"articles": frozenset(options.get("articles", ()))})


def _generated(name: str) -> dict[str, Any]:
    """Words from num2words and CLDR; Chinese and Japanese need none, since they write numbers for them."""
    path = _FOLDER / f"{name}.json"
    words: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return words


def _calendar(
    words: Mapping[str, Any],
    *,
    months: Sequence[str] = (),
    ambiguous: Sequence[str] = (),
    alone: Sequence[str] = (),
    month_forms: Mapping[str, Sequence[str]] | None = None,
    days: Sequence[str] = (),
    day_forms: Mapping[str, Sequence[str]] | None = None,
) -> dict[str, list[str]]:
    """CLDR's months and days in all forms, and what is added to them by hand."""
    named = forms(map(_pattern, words.get("months", ())), month_forms or {})
    return {
        "months": [*named, *months],
        "alone": [*(name for name in named if name not in ambiguous), *alone],
        "days": [*forms(map(_pattern, words.get("days", ())), day_forms or {}), *days],
    }


def _pattern(name: str) -> str:
    return re.escape(name).replace(r"\ ", r"\s")


def forms(words: Iterable[str], rules: Mapping[str, Sequence[str]]) -> list[str]:
    """Words in all their forms: wherever a pattern fits one, it may be replaced, rule after rule.

    >>> forms(["zwei", "zweite"], {"^zwei$": ["zwo"], "e$": ["er", "es"]})
    ['zwei', 'zweite', 'zwo', 'zweiter', 'zweites']
    """
    found = dict.fromkeys(words)
    for pattern, replacements in rules.items():
        fits = re.compile(pattern)
        found |= dict.fromkeys(
            fits.sub(replacement, word) for word in found if fits.search(word) for replacement in replacements
        )
    return list(found)
