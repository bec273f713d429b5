"""Write src/karat/entities/languages/*.json from num2words and CLDR: `python tools/languages.py`.

`--check` only compares. What the two do not have, or have wrong, is in the TOML files beside and in `SLIPS`.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

from babel import Locale
from babel.core import get_global
from num2words import num2words

FOLDER = Path(__file__).resolve().parents[1] / "src" / "karat" / "entities" / "languages"
# Each language with the regions that have other words: Jänner, setiembre, كانون الثاني; septante, dezesseis.
CALENDARS = {
    "ar": ["ar", "ar_LB"],
    "de": ["de", "de_AT"],
    "en": ["en"],
    "es": ["es", "es_PE"],
    "fr": ["fr"],
    "it": ["it"],
    "nl": ["nl"],
    "pt": ["pt"],
    "ru": ["ru"],
}
COUNTING = {language: [language] for language in CALENDARS} | {"fr": ["fr", "fr_CH"], "pt": ["pt", "pt_BR"]}
# What num2words gets wrong, as a pattern, and what stands here instead.
SLIPS = {
    ("ar", "ordinal"): {"^اول$": "أول"},
    ("es", "ordinal"): {"^quadra": "cuadra", "^décimo(?=[ps])": "décimo "},
    ("fr", "ordinal"): {"vingtsième": "vingtième"},
    ("it", "ordinal"): {"^zero$": "zeresimo"},
    # Deliberate: without the marks that only compounds have. Number words are looked up without marks anyway;
    # `rules` looks for them as they stand, and finds what it found when they were written by hand.
    ("es", "cardinal"): {"^(veinti.*)ó": r"\1o", "^(veinti.*)é": r"\1e"},
    ("it", "cardinal"): {"é": "e"},
    ("nl", "cardinal"): {"[éë]": "e"},
}


def months(language: str) -> list[str]:
    """The names of the months: within a date, by themselves, and those of regions."""
    home, *regions = (Locale.parse(name).months for name in CALENDARS[language])
    tables = [home["stand-alone"]["wide"], *(names["format"]["wide"] for names in (home, *regions))]
    return list(dict.fromkeys(name for table in tables for name in table.values()))


def days(language: str) -> list[str]:
    """The names of the days of the week."""
    return list(Locale.parse(language).days["format"]["wide"].values())


def numbers(language: str, kind: str) -> list[list[str]]:
    """The words for 0 to 99, with a space where some write a hyphen; none where the language has none."""
    words = [
        dict.fromkeys(
            _corrected(num2words(n, lang=region, to=kind), language, kind) for region in COUNTING[language]
        )
        for n in range(100)
    ]
    found = [[word for word in of_number if word] for of_number in words]
    return _arabic_ordinals(found) if (language, kind) == ("ar", "ordinal") else found


def _corrected(word: str, language: str, kind: str) -> str:
    word = word.replace("-", " ")
    for pattern, right in SLIPS.get((language, kind), {}).items():
        word = re.sub(pattern, right, word)
    return word


def _arabic_ordinals(found: list[list[str]]) -> list[list[str]]:
    """From 20 on, num2words gives cardinals: the ordinal is the unit's, then the ten with its article."""
    for n in range(20, 100):
        ten = "ال" + num2words(n // 10 * 10, lang="ar")
        unit = found[10 + n % 10][0].split()[0]
        found[n] = [ten if n % 10 == 0 else f"{unit} و {ten}"]
    return found


def document(language: str) -> str:
    """A file's text: one line for each ten."""
    source = (
        f"num2words {version('num2words')}, CLDR {get_global('cldr')['version']} (Babel {version('babel')})"
    )
    tables = {"cardinals": numbers(language, "cardinal"), "ordinals": numbers(language, "ordinal")}
    calendar = {"source": source, "months": months(language), "days": days(language)}
    lines = [f"  {_json(name)}: {_json(value)}" for name, value in calendar.items()]
    for name, table in tables.items():
        rows = ",\n".join(f"    {_json(table[ten : ten + 10])[1:-1]}" for ten in range(0, 100, 10))
        lines.append(f"  {_json(name)}: [\n{rows}\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> int:
    """Write the files, or say which are not as they would be written."""
    documents = {FOLDER / f"{language}.json": document(language) for language in CALENDARS}
    if "--check" not in sys.argv:
        for path, text in documents.items():
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [path.name for path, text in documents.items() if path.read_text(encoding="utf-8") != text]
    for name in stale:
        print(name)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
