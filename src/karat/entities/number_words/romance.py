"""French, Spanish, Italian and Portuguese."""

from __future__ import annotations

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.entities.number_words import Forms

_FRENCH = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_FRENCH_TENS = {20: ["vingt"], 30: ["trente"], 40: ["quarante"], 50: ["cinquante"], 60: ["soixante"]}
# Belgium and Switzerland count on by tens.
_FRENCH_REGIONAL = {70: ["septante"], 80: ["octante", "huitante"], 90: ["nonante"]}


def french() -> Forms:
    """Un, vingt et un, quatre-vingt-dix-neuf, and septante, octante, nonante."""
    forms: Forms = {n: [word.replace("-", " ")] for n, word in enumerate(_FRENCH)}
    for ten, words in _FRENCH_TENS.items():
        forms |= {ten + n: [phrase for word in words for phrase in _french_sum(word, n)] for n in range(10)}
    for n in range(10, 20):
        forms[60 + n] = _french_sum("soixante", n)
    for n in range(1, 20):
        forms[80 + n] = [f"quatre vingt {forms[n][0]}"]
    forms[80] = ["quatre vingts", "quatre vingt"]
    for ten, words in _FRENCH_REGIONAL.items():
        for n in range(10):
            forms[ten + n] = [*forms[ten + n], *(phrase for word in words for phrase in _french_sum(word, n))]
    for n in range(1, 100, 10):  # une, vingt et une
        forms[n] += [f"{phrase}e" for phrase in forms[n] if phrase.endswith("un")]
    return forms


def _french_sum(ten: str, n: int) -> list[str]:
    unit = _FRENCH[n].replace("-", " ")
    if n == 0:
        return [ten]
    return [f"{ten} et {unit}", f"{ten} {unit}"] if n in (1, 11) else [f"{ten} {unit}"]


def french_ordinals() -> Forms:
    """Premier, vingt et unième."""
    forms: Forms = {}
    for n, phrases in french().items():
        stems = [phrase for phrase in phrases if not phrase.endswith("une")]
        forms[n] = [stem + ending for stem in map(_french_stem, stems) for ending in ("ième", "ièmes")]
    forms[1] = ["premier", "première", "premiers", "premières"]
    forms[2] += ["second", "seconde", "seconds", "secondes"]
    return forms


def _french_stem(phrase: str) -> str:
    if phrase.endswith("cinq"):
        return phrase + "u"
    if phrase.endswith("neuf"):
        return phrase[:-1] + "v"
    return phrase.removesuffix("e").removesuffix("vingts") + ("vingt" if phrase.endswith("vingts") else "")


_SPANISH = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
]
_SPANISH_TENS = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
_SPANISH_ORDINALS = [
    "primero",
    "segundo",
    "tercero",
    "cuarto",
    "quinto",
    "sexto",
    "séptimo",
    "octavo",
    "noveno",
    "décimo",
]
_SPANISH_ORDINAL_TENS = [
    "décimo",
    "vigésimo",
    "trigésimo",
    "cuadragésimo",
    "quincuagésimo",
    "sexagésimo",
    "septuagésimo",
    "octogésimo",
    "nonagésimo",
]


def spanish() -> Forms:
    """Uno, veintiuno, treinta y uno."""
    forms: Forms = {n: [word] for n, word in enumerate(_SPANISH)}
    forms[20] = ["veinte"]
    forms |= {20 + n: [f"veinti{_SPANISH[n]}", f"veinte y {_SPANISH[n]}"] for n in range(1, 10)}
    for ten, word in enumerate(_SPANISH_TENS, 3):
        forms[10 * ten] = [word]
        forms |= {10 * ten + n: [f"{word} y {_SPANISH[n]}"] for n in range(1, 10)}
    for n in range(16, 20):
        forms[n].append(f"diez y {_SPANISH[n - 10]}")
    for n in range(1, 100, 10):
        forms[n] += [
            phrase[:-1] + ending for phrase in forms[n] if phrase.endswith("uno") for ending in ("", "a")
        ]
    return forms


def spanish_ordinals() -> Forms:
    """Primero, undécimo, vigésimo primero."""
    units = {n: [word] for n, word in enumerate(_SPANISH_ORDINALS, 1)}
    units[7].append("sétimo")
    units[9].append("nono")
    forms: Forms = dict(units)
    forms |= _latin_ordinals(_SPANISH_ORDINAL_TENS, units)
    forms[11] += ["undécimo"]
    forms[12] += ["duodécimo"]
    forms = {n: [form for phrase in phrases for form in _gendered(phrase)] for n, phrases in forms.items()}
    for n in (*range(1, 100, 10), *range(3, 100, 10)):
        forms[n] += [phrase[:-1] for phrase in forms[n] if phrase.endswith(("primero", "tercero"))]
    return forms


def _latin_ordinals(tens: list[str], units: Forms) -> Forms:
    """Tens and units, in two words or in one."""
    forms: Forms = {}
    for ten, word in enumerate(tens, 1):
        forms[10 * ten] = [word]
        for n in range(1, 10):
            forms[10 * ten + n] = [
                form
                for unit in units[n]
                for form in (f"{word} {unit}", word + unit, f"{word[:-1]}a {unit[:-1]}a")
            ]
    return forms


def _gendered(phrase: str) -> list[str]:
    return [phrase] if phrase.endswith("a") else [phrase, phrase[:-1] + "a", phrase + "s", phrase[:-1] + "as"]


_ITALIAN = [
    "zero",
    "uno",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "sette",
    "otto",
    "nove",
    "dieci",
    "undici",
    "dodici",
    "tredici",
    "quattordici",
    "quindici",
    "sedici",
    "diciassette",
    "diciotto",
    "diciannove",
]
_ITALIAN_TENS = ["venti", "trenta", "quaranta", "cinquanta", "sessanta", "settanta", "ottanta", "novanta"]
_ITALIAN_ORDINALS = [
    "primo",
    "secondo",
    "terzo",
    "quarto",
    "quinto",
    "sesto",
    "settimo",
    "ottavo",
    "nono",
    "decimo",
]


def italian() -> Forms:
    """Uno, ventuno, ventotto, trentatré; marks are taken off before the tables are asked."""
    forms: Forms = {n: [word] for n, word in enumerate(_ITALIAN)}
    forms[1] += ["un", "una"]
    for ten, word in enumerate(_ITALIAN_TENS, 2):
        forms[10 * ten] = [word]
        for n in range(1, 10):
            stem = word[:-1] if n in (1, 8) else word
            forms[10 * ten + n] = [stem + _ITALIAN[n]]
        forms[10 * ten + 1].append(word[:-1] + "un")
    return forms


def italian_ordinals() -> Forms:
    """Primo, undicesimo, ventitreesimo."""
    forms: Forms = {n: [word] for n, word in enumerate(_ITALIAN_ORDINALS, 1)}
    for n, phrases in italian().items():
        if n == 0 or n > 10:
            keeps_vowel = n > 20 and n % 10 in (3, 6)
            forms[n] = [(phrases[0] if keeps_vowel else phrases[0][:-1]) + "esimo"]
    return {
        n: [word[:-1] + ending for word in words for ending in ("o", "a", "i", "e")]
        for n, words in forms.items()
    }


_PORTUGUESE = [
    "zero",
    "um",
    "dois",
    "três",
    "quatro",
    "cinco",
    "seis",
    "sete",
    "oito",
    "nove",
    "dez",
    "onze",
    "doze",
    "treze",
    "catorze",
    "quinze",
    "dezasseis",
    "dezassete",
    "dezoito",
    "dezanove",
]
_PORTUGUESE_TENS = ["vinte", "trinta", "quarenta", "cinquenta", "sessenta", "setenta", "oitenta", "noventa"]
_PORTUGUESE_ORDINALS = [
    "primeiro",
    "segundo",
    "terceiro",
    "quarto",
    "quinto",
    "sexto",
    "sétimo",
    "oitavo",
    "nono",
    "décimo",
]
_PORTUGUESE_ORDINAL_TENS = [
    "décimo",
    "vigésimo",
    "trigésimo",
    "quadragésimo",
    "quinquagésimo",
    "sexagésimo",
    "septuagésimo",
    "octogésimo",
    "nonagésimo",
]


def portuguese() -> Forms:
    """Um, vinte e um; dezesseis and dezasseis."""
    forms: Forms = {n: [word] for n, word in enumerate(_PORTUGUESE)}
    forms[14].append("quatorze")
    for n, word in ((16, "dezesseis"), (17, "dezessete"), (19, "dezenove")):
        forms[n].append(word)
    for ten, word in enumerate(_PORTUGUESE_TENS, 2):
        forms[10 * ten] = [word]
        forms |= {10 * ten + n: [f"{word} e {_PORTUGUESE[n]}"] for n in range(1, 10)}
    for n in (1, *range(21, 100, 10)):
        forms[n] += [phrase[:-2] + "uma" for phrase in forms[n]]
    for n in (2, *range(22, 100, 10)):
        forms[n] += [phrase.removesuffix("dois") + "duas" for phrase in forms[n]]
    return forms


def portuguese_ordinals() -> Forms:
    """Primeiro, vigésimo primeiro."""
    units: Forms = {n: [word] for n, word in enumerate(_PORTUGUESE_ORDINALS, 1)}
    tens = _latin_ordinals(_PORTUGUESE_ORDINAL_TENS, units)
    for n in range(70, 80):
        tens[n] += [phrase.replace("septua", "setua") for phrase in tens[n]]
    return {
        n: [form for phrase in phrases for form in _gendered(phrase)] for n, phrases in (units | tens).items()
    }


CARDINALS = {"fr": french, "es": spanish, "it": italian, "pt": portuguese}
ORDINALS = {"fr": french_ordinals, "es": spanish_ordinals, "it": italian_ordinals, "pt": portuguese_ordinals}
