"""The normal form: every step alone, in many scripts, and on hostile text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from tests.strategies import segments

from karat.entities.languages import LANGUAGES
from karat.entities.normal_form import Normaliser, tokens
from karat.entities.scripts import is_spaceless, without_marks

OFF = {
    "normalization": "none",
    **dict.fromkeys(
        ("marks", "lowercase", "quotes", "possessives", "thousands", "numbers", "articles"), False
    ),
}


def only(step: str, language: str = "en") -> Normaliser:
    """A normaliser with one step."""
    options: dict[str, Any] = {**OFF, step: "NFC" if step == "normalization" else True}
    return Normaliser(language=language, **options)


@pytest.mark.parametrize(
    ("step", "language", "first", "second"),
    [
        ("normalization", "en", "Cafe\u0301", "Caf\u00e9"),
        ("normalization", "none", "\u1112\u1161\u11ab", "한"),
        ("marks", "fr", "à la façade", "a la facade"),
        ("marks", "ru", "Королёв", "Королев"),
        ("marks", "none", "Αθήνα", "Αθηνα"),
        ("lowercase", "en", "IBM", "ibm"),
        ("lowercase", "de", "STRASSE", "Straße"),
        ("quotes", "en", "O’Neill – “Rob”", 'O\'Neill - "Rob"'),
        ("quotes", "fr", "« Le Monde »", '" Le Monde "'),
        ("quotes", "en", "Rhine\u2011Ruhr", "Rhine-Ruhr"),
        ("quotes", "de", "Ost\u00addeutsch", "Ostdeutsch"),
        ("possessives", "en", "Clinton's", "Clinton"),
        ("possessives", "en", "United States'", "United States"),
        ("possessives", "en", "Clinton’s", "Clinton"),
        ("possessives", "en", "St. Peter's Square", "St. Peter Square"),
        ("thousands", "en", "1,234,567.5", "1234567.5"),
        ("thousands", "de", "1.234.567,5", "1234567,5"),
        ("thousands", "fr", "12 345", "12345"),
        ("thousands", "fr", "12\u202f345", "12345"),
        ("thousands", "ru", "12\u00a0345", "12345"),
        ("numbers", "en", "twenty-one", "21"),
        ("numbers", "en", "twenty-first", "21st"),
        ("numbers", "en", "٣", "3"),
        ("numbers", "fr", "quatre-vingt-dix-neuf", "99"),
        ("numbers", "fr", "premier", "1er"),
        ("numbers", "de", "einundzwanzigsten Oktober", "21. Oktober"),
        ("numbers", "es", "treinta y uno", "31"),
        ("numbers", "es", "3.ª", "tercera"),
        ("numbers", "nl", "eenentwintigste", "21e"),
        ("numbers", "ru", "двадцать пятого", "25-го"),
        ("numbers", "ar", "خمسة وعشرون", "25"),
        ("numbers", "zh", "第三十五", "第35"),
        ("numbers", "ja", "二十人", "２０人"),
        ("articles", "en", "the United Nations", "United Nations"),
        ("articles", "fr", "l'Allemagne", "Allemagne"),
        ("articles", "de", "die Vereinten Nationen", "Vereinten Nationen"),
    ],
)
def test_step(step: str, language: str, first: str, second: str) -> None:
    """One step makes the two one; without it they are two."""
    with_step = only(step, language)
    without = Normaliser(language=language, **OFF)  # type: ignore[arg-type]
    assert with_step.of_entity(first) == with_step.of_entity(second)
    assert without.of_entity(first) != without.of_entity(second)


@pytest.mark.parametrize("text", ["กรุงเทพฯ", "हिन्दी", "القُدْس", "मुंबई", "がぎ", "서울", "ไม่", "שָׁלוֹם", "தமிழ்"])
def test_marks_are_letters_elsewhere(text: str) -> None:
    """Beyond Latin, Greek and Cyrillic a mark stays: without it the word is another."""
    assert without_marks(text) == text


def test_words_keep_their_marks() -> None:
    """A vowel sign does not cut a word of Devanagari in two."""
    assert tokens("रामा राम") == ["रामा", "राम"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in the U.S. now", ["in", "the", "U", ".", "S", ".", "now"]),
        ("3.5% of $1,000", ["3.5", "%", "of", "$", "1,000"]),
        ("21st B2B", ["21st", "B2B"]),
        ("由NASA發射2枚", ["由", "NASA", "發射", "2", "枚"]),
        ("Ἀθῆναι, 2016年", ["Ἀθῆναι", ",", "2016", "年"]),
        ("", []),
        (" \u3000\t", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    """Words and numbers; other characters by themselves; scripts part where they meet."""
    assert tokens(text) == expected


def test_an_article_alone_stays() -> None:
    """Of an entity something must be left."""
    assert Normaliser().of_entity("The") == ["the"]
    assert Normaliser(language="fr").of_entity("L'") == ["l"]


def test_an_article_within_stays() -> None:
    """Only the leading one is dropped."""
    assert Normaliser().of_entity("Alexander the Great") == ["alexander", "the", "great"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "12,34"),
        ("en", "1,2345"),
        ("en", "3.141"),
        ("de", "3.10.2016"),
        ("de", "192.168.1.20"),
        ("fr", "1990 200"),
    ],
)
def test_other_numbers_stay(language: str, text: str) -> None:
    """What only looks like thousands is left alone."""
    assert Normaliser(language=language).string(text) == text


def test_dotted_i() -> None:
    """İstanbul and Istanbul are one; so they are written in different places."""
    assert Normaliser().of_entity("İstanbul") == Normaliser().of_entity("istanbul")


@given(segments())
def test_hostile_text(text: str) -> None:
    """Every text has a normal form, in every language; white space is no part of it."""
    for language in LANGUAGES:
        normaliser = Normaliser(language=language)
        assert all(token and token.strip() == token for token in normaliser.of_output(text))
        normaliser.of_entity(text)


@given(segments())
def test_all_steps_off(text: str) -> None:
    """Without steps, only white space is lost."""
    plain = Normaliser(language="none", **OFF)  # type: ignore[arg-type]
    assert "".join(plain.of_output(text)) == "".join(text.split())


def test_spaceless() -> None:
    """Scripts without spaces, and Hangul."""
    assert all(map(is_spaceless, ["东京", "カナ", "ひら", "서울", "ไทย", "ລາວ", "មែ", "မြန်မာ", "a東"]))
    assert not any(map(is_spaceless, ["", "Tokyo", "Київ", "القاهرة", "हिन्दी", "Ἀθῆναι", "ー!"[1:]]))
