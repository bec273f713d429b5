"""Number words: every language against num2words, and what its author got wrong."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from num2words import num2words
from tests.strategies import segments

from karat.entities import numbers as han_numbers
from karat.entities.languages import LANGUAGES, Language
from karat.entities.normal_form import Normaliser
from karat.entities.numbers import (
    cardinals,
    joined_thousands,
    lexicon,
    ordinal_digits,
    ordinals,
    plain_digits,
    words_in_digits,
)

if TYPE_CHECKING:
    from collections.abc import Callable

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
    return [str(n), "."] if Language.named(language).point_ordinals else [f"{n}º"]


@pytest.mark.parametrize("kind", ["cardinal", "ordinal"])
@pytest.mark.parametrize("language", WORDS)
def test_num2words(language: str, kind: str) -> None:
    """What another author's program writes is read as the number that it was made from."""
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
    for n in range(100):
        assert han_numbers.han_in_digits(f"第{in_characters(n)}届") == f"第{n}届"
    for same in ("二〇一六年", "三百", "十一万", "千"):
        assert han_numbers.han_in_digits(same) == same
    assert han_numbers.han_in_digits("两兩零") == "两兩零"
    assert han_numbers.han_in_digits("两，零") == "2，0"


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
    assert words_in_digits(["one", "eins"], "none", is_folded=True) == ["one", "eins"]


def test_a_name_beside_a_number() -> None:
    """A Latin name does not grow digits where a Chinese number stands beside it."""
    assert Normaliser(language="zh").of_output("像Rai一樣") == ["像", "rai", "1", "樣"]


@given(
    st.sampled_from(WORDS),
    st.lists(st.integers(0, 99), min_size=1, max_size=6),
    st.sampled_from([str, str.upper, str.capitalize]),
)
def test_numbers_of_a_sentence(language: str, numbers: list[int], written: Callable[[str], str]) -> None:
    """Whatever stands around them, each of several numbers in words is read, and nothing else is."""
    sentence = " § ".join(written(num2words(n, lang=language)) for n in numbers)
    found = Normaliser(language=language).of_output(f"§ {sentence} §")
    assert found == ["§", *(token for n in numbers for token in (str(n), "§"))]


@given(st.sampled_from(WORDS), st.integers(100, 10**12))
def test_larger_numbers_are_not_made_up(language: str, n: int) -> None:
    """Of a number beyond 99 only its parts up to 99 become digits: no larger one comes out."""
    found = Normaliser(language=language).of_output(num2words(n, lang=language))
    assert all(int(token) < 100 for token in found if token.isdecimal())


def slow_in_digits(tokens: list[str], language: str) -> list[str]:
    """At each place every phrase is tried, with and without a hyphen before each further word; most words win."""
    written = {
        (first, *(token for pair in zip(hyphens, rest, strict=True) for token in pair if token)): number
        for first, follow in lexicon(language).items()
        for rest, number in follow
        for hyphens in product(["", "-"], repeat=len(rest))
    }
    result: list[str] = []
    place = 0
    while place < len(tokens):
        there = [phrase for phrase in written if tuple(tokens[place : place + len(phrase)]) == phrase]
        best = max(there, key=lambda phrase: len(phrase) - phrase.count("-"), default=())
        result += written[best] if best else [tokens[place]]
        place += len(best) or 1
    return result


@given(st.lists(st.sampled_from(["twenty", "thirty", "one", "first", "-", "and", "two"]), max_size=7))
@example(["twenty", "-", "-", "one"])
def test_the_longest_number_wins(tokens: list[str]) -> None:
    """Trying every phrase at every place gives the same."""
    assert words_in_digits(tokens, "en", is_folded=True) == slow_in_digits(tokens, "en")


@given(
    st.lists(
        st.sampled_from(["vingt", "et", "un", "une", "quatre", "dix", "-", "sept", "premier", "unième"]),
        max_size=7,
    )
)
def test_the_longest_number_wins_also_with_words_between(tokens: list[str]) -> None:
    """Where a number has up to four words."""
    folded = [token.replace("è", "e") for token in tokens]
    assert words_in_digits(folded, "fr", is_folded=True) == slow_in_digits(folded, "fr")


SEPARATED = [(name, mark) for name in LANGUAGES for mark in Language.named(name).thousands]


@given(st.sampled_from(SEPARATED), st.integers(0, 10**15))
def test_thousands(separated: tuple[str, str], n: int) -> None:
    """A number with the separators of its language is the number without them."""
    language, mark = separated
    assert joined_thousands(f"{n:,}".replace(",", mark), language) == str(n)
    assert joined_thousands(f"({n:,}) {n}".replace(",", mark), language) == f"({n}) {n}"


@given(segments())
def test_digits_of_hostile_text(text: str) -> None:
    """What is no number stays, and what was done once is not done again."""
    plain = plain_digits(text)
    assert len(plain) == len(text)
    assert plain_digits(plain) == plain
    assert re.sub(r"\d", "", plain) == re.sub(r"\d", "", text)
    for language in LANGUAGES:
        ordinals_once = ordinal_digits(plain, language)
        assert re.findall(r"\d", ordinals_once) == re.findall(r"\d", plain)
        assert re.findall(r"\d", joined_thousands(plain, language)) == re.findall(r"\d", plain)


def in_characters(n: int) -> str:
    """A number up to 99 as Chinese and Japanese write it."""
    digits = "〇一二三四五六七八九"
    ten, unit = divmod(n, 10)
    tens = "" if ten == 0 else "十" if ten == 1 else digits[ten] + "十"
    return tens + (digits[unit] if unit or not tens else "")


READ = {in_characters(n): str(n) for n in range(100)} | {"零": "0", "两": "2"}
READ |= {f"一{word}": n for word, n in READ.items() if word.startswith("十")}  # 一十二


@given(st.text("〇零一二九十两百万aZ5，", max_size=8))
@example("a一Z")
def test_characters_of_any_order(text: str) -> None:
    """A run is looked up whole, and a Latin letter or digit beside it is kept apart from its digits."""
    pieces = re.split("([〇零一二三四五六七八九十两百万]+)", text)
    for place in range(1, len(pieces), 2):
        if number := READ.get(pieces[place]):
            before, after = re.search("[aZ5]$", pieces[place - 1]), re.match("[aZ5]", pieces[place + 1])
            pieces[place] = f"{' ' if before else ''}{number}{' ' if after else ''}"
    assert han_numbers.han_in_digits(text) == "".join(pieces)
