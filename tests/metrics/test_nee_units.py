"""Where NEE looks for an entity: in the segment, the paragraph or the document."""

from __future__ import annotations

from typing import Any

import pytest
from tests.metrics.nee_texts import CLINTON, PARIS, corpus

from karat import Bleu, Corpus, Nee, evaluate
from karat.comparison import Procedure, compare, power_of_pairs
from karat.entities import Entity
from karat.errors import InvalidOption, MisalignedCorpus


def test_documents() -> None:
    """By document an entity counts once, where the reference first has it, and may be found anywhere in it."""
    given_corpus = corpus(
        ["nothing", "Clinton and Paris", "Paris"],
        [CLINTON, f"{CLINTON} {PARIS}", f"{CLINTON}"],
        documents=["a", "a", "b"],
    )
    by_segment = evaluate(given_corpus, Nee(unit="segment"))
    by_document = evaluate(given_corpus, Nee(unit="document"))
    assert by_segment.scores[0].details["entities"] == 4
    assert by_segment.scores[0].value == 50.0
    assert by_document.scores[0].details["entities"] == 3
    assert by_document.scores[0].value == pytest.approx(200 / 3)
    rows = by_document.statistics["system"][by_document.metrics[0].recipe]
    assert rows["total_person"].tolist() == [1, 0, 1]
    assert rows["found_person"].tolist() == [1, 0, 0]
    assert rows["total_location"].tolist() == [0, 1, 0]
    assert by_document.table(by_document.metrics[0], "document")["system"].tolist() == [100.0, 0.0]


def test_the_unit_follows_the_corpus() -> None:
    """The document where the corpus has documents, else the segment; the recipe of a score says which."""
    texts = ["nothing", "Clinton"], [CLINTON, CLINTON]
    with_documents = corpus(*texts, documents=["a", "a"])
    evaluation = evaluate(with_documents, Nee())
    assert "|unit:document|" in evaluation.scores[0].recipe
    assert evaluation.scores[0].value == 100.0
    assert evaluation.table(Nee(), "document").recipe == Nee(unit="document").recipe
    without = evaluate(corpus(*texts), Nee())
    assert "|unit:segment|" in without.scores[0].recipe
    assert without.scores[0].value == 50.0
    assert len(Nee().misses(with_documents, "system")) == 0
    assert len(Nee().misses(corpus(*texts), "system")) == 1


def test_drawn_by_document() -> None:
    """Rows of a document depend on each other: a comparison draws documents, whatever is asked for."""
    references = [CLINTON, CLINTON, PARIS] * 8
    documents = [f"d{number // 3}" for number in range(24)]
    systems = {"a": ["x", "Clinton", "Paris"] * 8, "b": ["Clinton", "x", "Rome"] * 8}
    given_corpus = Corpus.of(systems, references, documents=documents)
    evaluation = evaluate(given_corpus, Nee(), Bleu())
    nee, bleu = compare(evaluation, Procedure(samples=50, shuffles=200, unit="segment")).metrics
    assert (nee.units, bleu.units) == (8, 24)
    assert "|draw:document|" in nee.recipe
    assert "|draw:segment|" in bleu.recipe
    assert (nee.unit, bleu.unit) == ("document", "segment")
    by_hand = compare(
        evaluate(given_corpus, Nee(unit="document")), Procedure(samples=50, shuffles=200, unit="document")
    ).metrics[0]
    assert nee.standings[0].interval == by_hand.standings[0].interval
    power = power_of_pairs(evaluation, Procedure(samples=50, unit="segment"))
    assert [pair.unit for pair in power] == ["document", "segment"]
    assert power[0].power == power_of_pairs(evaluation, Procedure(samples=50, unit="document"))[0].power


def test_paragraphs() -> None:
    """A paragraph's name may come again in another document."""
    given_corpus = Corpus(
        {"system": ["Paris", "x", "y"]},
        corpus(["", "", ""], [PARIS, PARIS, PARIS]).references,
        documents=["a", "a", "b"],
        paragraphs=["1", "1", "1"],
    )
    assert evaluate(given_corpus, Nee(unit="paragraph")).scores[0].details["entities"] == 2


def test_paragraphs_of_lists() -> None:
    """`Corpus.of` takes the paragraphs of lists, and refuses another number of them."""
    texts, references = ["Paris", "x", "y"], [PARIS, PARIS, PARIS]
    given_corpus = Corpus.of(texts, references, paragraphs=["1", "1", "2"])
    assert evaluate(given_corpus, Nee(unit="paragraph")).scores[0].value == 50.0
    with pytest.raises(MisalignedCorpus, match="paragraphs"):
        Corpus.of(texts, references, paragraphs=["1"])


def test_an_entity_does_not_cross_segments() -> None:
    """The end of one segment and the start of the next are no phrase."""
    york = '<ENAMEX TYPE="LOCATION">New York</ENAMEX>'
    given_corpus = corpus(["it is New", "York is it"], [york, "x"], documents=["a", "a"])
    assert evaluate(given_corpus, Nee(unit="document")).scores[0].value == 0.0
    tokyo = '<ENAMEX TYPE="LOCATION">东京</ENAMEX>'
    given_corpus = corpus(["在东", "京的"], [tokyo, "x"], documents=["a", "a"])
    assert evaluate(given_corpus, Nee(unit="document", language="zh")).scores[0].value == 0.0


@pytest.mark.parametrize("unit", ["document", "paragraph"])
def test_units_must_be_known(unit: Any) -> None:
    """A corpus that does not name documents cannot be counted by document."""
    with pytest.raises(InvalidOption, match=f"the corpus does not say which {unit}"):
        Nee(unit=unit).count(["a"], [PARIS])
    with pytest.raises(InvalidOption, match="use the unit 'segment'"):
        evaluate(corpus(["a"], [PARIS]), Nee(unit=unit))


def test_parts_of_documents_are_refused() -> None:
    """A document is counted whole."""
    given_corpus = corpus(["a", "b"], [PARIS, PARIS], documents=["a", "a"])
    prepared = Nee(unit="document").prepare(given_corpus)
    with pytest.raises(InvalidOption, match="counts whole corpora"):
        prepared.count(["a"], [PARIS])


def test_parts_of_a_prepared_corpus() -> None:
    """A part is known by its references; what is not there, or there in two ways, is refused."""
    texts = ["Paris", "Paris x", "Paris"]
    entities = [[[Entity.of(text, 0, 5, "LOCATION")] for text in texts]]
    prepared = Nee().prepare(corpus(texts, texts, entities=entities))
    assert prepared.count(["Rome", "Paris"], ["Paris x", "Paris"]).total()[2] == 2
    with pytest.raises(MisalignedCorpus, match="segment 1 are not in the corpus"):
        prepared.count(["Rome"], ["Berlin"])
    entities[0][2] = []
    ambiguous = Nee().prepare(corpus(texts, texts, entities=entities))
    assert ambiguous.count(texts, texts).total()[2] == 2
    with pytest.raises(MisalignedCorpus, match="there with different entities"):
        ambiguous.count(["Paris"], ["Paris"])


def test_misaligned_entities() -> None:
    """Entities go with references and segments, one by one."""
    with pytest.raises(MisalignedCorpus, match="entities of 2 references, not of 1"):
        corpus(["a"], ["a"], entities=[[[]], [[]]])
    with pytest.raises(MisalignedCorpus, match="entities of reference 1 has 2 segments"):
        corpus(["a"], ["a"], entities=[[[], []]])
