"""Percentages and money have one form, by language."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from karat import Nee
from karat.entities import normal_form
from karat.entities.languages import LANGUAGES, Language
from karat.entities.normal_form import Normaliser
from karat.errors import MissingExtra

SAME: dict[str, list[tuple[str, ...]]] = {
    "en": [
        ("20 %", "20%", "twenty percent", "20 per cent", "twenty-percent"),
        ("$5 million", "5 million dollars", "US$5m", "USD 5,000,000", "five million US dollars"),
        ("€1.5bn", "1.5 billion euros", "EUR 1.50 billion"),
    ],
    "de": [("20 %", "zwanzig Prozent"), ("1,5 Mrd. Euro", "1.500.000.000 €", "1,5 Milliarden EUR")],
    "fr": [("vingt pour cent", "20 %"), ("cinq millions d’euros", "5 M€", "5 000 000 €")],
    "es": [("20 por ciento", "20 %"), ("5 millones de dólares", "$5 millones")],
    "it": [("venti per cento", "20%"), ("5 milioni di euro", "5 mln €")],
    "nl": [("twintig procent", "20 %"), ("5 miljoen euro", "€ 5 mln")],
    "pt": [("vinte por cento", "20%"), ("5 milhões de dólares", "US$ 5 milhões")],
    "ru": [("двадцать процентов", "20 %"), ("5 млн рублей", "5 миллионов рублей", "5000000 ₽")],
    "ar": [("٢٠ في المئة", "20٪", "20 %"), ("5 مليون دولار", "$5000000")],
    "zh": [("百分之二十", "20%", "20％"), ("5亿美元", "$5亿"), ("10欧元", "€10")],
    "ja": [("20パーセント", "20%", "20％"), ("100万ドル", "$100万")],
}
OTHER = [
    ("20 percent", "20 percentage points"),
    ("$5 million", "€5 million"),
    ("5 million dollars", "5 billion dollars"),
    ("5 m", "5 million"),
    ("1.2.3 percent", "1.23 percent"),
]


@pytest.mark.parametrize("language", SAME)
def test_one_form(language: str) -> None:
    """What means the same is the same, as an entity and in an output."""
    normaliser = Normaliser(language=language)
    for texts in SAME[language]:
        assert len({tuple(normaliser.of_entity(text)) for text in texts}) == 1, texts
        assert len({tuple(normaliser.of_output(text)) for text in texts}) == 1, texts


def test_every_language_has_quantities() -> None:
    """The words are there for each language, and the test above looks at each."""
    assert set(SAME) == set(LANGUAGES) - {"none"}
    assert all("%" in Language.named(language).quantities for language in SAME)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_different_quantities(one: str, other: str) -> None:
    """What means something else stays apart."""
    assert Normaliser().of_entity(one) != Normaliser().of_entity(other)


@pytest.mark.parametrize("text", ["paid in dollars 5 times", "in 20 years", "$ and 5", "room 5 m"])
def test_no_quantity(text: str) -> None:
    """Numbers and words that are no quantity together stay as they are."""
    assert Normaliser().of_output(text) == Normaliser(quantities=False).of_output(text)


def test_what_is_within_a_quantity_is_found() -> None:
    """A text has its own entities: the country of a currency, the number of a sum."""
    nee, sum_ = Nee(language="ru"), "5000 долларов США"
    for name in ("США", "5000", sum_, "$5000"):
        reference = f'<ENAMEX TYPE="LOCATION">{name}</ENAMEX>'
        assert nee.value(nee.count([f"около {sum_}."], [reference]).total()) == 100.0, name


def test_the_step_can_be_left_out() -> None:
    """Without it, only numbers are brought into one form."""
    assert Normaliser(quantities=False).of_entity("twenty percent") == ["20", "percent"]
    assert "quantities:no" in Nee(quantities=False).recipe


def test_case_that_is_kept() -> None:
    """Words of quantities are known in any case; the rest of the text keeps its own."""
    assert Normaliser(lowercase=False).of_output("Ann paid 5 Million Dollars") == [
        "Ann",
        "paid",
        "5000000",
        "$",
    ]


def test_transliteration_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not installed it is told how, when the metric is made."""
    normal_form._transliterator.cache_clear()
    monkeypatch.setitem(sys.modules, "anyascii", None)
    with pytest.raises(MissingExtra, match=r"karat-mt\[transliteration\]"):
        Nee(transliteration=True)


def test_transliteration_is_the_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters of texts beyond ASCII go through the package, entities and outputs alike; ASCII does not."""
    seen = []

    def anyascii(text: str) -> str:
        seen.append(text)
        return text.replace("Путин", "Putin")

    module = ModuleType("anyascii")
    module.anyascii = anyascii  # type: ignore[attr-defined]
    normal_form._transliterator.cache_clear()
    monkeypatch.setitem(sys.modules, "anyascii", module)
    nee = Nee(transliteration=True)
    counted = nee.count(["Mr Путин came"], ['<ENAMEX TYPE="PERSON">Putin</ENAMEX> came'])
    assert nee.value(counted.total()) == 100.0
    assert seen == ["Mr", "Путин", "came"]
    assert "transliteration:yes" in nee.recipe
    normal_form._transliterator.cache_clear()


def test_transliteration_leaves_signs_to_the_quantities() -> None:
    """The package writes € as EUR; an amount of money is the same in either order all the same."""
    normal = Normaliser(transliteration=True)
    assert normal.of_entity("€249") == normal.of_output("249€") == Normaliser().of_entity("€249")
    assert normal.of_output("Łódź, ５ %") == ["lodz", ",", "5", "%"]
