"""English, German and Dutch."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.entities.number_words import Forms

_ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_ENGLISH_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ENGLISH_ORDINALS = {1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth"}


def english() -> Forms:
    """One, twenty-one."""
    forms: Forms = {n: [word] for n, word in enumerate(_ENGLISH)}
    for ten, word in enumerate(_ENGLISH_TENS, 2):
        forms[10 * ten] = [word]
        for unit in range(1, 10):
            forms[10 * ten + unit] = [f"{word} {_ENGLISH[unit]}", word + _ENGLISH[unit]]
    forms[40].append("fourty")
    return forms


def english_ordinals() -> Forms:
    """First, twenty-first."""
    forms: Forms = {n: [_ENGLISH_ORDINALS.get(n, _ENGLISH[n] + "th")] for n in range(20)}
    for ten, word in enumerate(_ENGLISH_TENS, 2):
        forms[10 * ten] = [word[:-1] + "ieth"]
        for unit in range(1, 10):
            forms[10 * ten + unit] = [f"{word} {forms[unit][0]}", word + forms[unit][0]]
    return forms


_GERMAN = [
    "null",
    "eins",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_GERMAN_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_GERMAN_ENDINGS = ("te", "ten", "ter", "tes", "tem")


def german() -> Forms:
    """Eins, einundzwanzig."""
    forms: Forms = {n: [word] for n, word in enumerate(_GERMAN)}
    forms[1] += ["ein", "eine", "einen", "einem", "einer", "eines"]
    forms[2].append("zwo")
    for ten, word in enumerate(_GERMAN_TENS, 2):
        forms[10 * ten] = [word]
        for unit in range(1, 10):
            forms[10 * ten + unit] = [("ein" if unit == 1 else _GERMAN[unit]) + "und" + word]
    return forms


def german_ordinals() -> Forms:
    """Erste, einundzwanzigste, with all endings."""
    irregular = {1: ["ers"], 3: ["drit"], 7: ["sieb", "sieben"], 8: ["ach"]}
    forms: Forms = {}
    for n, words in german().items():
        stems = irregular.get(n, [words[0]])
        forms[n] = [stem + ("s" if n >= 20 else "") + ending for stem in stems for ending in _GERMAN_ENDINGS]
    return forms


_DUTCH = [
    "nul",
    "een",
    "twee",
    "drie",
    "vier",
    "vijf",
    "zes",
    "zeven",
    "acht",
    "negen",
    "tien",
    "elf",
    "twaalf",
    "dertien",
    "veertien",
    "vijftien",
    "zestien",
    "zeventien",
    "achttien",
    "negentien",
]
_DUTCH_TENS = ["twintig", "dertig", "veertig", "vijftig", "zestig", "zeventig", "tachtig", "negentig"]


def dutch() -> Forms:
    """Een, eenentwintig; marks are taken off before the tables are asked."""
    forms: Forms = {n: [word] for n, word in enumerate(_DUTCH)}
    for ten, word in enumerate(_DUTCH_TENS, 2):
        forms[10 * ten] = [word]
        for unit in range(1, 10):
            forms[10 * ten + unit] = [_DUTCH[unit] + "en" + word]
    return forms


def dutch_ordinals() -> Forms:
    """Eerste, eenentwintigste."""
    forms: Forms = {}
    for n, words in dutch().items():
        ending = "ste" if n in (1, 8) or n >= 20 else "de"
        forms[n] = [words[0] + ending]
    forms[0] = ["nulde", "nulste"]
    forms[1] = ["eerste"]
    forms[3] = ["derde"]
    return forms


CARDINALS = {"en": english, "de": german, "nl": dutch}
ORDINALS = {"en": english_ordinals, "de": german_ordinals, "nl": dutch_ordinals}
