"""Metrics that learn from the corpus: two passes over shards give what the whole corpus gives."""

import json
from pathlib import Path

import pyarrow as pa
import pytest

from karat import Bleu, Nee, Nist, Wnm, evaluate, read
from karat.engines import count_shard, evaluate_shards, shards_of
from karat.errors import InvalidOption

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
