"""Metrics that learn from the corpus: two passes over shards give what the whole corpus gives."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from karat import Bleu, Nee, Nist, Wnm, evaluate, read
from karat.engines import add, count_shard, evaluate_shards, shards_of, task_of
from karat.engines.gathered_files import gather_shards, learnt_task, read_gathered
from karat.engines.learning import Gathering
from karat.engines.shards import ColumnNames
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus

METRICS = (Nist(), Wnm(), Wnm(texts="segment", weighting="tf.idf", lowercase=True), Bleu())


@pytest.mark.parametrize("by", [["system"], ["lang", "system"]])
def test_two_passes_equal_the_whole(tmp_path: Path, table: pa.Table, shards: Path, by: list[str]) -> None:
    """Each group learns from its own references, whichever shards these lie in."""
    totals = evaluate_shards(shards, *METRICS, by=by, engine="threads", workers=2)
    for lang in ("de", "fr") if "lang" in by else (None,):
        rows = [row for row in table.to_pylist() if lang in (None, row["lang"])]
        file = tmp_path / "rows.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        whole = evaluate(read(file), *METRICS)
        for system in ("A", "B"):
            key = (system,) if lang is None else (lang, system)
            ours = totals.scores_of(totals.group(*key))
            assert [(score.metric, score.value, score.recipe) for score in ours] == [
                (score.metric, score.value, score.recipe) for score in whole[system]
            ]


def test_what_needs_whole_documents_is_refused(shards: Path) -> None:
    """Shards may cut documents; a shard alone has not the references of the others."""
    for metric in (Wnm(average="texts"), Nee(unit="document"), Nee()):
        with pytest.raises(InvalidOption, match="whole"):
            evaluate_shards(shards, metric)
    with pytest.raises(InvalidOption, match="references of all shards"):
        count_shard(shards_of(shards)[0], [Nist()])


def test_entities_of_segments_are_counted(tmp_path: Path) -> None:
    """NEE by segment needs nothing of other shards."""
    marked = 'now in <ENAMEX TYPE="LOCATION">Paris</ENAMEX>'
    rows = [{"hypothesis": text, "reference": marked} for text in ("now in Paris", "now in London")]
    for number, row in enumerate(rows):
        (tmp_path / f"{number}.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert evaluate_shards(tmp_path, Nee(unit="segment")).scores[0].value == 50


def test_both_passes_by_files(tmp_path: Path, shards: Path) -> None:
    """References are gathered shard by shard, each shard is counted by itself, and the sums are the same."""
    every, gathering = shards_of(shards), Gathering(("system",), ColumnNames(), None, "doc_id")
    paths = [str(tmp_path / f"{number}.json") for number in range(len(every))]
    for path, shard in zip(paths, every, strict=True):
        gather_shards(gathering, [shard], path=path)
    gathered = read_gathered([*reversed(paths), paths[0]])
    task = task_of(METRICS, by=["system"])
    ours = add([learnt_task(task, gathered, [shard]).count(shard) for shard in every], metrics=METRICS)
    whole = evaluate_shards(shards, *METRICS, by=["system"], engine="threads", workers=1)
    assert [group.totals for group in ours.groups] == [group.totals for group in whole.groups]
    assert ours.recipe == whole.recipe


def test_references_of_other_shards_or_ways_are_refused(
    tmp_path: Path, table: pa.Table, shards: Path
) -> None:
    """Weights that were learnt from less, or from something else, would be of nobody's corpus."""
    first, second, *_ = shards_of(shards)
    gathering = Gathering(("system",), ColumnNames(), None, "doc_id")
    path, other = str(tmp_path / "one.json"), str(tmp_path / "other.json")
    (one,), _ = gather_shards(gathering, [first], path=path)
    gathered, task = read_gathered([path]), task_of([Nist()], by=["system"])
    with pytest.raises(InvalidOption, match="not among the shards"):
        learnt_task(task, gathered, [second])
    with pytest.raises(InvalidOption, match="grouping system, and none was expected"):
        learnt_task(task_of([Nist()]), gathered, [first])
    # The same command goes on: what it has and has not changed is not read again.
    kept, _ = gather_shards(gathering, [first, second], path=path, known=gathered)
    assert kept[0] is one or kept[0].groups == one.groups
    pq.write_table(table.slice(1, 50), first.path, row_group_size=20)
    with pytest.raises(MisalignedCorpus, match="changed shard"):
        learnt_task(task, gathered, [first])
    gather_shards(gathering, [first], path=other)
    with pytest.raises(MisalignedCorpus, match="changed shard"):
        read_gathered([path, other])
    for content in ("{", "[]", '{"schema": 9}', Path(path).read_text()[:-20]):
        Path(other).write_text(content)
        with pytest.raises(InvalidFile, match="no file of references"):
            read_gathered([other])
