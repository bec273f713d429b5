"""Scripts that put no spaces between words: their characters, and whether a text is written in one."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable

# Characters as the inside of a character class.
HAN_AND_KANA = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c"  # Han radicals and numerals
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3100-\u312f\u31a0-\u31bf"  # Bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"  # Han
    "\U0001aff0-\U0001b16f\U00020000-\U0003ffff"
)
_SOUTHEAST_ASIAN = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u0f00-\u0fff"  # Tibetan
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Burmese
    "\u1780-\u17ff\u19e0-\u19ff"  # Khmer
    "\u1980-\u19df\u1a20-\u1aaf"  # New Tai Lue, Tai Tham
)
UNSPACED = HAN_AND_KANA + _SOUTHEAST_ASIAN

# Words of other scripts are shorter than this on average, even in German.
_LONGEST_WORDS = 15


@cache
def _longest_unspaced() -> tuple[tuple[re.Pattern[str], int], ...]:
    """Characters, and a length that no average word has: Han and kana have one or two, the others four.

    Made when a text has other letters than ASCII: to compile them takes as long as to score a small file.
    """
    import re

    return (re.compile(f"[{HAN_AND_KANA}]"), 3), (re.compile(f"[{_SOUTHEAST_ASIAN}]"), 7)


def lacks_spaces(words: Iterable[str]) -> bool:
    """Whether these are too long for words: clauses of a script that puts no spaces between them.

    >>> lacks_spaces("他在北京出生。 你几岁？".split()), lacks_spaces("他 在 北京 出生 。".split())
    (True, False)
    """
    known = list(words)
    characters = sum(map(len, known))
    if all(map(str.isascii, known)):
        return characters > _LONGEST_WORDS * len(known)
    for script, longest in _longest_unspaced():
        inside = [count for word in known if not word.isascii() and (count := len(script.findall(word)))]
        if 2 * sum(inside) > characters:
            return sum(inside) > longest * len(inside)
    return characters > _LONGEST_WORDS * len(known)
