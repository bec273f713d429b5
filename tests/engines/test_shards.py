"""Files, folders, patterns and URIs become shards, in an order that depends on their names alone."""

import gzip
import importlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from karat import Bleu, Chrf, Corpus, evaluate, read
from karat.engines import (
    Advance,
    ColumnNames,
    count_shard,
    evaluate_shards,
    file_systems,
    row_blocks,
    scoring,
    shards_of,
)
from karat.engines import shards as cutting
from karat.errors import InvalidFile, InvalidOption, InvalidText, UnreadableFile
from karat.kernel import json_columns

fsspec = pytest.importorskip("fsspec")
zstandard = pytest.importorskip("zstandard")


def test_folders_patterns_and_lists_name_the_same_shards(shards: Path) -> None:
    """The order is that of the names."""
    by_folder = shards_of(shards)
    assert by_folder == shards_of(str(shards / "*.parquet")) == shards_of(sorted(shards.iterdir()))
    assert [Path(shard.path).name for shard in by_folder] == [f"part-{n}.parquet" for n in range(4)]
    assert [shard.rows for shard in by_folder] == [50, 1, 0, 69]


def test_large_files_are_cut_between_row_groups(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard has whole row groups, and at least one of them."""
    monkeypatch.setattr(cutting, "ROWS", 30)
    assert [shard.id.rpartition("#")[2] for shard in shards_of(shards / "part-3.parquet")] == [
        "0-0/4",
        "1-1/4",
        "2-3/4",
    ]


@pytest.mark.parametrize("ending", [".jsonl", ".jsonl.gz", ".jsonl.zst"])
def test_lines_give_what_the_table_gives(tmp_path: Path, table: pa.Table, shards: Path, ending: str) -> None:
    """Also compressed, and with objects that are longer than a block of the file."""
    data = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in table.to_pylist()).encode()
    packed = {".gz": gzip.compress, ".zst": zstandard.ZstdCompressor().compress}
    file = tmp_path / f"rows{ending}"
    file.write_bytes(packed.get(file.suffix, bytes)(data))
    ours, theirs = (evaluate_shards(source, Bleu(), by=["system", "lang"]) for source in (file, shards))
    assert [(group.key, group.totals) for group in ours.groups] == [
        (group.key, group.totals) for group in theirs.groups
    ]


def test_lines_of_strings_are_read_by_the_kernel(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the second block on, unless a block has something else; the figures are the same."""
    monkeypatch.setattr(row_blocks, "_LINES", 2000)
    monkeypatch.setattr(row_blocks, "raw_blocks", lambda path: file_systems.raw_blocks(path, 500))
    rows = [{**row, "note": "a\\u2028b"} for row in table.to_pylist()]
    rows[70] |= {"nested": {"is": ["left"]}}
    rows[100] |= {"more": 1}
    read: list[bool] = []

    def noted(*arguments: Any) -> Any:
        found = json_columns(*arguments)
        read.append(found is not None)
        return found

    monkeypatch.setattr(row_blocks, "json_columns", noted)
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (shard,) = shards_of(file)
    ours = count_shard(shard, [Bleu()], by=["system", "lang"], cells=16)
    monkeypatch.setattr(row_blocks, "json_columns", lambda *_: None)
    theirs = count_shard(shard, [Bleu()], by=["system", "lang"], cells=16)
    assert read.count(False) == 2
    assert read.count(True) > 3
    assert ours.to_json() == theirs.to_json()


@pytest.mark.parametrize("size", [1, 100, 1000, 10_000])
def test_long_files_of_lines_are_cut_at_line_ends(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """Every line is in one shard; a shard without a line is empty; a changed shard is noticed."""
    lines = [json.dumps(row) for row in table.slice(0, 30).to_pylist()]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    whole = evaluate_shards(file, Bleu())
    monkeypatch.setattr(cutting, "BYTES", max(size, file.stat().st_size // 300))
    parts = shards_of(file)
    read = [
        b"".join(file_systems.lines_between(part.path, *(part.byte_range or (0, 1 << 20)), 77))
        for part in parts
    ]
    assert b"".join(read) == file.read_bytes()
    assert all(not part or part.startswith(b"{") for part in read)
    if len(parts) > 1:
        assert parts[0].id.endswith(f"#0-{cutting.BYTES - 1}/{file.stat().st_size}")
    kept = tmp_path / "kept.json"
    totals = evaluate_shards(file, Bleu(), keep=str(kept))
    assert [group.totals for group in totals.groups] == [group.totals for group in whole.groups]
    assert evaluate_shards(file, Bleu(), keep=str(kept)).scores == totals.scores
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("other", "the a"), encoding="utf-8")
    assert evaluate_shards(file, Bleu(), keep=str(kept)).scores != totals.scores


def test_pairs_of_texts_are_shards(tmp_path: Path) -> None:
    """A reference for each text, in the same order."""
    for name, line in (("a", "the cat sat on a mat"), ("b", "a b c d e")):
        (tmp_path / f"{name}.txt").write_text(f"{line}\n" * 3, encoding="utf-8")
        (tmp_path / f"{name}.ref").write_text(f"{line} now\n" * 3, encoding="utf-8")
    totals = evaluate_shards(
        [tmp_path / "a.txt", tmp_path / "b.txt"], Bleu(), references=[str(tmp_path / "*.ref")], cells=64
    )
    lines = ["the cat sat on a mat"] * 3 + ["a b c d e"] * 3
    whole = evaluate(Corpus.of(lines, [f"{line} now" for line in lines]), Bleu())
    assert totals.scores[0].value == whole.scores[0].value
    with pytest.raises(InvalidOption, match="2 texts and 1 references"):
        shards_of([tmp_path / "a.txt", tmp_path / "b.txt"], references=[str(tmp_path / "a.ref")])


def test_groups_are_corpora_of_their_own(tmp_path: Path, table: pa.Table, shards: Path) -> None:
    """The score of a group is that of its rows by themselves, recipe and all."""
    totals = evaluate_shards(shards, Bleu(), Chrf(), by=["lang", "system"])
    german = [row for row in table.to_pylist() if row["lang"] == "de"]
    file = tmp_path / "german.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in german), encoding="utf-8")
    whole = evaluate(read(file), Bleu(), Chrf())
    for system in ("A", "B"):
        for ours, theirs in zip(totals.scores_of(totals.group("de", system)), whole[system], strict=True):
            assert (ours.value, ours.recipe, ours.segments) == (theirs.value, theirs.recipe, theirs.segments)


def test_systems_in_columns_are_groups(tmp_path: Path, table: pa.Table) -> None:
    """A column `system:NAME` for each system is the same as a row for each."""
    rows = [row for row in table.to_pylist() if row["system"] == "A"]
    others = [row["hypothesis"] for row in table.to_pylist() if row["system"] == "B"]
    wide = [
        {"system:A": row["hypothesis"], "system:B": other, "reference": row["reference_1"]}
        for row, other in zip(rows, others, strict=True)
    ]
    pq.write_table(pa.Table.from_pylist(wide), tmp_path / "wide.parquet")
    pq.write_table(table.drop(["reference_2"]), tmp_path / "long.parquet")
    ours, theirs = (
        evaluate_shards(tmp_path / f"{name}.parquet", Bleu(), by=["system"]) for name in ("wide", "long")
    )
    assert [(group.key, group.totals) for group in ours.groups] == [
        (group.key, group.totals) for group in theirs.groups
    ]


def test_references_may_be_a_list(tmp_path: Path, table: pa.Table) -> None:
    """Each row with its own number of references, cut from a longer table as well."""
    rows = [
        {
            "system": row["system"],
            "mt": row["hypothesis"],
            "refs": [text for text in (row["reference_1"], row["reference_2"]) if text is not None],
        }
        for row in table.to_pylist()
    ]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "listed.parquet")
    pq.write_table(table, tmp_path / "columns.parquet")
    ours, theirs = (evaluate_shards(tmp_path / f"{name}.parquet", Bleu()) for name in ("listed", "columns"))
    assert [(score.value, score.recipe) for score in ours.scores] == [
        (score.value, score.recipe) for score in theirs.scores
    ]
    assert ours.scores[0].recipe.endswith("refs:var")


def test_conditions_choose_rows(shards: Path, table: pa.Table) -> None:
    """As Python would choose them."""
    totals = evaluate_shards(shards, Bleu(), where="lang = 'de' and not (seg_id < 10 or seg_id in (12, 13))")
    chosen = [row for row in table.to_pylist() if row["lang"] == "de" and row["seg_id"] >= 10]
    assert totals.segments == len([row for row in chosen if row["seg_id"] not in (12, 13)])


def test_columns_are_named_by_option(tmp_path: Path) -> None:
    """What is called otherwise is found where one says it is."""
    pq.write_table(pa.table({"out": ["a b c d"], "gold": ["a b c d"]}), tmp_path / "odd.parquet")
    columns = ColumnNames(hypothesis="out", references=("gold",))
    assert evaluate_shards(tmp_path / "odd.parquet", Bleu(), columns=columns).scores[0].value == 100
    with pytest.raises(InvalidFile, match=r"odd.parquet: There is no column 'gone'"):
        evaluate_shards(tmp_path / "odd.parquet", Bleu(), columns=ColumnNames(hypothesis="gone"))


def test_faults_of_the_text_name_the_shard(tmp_path: Path) -> None:
    """Missing text, columns of numbers, and files that are none."""
    file = tmp_path / "rows.parquet"
    (shard,) = _written(file, {"hypothesis": ["a", None], "reference": ["a", "b"]})
    with pytest.raises(InvalidText, match=r"rows.parquet#0-0/1, after 0 rows: Segment 2"):
        count_shard(shard, [Bleu()])
    (shard,) = _written(file, {"hypothesis": [1, 2], "reference": ["a", "b"]})
    with pytest.raises(InvalidText, match="holds int64; text was expected"):
        count_shard(shard, [Bleu()])
    file.write_bytes(b"PAR1 and nothing more")
    (shard,) = shards_of(file)  # the others are counted all the same
    with pytest.raises(InvalidFile, match=r"rows.parquet: the shard cannot be read"):
        count_shard(shard, [Bleu()])
    pq.write_table(pa.table({"hypothesis": ["a"], "reference": ["a"]}), file)
    with pytest.raises(InvalidFile, match="could not be listed"):
        count_shard(shard, [Bleu()])
    with pytest.raises(UnreadableFile, match="no file has such a name"):
        shards_of(str(tmp_path / "*.nothing"))
    with pytest.raises(InvalidOption, match="named twice"):
        shards_of([tmp_path / "a.jsonl", tmp_path / "a.jsonl"])


def _written(file: Path, columns: dict[str, list[object]]) -> list[cutting.Shard]:
    pq.write_table(pa.table(columns), file)
    return shards_of(file)


def test_shards_may_be_uris(shards: Path) -> None:
    """Those of Arrow's file systems, with patterns, and whole folders."""
    here = evaluate_shards(shards, Bleu()).scores
    for uri in (shards.as_uri(), f"{shards.as_uri()}/part-*.parquet"):
        assert [score.value for score in evaluate_shards(uri, Bleu()).scores] == [
            score.value for score in here
        ]
    with pytest.raises(UnreadableFile, match="no such file"):
        shards_of(f"{shards.as_uri()}/*.nothing")


def test_a_file_without_rows_does_not_say_how_to_group(tmp_path: Path, table: pa.Table) -> None:
    """An empty file that comes first, or one that cannot be read, must not put all systems together."""
    (tmp_path / "1.jsonl").write_text("")
    (tmp_path / "2.parquet").write_bytes(b"PAR1 and nothing else")
    pq.write_table(table, tmp_path / "3.parquet")
    totals = evaluate_shards(tmp_path, Bleu())
    assert [group.key for group in totals.groups] == [("A",), ("B",)]
    assert list(totals.failed) == [str(tmp_path / "2.parquet")]
    (tmp_path / "3.parquet").unlink()
    with pytest.raises(InvalidFile, match="cannot be read"):
        evaluate_shards(tmp_path / "2.parquet", Bleu())


def test_whatever_fails_elsewhere_is_told(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Libraries of other file systems raise what they like."""
    pq.write_table(table, tmp_path / "rows.parquet")
    system = fsspec.filesystem("memory")
    system.pipe("/rows/1.parquet", (tmp_path / "rows.parquet").read_bytes())
    assert len(evaluate_shards("memory://rows/*.parquet", Bleu()).groups) == 2

    def refused(*_: Any) -> bytes:
        raise ValueError("no parts here")

    monkeypatch.setattr(importlib.import_module("fsspec.implementations.memory").MemoryFile, "read", refused)
    with pytest.raises(InvalidFile, match="no parts here"):
        evaluate_shards("memory://rows/*.parquet", Bleu())


def test_progress_is_told_within_a_shard(
    tmp_path: Path, table: pa.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shard may take minutes; what is told never goes back, and ends with all rows."""
    monkeypatch.setattr(row_blocks, "ROWS", 7)
    monkeypatch.setattr(scoring, "_TICK", 0.0)
    for number in range(3):
        pq.write_table(table, tmp_path / f"{number}.parquet", row_group_size=40)
    told: list[Advance] = []
    evaluate_shards(tmp_path, Bleu(), engine="threads", workers=2, progress=told.append)
    rows = [one.rows for one in told]
    assert rows == sorted(rows)
    assert len(set(rows)) > 10
    assert told[-1] == Advance(3, 3, 3 * len(table), 3 * len(table))
