"""Scripts: marks that may be left off, and words without spaces."""

from __future__ import annotations

import re
import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments

from karat.entities.scripts import is_spaceless, marks, without_marks

LETTERS = re.compile("LATIN|GREEK|CYRILLIC")


def test_marks_are_all_of_the_first_plane() -> None:
    """Every combining mark of Unicode's first plane, both joiners, and nothing that is no mark."""
    one = re.compile(f"[{marks()}]")
    for code in range(0x10000):
        character = chr(code)
        is_mark = unicodedata.category(character).startswith("M")
        assert bool(one.match(character)) == (is_mark or character in "\u200c\u200d"), hex(code)


def test_letters_lose_their_marks() -> None:
    """A letter of Latin, Greek or Cyrillic is its base letter, where Unicode takes it apart."""
    for code in range(0xC0, 0x2000):
        character = chr(code)
        base = unicodedata.normalize("NFD", character)[0]
        if base in "ÆæØøı":  # these are letters that ASCII does not have, see below
            continue
        if base != character and LETTERS.match(unicodedata.name(character, "")) and base.isalpha():
            assert without_marks(character) == base, character


@given(segments())
def test_hostile_text(text: str) -> None:
    """What was done once is done; marks of other scripts stay as many as they were."""
    once = without_marks(text)
    assert without_marks(once) == once
    assert not re.search("[a-zA-Z][\u0300-\u036f]", once)


@given(st.text("กขाิ한あ山", min_size=1))
def test_other_scripts_stay(text: str) -> None:
    """Thai, Devanagari, Hangul, kana and Han have no mark to lose."""
    assert without_marks(text) == text


def test_spaceless_scripts() -> None:
    """Letters of Han, kana, Hangul, Thai, Lao, Khmer and Burmese, and no letter of Latin, Greek, Cyrillic or Arabic."""
    alone = re.compile(
        "CJK UNIFIED|HIRAGANA LETTER|KATAKANA LETTER|HANGUL SYLLABLE|THAI CHAR|LAO LETTER|KHMER LETTER"
    )
    spaced = re.compile("(LATIN|GREEK|CYRILLIC|ARABIC|HEBREW|DEVANAGARI|ARMENIAN|GEORGIAN) .*LETTER")
    for code in range(min(sys.maxunicode, 0x2FFFF)):
        name = unicodedata.name(chr(code), "")
        if alone.match(name):
            assert is_spaceless(chr(code)), name
        elif spaced.match(name):
            assert not is_spaceless(chr(code)), name


def test_letters_that_do_not_decompose() -> None:
    """Names with them are the names that people write without: case and other letters stay."""
    assert without_marks("Łódź Tromsø Đà Nẵng Ærø Œuvre Straße İzmir ılıca Þór Guðrún") == (
        "Lodz Tromso Da Nang AEro OEuvre Strasse Izmir ilica THor Gudrun"
    )
    assert without_marks("Ѳ ѣ Ω œ") == "Ѳ ѣ Ω oe"
