"""What chance draws: documents where they are known, of the file or of the corpus."""

from __future__ import annotations

import pytest

from karat import Corpus
from karat.errors import InvalidOption
from karat.judgements import Judgement, Judgements, Scale
from karat.reliability import Bootstrap, ratings, reliability, self_agreement, standings
from karat.reliability.drawn_units import drawn_units, judges_by_document

FIVE = {"q": Scale.parse("1-5")}
DOCUMENTS = {str(segment): f"d{(segment - 1) // 2}" for segment in range(1, 9)}


def judgements(documents: dict[str, str] | None, *, split: bool = False) -> Judgements:
    """Two systems, eight segments and four judges; `split` gives each half of the documents two of them."""
    rows = [
        Judgement(judge, system, str(segment), "q", 1 + (segment * (3 + place) + (system == "B")) % 5)
        for segment in range(1, 9)
        for system in "AB"
        for place, judge in enumerate("abcd")
        if not split or (place < 2) == (segment <= 4)
    ]
    return Judgements.of(rows, scales=FIVE, documents=documents)


def test_documents_where_they_are_known() -> None:
    """Of the file, or of the corpus; a segment without one is a unit of its own."""
    assert (ratings(judgements(None), "q").unit, ratings(judgements(None), "q").units) == ("segment", 8)
    known = ratings(judgements(DOCUMENTS), "q")
    assert (known.unit, known.units) == ("document", 4)
    some = {name: label for name, label in DOCUMENTS.items() if label != "d0"}
    assert ratings(judgements(some), "q").units == 5
    texts = ["x"] * 8
    corpus = Corpus.of({"A": texts, "B": texts}, texts, documents=list(DOCUMENTS.values()))
    assert ratings(judgements(None), "q", corpus=corpus).units == 4
    assert ratings(judgements(DOCUMENTS), "q", draw="segment").units == 8


def test_one_document_and_single_segments() -> None:
    """Where documents say nothing, segments are drawn; documents that are asked for must be there."""
    one, single = judgements(dict.fromkeys(DOCUMENTS, "d")), judgements({name: name for name in DOCUMENTS})
    assert drawn_units(one).documents == "one"
    assert drawn_units(single).documents == "single segments"
    assert {drawn_units(found).unit for found in (one, single)} == {"segment"}
    for found in (one, judgements(None)):
        with pytest.raises(InvalidOption, match="Documents cannot be drawn"):
            drawn_units(found, draw="document")


def test_everything_rests_on_them() -> None:
    """Agreement, systems and repeats: another unit, other intervals, the same values."""
    by_document = reliability(judgements(DOCUMENTS), "q")
    by_segment = reliability(judgements(DOCUMENTS), "q", bootstrap=Bootstrap(draw="segment"))
    assert by_document.recipe == "draw:document|confidence:0.95|interval:jackknife-t"
    assert (by_document.units, by_segment.units) == (4, 8)
    for one, other in zip(by_document.estimates, by_segment.estimates, strict=True):
        assert one.value == other.value
        assert one.interval != other.interval
    for system, same in zip(by_document.systems, by_segment.systems, strict=True):
        assert system.raw == same.raw
        assert system.raw_interval != same.raw_interval
    assert standings(judgements(DOCUMENTS), "q") == by_document.systems
    twice = [*judgements(None), *judgements(None)]
    again = Judgements.of(
        [
            Judgement(*(row.judge, row.system, row.segment, "q", row.value), time)
            for time, row in enumerate(twice)
        ],
        scales=FIVE,
        documents=DOCUMENTS,
    )
    assert {one.alpha.unit for one in self_agreement(again, "q", "ordinal")} == {"document"}


def test_judges_of_whole_documents() -> None:
    """Where each judge judged whole documents of their own, judge and document cannot be told apart."""
    for found, expected in (
        (judgements(DOCUMENTS, split=True), True),
        (judgements(DOCUMENTS), False),
        (judgements(None, split=True), False),
    ):
        assert judges_by_document(found, "q", drawn_units(found)) is expected
