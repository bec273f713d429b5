"""What damages know of a language: words and gaps, function words, names, synonyms, negations."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments, sentences

from karat import Corpus, References
from karat.diagnosis.lexicon import Lexicon, Names, frequent
from karat.diagnosis.negation import NEGATIONS, PhraseNegation, WordNegation
from karat.diagnosis.wording import Wording, is_unspaced
from karat.entities.entity import Entity


def lexicon(text: str, language: str | None = None, **options: object) -> Lexicon:
    """The lexicon of a single text that is its own reference."""
    return Lexicon.of(Corpus.of([text], [text]), "hypothesis", language=language, **options)  # type: ignore[arg-type]


def names_in(text: str, known: Lexicon) -> list[str]:
    """The names of a text, in order."""
    wording = Wording.of(text)
    return [wording.stretch(places) for places, _ in known.names.sites(wording)]


# Words and gaps


@given(segments())
def test_there_is_one_gap_more_than_words(text: str) -> None:
    """Before the first, between any two, after the last."""
    wording = Wording.of(text)
    assert len(wording.gaps) == len(wording.words) + 1


@given(segments(), st.data())
def test_a_stretch_stands_in_the_text(text: str, data: st.DataObject) -> None:
    """Neighbouring words with what is between them, and nothing around them."""
    wording = Wording.of(text)
    size = len(wording.words)
    if not size:
        return
    start = data.draw(st.integers(0, size - 1))
    stop = data.draw(st.integers(start + 1, size))
    stretch = wording.stretch(range(start, stop))
    assert stretch in text
    assert stretch.startswith(wording.words[start])
    assert stretch.endswith(wording.words[stop - 1])


@given(sentences("one two three", max_words=6), st.sets(st.integers(0, 5)))
def test_a_word_that_goes_takes_a_space_with_it(text: str, gone: set[int]) -> None:
    """What is left is a text without double spaces and without spaces at its ends."""
    wording = Wording.of(text)
    words = ["" if place in gone else word for place, word in enumerate(wording.words)]
    left = wording.text(words)
    assert left.split() == [word for word in words if word]
    assert left == " ".join(left.split())


def test_a_comma_moves_to_the_word_before() -> None:
    """Where a word goes, the comma behind it stands close to what is now before it."""
    wording = Wording.of("We came, saw and won.")
    assert wording.text(["We", "", "saw", "and", "won"]) == "We, saw and won."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("He's 1,000.5 km away", ("He's", "1,000.5", "km", "away")),
        ("well-known, l’eau", ("well-known", "l’eau")),
        ("你好 abc", ("你", "好", "abc")),
        ("...", ()),
        ("", ()),
    ],
)
def test_what_a_word_is(text: str, words: tuple[str, ...]) -> None:
    """Apostrophes, hyphens and points inside hold a word together; without spaces a character is a word."""
    assert Wording.of(text).words == words


@pytest.mark.parametrize(
    ("word", "expected"), [("你", True), ("あ", True), ("ก", True), ("你好", False), ("a", False)]
)
def test_characters_of_writing_without_spaces(word: str, expected: bool) -> None:
    """One character of such a script, and no more."""
    assert is_unspaced(word) is expected


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("Anna left. Ben stayed", ["Anna", "Ben"]),
        ("Anna said: Ben stayed", ["Anna", "Ben"]),
        ("Anna said “Ben stayed”", ["Anna", "Ben"]),
        ("Anna, Ben and Carl", ["Anna"]),
        ("真的。好", ["真", "好"]),
    ],
)
def test_where_sentences_begin(text: str, beginning: list[str]) -> None:
    """After a full stop, a colon or an opening quotation mark, in any script."""
    wording = Wording.of(text)
    found = [word for place, word in enumerate(wording.words) if wording.begins_sentence(place)]
    assert found == beginning


# Function words


@given(st.lists(sentences("a b c d e f", max_words=20), min_size=1, max_size=4))
def test_function_words_are_the_most_frequent(texts: list[str]) -> None:
    """They make up two fifths of the text, no word is missing that is more frequent, and none is too many."""
    counts = Counter(word for text in texts for word in text.split())
    found = frequent([Wording.of(text) for text in texts])
    share = sum(counts[word] for word in found)
    assert share >= 0.4 * counts.total()
    if found:
        assert share - counts[found[-1]] < 0.4 * counts.total()
        left = [times for word, times in counts.items() if word not in found]
        assert min(counts[word] for word in found) >= max(left, default=0)


def test_no_more_function_words_than_a_language_has() -> None:
    """A text in which no word comes twice has 150 of them, and no number is one."""
    found = frequent([Wording.of(" ".join(f"{'abcdefghij'[n % 10]}{'x' * (n // 10)}" for n in range(900)))])
    assert len(found) == 150
    assert frequent([Wording.of("12 12 12 12")]) == []


def test_function_words_may_be_given() -> None:
    """In any case; then none is looked for in the text."""
    assert lexicon("the the the cat", function_words=["Cat"]).function == {"cat"}


# Synonyms


def test_synonyms_of_several_sets_come_together() -> None:
    """A word that is in two sets has the others of both; alone in a set, it has none."""
    known = lexicon("x", synonyms=[["Big", "large"], ["big", "huge"], ["alone"], []])
    assert known.synonyms == {"big": ("large", "huge"), "large": ("big",), "huge": ("big",)}


# Names


def test_a_capital_letter_that_the_place_explains_is_no_name() -> None:
    """Sentence starts, function words, single letters and words with digits are none."""
    known = lexicon("Then Anna met Ben. Later I saw The B2 with Anna", function_words=["then", "the"])
    assert names_in("Then Anna met Ben. Later I saw The B2 with Anna", known) == ["Anna", "Ben", "Anna"]


def test_names_are_looked_for_in_references_too() -> None:
    """Another name may come from a reference that the output has not."""
    corpus = Corpus({"s": ["we saw Anna"]}, References((["we saw Berta"], ["we saw Clara"])))
    assert Lexicon.of(corpus, "s", function_words=["we"]).names.kinds == {"": ("Anna", "Berta", "Clara")}


@given(
    st.lists(st.sampled_from(["Anna", "Ben", "Carla"]), min_size=1, unique=True),
    st.floats(0, 1, exclude_max=True),
)
def test_another_name_is_another(known: list[str], choice: float) -> None:
    """One of the same kind and never the same, unless there is no other."""
    names = Names({"": tuple(known)}, {}, frozenset())
    other = names.other(known[0], "", choice)
    assert other in known
    assert (other == known[0]) == (len(known) == 1)


def test_a_name_of_an_unknown_kind_stays() -> None:
    """Where no name of the kind is known, nothing takes its place."""
    assert Names({}, {}, frozenset()).other("Anna", "PERSON", 0.5) == "Anna"


def test_marked_names_are_found_first_and_longest() -> None:
    """Of names that overlap, the first is taken, and of those that begin together the longest."""
    reference = "New York City and York and 5 May"
    marked = [
        Entity.of(reference, 0, 8, "LOCATION"),
        Entity.of(reference, 0, 13, "LOCATION"),
        Entity.of(reference, 18, 22, "LOCATION"),
        Entity.of(reference, 27, 32, "DATE"),
    ]
    corpus = Corpus({"s": [reference]}, References(((reference,),)), entities=[[marked]])
    known = Lexicon.of(corpus, "s")
    assert names_in("In New York City, New York and York", known) == ["New York City", "New York", "York"]
    assert "5 May" not in known.names.kinds["LOCATION"]


# Negation


def test_the_language_is_that_of_the_corpus() -> None:
    """Its main part decides, the region does not; another language may be named; unknown ones have none."""
    corpus = Corpus({"s": ["x"]}, References(((("x"),),)), target_language="de-AT")
    assert Lexicon.of(corpus, "s").negation is NEGATIONS["de"]
    assert Lexicon.of(corpus, "s", language="EN").negation is NEGATIONS["en"]
    assert lexicon("x", "tlh").negation is None
    assert lexicon("x").negation is None


@pytest.mark.parametrize(
    ("language", "text", "opposite"),
    [
        ("en", "Not all of it", "All of it"),
        ("en", "Isn't it", "Is it"),
        ("en", "it isn’t", "it is"),
        ("es", "Es así", "No es así"),
        ("de", "Keine Frage", "Eine Frage"),
        ("cs", "Je to tak", "Není to tak"),
        ("zh", "他不是人，她也不是人", "他不是人，她也是人"),
    ],
)
def test_capital_letters_and_places_of_negations(language: str, text: str, opposite: str) -> None:
    """The first word keeps its capital letter; of phrases the last is turned."""
    found = NEGATIONS[language].opposite(Wording.of(text))
    assert found is not None
    assert found[0] == opposite


@pytest.mark.parametrize("language", NEGATIONS)
def test_a_text_that_says_nothing_has_no_opposite(language: str) -> None:
    """Without a verb or a denial there is nothing to turn."""
    assert NEGATIONS[language].opposite(Wording.of("42")) is None


@pytest.mark.parametrize(
    "language", [name for name, one in NEGATIONS.items() if isinstance(one, WordNegation)]
)
def test_every_verb_can_be_denied_and_affirmed_again(language: str) -> None:
    """A verb with its denial, turned twice, is the verb."""
    negation = NEGATIONS[language]
    assert isinstance(negation, WordNegation)
    for verb in negation.verbs:
        once = negation.opposite(Wording.of(f"x {verb} y"))
        assert once is not None
        assert once[0] != f"x {verb} y"
        again = negation.opposite(Wording.of(once[0]))
        assert again == (f"x {verb} y", 1)


@pytest.mark.parametrize(
    "language", [name for name, one in NEGATIONS.items() if isinstance(one, PhraseNegation)]
)
def test_every_phrase_can_be_denied_and_affirmed_again(language: str) -> None:
    """The denied form of a phrase is affirmed, and the affirmed one denied, where no longer phrase is meant."""
    negation = NEGATIONS[language]
    assert isinstance(negation, PhraseNegation)
    for affirmed, denied in negation.phrases:
        turned = negation.opposite(Wording.of(denied))
        assert turned is not None
        assert turned[0] in {affirmative for affirmative, form in negation.phrases if form == denied}
        assert negation.opposite(Wording.of(affirmed)) is not None
