"""`karat score` and `karat compare` of shards, `karat count` and `karat add`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.cli.conftest import Karat, refused, rows_of

from karat import demo

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The demo data in three files, of which one is empty."""
    rows = [json.loads(line) for line in demo.segments_path().read_text(encoding="utf-8").splitlines()]
    names = ("system", "seg_id", "doc_id", "hypothesis", "references", "domain")
    table = pa.Table.from_pylist([{name: row[name] for name in names} for row in rows])
    for number, (start, length) in enumerate(((0, 100), (100, 0), (100, 188))):
        pq.write_table(table.slice(start, length), tmp_path / f"{number}.parquet")
    return tmp_path


def test_scores_are_those_of_the_whole(karat: Karat, folder: Path) -> None:
    """The same table as of one file, but for the number of segments."""
    whole = karat("score", str(demo.segments_path()), "-m", "bleu", "chrf", "--format", "tsv").out
    shards = karat("score", str(folder / "*.parquet"), "-m", "bleu", "chrf", "--format", "tsv").out
    ours = {line.split("\t")[0]: line.split("\t")[2:] for line in shards.splitlines()}
    theirs = {line.split("\t")[0]: line.split("\t")[1:] for line in whole.splitlines()}
    assert {name: ours[name] for name in theirs} == theirs


def test_the_number_of_references_is_in_the_recipes(karat: Karat, folder: Path) -> None:
    """Recipes say it, of metrics of one name too, and say that it varies where groups differ."""
    table = pq.read_table(folder / "0.parquet").to_pylist()
    for row in table[:20]:
        row["references"] = row["references"][:1]
    pq.write_table(pa.Table.from_pylist(table), folder / "0.parquet")
    options = ("-m", "bleu", "bleu:lowercase=yes", "--format", "tsv")
    for by in ("domain", "seg_id,system"):
        rows = rows_of(karat("score", str(folder / "*.parquet"), *options, "--by", by).out)
        for case in ("mixed", "lc"):
            (recipe,) = {row[f"BLEU case:{case} recipe"] for row in rows}
            assert f"|case:{case}|" in recipe
            assert recipe.endswith("|refs:var")


def test_groups_and_conditions(karat: Karat, folder: Path) -> None:
    """One row for each value of the columns, of the rows that are wanted."""
    rows = karat(
        "score",
        str(folder),
        "--by",
        "domain,system",
        "--where",
        "system in ('aurora', 'elm')",
        "--engine",
        "threads",
    ).out.splitlines()
    assert rows[0].split("\t")[:3] == ["domain", "system", "segments"]
    assert {row.split("\t")[1] for row in rows[1:]} == {"aurora", "elm"}
    refused(karat("score", str(folder), "--where", "system ="), "--where system =", "not the end")
    refused(karat("score", str(folder), "--engine", "spark"), "engine is 'spark'", "dask")
    refused(
        karat("score", f"{folder}/*.parquet", "--segments"), "--segments is for text that is read as a whole"
    )
    refused(karat("score", f"{folder}/*.parquet", "--columns", "mt"), "--columns has 'mt'")
    refused(karat("score", str(demo.segments_path()), "--by", "system"), "--by is 'system'", "document")


def test_counting_and_adding(karat: Karat, folder: Path) -> None:
    """Files carry sums between machines; a shard that comes twice counts once, one that is missing is named."""
    first, both = str(folder / "first.json"), str(folder / "both.json")
    options = ("-m", "bleu", "--cells", "256")
    assert karat("count", str(folder / "0.parquet"), *options, "-o", first).code == 0
    assert karat("count", str(folder / "[12].parquet"), *options, "-o", both).code == 0
    assert karat("count", str(folder / "*.parquet"), *options, "-o", both).code == 0
    whole = karat("score", str(folder / "*.parquet"), "--format", "tsv").out
    assert karat("add", first, both, first, "--format", "tsv").out == whole
    expected = ("--shards", str(folder / "*.parquet"))
    refused(
        karat("add", first, *expected), "1.parquet#", "missing", "add its file as well, or use --incomplete"
    )
    partly = karat("add", first, *expected, "--incomplete")
    assert partly.code == 0
    assert "missing" in partly.err
    refused(karat("count", str(folder / "0.parquet"), "-m", "chrf", "-o", first), "counted with the metrics")
    refused(karat("count", str(folder / "0.parquet")), "no file to write to")
    refused(karat("add", first, "--samples", "10"), "--samples is for comparisons")


def test_comparisons_do_not_depend_on_the_shards(karat: Karat, folder: Path) -> None:
    """Every digit of intervals and p-values is the same, of three files and of one."""
    table = pa.concat_tables(pq.read_table(folder / f"{number}.parquet") for number in (2, 0, 1))
    whole = folder / "whole"
    whole.mkdir()
    pq.write_table(table, whole / "all.parquet", row_group_size=7)
    arguments = ("--samples", "50", "-w", "12", "--show", "pairs", "--format", "tsv")
    ours = karat("compare", str(folder / "*.parquet"), *arguments)
    assert ours.code == 0, ours.err
    assert ours.out == karat("compare", str(whole), "--engine", "threads", *arguments).out
    standings = karat("compare", str(folder / "*.parquet"), "--samples", "50", "--format", "json").out
    assert json.loads(standings)["identity"] == ["doc_id"]
    refused(karat("compare", str(demo.segments_path()), "--by", "system"), "--by is for shards", "--slices")


def test_a_broken_shard_gives_no_figure(karat: Karat, folder: Path) -> None:
    """It is named; what was counted is kept, and the next call counts only what was broken."""
    broken, whole = folder / "2.parquet", (folder / "2.parquet").read_bytes()
    data = bytearray(whole)
    data[40:400] = bytes(360)
    broken.write_bytes(bytes(data))
    keep = ("--keep", str(folder / "kept.json"))
    refused(karat("score", str(folder / "*.parquet"), *keep), "2.parquet#0-0/1", "no figure of the whole")
    partly = karat("score", str(folder / "*.parquet"), "--incomplete")
    assert partly.code == 0
    assert "could not be counted" in partly.err
    refused(
        karat("count", str(folder / "*.parquet"), "-o", str(folder / "p.json")), "2.parquet", "same command"
    )
    broken.write_bytes(whole)
    again = karat("score", str(folder / "*.parquet"), *keep, "--format", "tsv")
    assert again.code == 0, again.err
    assert again.out == karat("score", str(folder / "*.parquet"), "--format", "tsv").out
