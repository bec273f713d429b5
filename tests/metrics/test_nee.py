"""NEE: what counts as an entity, where it is looked for, and what the value means."""

from __future__ import annotations

from math import isnan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.metrics.nee_texts import CLINTON, DATE, PARIS, corpus, counts, value
from tests.oracles import nee as oracle
from tests.strategies import choices

from karat import Bleu, Corpus, Nee, evaluate, metric, parse
from karat.entities import Entity
from karat.errors import InvalidOption, InvalidText


def test_share() -> None:
    """Found of all, in percent, with case and possessives aside."""
    assert value("CLINTON's team left Rome", f"{CLINTON} left {PARIS}") == 50.0


def test_undefined() -> None:
    """Without entities there is no value; it is not 0."""
    assert isnan(value("a", "a"))
    assert isnan(value("a", f"{CLINTON}", types=("DATE",)))
    nee = Nee()
    statistics = nee.count(["a", "Clinton"], ["a", CLINTON])
    assert np.isnan(nee.values(statistics)).tolist() == [True, False]
    assert nee.value(statistics.total()) == 100.0


def test_unique() -> None:
    """An entity counts once in its unit, however often the reference has it."""
    assert counts("Clinton", f"{CLINTON} and {CLINTON.upper()}") == (1, 1)


def test_types_are_part_of_the_entity() -> None:
    """The city and the person of one name are two."""
    paris = '<ENAMEX TYPE="PERSON">Paris</ENAMEX>'
    assert counts("Paris", f"{PARIS} {paris}") == (2, 2)
    assert counts("Paris", f"{PARIS} {paris}", types=("PERSON",)) == (1, 1)


def test_unsure_types() -> None:
    """An unsure entity counts once, apart, and for each of its types when asked for that type."""
    ford = '<ENAMEX TYPE="PERSON|ORGANIZATION">Ford</ENAMEX>'
    statistics = Nee().count(["Ford"], [ford])
    assert statistics["total_unsure"].tolist() == [1]
    for kind in ("PERSON", "ORGANIZATION"):
        assert counts("Ford", ford, types=(kind,)) == (1, 1)
    assert counts("Ford", ford, types=("LOCATION",)) == (0, 0)


def test_alternatives() -> None:
    """Any extent that ALT allows will do."""
    assert counts("in 1987", DATE) == (1, 1)
    assert counts("in all of 1987", DATE) == (1, 1)
    assert counts("in 1988", DATE) == (0, 1)


def test_optional() -> None:
    """An optional entity counts only where it is found, and not if a mention is obligatory."""
    optional = CLINTON.replace(">C", ' STATUS="OPT">C')
    assert counts("Clinton", optional) == (1, 1)
    assert counts("Bush", optional) == (0, 0)
    assert counts("Bush", f"{optional} {CLINTON}") == (0, 1)


def test_several_references() -> None:
    """Of several references, the one of which most is found; one without entities says nothing."""
    other = '<ENAMEX TYPE="PERSON">William Clinton</ENAMEX> left'
    assert counts("Clinton was in Paris", f"{CLINTON} in {PARIS}", other) == (2, 2)
    assert counts("William Clinton left", f"{CLINTON} in {PARIS}", other) == (1, 1)
    assert counts("Clinton", CLINTON, "no tags here") == (1, 1)


def test_suggestions() -> None:
    """What nobody has confirmed is refused, or counted or ignored on demand."""
    reference = PARIS + CLINTON.replace(">C", ' STATUS="SUGGESTED">C')
    with pytest.raises(InvalidOption, match=r"'Clinton' in segment 1 is a suggestion.*nee:suggestions=count"):
        counts("Paris", reference)
    assert counts("Paris", reference, suggestions="count") == (1, 2)
    assert counts("Paris", reference, suggestions="ignore") == (1, 1)


def test_entities_apart() -> None:
    """Entities may lie beside clean references, which other metrics see; a reference may have none marked."""
    text = "Clinton left Paris"
    entities = [[[Entity.of(text, 0, 7, "PERSON"), Entity.of(text, 13, 18, "LOCATION")]], None]
    given_corpus = Corpus.of(["Clinton left Rome"], [[text, "Bill Clinton was gone"]], entities=entities)
    nee, bleu = evaluate(given_corpus, Nee(), Bleu()).scores
    assert nee.value == 50.0
    assert (
        bleu.value
        == evaluate(Corpus.of(["Clinton left Rome"], [[text, "Bill Clinton was gone"]]), Bleu())
        .scores[0]
        .value
    )


def test_language_of_the_corpus() -> None:
    """A corpus in another language is not counted with English words."""
    german = Corpus({"system": ["x"]}, corpus(["x"], [PARIS]).references, target_language="de_DE")
    with pytest.raises(InvalidOption, match="nee:language=de"):
        evaluate(german, Nee())
    swedish = Corpus({"system": ["x"]}, corpus(["x"], [PARIS]).references, target_language="sv")
    with pytest.raises(InvalidOption, match="nee:language=none"):
        evaluate(swedish, Nee())
    for language in ("de", "none"):
        assert evaluate(german, Nee(language=language)).scores[0].value == 0.0


def test_numbers_follow_the_language() -> None:
    """Words are numbers in their own language."""
    twenty = '<TIMEX TYPE="DATE">vingt mars</TIMEX>'
    assert counts("le 20 mars", twenty, language="fr") == (1, 1)
    assert counts("le 20 mars", twenty) == (0, 1)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"unit": "char"}, "unit is 'char'"),
        ({"language": "xx"}, "language is 'xx'"),
        ({"search": "word"}, "search is 'word'"),
        ({"suggestions": "yes"}, "suggestions is 'yes'"),
        ({"types": ("ANIMAL",)}, "no type 'ANIMAL'"),
        ({"types": "PERSON"}, "a tuple of types"),
        ({"marks": "yes"}, "marks is 'yes'"),
        ({"normalization": "NFD"}, "normalization is 'NFD'"),
    ],
)
def test_refused(options: Any, problem: str) -> None:
    """Options that do not exist are refused when the metric is made."""
    with pytest.raises(InvalidOption, match=problem):
        Nee(**options)


def test_wrong_tags_are_refused() -> None:
    """With the segment where they are."""
    with pytest.raises(InvalidText, match="Segment 2 of a reference: <ENAMEX> is not closed"):
        Nee().count(["a", "b"], ["a", '<ENAMEX TYPE="PERSON">b'])


def test_names_and_recipes() -> None:
    """Partial credit is a score of another name; the recipe has every option."""
    partial = metric("nee-partial", types=("loc", "per"))
    assert (partial.name, Nee().name) == ("NEE-partial", "NEE")
    assert "types:PERSON,LOCATION" in partial.recipe
    assert parse(partial.recipe) == partial
    every = len(Nee.__match_args__) if hasattr(Nee, "__match_args__") else 0
    assert Nee().recipe.count(":") == every + 1


def test_partial() -> None:
    """Partial credit is the longest part that is found in one piece, and no part of NEE."""
    bank = '<ENAMEX TYPE="ORGANIZATION">European Central Bank</ENAMEX>'
    assert value("the central bank", bank) == 0.0
    assert value("the central bank", bank, partial=True) == pytest.approx(200 / 3)
    assert value("bank, central", bank, partial=True) == pytest.approx(100 / 3)
    assert value("European Central Bank", bank, partial=True) == 100.0
    assert value("x", bank, partial=True) == 0.0


def test_details() -> None:
    """Shares by type, None where there is nothing of a type."""
    nee = Nee()
    details = nee.details(nee.count(["Clinton"], [f"{CLINTON} {PARIS}"]).total())
    assert details["found"] == 1
    assert details["entities"] == 2
    assert (details["person"], details["location"], details["date"]) == (100.0, 0.0, None)


def test_misses() -> None:
    """Every miss has the segment, and what in the output is most like it."""
    given_corpus = corpus(["x", "the Clington team"], ["x", f"{CLINTON} in {PARIS}"])
    clinton, paris = Nee().misses(given_corpus, "system")
    assert (clinton.segment, clinton.entity, clinton.kind) == (2, "Clinton", "PERSON")
    assert (clinton.nearest, clinton.distance) == ("clington", 1)
    assert paris.entity == "Paris"


def test_explain() -> None:
    """Every entity, its normal form, and what became of it."""
    explanation = Nee().explain("Clintons in Paris", [f"{CLINTON} in {PARIS}"])
    assert explanation.value == 50.0
    assert explanation.texts[0].units == (("clintons", "plain"), ("in", "plain"), ("paris", "matched"))
    rows = [row[:4] for row in explanation.listings[0].rows]
    assert rows == [("Clinton", "PERSON", "clinton", 0), ("Paris", "LOCATION", "paris", 1)]
    assert explanation.listings[0].rows[0][4:] == ("clintons", 1)
    chinese = Nee(language="zh").explain("在东京的", ['<ENAMEX TYPE="LOCATION">东京</ENAMEX>'])
    assert chinese.texts[0].units == (("在东京的", "matched"),)


def test_explain_within_a_document() -> None:
    """Of a larger unit, a segment is explained by itself."""
    given_corpus = corpus(["Paris", "x"], [PARIS, CLINTON], documents=["a", "a"])
    prepared = Nee(unit="document").prepare(given_corpus)
    assert prepared.explain("x", [CLINTON]).value == 0.0
    assert prepared.explain("Paris", [PARIS]).value == 100.0


def test_a_second_translation_is_the_ceiling() -> None:
    """A human translation is scored like a system."""
    references = [f"{CLINTON} went to {PARIS}", f"{PARIS} in {DATE}"]
    systems = {
        "human": ["Clinton left for Paris", "Paris in 1987"],
        "machine": ["Klinton to Paris", "Paris in 1978"],
    }
    human, machine = evaluate(Corpus.of(systems, references), Nee()).scores
    assert human.value == 100.0
    assert machine.value == 50.0


WORDS = [
    "Paris",
    "paris",
    "New",
    "York",
    "the",
    "one",
    "1",
    "21st",
    "twenty",
    "-",
    "first",
    "东京",
    "东",
    "京",
    "'s",
    "é",
    "e",
]


@st.composite
def tagged(draw: st.DrawFn) -> str:
    """A reference of a few words, of which some are tagged."""
    pieces = []
    for words in draw(st.lists(choices(WORDS, min_size=1, max_size=3), max_size=5)):
        phrase = " ".join(words)
        kind = draw(st.sampled_from([None, "PERSON", "LOCATION", "PERSON|LOCATION"]))
        extra = draw(st.sampled_from(["", ' STATUS="OPT"', ' ALT="York|东京"']))
        pieces.append(f'<ENAMEX TYPE="{kind}"{extra}>{phrase}</ENAMEX>' if kind else phrase)
    return " ".join(pieces)


@given(
    choices(WORDS, max_size=10).map(" ".join),
    st.lists(tagged(), min_size=1, max_size=3),
    st.sampled_from([(), ("PERSON",)]),
)
def test_oracle(hypothesis: str, references: list[str], types: tuple[str, ...]) -> None:
    """The slow, obvious version counts the same."""
    nee = Nee(types=types)
    assert counts(hypothesis, *references, types=types) == oracle.share(nee, hypothesis, references)
