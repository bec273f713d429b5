"""What is packed for the segment browser."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.golden import files as golden
from tests.report.page.pages import demo_corpus, random_table
from tests.strategies import segments

from karat import Bleu, Chrf, Corpus, References, Ter, evaluate
from karat.entities.entity import Entity
from karat.errors import InvalidOption, MisalignedCorpus
from karat.metrics.explain.ngrams import MatchedText
from karat.readers import read
from karat.report.page.browser import PackedTexts, contents, pack, written
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from pathlib import Path


def unpacked(packed: PackedTexts) -> dict[str, Any]:
    """As the page does it."""
    data: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed.data)))
    return data


def marked(text: str, stretches: str) -> list[tuple[str, int]]:
    """The stretches of a text as a browser cuts them, in units of UTF-16, and what they are."""
    units = text.encode("utf-16-le", "surrogatepass")
    found, end = [], 0
    for piece in stretches.split(";")[:-1]:
        gap, length, what = map(int, piece.split(","))
        start, end = end + gap, end + gap + length
        found.append((units[2 * start : 2 * end].decode("utf-16-le", "surrogatepass"), what))
    return found


def table(values: list[list[float]], systems: tuple[str, ...] = ("s",), **changes: Any) -> ScoreTable:
    """A metric's values by system and segment."""
    rows = tuple(map(str, range(1, len(values[0]) + 1)))
    given = ScoreTable("M", "M|x:1", "segment", systems, rows, np.array(values))
    return replace(given, **changes) if changes else given


@given(texts=st.lists(segments(), min_size=1, max_size=4))
def test_any_text_comes_back(texts: list[str]) -> None:
    """With lone surrogates and everything."""
    corpus = Corpus.of({"a": texts, "b": texts}, texts, sources=texts)
    assert unpacked(pack(corpus, []))["texts"] == [text for text in texts for _ in range(4)]


@given(hypothesis=segments(), reference=segments())
def test_marks_are_those_of_the_metric(hypothesis: str, reference: str) -> None:
    """Counted as a browser counts, they cut the same stretches."""
    data = contents(Corpus.of([hypothesis], [reference]), [])
    expected = MatchedText(Bleu()).against([reference])(hypothesis)
    assert marked(hypothesis, data["matches"][0]) == [(hypothesis[a:b], order) for a, b, order in expected]


def test_stretches_count_as_browsers_do() -> None:
    """Beyond the basic plane a character counts twice."""
    text = "😀 cat 😀 sat"
    assert marked(text, written(text, [(2, 5, 1), (8, 11, 4)])) == [("cat", 1), ("sat", 4)]


def test_the_demo() -> None:
    """Everything about it."""
    corpus = demo_corpus()
    evaluation = evaluate(corpus, Bleu(), Ter())
    tables = [evaluation.table(metric, "segment") for metric in evaluation.metrics]
    data = contents(corpus, tables, [random_table("people", list(corpus.systems), 48)])
    assert data["systems"] == list(corpus.systems)
    assert data["people"] == [5]
    assert data["languages"] == ["de", "en"]
    assert data["references"] == ["reference 1", "reference 2"]
    assert data["text_types"] == {"names": ["news", "email", "manual"], "of": [n // 16 for n in range(48)]}
    assert len(data["texts"]) == 48 * 9 == len(data["entities"])
    assert len(data["matches"]) == 48 * 6
    assert [(score["name"], score["kind"], score["higher"]) for score in data["scores"]] == [
        ("BLEU", "metric", True),
        ("TER", "metric", False),
        ("people", "human", True),
    ]
    bleu = data["scores"][0]
    assert bleu["digits"] == 2
    assert np.allclose(np.array(bleu["values"]).reshape(48, 6) / 100, tables[0].values.T, atol=0.005)


def test_the_data_of_the_page_are_stable() -> None:
    """Marks, entities, scores and texts of the first segments of the demo data."""
    corpus = demo_corpus()
    few = Corpus(
        {name: text[:5] for name, text in corpus.systems.items()},
        References(tuple(stream[:5] for stream in corpus.references.streams)),
        sources=corpus.sources[:5] if corpus.sources else None,
        documents=corpus.documents[:5] if corpus.documents else None,
        source_language="de",
        target_language="en",
    )
    evaluation = evaluate(few, Bleu(effective_order=True), Ter())
    tables = [evaluation.table(metric, "segment") for metric in evaluation.metrics]
    data = contents(few, tables)
    golden.check("page-data.json.txt", json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def test_missing_scores_are_null() -> None:
    """NaN, infinity, and systems that the table does not have; others in it are passed over."""
    corpus = Corpus.of({"a": ["x", "y"], "b": ["x", "y"]}, ["x", "y"])
    given = table([[1.0, float("nan")], [2.0, 3.0]], ("b", "other"))
    assert contents(corpus, [given])["scores"][0]["values"] == [None, 1, None, None]


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        ([1, 5, 3], 0),
        ([1.5, 2, 5], 1),
        ([4 / 3, 5, 1], 2),
        ([0.123456, 0.2, 0.9], 4),
        ([-1.23456, 2.5, 0], 2),
        ([0, 0, 0], 0),
        ([float("nan")] * 3, 0),
    ],
)
def test_digits(values: list[float], digits: int) -> None:
    """As few as tell everything, and no more than are meant."""
    corpus = Corpus.of(["x", "y", "z"], ["x", "y", "z"])
    given = table([values], ("hypothesis",))
    assert contents(corpus, [given])["scores"][0]["digits"] == digits


def test_equal_names_are_told_apart() -> None:
    """By what their recipes differ in."""
    corpus = Corpus.of({"s": ["x"]}, ["x"])
    data = contents(corpus, [table([[1.0]]), table([[1.0]], recipe="M|x:2")])
    assert [score["name"] for score in data["scores"]] == ["M x:1", "M x:2"]


def test_other_tables_are_refused() -> None:
    """Of documents, or of another number of segments."""
    corpus = Corpus.of({"s": ["x"]}, ["x"])
    with pytest.raises(MisalignedCorpus, match="2 rows at the level 'segment'; the browser shows 1 segments"):
        pack(corpus, [table([[1.0, 2.0]])])
    with pytest.raises(MisalignedCorpus, match="level 'document'"):
        pack(corpus, [table([[1.0]], level="document")])


def test_references_may_be_missing() -> None:
    """A segment with fewer has null."""
    corpus = Corpus.of(["x", "y"], References((["x", "y"], [None, "z"])))
    assert contents(corpus, [])["texts"] == ["x", None, "x", "y", "z", "y"]


def test_marked_entities_are_found_in_outputs() -> None:
    """By name or by another spelling of it."""
    reference = "Ann Lee came."
    entity = Entity.of(reference, 0, 7, "PERSON", alternatives=["A. Lee"])
    corpus = Corpus.of({"a": ["Then A. Lee came."]}, [reference], entities=[[[entity]]])
    data = contents(corpus, [])
    assert data["marking"]["kinds"] == ["PERSON"]
    assert [marked(*pair) for pair in zip(data["texts"], data["entities"], strict=True)] == [
        [("Ann Lee", 0)],
        [("A. Lee", 0)],
    ]


def test_characters_are_marked_from_three_on() -> None:
    """Less of them is everywhere."""
    data = contents(Corpus.of(["abcd xy"], ["abcd yx"]), [], metric=Chrf())
    assert data["marking"] == {"metric": "chrF2", "unit": "character", "order": 6, "least": 3, "kinds": []}
    assert marked("abcd xy", data["matches"][0]) == [("abcd", 4)]


def test_a_metric_without_ngrams_is_refused() -> None:
    """There is nothing to mark."""
    with pytest.raises(InvalidOption, match="n-grams"):
        pack(Corpus.of(["x"], ["x"]), [], metric=Ter())


@pytest.mark.shared
def test_ten_systems_and_two_thousand_segments_take_little_room(shared_data: Path) -> None:
    """The page may have 3 MB, and charts want a part of them."""
    corpus = read(shared_data / "wmt22.de-en" / "segments.jsonl.gz")
    assert (len(corpus), len(corpus.systems)) == (1984, 10)
    # Values without any order take the most room.
    tables = [random_table("metric" * times, list(corpus.systems), len(corpus)) for times in range(1, 6)]
    assert len(pack(corpus, tables[:3], tables[3:]).data) < 1_200_000
