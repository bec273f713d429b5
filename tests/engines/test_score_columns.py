"""Scores that stand in a column of the shards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from karat import Bleu, Corpus, External, evaluate, parse
from karat.engines import (
    add,
    compare_totals,
    count_shard,
    evaluate_shards,
    read_partials,
    shards_of,
    write_partials,
)
from karat.errors import InvalidFile, InvalidOption, InvalidRecipe
from karat.metrics import ScoreColumn

if TYPE_CHECKING:
    from pathlib import Path

COMET = ScoreColumn("COMET")


@pytest.fixture
def scored(tmp_path: Path, table: pa.Table) -> pa.Table:
    """The rows with scores, in three files."""
    numbers = [((row * 37) % 101) / 103 - (0.4 if row % 2 else 0) for row in range(len(table))]
    scored = table.append_column("COMET", pa.array(numbers, pa.float32()))
    for number, (start, end) in enumerate(((0, 70), (70, 71), (71, 120))):
        pq.write_table(scored.slice(start, end - start), tmp_path / f"{number}.parquet", row_group_size=17)
    return scored


def test_the_mean_is_that_of_external_scores(tmp_path: Path, scored: pa.Table) -> None:
    """To the last bit, in any cut; beside a metric of texts, and alone."""
    totals = evaluate_shards(tmp_path / "*.parquet", Bleu(), COMET)
    for group in totals.groups:
        of_system = scored.filter(pa.compute.equal(scored["system"], group.key[0]))
        texts = Corpus.of(of_system["hypothesis"].to_pylist(), of_system["reference_1"].to_pylist())
        external = External.of("COMET", {"hypothesis": of_system["COMET"].to_pylist()})
        assert totals.scores_of(group)[1].value == evaluate(texts, external).scores[0].value
    alone = evaluate_shards(tmp_path / "*.parquet", COMET)
    assert [one.totals[0] for one in alone.groups] == [one.totals[1] for one in totals.groups]
    lines = tmp_path / "rows.jsonl"
    lines.write_text("".join(f"{json.dumps(row)}\n" for row in scored.to_pylist()))
    assert evaluate_shards(lines, COMET).groups[0].totals == alone.groups[0].totals


def test_systems_are_compared_by_their_scores(tmp_path: Path, scored: pa.Table) -> None:
    """With intervals and a paired test, the same from partial sums in files."""
    found = compare_totals(evaluate_shards(tmp_path / "*.parquet", COMET, cells=64), samples=50)
    assert [one.winner for one in found.contrasts] == ["A"]
    assert found.standings[0].interval.low < found.standings[0].value < found.standings[0].interval.high
    parts = [
        count_shard(shard, [COMET], by=["system"], cells=64, columns=None)
        for shard in shards_of(tmp_path / "*.parquet")
    ]
    write_partials(str(tmp_path / "part.json"), parts)
    again = add(read_partials(str(tmp_path / "part.json")))
    assert again.metrics == (COMET,)
    assert [one.value for one in again.scores] == [one.value for one in found.standings]


def test_tables_with_a_column_for_each_system(tmp_path: Path) -> None:
    """Their scores are in COLUMN:NAME."""
    row = {"reference": "a", "system:A": "a", "system:B": "b", "COMET:A": 0.5, "COMET:B": 0.25}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row))
    scores = evaluate_shards(tmp_path / "rows.jsonl", COMET).scores
    assert [(one.system, one.value) for one in scores] == [("A", 0.5), ("B", 0.25)]


@pytest.mark.parametrize(
    ("score", "said"),
    [
        (None, "Row 2 has no COMET"),
        (float("nan"), "Row 2 has no COMET"),
        (float("inf"), "not finite"),
        (2.0**21, "Divide all scores"),
    ],
)
def test_what_is_no_score_is_refused(tmp_path: Path, score: float | None, said: str) -> None:
    """A mean without it would be of other rows."""
    rows = pa.table({"COMET": pa.array([0.5, score]), "lang": ["de", "fr"]})
    pq.write_table(rows, tmp_path / "rows.parquet")
    with pytest.raises(InvalidFile, match=said):
        evaluate_shards(tmp_path / "rows.parquet", COMET)
    kept = evaluate_shards(tmp_path / "rows.parquet", COMET, where="lang = 'de'")
    assert kept.scores[0].value == 0.5


def test_a_column_of_text_is_refused(tmp_path: Path) -> None:
    """Numbers in quotation marks may be anything."""
    (tmp_path / "rows.jsonl").write_text('{"COMET": "0.5"}\n')
    with pytest.raises(InvalidFile, match="numbers were expected"):
        evaluate_shards(tmp_path / "rows.jsonl", COMET)


def test_recipes_are_read_back() -> None:
    """With the direction; what is no recipe is told."""
    lower = ScoreColumn("MetricX", higher_is_better=False)
    assert parse(lower.recipe) == lower
    with pytest.raises(InvalidRecipe):
        parse("column|better:higher")
    with pytest.raises(InvalidOption):
        ScoreColumn("a|b")
    with pytest.raises(InvalidOption, match="engine"):
        lower.count(["a"], ["a"])
