"""NEE-precision: of what a recogniser finds in the output, what a reference has."""

from __future__ import annotations

import sys
from math import isnan
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from karat import Corpus, Nee, evaluate, metric, parse
from karat.entities import Entity, recognisers
from karat.errors import InvalidOption, InvalidRecipe, UnknownName

DATE = '<TIMEX TYPE="DATE" ALT="1987">all of 1987</TIMEX>'
MONEY = '<NUMEX TYPE="MONEY">$5 million</NUMEX>'


def precision(hypothesis: str, *references: str, **options: Any) -> dict[str, Any]:
    """The details of one segment."""
    of: Any = metric("nee-precision", **options)
    row = of.count([hypothesis], [list(references)]).total()
    return {"value": of.value(row), **of.details(row)}


def capitals(text: str) -> list[Entity]:
    """A recogniser to which every word with a capital is a person."""
    words, start = [], 0
    for word in text.split(" "):
        if word[:1].isupper():
            words.append(Entity.of(text, start, start + len(word), "PERSON"))
        start += len(word) + 1
    return words


def test_share() -> None:
    """Right are those of a reference, in normal form; ALT will do as well."""
    found = precision("in 1987 it cost $5 million and 20%", f"{MONEY} in {DATE}")
    assert (found["right"], found["recognised"]) == (2, 3)
    assert found["value"] == pytest.approx(200 / 3)
    assert (found["date"], found["money"], found["percent"], found["person"]) == (100.0, 100.0, 0.0, None)


def test_any_reference() -> None:
    """What one of several references has is right."""
    assert precision("$5 million in 1987", MONEY, DATE)["value"] == 100.0


def test_undefined() -> None:
    """Nothing recognised, or nothing marked in any reference: no value."""
    assert isnan(precision("nothing", DATE)["value"])
    assert isnan(precision("in 1987", "nobody marked this")["value"])


def test_entities_where_the_reference_has_none() -> None:
    """In a corpus with entities, one that a segment's reference does not have is wrong."""
    of: Any = metric("nee-precision")
    statistics = of.count(["in 1987", "in 1988"], [DATE, "then"])
    assert of.values(statistics).tolist() == [100.0, 0.0]


def test_unique_in_the_unit() -> None:
    """An entity counts once in a document, in the segment that first has it."""
    corpus = Corpus.of(["in 1987", "in 1987"], ["x", DATE], documents=["a", "a"])
    of: Any = metric("nee-precision")
    evaluation = evaluate(corpus, of)
    assert evaluation.scores[0].details["recognised"] == 1
    rows = evaluation.statistics["hypothesis"][evaluation.metrics[0].recipe]
    assert rows["right_date"].tolist() == [1, 0]


def test_functions() -> None:
    """Any function from a text to entities may be the recogniser."""
    reference = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> came'
    assert precision("Ann and Bob came", reference, recogniser=capitals)["value"] == 50.0
    assert "recogniser:callable[" in Nee(recogniser=capitals).recipe
    with pytest.raises(InvalidOption, match="must return a list of Entity"):
        precision("Ann", reference, recogniser=str.split)
    with pytest.raises(InvalidOption, match="The recogniser is 5"):
        Nee(recogniser=5)  # type: ignore[arg-type]


def test_misses_are_what_no_reference_has() -> None:
    """With the entity of a reference that is most like it."""
    corpus = Corpus.of(["in 1988"], [DATE])
    of: Any = metric("nee-precision")
    (miss,) = of.misses(corpus, "hypothesis")
    assert (miss.segment, miss.entity, miss.kind, miss.nearest, miss.distance) == (
        1,
        "1988",
        "DATE",
        "1987",
        1,
    )


def test_explain() -> None:
    """What was recognised, and whether it is right."""
    explained = metric("nee-precision").explain("in 1988 for $5 million", [f"{MONEY} in {DATE}"])
    assert explained.value == 50.0
    assert [row[0] for row in explained.listings[0].rows] == ["1988", "$5 million"]
    assert [(step.label, step.value) for step in explained.steps] == [("recognised", 2), ("right", 1)]


def test_refused() -> None:
    """What cannot be, when the metric is made."""
    with pytest.raises(InvalidOption, match="partial is for entities of the reference"):
        Nee(recogniser="rules", partial=True)
    with pytest.raises(InvalidOption, match="language is 'none'"):
        Nee(recogniser="rules", language="none")
    with pytest.raises(UnknownName, match="rulez"):
        Nee(recogniser="rulez")


def test_names() -> None:
    """A score of another name, whose recipe can be read back."""
    of = metric("nee-precision")
    assert of.name == "NEE-precision"
    assert parse(of.recipe) == of


def test_spacy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model of spaCy's is loaded once; its version is in the recipe."""
    loaded = []

    def pipeline(text: str) -> SimpleNamespace:
        start = text.index("Ann")
        span = SimpleNamespace(start_char=start, end_char=start + 3, label_="PERSON", text="Ann")
        return SimpleNamespace(ents=[span])

    def load(model: str) -> Any:
        loaded.append(model)
        pipeline.meta = {"version": "1.2"}  # type: ignore[attr-defined]
        return pipeline

    spacy = ModuleType("spacy")
    monkeypatch.setattr(spacy, "load", load, raising=False)
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    recognisers._loaded.cache_clear()
    try:
        of = Nee(recogniser="spacy:tiny")
        assert "recogniser:spacy:tiny[1.2]" in of.recipe
        assert parse(of.recipe) == of
        with pytest.raises(InvalidRecipe, match="the one here is"):
            parse(of.recipe.replace("[1.2]", "[1.1]"))
        found = of.count(["Ann came in 1987"], [f"<ENAMEX TYPE='PERSON'>Ann</ENAMEX> in {DATE}"]).total()
        assert of.value(found) == 100.0
        assert loaded == ["tiny"]
    finally:
        recognisers._loaded.cache_clear()


def test_the_real_spacy() -> None:
    """With spaCy itself and a pipeline of rules of its own."""
    spacy = pytest.importorskip("spacy")
    recognisers._loaded.cache_clear()
    pipeline = spacy.blank("en")
    pipeline.add_pipe("entity_ruler").add_patterns([{"label": "GPE", "pattern": "Porto"}])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(spacy, "load", lambda _: pipeline)
        reference = '<ENAMEX TYPE="LOCATION">Porto</ENAMEX>'
        found = precision("Porto in 1987", reference, recogniser="spacy:blank")
    recognisers._loaded.cache_clear()
    assert (found["right"], found["recognised"]) == (1, 2)
