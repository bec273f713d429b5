"""Frames in: the same corpus from pandas, polars, Arrow, DuckDB and Hugging Face, long and wide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from karat import Bleu, Corpus, evaluate
from karat.errors import InvalidFile, InvalidOption, MissingColumn, MissingReference, UnknownName

if TYPE_CHECKING:
    from collections.abc import Callable

    Columns = dict[str, list[Any]]

WIDE: Columns = {
    "source": ["eins", "zwei"],
    "doc": ["a", "b"],
    "reference": ["one", "two"],
    "mt": ["one", "too"],
}
LONG: Columns = {
    "system": ["A", "A", "B", "B"],
    "seg_id": [1, 2, 1, 2],
    "reference": ["one", "two", "one", "two"],
    "hypothesis": ["one", "too", "won", "two"],
    "is_human": [False, False, True, True],
}


class HuggingFace:
    """What a Hugging Face dataset offers of itself: names, features, columns as lists, a length."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    @property
    def column_names(self) -> list[str]:
        """The names in order."""
        return list(self._columns)

    @property
    def features(self) -> dict[str, str]:
        """The kind of each column."""
        return dict.fromkeys(self._columns, "Value('string')")

    def __len__(self) -> int:
        return len(next(iter(self._columns.values())))

    def __getitem__(self, name: str) -> list[Any]:
        return self._columns[name]

    def with_format(self, _: None) -> HuggingFace:
        """Plain values."""
        return self


def relation(columns: Columns) -> Any:
    """A relation of DuckDB's."""
    return duckdb.from_arrow(pa.table(columns))


KINDS: dict[str, Callable[[Columns], Any]] = {
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy polars": pl.LazyFrame,
    "arrow": pa.table,
    "arrow reader": lambda columns: pa.table(columns).to_reader(),
    "duckdb": relation,
    "hugging face": HuggingFace,
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_with_a_row_per_segment(kind: str) -> None:
    """Columns with the usual names need no keyword."""
    corpus = Corpus.of(KINDS[kind](WIDE))
    assert corpus.systems == {"hypothesis": ["one", "too"]}
    assert corpus.references.streams == (("one", "two"),)
    assert corpus.sources == ["eins", "zwei"]
    assert corpus.documents == ["a", "b"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_frame_with_a_row_per_segment_and_system(kind: str) -> None:
    """A column `system` makes it long, and says who is a person."""
    corpus = Corpus.of(KINDS[kind](LONG))
    assert corpus.systems == {"A": ["one", "too"], "B": ["won", "two"]}
    assert corpus.human_systems == {"B"}


def test_every_column_may_be_named() -> None:
    """Names that nobody could guess, and rivals with the usual names that are not meant."""
    frame = pd.DataFrame(
        {
            "who": ["A", "A", "B", "B"],
            "number": [1, 2, 1, 2],
            "wrote": ["one", "too", "won", "two"],
            "gold": ["one", "two", "one", "two"],
            "silver": ["1", "2", "1", "2"],
            "in": ["eins", "zwei", "eins", "zwei"],
            "text": ["x", "y", "x", "y"],
            "kind": ["news", "chat", "news", "chat"],
            "par": ["p", "q", "p", "q"],
            "reference": ["no"] * 4,
            "hypothesis": ["no"] * 4,
            "doc_id": ["no"] * 4,
        }
    )
    corpus = Corpus.of(
        frame,
        ["gold", "silver"],
        hypothesis="wrote",
        system="who",
        segment="number",
        sources="in",
        documents="text",
        text_types="kind",
        paragraphs="par",
    )
    assert corpus.systems == {"A": ["one", "too"], "B": ["won", "two"]}
    assert [list(stream) for stream in corpus.references.streams] == [["one", "two"], ["1", "2"]]
    assert (corpus.sources, corpus.documents) == (["eins", "zwei"], ["x", "y"])
    assert (corpus.text_types, corpus.paragraphs) == (["news", "chat"], ["p", "q"])


def test_a_column_per_system() -> None:
    """Wide frames: the columns of the systems are named, in that order."""
    frame = pl.DataFrame({"online-A": ["one"], "online-B": ["won"], "gold": ["one"]})
    corpus = Corpus.of(frame, references="gold", systems=["online-B", "online-A"])
    assert corpus.systems == {"online-B": ["won"], "online-A": ["one"]}


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, HuggingFace])
def test_references_may_be_lists(make: Callable[[Columns], Any]) -> None:
    """A column of lists, under any name."""
    frame = make({"mt": ["one", "two"], "gold": [["one", "1"], ["two"]]})
    assert Corpus.of(frame, references="gold").references.streams == (("one", "two"), ("1", None))


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA])
def test_every_sign_of_nothing_is_nothing(nothing: Any) -> None:
    """pandas has several; a reference that is not there is not the text "nan"."""
    frame = pd.DataFrame({"mt": ["one", "two"], "ref_a": ["one", "two"], "ref_b": ["1", nothing]})
    assert Corpus.of(frame).references.streams[1] == ("1", None)
    with pytest.raises(InvalidFile, match="row 2: mt is missing"):
        Corpus.of(pd.DataFrame({"mt": ["one", nothing], "ref": ["one", "two"]}))


def test_scores_are_those_of_lists() -> None:
    """However the text came, it is the same text."""
    lists = Corpus.of(WIDE["mt"], WIDE["reference"])
    values = {evaluate(corpus, Bleu()).scores[0].value for corpus in (lists, Corpus.of(pd.DataFrame(WIDE)))}
    assert len(values) == 1


def test_a_column_alone_is_still_a_text() -> None:
    """A Series or an Arrow column is one text, not a frame."""
    columns: list[Any] = [pl.Series(["one"]), pa.chunked_array([["one"]]), pd.Series(["one"])]
    for column in columns:
        assert len(Corpus.of(column, ["one"])) == 1


def test_a_frame_without_known_columns_says_what_it_looked_for() -> None:
    """The names that were expected, those that are there, and the call that helps."""
    with pytest.raises(MissingColumn) as refused:
        Corpus.of(pd.DataFrame({"gold": ["a"], "hypotheses": ["b"]}))
    message = str(refused.value)
    assert (
        "'hypothesis' or 'output' or 'translation' or 'mt' or 'hyp' or 'tgt' or 'system:NAME' was expected"
        in message
    )
    assert "The columns are: gold, hypotheses" in message
    assert "Corpus.of(frame, hypothesis='…', references='…')" in message
    with pytest.raises(MissingColumn, match="no column for a reference"):
        Corpus.of(pd.DataFrame({"gold": ["a"], "mt": ["b"]}))
    with pytest.raises(MissingColumn, match="no column for the segment"):
        Corpus.of(pd.DataFrame({"system": ["A"], "mt": ["b"], "ref": ["b"]}))


class Splits(dict[str, Any]):
    """A Hugging Face dictionary of splits."""

    column_names = {"train": ["mt"], "test": ["mt"]}  # noqa: RUF012


class Stream:
    """A Hugging Face dataset that is read as a stream."""

    column_names = ("mt",)
    features = {"mt": None}  # noqa: RUF012


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ((pd.DataFrame(WIDE), "gold"), UnknownName, "no column 'gold'"),
        ((pd.DataFrame(WIDE), ["one", 2]), InvalidOption, "a list of names"),
        ((pd.DataFrame(WIDE), 5), InvalidOption, "name of a column"),
        ((pd.DataFrame([["a", "b"]], columns=["mt", "mt"]),), InvalidFile, "two columns are called 'mt'"),
        ((pd.DataFrame({"mt": [], "ref": []}),), InvalidFile, "there are no rows"),
        ((Splits(),), InvalidOption, r"Take one: data\['train'\]"),
        ((Stream(),), InvalidOption, "without streaming"),
        ((["a"],), MissingReference, r"Corpus\.of\(hypotheses, references\)"),
    ],
)
def test_what_cannot_be_a_corpus_is_refused(arguments: Any, kind: type[Exception], words: str) -> None:
    """Each message says what to write."""
    with pytest.raises(kind, match=words):
        Corpus.of(*arguments)


def test_names_of_columns_do_not_go_with_lists() -> None:
    """A keyword for frames beside lists is a slip, and so are lists beside a frame."""
    with pytest.raises(InvalidOption, match="hypothesis names a column of a frame, not of a list"):
        Corpus.of(["a"], ["a"], hypothesis="mt")
    with pytest.raises(InvalidOption, match="documents must be the name of a column"):
        Corpus.of(pd.DataFrame(WIDE), documents=["a", "b"])
    with pytest.raises(InvalidOption, match="no column of entities"):
        Corpus.of(pd.DataFrame(WIDE), entities=[None])
