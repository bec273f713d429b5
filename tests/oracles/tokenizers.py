"""Tokenizers by their published rules, one regular expression per rule and nothing clever."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

WESTERN_MARKS = r"[{-~[-` -&(-+:-@/]"
STOPS = r"[.,]"
DIGIT, OTHER = r"[0-9]", r"[^0-9]"

# Deliberate: sacreBLEU writes U+20000 with four digits, which Python reads as U+2000 and a nought; as characters
# are compared with two-character strings, the range begins after U+2000 and ends with U+2A6D.
CHINESE = (
    (0x3400, 0x4DB5),
    (0x4E00, 0x9FA5),
    (0x9FA6, 0x9FBB),
    (0xF900, 0xFA2D),
    (0xFA30, 0xFA6A),
    (0xFA70, 0xFAD9),
    (0x2001, 0x2A6D),
    (0x2F81, 0x2FA1),
    (0xFF00, 0xFFEF),
    (0x2E80, 0x2EFF),
    (0x3000, 0x303F),
    (0x31C0, 0x31EF),
    (0x2F00, 0x2FDF),
    (0x2FF0, 0x2FFF),
    (0x3100, 0x312F),
    (0x31A0, 0x31BF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE4F),
    (0x2600, 0x26FF),
    (0x2700, 0x27BF),
    (0x3200, 0x32FF),
    (0x3300, 0x33FF),
)

# Deliberate: enclosed letters run to U+3F22 in the published rules.
TERCOM_ASIAN = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x31C0, 0x31EF),
    (0x2E80, 0x2EFF),
    (0x3300, 0x33FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0x3200, 0x3F22),
)
TERCOM_ASIAN_MARKS = (
    *((0x3001, 0x3002), (0x3008, 0x3011), (0x3014, 0x301F), (0xFF61, 0xFF65), (0x30FB, 0x30FB)),
    *((ord(mark), ord(mark)) for mark in "．，？：；！＂（）"),
)


def none(text: str) -> list[str]:
    """Words as white space separates them."""
    return text.split()


def characters(text: str) -> list[str]:
    """Every character that is not white space."""
    return [character for character in text if not character.isspace()]


def characters_and_spaces(text: str) -> list[str]:
    """Every character between the first and the last that is not white space."""
    return list(text.strip())


def mteval13a(text: str) -> list[str]:
    """The rules of mteval-v13a.

    >>> mteval13a("1...2, a..5 and 1--a cost &lt;5.")
    ['1', '.', '.', '.2', ',', 'a', '.', '.5', 'and', '1', '-', '-a', 'cost', '<', '5', '.']
    """
    line = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(entity, character)
    return western(f" {line} ")


def western(line: str) -> list[str]:
    """The rules for Western punctuation, which 13a and zh share."""
    line = re.sub(f"({WESTERN_MARKS})", r" \1 ", line)
    line = re.sub(f"({OTHER})({STOPS})", r"\1 \2 ", line)
    line = re.sub(f"({STOPS})({OTHER})", r" \1 \2", line)
    line = re.sub(f"({DIGIT})-", r"\1 - ", line)
    return line.split()


def chinese(text: str) -> list[str]:
    """Chinese characters one by one, the rest by the Western rules, without padding.

    >>> chinese("价格是2.5元，5.")
    ['价', '格', '是', '2.5', '元', '，', '5.']
    """
    return western(re.sub(f"({any_of(CHINESE)})", r" \1 ", text.strip()))


@cache
def any_of(ranges: tuple[tuple[int, int], ...]) -> str:
    """The pattern of a character that lies in one of some ranges."""
    return "[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges) + "]"


def international(text: str) -> list[str]:
    """The rules of mteval-v14 by Unicode category.

    >>> international("2,5 € – «non», 1.")
    ['2,5', '€', '–', '«', 'non', '»', ',', '1.']
    """
    line = text.rstrip()
    for substitute, replacement in _international_rules():
        line = substitute(replacement, line)
    return line.split()


@cache
def _international_rules() -> list[tuple[Callable[[str, str], str], str]]:
    import regex

    rules = [(r"(\P{N})(\p{P})", r"\1 \2 "), (r"(\p{P})(\P{N})", r" \1 \2"), (r"(\p{S})", r" \1 ")]
    return [(regex.compile(pattern).sub, replacement) for pattern, replacement in rules]


def tercom(text: str, *, normalized: bool, no_punctuation: bool, asian: bool) -> list[str]:
    """TER's own normalization, of a text that is already in the case it should have."""
    line = text.rstrip()
    if normalized and line:
        line = _tercom_western(line)
        if asian:
            line = re.sub(f"({any_of(TERCOM_ASIAN)})", r" \1 ", line)
            line = re.sub(f"({any_of(TERCOM_ASIAN_MARKS)})", r" \1 ", line)
    if no_punctuation:
        line = re.sub(r'[.,?:;!"()]', "", line)
        if asian:
            line = re.sub(any_of(TERCOM_ASIAN_MARKS), "", line)
    return line.split()


def _tercom_western(line: str) -> str:
    # Deliberate: newline before hyphen, although hyphenation has it the other way round (sacreBLEU).
    line = line.replace("\n-", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(entity, character)
    line = re.sub(f"({WESTERN_MARKS})", r" \1 ", f" {line} ").replace("'s ", " 's ")
    line = re.sub(f"({OTHER})({STOPS})", r"\1 \2 ", line)
    line = re.sub(f"({STOPS})({OTHER})", r" \1 \2", line)
    return re.sub(f"({DIGIT})-", r"\1 - ", line)


def chrf_words(text: str) -> list[str]:
    """The words of chrF++: one mark split off each, at the end or else at the beginning.

    >>> chrf_words("(hi) 'tis - ok")
    ['(hi', ')', "'", 'tis', '-', 'ok']
    """
    words: list[str] = []
    for word in text.split():
        if len(word) > 1 and _is_mark(word[-1]):
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and _is_mark(word[0]):
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def _is_mark(character: str) -> bool:
    return "!" <= character <= "~" and not character.isalnum()


TOKENIZERS: dict[str, Callable[[str], list[str]]] = {
    "none": none,
    "13a": mteval13a,
    "intl": international,
    "zh": chinese,
    "char": characters,
    "char-spaces": characters_and_spaces,
    "separated": lambda text: [token for token in text.split("\0") if token],
}
