"""Rules for dates, times, money and percentages, language by language."""

from __future__ import annotations

import re
import time
import timeit
from datetime import date
from typing import TYPE_CHECKING

import pytest
from babel.dates import format_date
from babel.numbers import format_currency, format_percent
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments

from karat.entities.rules import RULE_LANGUAGES, suggest, without_overlap
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from typing import Literal

CASES = {
    "en": (
        "On Friday, May 3, 2002, at 5:30 p.m. it rose 5% or twenty percent to $1.2 million, 175 million Canadian "
        "dollars, EUR 20, in 1987; by 2002-05-03 in Room 2010 we may march on.",
        "Friday, May 3, 2002|DATE 5:30 p.m.|TIME 5%|PERCENT twenty percent|PERCENT $1.2 million|MONEY "
        "175 million Canadian dollars|MONEY EUR 20|MONEY 1987|DATE 2002-05-03|DATE",
    ),
    "de": (
        "Am 3. Oktober 1990, um 14:30 Uhr, stieg er um 5,5 Prozent auf 1,2 Millionen Euro; seit 1987 1.000 €.",
        "3. Oktober 1990|DATE 14:30 Uhr|TIME 5,5 Prozent|PERCENT 1,2 Millionen Euro|MONEY 1987|DATE 1.000 €|MONEY",
    ),
    "fr": (
        "Le lundi 14 juillet 2003, à 15 heures, 20 % des 10 000 euros, dix pour cent, en 1999.",
        "lundi 14 juillet 2003|DATE 15 heures|TIME 20 %|PERCENT 10 000 euros|MONEY dix pour cent|PERCENT 1999|DATE",
    ),
    "es": (
        "El 3 de mayo de 2002 subió un 5 por ciento hasta 2 millones de dólares, a las 15:30 horas.",
        "3 de mayo de 2002|DATE 5 por ciento|PERCENT 2 millones de dólares|MONEY 15:30 horas|TIME",
    ),
    "it": (
        "Il 25 aprile 1945 il dieci per cento; 3 milioni di euro, lunedì.",
        "25 aprile 1945|DATE dieci per cento|PERCENT 3 milioni di euro|MONEY lunedì|DATE",
    ),
    "pt": (
        "Em 7 de setembro de 1822, 15 por cento de 3 milhões de reais, às 14h.",
        "7 de setembro de 1822|DATE 15 por cento|PERCENT 3 milhões de reais|MONEY 14h|TIME",
    ),
    "nl": (
        "Op maandag 5 mei 1945 steeg het met 3,5 procent tot 2 miljoen euro om 15.00 uur.",
        "maandag 5 mei 1945|DATE 3,5 procent|PERCENT 2 miljoen euro|MONEY 15.00 uur|TIME",
    ),
    "ru": (
        "В понедельник 3 мая 2002 года курс вырос на 5 процентов до 30 рублей, в 15:30.",
        "понедельник 3 мая 2002|DATE 5 процентов|PERCENT 30 рублей|MONEY 15:30|TIME",
    ),
    "ar": (
        "في 3 مايو 2002 ارتفع بنسبة 5 في المئة إلى 2 مليون دولار عام 1998",
        "3 مايو 2002|DATE 5 في المئة|PERCENT 2 مليون دولار|MONEY 1998|DATE",
    ),
    "zh": (
        "2002年5月3日星期一下午3点30分上涨5%，达到200万美元，百分之十。",
        "2002年5月3日|DATE 星期一|DATE 下午3点30分|TIME 5%|PERCENT 200万美元|MONEY 百分之十|PERCENT",
    ),
    "ja": (
        "2002年5月3日（月曜日）午後3時30分に5％上がり、200万円になった。",
        "2002年5月3日|DATE 月曜日|DATE 午後3時30分|TIME 5％|PERCENT 200万円|MONEY",
    ),
}


def test_every_language_is_tested() -> None:
    """A language that has words has a case."""
    assert set(CASES) == set(RULE_LANGUAGES)


@pytest.mark.parametrize("language", CASES)
def test_suggestions(language: str) -> None:
    """What the rules find, in order; every one is a suggestion."""
    text, expected = CASES[language]
    found = suggest(text, language)
    assert " ".join(f"{entity.text}|{entity.kind}" for entity in found) == expected
    assert all(entity.suggested for entity in found)


MORE = {
    "en": "17h30|TIME noon|TIME midnight|TIME Yesterday|DATE 1990s|DATE '90s|DATE £5bn|MONEY $1.2bn|MONEY $3m|MONEY",
    "fr": "17h30|TIME 17 h 30|TIME midi|TIME Hier|DATE années 1990|DATE années soixante-dix|DATE 5 Md€|MONEY",
    "it": "mezzogiorno|TIME Ieri|DATE anni '90|DATE anni Novanta|DATE 5 mln di euro|MONEY",
    "de": "17h30|TIME Mitternacht|TIME Gestern|DATE 1990er Jahre|DATE neunziger Jahre|DATE 5 Mrd €|MONEY",
    "es": "mediodía|TIME Ayer|DATE años 90|DATE años noventa|DATE 5 M€|MONEY",
    "pt": "17h30|TIME meio-dia|TIME Ontem|DATE anos 1990|DATE R$5 mi|MONEY",
    "nl": "17u30|TIME middernacht|TIME Gisteren|DATE jaren 90|DATE jaren zestig|DATE €5 mln|MONEY",
    "ru": "полдень|TIME Вчера|DATE 1990-х годах|DATE 5 млрд рублей|MONEY",
    "ar": "منتصف الليل|TIME أمس|DATE التسعينات|DATE",
    "zh": "中午|TIME 昨天|DATE 1990年代|DATE",
    "ja": "正午|TIME 昨日|DATE 1990年代|DATE",
}


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        (language, phrase)
        for language, phrases in MORE.items()
        for phrase in re.findall(r"\S.*?\|[A-Z]+", phrases)
    ],
)
def test_phrases(language: str, phrase: str) -> None:
    """Each by itself, from its first character to its last."""
    text, _, kind = phrase.partition("|")
    assert [(entity.text, entity.kind) for entity in suggest(text, language)] == [(text, kind)]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "at 17.30", "17.30"),
        ("it", "alle 17.30", "17.30"),
        ("it", "alle ore 17,30", "17,30"),
        ("es", "a las 17.30", "17.30"),
        ("pt", "às 17.30", "17.30"),
        ("de", "um 17.30", "17.30"),
        ("nl", "om 17.30", "17.30"),
        ("ru", "в 17.30", "17.30"),
        ("en", "at 12.50 dollars", "12.50 dollars"),
        ("en", "version 17.30", ""),
        ("en", "$5x or 1987x", ""),
        ("fr", "le Midi et Midi-Pyrénées", ""),
        ("it", "nel Mezzogiorno", ""),
        ("de", "am Morgen", ""),
        ("es", "por la mañana", ""),
        ("en", "In March, last May, we may march; May left in May.", "March May May"),
        ("de", "im Jänner, im Mai", "Jänner Mai"),
        ("nl", "in maart en in mei", "maart mei"),
        ("fr", "en mai, en mars, sur Mars", "mai"),
        ("es", "en marzo y mayo", "marzo mayo"),
        ("it", "a marzo, in maggio", "marzo maggio"),
        ("pt", "em março e maio", "março maio"),
        ("ru", "в марте, до мая и августа; Майя", "марте мая августа"),
        ("ar", "في تشرين الثاني", "تشرين الثاني"),
        ("ar", "الساعة 5:30 مساءً", "5:30 مساءً"),
        ("zh", "早上8点", "早上8点"),
    ],
)
def test_what_stands_before(language: str, text: str, found: str) -> None:
    """A time with a point needs a word before it, and so does May; what means something else is none."""
    assert " ".join(entity.text for entity in suggest(text, language)) == found


def test_unknown_language() -> None:
    """A language without words is refused."""
    with pytest.raises(InvalidOption, match="language is 'xx'; it must be one of ar, de, en"):
        suggest("x", "xx")


@given(segments())
def test_hostile_text(text: str) -> None:
    """Suggestions lie in the text and do not overlap, whatever the text."""
    for language in RULE_LANGUAGES:
        end = 0
        for entity in suggest(text, language):
            assert end <= entity.start < entity.end <= len(text)
            end = entity.end


def seconds(text: str) -> float:
    """The least processor time of three that the rules take."""
    return min(timeit.repeat(lambda: suggest(text, "en"), timer=time.process_time, number=1, repeat=3))


@pytest.mark.parametrize("piece", ["1,", "1'", "111 ", "1.", "one ", "twenty-", "5:", "$", "5% ", "May 3 "])
def test_time_grows_with_the_length(piece: str) -> None:
    """Eight times the text takes some eight times as long, not sixty-four; also where entity follows entity."""
    suggest("", "en")
    assert seconds(piece * 8_000) < 24 * seconds(piece * 1_000)


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5), st.sampled_from("AB")), max_size=8))
def test_without_overlap(found: list[tuple[int, int, str]]) -> None:
    """One by one, the longest first and then the earliest, each stays if it meets none that stayed."""
    stretches = [(start, start + length, kind) for start, length, kind in found]
    kept: list[tuple[int, int, str]] = []
    for one in sorted(stretches, key=lambda one: (one[0] - one[1], one[0])):
        if not any(range(max(one[0], other[0]), min(one[1], other[1])) for other in kept):
            kept.append(one)
    assert without_overlap(stretches) == sorted(kept)


dates = st.dates(date(1500, 1, 1), date(2099, 12, 31))


@pytest.mark.parametrize("length", ["long", "full"])
@pytest.mark.parametrize("language", RULE_LANGUAGES)
@given(day=dates)
def test_dates_of_cldr(language: str, length: Literal["long", "full"], day: date) -> None:
    """A date as CLDR writes it out is found whole; the day of the week may stand by itself."""
    text = format_date(day, length, locale=language)
    found = suggest(f"({text})", language)
    assert {entity.kind for entity in found} == {"DATE"}
    rest = re.sub("|".join(re.escape(entity.text) for entity in found), "", text)
    assert rest.strip(" ،\u202f") in ("", "г.")  # MUC's extent: the word for year stays outside


@pytest.mark.parametrize("language", RULE_LANGUAGES)
@given(share=st.integers(0, 1000))
def test_percentages_of_cldr(language: str, share: int) -> None:
    """In every language the number and the sign are one."""
    text = format_percent(share / 100, locale=language)
    assert [(entity.text, entity.kind) for entity in suggest(text, language)] == [(text, "PERCENT")]


@pytest.mark.parametrize("language", RULE_LANGUAGES)
@given(cents=st.integers(1, 10**9))
def test_money_of_cldr(language: str, cents: int) -> None:
    """A sum with the sign of its currency is found, wherever the sign stands; marks of direction stay outside."""
    text = format_currency(cents / 100, "EUR", locale=language).strip("\u200f")
    assert [(entity.text, entity.kind) for entity in suggest(text, language)] == [(text, "MONEY")]
