"""Number words: every language against num2words, and what its author got wrong."""

from __future__ import annotations

import pytest

from karat.entities.languages import LANGUAGES
from karat.entities.normal_form import Normaliser
from karat.entities.number_words import cardinals, characters, ordinals
from karat.entities.numbers import in_digits, joined_thousands, lexicon, plain_digits

WORDS = ("ar", "de", "en", "es", "fr", "it", "nl", "pt", "ru")
# Slips of num2words 0.5.14, and the form that is right.
WRONG: dict[tuple[str, str], dict[int, str | None]] = {
    ("fr", "ordinal"): {80: "quatre-vingtième"},
    ("es", "ordinal"): dict.fromkeys(range(40, 50)),  # quadragésimo for cuadragésimo
    ("ar", "ordinal"): dict.fromkeys(range(20, 100)),  # cardinals
}


def expected(n: int, kind: str, language: str) -> list[str]:
    """The tokens that a number becomes."""
    if kind == "cardinal":
        return [str(n)]
    return [str(n), "."] if LANGUAGES[language].point_ordinals else [f"{n}º"]


@pytest.mark.parametrize("kind", ["cardinal", "ordinal"])
@pytest.mark.parametrize("language", WORDS)
def test_num2words(language: str, kind: str) -> None:
    """What another author's program writes is read as the number that it was made from."""
    num2words = pytest.importorskip("num2words").num2words
    normaliser = Normaliser(language=language)
    corrections = WRONG.get((language, kind), {})
    for n in range(0 if kind == "cardinal" else 1, 100):
        word = corrections.get(n, num2words(n, lang=language, to=kind))
        if word is not None:
            assert normaliser.of_output(word) == expected(n, kind, language), word


@pytest.mark.parametrize("language", WORDS)
def test_tables_are_whole(language: str) -> None:
    """Every number has a form, and no form stands for two numbers of a kind."""
    assert sorted(cardinals(language)) == list(range(100))
    assert set(range(1, 100)) <= set(ordinals(language))
    for forms in (cardinals(language), ordinals(language)):
        everything = [(word, n) for n, words in forms.items() for word in set(words)]
        assert len(everything) == len({word for word, _ in everything})


@pytest.mark.parametrize("language", WORDS)
def test_every_form_is_read(language: str) -> None:
    """Whatever stands in the tables is found in a text; a word that is both is a cardinal."""
    normaliser = Normaliser(language=language)
    both = {word for words in cardinals(language).values() for word in words}
    for kind, forms in (("cardinal", cardinals(language)), ("ordinal", ordinals(language))):
        for n, words in forms.items():
            for word in words if kind == "cardinal" else set(words) - both:
                assert normaliser.of_output(word) == expected(n, kind, language)


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("fr", "septante-cinq", ["75"]),
        ("fr", "soixante et onze", ["71"]),
        ("fr", "première", ["1º"]),
        ("es", "cuadragésimo segundo", ["42º"]),
        ("ar", "الخامس والعشرون", ["25º"]),
        ("ru", "тридцатью двумя", ["32"]),
        ("pt", "dezasseis dezesseis", ["16", "16"]),
        ("en", "one hundred twenty-one", ["1", "hundred", "21"]),
        ("en", "Twenty-", ["20", "-"]),
        ("en", "ninety-nine red", ["99", "red"]),
        ("de", "am dritten Tag", ["am", "3", ".", "tag"]),
    ],
)
def test_forms(language: str, text: str, tokens: list[str]) -> None:
    """Regional forms, cases, and numbers within a text."""
    assert Normaliser(language=language).of_output(text) == tokens


def test_chinese_and_japanese_up_to_99() -> None:
    """Characters for digits and ten are numbers up to 99; larger ones and years stay."""
    digits = "〇一二三四五六七八九"
    for n in range(100):
        ten, unit = divmod(n, 10)
        tens = "" if ten == 0 else "十" if ten == 1 else digits[ten] + "十"
        word = tens + (digits[unit] if unit or not tens else "")
        assert characters.in_digits(f"第{word}届") == f"第{n}届"
    for same in ("二〇一六年", "三百", "十一万", "千"):
        assert characters.in_digits(same) == same
    assert characters.in_digits("两兩零") == "两兩零"
    assert characters.in_digits("两，零") == "2，0"


def test_folding_is_not_needed_for_words() -> None:
    """Also where case and marks matter, a number in words is a number."""
    assert Normaliser(lowercase=False, marks=False).of_output("Twenty Pilots") == ["20", "Pilots"]
    assert Normaliser(language="de", lowercase=False, marks=False).of_output("Fünf Äpfel") == ["5", "Äpfel"]


def test_digits_of_all_scripts() -> None:
    """Arabic, Devanagari and full-width digits."""
    assert plain_digits("٣۳३３ ½ ² 三") == "3333 ½ ² 三"


def test_languages_have_their_separators() -> None:
    """Each language its own; the neutral one none."""
    assert joined_thousands("1,234", "en") == "1234"
    assert joined_thousands("1.234", "en") == "1.234"
    assert joined_thousands("1,234 1.234", "none") == "1,234 1.234"


def test_no_words_no_lexicon() -> None:
    """The neutral language knows no words."""
    assert lexicon("none") == {}
    assert in_digits(["one", "eins"], "none", is_folded=True) == ["one", "eins"]


def test_a_name_beside_a_number() -> None:
    """A Latin name does not grow digits where a Chinese number stands beside it."""
    assert Normaliser(language="zh").of_output("像Rai一樣") == ["像", "rai", "1", "樣"]
