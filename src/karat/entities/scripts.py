"""What scripts decide: where a name may end without a space, and in which a mark may be left off a letter."""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache, lru_cache

from karat.spacing import UNSPACED

# Nor does a space end a name in Hangul, where particles are written onto it.
_HANGUL = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
SPACELESS = UNSPACED + _HANGUL
# Marks that belong to no script of their own, and the letters from which they may be taken.
_COMMON_MARKS = "\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_LETTERS = (
    "A-Za-z\u00aa\u00ba\u00c0-\u024f\u0250-\u02af\u1d00-\u1dbf\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f"
    "\u0370-\u03ff\u1f00-\u1fff"
    "\u0400-\u0482\u048a-\u052f\u1c80-\u1c8f\u2de0-\u2dff\ua640-\ua69f"
)

# Latin letters that Unicode does not take apart into a letter and a mark, and how ASCII writes them: as the
# rules for such letters in CLDR's transform Latin-ASCII have it (common/transforms/Latin-ASCII.xml).
_UNDECOMPOSED = dict(
    zip(
        "łŁøØđĐðÐħĦŧŦıȷŋŊĸƀɃɨƶƵɉɈɍɌⱥȺ",
        "lLoOdDdDhHtTijnNqbBizZjJrRaA",
        strict=True,
    )
) | {
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ß": "ss",
    "ẞ": "SS",
    "þ": "th",
    "Þ": "TH",
    "ĳ": "ij",
    "Ĳ": "IJ",
}

_IS_SPACELESS = re.compile(f"[{SPACELESS}]")
# A letter of those scripts that has a mark within it, or marks after it.
_MARKED_LETTER = re.compile(f"(?![A-Za-z])[{_LETTERS}][{_COMMON_MARKS}]*|[A-Za-z][{_COMMON_MARKS}]+")
_MARK = re.compile(f"[{_COMMON_MARKS}]")


def is_spaceless(text: str) -> bool:
    """Whether some of it is in a script in which names need not end at a space."""
    return not text.isascii() and _IS_SPACELESS.search(text) is not None


def without_marks(text: str) -> str:
    """Letters of Latin, Greek and Cyrillic without their marks.

    In Arabic, Thai or Devanagari a mark is as much as a letter, and stays.

    >>> without_marks("São Paulo, Łódź, Tromsø, Αθήνα, Королёв, กรุงเทพ, हिन्दी")
    'Sao Paulo, Lodz, Tromso, Αθηνα, Королев, กรุงเทพ, हिन्दी'
    """
    return text if text.isascii() else _MARKED_LETTER.sub(lambda found: _bare(found[0]), text)


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    bare = unicodedata.normalize("NFC", _MARK.sub("", unicodedata.normalize("NFD", letter)))
    return _UNDECOMPOSED.get(bare, bare)


@cache
def marks() -> str:
    """All combining marks, for a character class: `\\w` leaves them out, and words have them."""
    ranges: list[list[int]] = []
    # Marks of the first plane lie between these; beyond it there are few, of antiquity and of music.
    for code in (
        *range(0x300, 0x1E00),
        *range(0x20D0, 0x3100),
        *range(0xA66F, 0xAC00),
        *range(0xFB1E, 0xFE30),
    ):
        if unicodedata.category(chr(code)).startswith("M"):
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    joiners = "\u200c\u200d"  # within words of Persian and Indic scripts
    return sys.intern("".join(f"{chr(first)}-{chr(last)}" for first, last in ranges) + joiners)
