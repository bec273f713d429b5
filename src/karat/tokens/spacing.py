"""Whether words are kept apart by spaces, told from what stands between spaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

# Han and kana, of which a word has one or two; Thai, Lao, Tibetan, Burmese and Khmer: about four.
_SCRIPTS = (
    (re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"), 3),
    (re.compile("[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]"), 7),
)
# Words of other scripts are shorter than this on average, even in German.
_LONGEST_WORDS = 15


def lacks_spaces(words: Iterable[str]) -> bool:
    """Whether these are too long for words: clauses of a script that puts no spaces between them.

    >>> lacks_spaces("他在北京出生。 你几岁？".split()), lacks_spaces("他 在 北京 出生 。".split())
    (True, False)
    """
    known = list(words)
    characters = sum(map(len, known))
    if all(map(str.isascii, known)):
        return characters > _LONGEST_WORDS * len(known)
    for script, longest in _SCRIPTS:
        inside = [count for word in known if not word.isascii() and (count := len(script.findall(word)))]
        if 2 * sum(inside) > characters:
            return sum(inside) > longest * len(inside)
    return characters > _LONGEST_WORDS * len(known)
