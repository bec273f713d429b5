"""Arabic, without the marks of vowels; و may be written onto the tens or apart."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.entities.number_words import Forms

_UNITS = {
    0: "صفر",
    1: "واحد واحدة",
    2: "اثنان اثنين اثنتان اثنتين",
    3: "ثلاثة ثلاث",
    4: "أربعة أربع",
    5: "خمسة خمس",
    6: "ستة ست",
    7: "سبعة سبع",
    8: "ثمانية ثماني ثمان",
    9: "تسعة تسع",
    10: "عشرة عشر",
}
_FIRST_OF_TEENS = {1: "أحد إحدى", 2: "اثنا اثني اثنتا اثنتي"}
_UNITS_OF_TENS = {1: "واحد واحدة إحدى أحد"}
_TENS = ["عشر", "ثلاث", "أربع", "خمس", "ست", "سبع", "ثمان", "تسع"]
_ORDINALS = {
    1: "أول أولى",
    2: "ثاني ثانية",
    3: "ثالث ثالثة",
    4: "رابع رابعة",
    5: "خامس خامسة",
    6: "سادس سادسة",
    7: "سابع سابعة",
    8: "ثامن ثامنة",
    9: "تاسع تاسعة",
    10: "عاشر عاشرة",
}
_FIRST_OF_COMPOUNDS = {1: "حادي حادية"}


def arabic() -> Forms:
    """واحد, واحد وعشرون."""
    forms: Forms = {n: words.split() for n, words in _UNITS.items()}
    for n in range(1, 10):
        forms[10 + n] = [
            f"{first} {ten}" for first in _FIRST_OF_TEENS.get(n, _UNITS[n]).split() for ten in ("عشر", "عشرة")
        ]
    for number, ten in enumerate(_TENS, 2):
        whole = [ten + ending for ending in ("ون", "ين")]
        forms[10 * number] = whole
        for n in range(1, 10):
            units = _UNITS_OF_TENS.get(n, _UNITS[n]).split()
            forms[10 * number + n] = [
                phrase
                for unit in units
                for word in whole
                for phrase in (f"{unit} و{word}", f"{unit} و {word}")
            ]
    return _spellings(forms)


def arabic_ordinals() -> Forms:
    """الأول, الحادي والعشرون, with and without the article."""
    forms: Forms = {n: _with_article(words.split()) for n, words in _ORDINALS.items()}
    for n in range(1, 10):
        firsts = _with_article(_FIRST_OF_COMPOUNDS.get(n, _ORDINALS[n]).split())
        forms[10 + n] = [f"{first} {ten}" for first in firsts for ten in ("عشر", "عشرة")]
    for number, ten in enumerate(_TENS, 2):
        whole = [f"ال{ten}{ending}" for ending in ("ون", "ين")]
        forms[10 * number] = whole
        for n in range(1, 10):
            firsts = _with_article(_FIRST_OF_COMPOUNDS.get(n, _ORDINALS[n]).split())
            forms[10 * number + n] = [
                phrase
                for first in firsts
                for word in whole
                for phrase in (f"{first} و{word}", f"{first} و {word}")
            ]
    return _spellings(forms)


def _with_article(words: list[str]) -> list[str]:
    return [form for word in words for form in (f"ال{word}", word)]


def _spellings(forms: Forms) -> Forms:
    """Many write ا where أ or إ belongs."""
    plain = str.maketrans("أإ", "اا")
    return {
        n: list(dict.fromkeys([*words, *(word.translate(plain) for word in words)]))
        for n, words in forms.items()
    }


CARDINALS = {"ar": arabic}
ORDINALS = {"ar": arabic_ordinals}
