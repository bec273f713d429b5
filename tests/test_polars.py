"""Scores within polars are those of `evaluate`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

import karat.polars  # noqa: F401 (gives expressions their namespace)
from karat import Bleu, Chrf, Corpus, demo, evaluate, read
from karat.errors import InvalidText

if TYPE_CHECKING:
    from karat.metrics import Metric


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """The demo data."""
    return read(demo.segments_path())


@pytest.fixture(scope="module")
def frame(corpus: Corpus) -> pl.DataFrame:
    """A row for every segment of every system, the systems shuffled into each other."""
    rows = [
        {"system": system, "segment": number, "mt": text, "one": one, "two": two}
        for system, texts in corpus.systems.items()
        for number, text in enumerate(texts)
        for one, two in [corpus.references.of_segment(number)]
    ]
    return pl.DataFrame(rows).sample(fraction=1, shuffle=True, seed=24)


@pytest.mark.parametrize("metric", [None, Bleu(), Chrf(word_order=2)])
def test_corpus_scores_of_groups(corpus: Corpus, frame: pl.DataFrame, metric: Metric | None) -> None:
    """Each system has its own, in any order of rows."""
    found = frame.group_by("system").agg(score=pl.col("mt").karat.corpus("one", "two", metric=metric))  # type: ignore[attr-defined]
    scores = evaluate(corpus, metric or Chrf()).scores
    assert dict(found.rows()) == pytest.approx({score.system: score.value for score in scores})


def test_scores_of_rows(corpus: Corpus, frame: pl.DataFrame) -> None:
    """Row by row, also lazily."""
    found = frame.lazy().with_columns(score=pl.col("mt").karat.segments("one", pl.col("two"))).collect()  # type: ignore[attr-defined]
    table = evaluate(corpus, Chrf()).table("chrF2", "segment")
    for system, segment, score in found.select("system", "segment", "score").iter_rows():
        assert score == pytest.approx(table[system][segment])


def test_outputs_that_are_null() -> None:
    """They have no score, and count nowhere; no rows have no score."""
    frame = pl.DataFrame({"mt": ["a cat", None, "a dog"], "ref": ["a cat", "x", "a dog"]})
    assert frame.select(pl.col("mt").karat.segments("ref")).to_series().to_list() == [100, None, 100]  # type: ignore[attr-defined]
    assert frame.select(pl.col("mt").karat.corpus("ref")).item() == 100  # type: ignore[attr-defined]
    assert frame.head(0).select(pl.col("mt").karat.corpus("ref")).item() is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("references", "words"), [([], "no column of references"), (["ref"], "Row 1 has no reference 1")]
)
def test_references_that_are_lacking(references: list[str], words: str) -> None:
    """The row is named."""
    frame = pl.DataFrame({"mt": ["a", "b"], "ref": ["a", None]})
    with pytest.raises((InvalidText, pl.exceptions.ComputeError), match=words):
        frame.select(pl.col("mt").karat.segments(*references))  # type: ignore[attr-defined]
