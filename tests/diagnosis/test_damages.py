"""Damages strike what they say, as much as they say, and always the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments

from karat import Corpus, References, demo, read
from karat.diagnosis.damages import DAMAGES, damaged
from karat.diagnosis.lexicon import Lexicon
from karat.diagnosis.negation import NEGATIONS, PhraseNegation
from karat.diagnosis.wording import Wording
from karat.entities.entity import Entity
from karat.errors import InvalidOption, UnknownName

CORPUS = read(demo.segments_path())
TEXTS = list(CORPUS.system("aurora"))
SYNONYMS = [["big", "large"], ["house", "home", "building"], ["said", "stated"]]
LEXICON = Lexicon.of(CORPUS, "aurora", synonyms=SYNONYMS)
NAMES = st.sampled_from(list(DAMAGES))


def lexicon(text: str, language: str = "en", **options: list[str]) -> Lexicon:
    """What is known where this is all there is."""
    return Lexicon.of(Corpus.of([text], [text]), "hypothesis", language=language, **options)


@given(segments())
def test_words_and_gaps_are_the_text(text: str) -> None:
    """Nothing is lost when a text is taken apart and put together."""
    wording = Wording.of(text)
    assert wording.text(wording.words) == text
    assert all(wording.words)


@given(NAMES, st.lists(segments(), max_size=4), st.floats(0, 1), st.integers(0, 99))
def test_damage_is_the_same_under_a_seed(name: str, texts: list[str], strength: float, seed: int) -> None:
    """Twice the same, whatever the text; and what is not touched is not changed."""
    once, again = (damaged(texts, name, strength, LEXICON, seed=seed) for _ in range(2))
    assert once == again
    assert len(once.texts) == len(texts)
    assert 0 <= once.touched <= once.words
    if not once.touched:
        assert list(once.texts) == texts


@pytest.mark.parametrize("name", DAMAGES)
def test_no_strength_no_damage(name: str) -> None:
    """And more strength strikes more, up to every site."""
    doses = [damaged(TEXTS, name, strength, LEXICON) for strength in (0, 0.1, 0.3, 1)]
    assert list(doses[0].texts) == TEXTS
    assert doses[0].touched == 0
    touched = [one.touched for one in doses]
    assert touched == sorted(touched)
    assert touched[-1] > 0
    assert damaged(TEXTS, name, 0.5, LEXICON, seed=1) != damaged(TEXTS, name, 0.5, LEXICON, seed=2)


@pytest.mark.parametrize("name", ["drop-content", "drop-function", "names", "numbers", "repeat", "truncate"])
def test_a_stronger_damage_strikes_all_that_a_weaker_one_does(name: str) -> None:
    """A segment that changes at a low strength is not whole again at a higher one."""
    weak, strong = (damaged(TEXTS, name, strength, LEXICON) for strength in (0.2, 0.6))
    for text, little, much in zip(TEXTS, weak.texts, strong.texts, strict=True):
        if little != text:
            assert much != text


@pytest.mark.parametrize(
    ("name", "text", "after"),
    [
        ("repeat", "a b.", "a a b b."),
        ("repeat", "我 有。", "我我 有有。"),
        ("truncate", "all of it.", ""),
        ("drop-function", "He ran, and the dog ran.", "ran, dog ran."),
        ("drop-content", "He ran, and the dog ran.", "He, and the."),
        ("negate", "It is not here.", "It is here."),
        ("negate", "It can't be.", "It can be."),
        ("negate", "It was here.", "It was not here."),
        ("negate", "Here it comes.", "Here it comes."),
        ("synonyms", "Big and small", "Large and small"),
    ],
)
def test_what_each_does(name: str, text: str, after: str) -> None:
    """At full strength."""
    known = lexicon(text, function_words=["he", "and", "the"], synonyms=[["big", "large"]])  # type: ignore[list-item]
    assert damaged([text], name, 1, known).texts == (after,)


@pytest.mark.parametrize(
    ("language", "affirmed", "denied"),
    [
        ("cs", "Je to nové.", "Není to nové."),
        ("de", "Er ist da.", "Er ist nicht da."),
        ("de", "Eine Ahnung hat er.", "Keine Ahnung hat er."),
        ("en", "It was here.", "It was not here."),
        ("es", "Ella es alta.", "Ella no es alta."),
        ("es", "Es alta.", "No es alta."),
        ("fr", "Il est là.", "Il est pas là."),
        ("it", "La casa è grande.", "La casa non è grande."),
        ("ja", "私は行きます。", "私は行きません。"),
        ("ja", "昨日見ました。", "昨日見ませんでした。"),
        ("ja", "彼は学生である。", "彼は学生ではない。"),
        ("pt", "Ela é alta.", "Ela não é alta."),
        ("ru", "Он может прийти.", "Он не может прийти."),
        ("zh", "這是我的家。", "這不是我的家。"),
        ("zh", "我会去。", "我不会去。"),
    ],
)
def test_negation_comes_and_goes(language: str, affirmed: str, denied: str) -> None:
    """What is denied is affirmed again, in every language that is known."""
    known = lexicon("", language)
    assert damaged([denied], "negate", 1, known).texts == (affirmed,)
    one_way = affirmed.startswith("Eine") or affirmed == "我会去。"
    assert one_way or damaged([affirmed], "negate", 1, known).texts == (denied,)


def test_every_language_is_tested_and_others_are_left_alone() -> None:
    """Where the language is unknown, nothing is done; a word that denies is one that is found again."""
    (cases,) = [mark.args[1] for mark in test_negation_comes_and_goes.pytestmark]  # type: ignore[attr-defined]
    assert {language for language, *_ in cases} == set(NEGATIONS)
    assert damaged(["It is."], "negate", 1, lexicon("", "xx")).touched == 0
    for negation in NEGATIONS.values():
        assert isinstance(negation, PhraseNegation) or negation.word in {*negation.negators, ""}


def test_names_become_other_names() -> None:
    """One that the texts have, and not the same; the first word of a sentence is no name."""
    text = "Then Anna met Ben and Carla. Later they left."
    (after,) = damaged([text], "names", 1, lexicon(text, function_words=["then", "and"])).texts
    before, now = (Wording.of(one).words for one in (text, after))
    changed = [place for place in range(len(before)) if before[place] != now[place]]
    assert changed == [1, 3, 5]
    assert all(now[place] in {"Anna", "Ben", "Carla"} for place in changed)


def test_marked_entities_are_the_names() -> None:
    """Names of several words become others of their type; what is not marked stays, and so does the text."""
    reference = "Kofi Annan flew from New York to Accra with Ban Ki-moon"
    kinds = {"Kofi Annan": "PERSON", "Ban Ki-moon": "PERSON", "New York": "LOCATION", "Accra": "LOCATION"}
    entities = [
        Entity.of(reference, reference.index(name), reference.index(name) + len(name), kind)
        for name, kind in kinds.items()
    ]
    output = "Then Kofi Annan left New York, and Monday was over."
    corpus = Corpus({"s": [output]}, References(((reference,),)), entities=[[entities]])
    after = damaged([output], "names", 1, Lexicon.of(corpus, "s"))
    assert after.texts == ("Then Ban Ki-moon left Accra, and Monday was over.",)
    assert (after.touched, after.words) == (4, 10)


def test_in_german_a_noun_is_no_name() -> None:
    """Where there is a source, only what it has as well is one; without it every noun counts."""
    text = "Gestern traf Anna in Berlin den Bürgermeister."
    source = ["Yesterday Anna met the mayor in Berlin."]
    with_source = Corpus({"s": [text]}, References(((text,),)), sources=source, target_language="de")
    after = damaged([text], "names", 1, Lexicon.of(with_source, "s", function_words=["den"]))
    assert after.texts == ("Gestern traf Berlin in Anna den Bürgermeister.",)
    alone = Lexicon.of(
        Corpus({"s": [text]}, References(((text,),))), "s", function_words=["den"], language="de"
    )
    assert damaged([text], "names", 1, alone).touched == 3


def test_numbers_become_other_numbers() -> None:
    """Every number, by one digit, to one that is as long."""
    text = "In 1984 we paid 3.50 for 0 of 12 things"
    (after,) = damaged([text], "numbers", 1, lexicon(text)).texts
    for old, new in zip(text.split(), after.split(), strict=True):
        assert (old != new) == old[0].isdecimal()
        assert len(old) == len(new)


def test_shuffling_stays_within_windows() -> None:
    """Five words at a time; the words stay the same."""
    text = "a b c d e f g h i j k"
    (after,) = damaged([text], "shuffle", 1, lexicon(text)).texts
    for start in (0, 5, 10):
        assert sorted(after.split()[start : start + 5]) == text.split()[start : start + 5]
    assert after != text


def test_a_long_segment() -> None:
    """Ten thousand words are damaged like ten."""
    text = " ".join(f"Word{place}" for place in range(10_000))
    for name in DAMAGES:
        assert damaged([text], name, 0.5, LEXICON).words == 10_000


def test_what_is_refused() -> None:
    """Damages that there are not, and strengths beyond all."""
    with pytest.raises(UnknownName, match="Did you mean 'shuffle'"):
        damaged(TEXTS, "shufled", 0.5, LEXICON)
    with pytest.raises(InvalidOption, match="between 0 and 1"):
        damaged(TEXTS, "shuffle", 2, LEXICON)
    with pytest.raises(InvalidOption, match="seed is -1"):
        damaged(TEXTS, "shuffle", 0.5, LEXICON, seed=-1)
