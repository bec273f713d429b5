"""Russian, in all cases."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.entities.number_words import Forms

_UNITS = {
    0: "ноль нуль ноля нуля нолю нулю нолем нулем ноле нуле",
    1: "один одна одно одного одной одному одним одном одну",
    2: "два две двух двум двумя",
    3: "три трех трем тремя",
    4: "четыре четырех четырем четырьмя",
    5: "пять пяти пятью",
    6: "шесть шести шестью",
    7: "семь семи семью",
    8: "восемь восьми восемью восьмью",
    9: "девять девяти девятью",
}
_TEENS = [
    "десят",
    "одиннадцат",
    "двенадцат",
    "тринадцат",
    "четырнадцат",
    "пятнадцат",
    "шестнадцат",
    "семнадцат",
    "восемнадцат",
    "девятнадцат",
]
_TENS = {
    20: "двадцать двадцати двадцатью",
    30: "тридцать тридцати тридцатью",
    40: "сорок сорока",
    50: "пятьдесят пятидесяти пятьюдесятью",
    60: "шестьдесят шестидесяти шестьюдесятью",
    70: "семьдесят семидесяти семьюдесятью",
    80: "восемьдесят восьмидесяти восемьюдесятью восьмьюдесятью",
    90: "девяносто девяноста",
}
_HARD = ["ый", "ая", "ое", "ые", "ого", "ой", "ому", "ым", "ом", "ую", "ых", "ыми"]
_STRESSED = ["ой", "ая", "ое", "ые", "ого", "ому", "ым", "ом", "ую", "ых", "ыми"]
_SOFT = ["ий", "ья", "ье", "ьи", "ьего", "ьей", "ьему", "ьим", "ьем", "ью", "ьих", "ьими"]
_ORDINALS = {
    0: "нулев",
    1: "перв",
    2: "втор",
    4: "четверт",
    5: "пят",
    6: "шест",
    7: "седьм",
    8: "восьм",
    9: "девят",
    20: "двадцат",
    30: "тридцат",
    40: "сороков",
    50: "пятидесят",
    60: "шестидесят",
    70: "семидесят",
    80: "восьмидесят",
    90: "девяност",
}
_WITH_STRESSED_ENDING = (0, 2, 6, 7, 8, 40)


def russian() -> Forms:
    """Один, двадцать один."""
    forms: Forms = {n: words.split() for n, words in (_UNITS | _TENS).items()}
    forms |= {10 + n: [stem + ending for ending in ("ь", "и", "ью")] for n, stem in enumerate(_TEENS)}
    for ten in _TENS:
        for unit in range(1, 10):
            forms[ten + unit] = [f"{first} {second}" for first in forms[ten] for second in forms[unit]]
    return forms


def russian_ordinals() -> Forms:
    """Первый, двадцать первый."""
    forms: Forms = {n: [stem + ending for ending in _endings(n)] for n, stem in _ORDINALS.items()}
    forms[3] = ["трет" + ending for ending in _SOFT]
    forms |= {10 + n: [stem + ending for ending in _HARD] for n, stem in enumerate(_TEENS)}
    for ten, words in _TENS.items():
        for unit in range(1, 10):
            forms[ten + unit] = [f"{words.split()[0]} {word}" for word in forms[unit]]
    return forms


def _endings(n: int) -> list[str]:
    return _STRESSED if n in _WITH_STRESSED_ENDING else _HARD


CARDINALS = {"ru": russian}
ORDINALS = {"ru": russian_ordinals}
