"""Results as tables: every kind is read by Arrow, pandas, polars and DuckDB, with all its figures."""

from __future__ import annotations

import math
import pickle
import sys
from typing import Any

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from tests.report.notebook.results import all_results

import karat
from karat import Bleu, Chrf, Corpus, Procedure, check, compare, demo, evaluate, read, read_judgements, show
from karat.display import Results
from karat.errors import InvalidOption, MissingExtra
from karat.frames import Frame, Tabular, table
from karat.report.notebook.views import VIEWS

REFERENCES = ["the cat sat on the mat", "a dog barked at the moon", "it rained all day long"] * 10
OUTPUTS = {
    "better": ["the cat sat on the mat", "a dog barked at the sun", "it rained all day long"] * 10,
    "worse": ["the cat is on a mat", "some dog barks at moons", "it rained the day long"] * 10,
}
CORPUS = Corpus.of(OUTPUTS, REFERENCES, documents=["one", "two", "three"] * 10)
EVALUATION = evaluate(CORPUS, Bleu(), Chrf())


def rows_of(columns: dict[str, Any]) -> int:
    """How long the columns are, which must be one number."""
    (length,) = {len(column) for column in columns.values()}
    return length


def same(one: Any, other: Any) -> bool:
    """Equal, or both without a value."""
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one):
        return math.isnan(other)
    return bool(one == other)


@pytest.mark.parametrize("home", VIEWS)
def test_every_result_is_a_table_for_every_library(home: str) -> None:
    """One result and several have the same columns in pandas, polars and Arrow, and the same values."""
    results = all_results()[home]
    for found in (table(results[0]), table(results)):
        columns = found.to_dict()
        assert columns
        assert rows_of(columns) > 0
        assert list(found.to_pandas().columns) == list(columns)
        for frame in (found.to_arrow().to_pydict(), found.to_polars().to_dict(as_series=False)):
            assert list(frame) == list(columns)
            for name, values in columns.items():
                assert all(map(same, frame[name], values)), name


@pytest.mark.parametrize("home", VIEWS)
def test_every_result_gives_itself(home: str) -> None:
    """The result itself is read through Arrow's interface, without `table`."""
    result = all_results()[home][0]
    assert pa.table(result).column_names == pl.DataFrame(result).columns == list(table(result).to_dict())


def test_scores_of_an_evaluation() -> None:
    """A row for each system and metric, in full precision."""
    frame = EVALUATION.to_pandas()
    assert frame["value"].tolist() == [score.value for score in EVALUATION.scores]
    assert frame["system"].tolist() == ["better", "better", "worse", "worse"]
    assert frame["metric"].tolist() == ["BLEU", "chrF2"] * 2
    assert set(frame["segments"]) == {30}
    assert EVALUATION.to_dict()["value"] == frame["value"].tolist()


@pytest.mark.parametrize(("level", "rows"), [("segment", 30), ("document", 3)])
def test_scores_of_segments_and_documents(level: Any, rows: int) -> None:
    """Long tables: the system, the place under the name of the level, and the value."""
    values = EVALUATION.table("BLEU", level)
    frame = pl.DataFrame(values)
    assert frame.columns == ["system", "metric", level, "value"]
    assert frame.height == 2 * rows
    assert frame.filter(pl.col("system") == "worse")["value"].to_list() == values["worse"].tolist()
    assert frame.schema[level] == (pl.Int64 if level == "segment" else pl.String)


def test_statistics_are_columns_of_counts() -> None:
    """The counts have their own names and stay whole numbers."""
    statistics = EVALUATION.statistics["worse"][EVALUATION.metrics[0].recipe]
    found = pa.table(statistics)
    assert found.column_names == list(statistics.columns)
    assert [sum(column.to_pylist()) for column in found.columns] == statistics.total()


def test_a_comparison_has_pairs_and_standings() -> None:
    """A row for each metric and pair; the systems are in `standings`."""
    comparison = compare(EVALUATION, Procedure(samples=100, shuffles=100, unit="segment"))
    pairs = comparison.to_polars()
    contrast = comparison.metrics[1].contrasts[0]
    assert pairs.height == 2
    assert (
        pairs.row(1, named=True).items()
        >= {
            "metric": "chrF2",
            "first": "better",
            "second": "worse",
            "difference": contrast.difference,
            "low": contrast.interval.low,
            "high": contrast.interval.high,
            "p": contrast.p,
            "detectable": contrast.power.detectable,
        }.items()
    )
    standings = comparison.standings.to_pandas()
    assert standings["system"].tolist() == ["better", "worse"] * 2
    assert standings["best_rank"].tolist() == [1, 2, 1, 2]


def test_duckdb_reads_a_result() -> None:
    """SQL over a result by the name of its variable."""
    segments = EVALUATION.table("BLEU", "segment")
    assert len(segments.rows) == 30
    found = duckdb.sql("select system, count(*) from segments group by system order by system")
    assert found is not None
    assert found.fetchall() == [("better", 30), ("worse", 30)]


def test_a_single_result_gives_its_fields() -> None:
    """`to_dict` of one thing has values, of many things columns."""
    power = (
        compare(EVALUATION, Procedure(samples=100, shuffles=100, unit="segment"))
        .metrics[0]
        .contrasts[0]
        .power
    )
    assert power.to_dict()["units"] == 30
    assert table(power).to_dict()["units"] == [30]


def test_a_corpus_is_a_table_that_is_read_again() -> None:
    """Out to a frame and back, nothing is lost."""
    again = Corpus.of(CORPUS.to_polars())
    assert {name: list(text) for name, text in again.systems.items()} == OUTPUTS
    assert list(again.documents or ()) == list(CORPUS.documents or ())
    assert list(again.references.streams[0]) == REFERENCES


def test_missing_columns_are_none() -> None:
    """Where only some results have a column, the others have nothing there."""
    one, other = Frame({"a": [1]}), Frame({"a": [2], "b": ["x"]})
    assert table([one, other]).to_dict() == {"a": [1, 2], "b": [None, "x"]}


@pytest.mark.parametrize("results", [[], [1, 2], "text", 5, [EVALUATION, EVALUATION.scores[0]]])
def test_what_is_no_result_has_no_table(results: Any) -> None:
    """Nothing, plain values and different kinds are refused."""
    with pytest.raises(InvalidOption, match="There is no table of"):
        table(results)


@pytest.mark.parametrize("name", ["pandas", "polars", "pyarrow"])
def test_a_library_that_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the library that was asked for is needed."""
    monkeypatch.setitem(sys.modules, name, None)
    method = {"pandas": "to_pandas", "polars": "to_polars", "pyarrow": "to_arrow"}[name]
    with pytest.raises(MissingExtra, match=f"pip install {name}"):
        getattr(EVALUATION, method)()


def test_either_library_makes_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """polars makes Arrow's stream where pyarrow is missing; without both, the message says what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert pl.DataFrame(EVALUATION).height == 4
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingExtra, match="karat-mt"):
        EVALUATION.__arrow_c_stream__()


def test_tables_have_no_attributes_of_their_own() -> None:
    """The mixin takes no place in results that have slots."""
    assert Tabular.__slots__ == ()
    assert isinstance(pd.DataFrame(table(EVALUATION).to_dict()), pd.DataFrame)
    assert repr(karat.table(EVALUATION.scores)).startswith("Frame(4 rows: system, metric, value")


def lists_of_verbs() -> dict[str, Any]:
    """What verbs give that find several things."""
    corpus = read(demo.segments_path())
    evaluation = evaluate(corpus, Bleu())
    judgements = read_judgements(demo.judgements_path(), corpus)
    return {
        "scores": evaluation.scores,
        "check": check(evaluation),
        "calibrate": karat.calibrate(evaluation, judgements),
        "accept": karat.accept(evaluation, judgements),
        "power": karat.power(evaluation, Procedure(samples=100)),
        "blocks": karat.evaluate_blocks([corpus], Bleu()),
        "missed": karat.metric("wnm").missed(corpus, "dune", limit=3),  # type: ignore[attr-defined]
    }


def test_what_a_verb_finds_is_a_table() -> None:
    """Several results go to every library without `table`, and are shown as one table."""
    for name, found in lists_of_verbs().items():
        assert len(found) > 0, name
        columns = table(list(found)).to_dict()
        assert found.to_dict() == table(found).to_dict() == columns
        assert pl.DataFrame(found).columns == pa.table(found).column_names == list(columns)
        assert list(found.to_pandas().columns) == list(columns)
        assert pl.DataFrame(found).height >= len(found)
        assert str(found) == str(show(found)) == str(show(list(found)))
        assert "<table" in found._repr_html_()


def test_results_are_a_list() -> None:
    """In everything but that they cannot be changed."""
    scores = EVALUATION.scores
    as_list = list(scores)
    assert isinstance(scores, Results)
    assert scores == as_list
    assert as_list == scores
    assert scores == Results(as_list)
    assert scores != as_list[:1]
    assert scores != tuple(as_list)
    assert (len(scores), scores[0], scores[-1]) == (4, as_list[0], as_list[-1])
    assert isinstance(scores[1:3], Results)
    assert scores[1:3] == as_list[1:3]
    assert list(reversed(scores)) == as_list[::-1]
    assert as_list[2] in scores
    assert (scores.index(as_list[2]), scores.count(as_list[2])) == (2, 1)
    assert scores + as_list == as_list + scores == as_list * 2
    assert repr(scores) == repr(as_list)
    assert pickle.loads(pickle.dumps(scores)) == scores
    first, *rest = scores
    assert [first, *rest] == as_list
    with pytest.raises(TypeError, match="unhashable"):
        hash(scores)
    with pytest.raises(IndexError):
        scores[4]
    with pytest.raises(AttributeError):
        scores.append(first)  # type: ignore[attr-defined]


def test_no_results_are_an_empty_table() -> None:
    """It is false, as an empty list is, and is shown as one."""
    none: Results[Any] = Results()
    assert not none
    assert none == []
    assert none.to_dict() == {}
    assert pa.table(none).shape == (0, 0)
    assert pl.DataFrame(none).height == 0  # polars 1.4 makes a column of no columns
    assert str(none) == repr(none) == none._repr_html_() == "[]"
