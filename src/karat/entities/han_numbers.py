"""Chinese and Japanese numbers up to 99, written with characters for digits and for ten.

By hand: they are written within words, so that no list of words finds them, and larger numbers must stay.
"""

from __future__ import annotations

import re

_DIGITS = {character: n for n, character in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2, "兩": 2}
# A run with hundreds or thousands, or of several digits, is a larger number, a year or an idiom: it stays.
_RUN = re.compile("[〇零一二三四五六七八九十两兩百千万萬亿億兆]+")
_NUMBER = re.compile("([一二三四五六七八九]?)(十)([一二三四五六七八九]?)")


def in_digits(text: str) -> str:
    """The text with its numbers from 0 to 99 in digits.

    >>> in_digits("第三十五届，二十人，二〇一六年，三百")
    '第35届，20人，二〇一六年，三百'
    """
    return _RUN.sub(_digits, text)


def _digits(run: re.Match[str]) -> str:
    word = run[0]
    if word in _DIGITS:
        return _apart(str(_DIGITS[word]), run)
    if match := _NUMBER.fullmatch(word):
        return _apart(str(10 * _DIGITS.get(match[1], 1) + _DIGITS.get(match[3], 0)), run)
    return word


def _apart(number: str, run: re.Match[str]) -> str:
    """Digits must not grow onto a Latin name beside them: X一 is not the name X1."""
    before, after = run.string[max(run.start() - 1, 0) : run.start()], run.string[run.end() : run.end() + 1]
    return f"{_space(before)}{number}{_space(after)}"


def _space(neighbour: str) -> str:
    return " " if neighbour.isascii() and neighbour.isalnum() else ""
