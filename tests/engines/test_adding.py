"""Partial sums add, each shard once, and only what was counted in one way."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from karat import Bleu, Chrf
from karat.engines import Partial, add, count_shard, evaluate_shards, read_partials, shards_of, write_partials
from karat.engines import shards as cutting
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnreadableFile


def counted(folder: Path, **options: object) -> list[Partial]:
    """The partial sums of every shard."""
    return [count_shard(shard, [Bleu()], **options) for shard in shards_of(folder)]  # type: ignore[arg-type]


def test_a_shard_counts_once_however_often_it_comes(shards: Path) -> None:
    """Delivery at least once is exact."""
    parts = counted(shards)
    whole = add(parts)
    again = add([*parts[::-1], *parts, *parts[1:3]])
    assert (again.segments, again.groups[0].totals) == (whole.segments, whole.groups[0].totals)
    assert (whole.segments, whole.shards) == (120, 4)


def test_a_changed_shard_is_refused(shards: Path) -> None:
    """One byte of a text is enough."""
    before = counted(shards)
    file = shards / "part-1.parquet"
    rows = pq.read_table(file).to_pylist()
    rows[0]["hypothesis"] += "!"
    pq.write_table(pq.read_table(file).from_pylist(rows), file)
    with pytest.raises(MisalignedCorpus, match=r"part-1.parquet#0-0/1 is a changed shard"):
        add([*before, *counted(shards)])


def test_other_recipes_and_versions_are_refused(shards: Path) -> None:
    """What differs is named."""
    first, second, *_ = counted(shards)
    with pytest.raises(InvalidOption, match="counted with the metrics BLEU"):
        add([first, count_shard(shards_of(shards)[1], [Bleu(order=2)])])
    with pytest.raises(InvalidOption, match=r"with the version of Karat 0.0.9, others with 0.1.0"):
        add([first, replace(second, recipe=replace(second.recipe, karat="0.0.9"))])
    with pytest.raises(InvalidOption, match=r"with the grouping lang, others with none"):
        add([first, count_shard(shards_of(shards)[1], [Bleu()], by=["lang"])])


def test_missing_shards_are_named(shards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were expected, and the parts of a file of which other parts are there."""
    parts = counted(shards)
    expected = [shard.id for shard in shards_of(shards)]
    assert add(parts[1:], expected=expected).missing == (expected[0],)
    monkeypatch.setattr(cutting, "ROWS", 20)
    parts = counted(shards / "part-3.parquet")
    missing = add([parts[0], parts[3]]).missing
    assert [name.rpartition("#")[2] for name in missing] == ["1-2/4"]
    overlapping = replace(parts[1], shard=parts[1].shard.replace("#1-1", "#0-1"))
    with pytest.raises(MisalignedCorpus, match="row group 0 is in two shards"):
        add([parts[0], overlapping])


def test_copies_are_named(shards: Path, tmp_path: Path) -> None:
    """A file under two names may be one shard that was named in two ways."""
    (tmp_path / "copy.parquet").write_bytes((shards / "part-0.parquet").read_bytes())
    parts = [*counted(shards), *counted(tmp_path / "copy.parquet")]
    ((first, second),) = add(parts).copies
    assert first.endswith("/copy.parquet#0-2/3")
    assert second.endswith("/data/part-0.parquet#0-2/3")


def test_the_order_of_delivery_does_not_matter(shards: Path) -> None:
    """Whichever shard is done first: the same groups, copies, failures and missing shards."""
    part = next(part for part in counted(shards, by=["system"]) if part.segments > 1)
    parts = [replace(part, shard=f"{name}.parquet#{span}/4") for name in "cab" for span in ("1-1", "2-2")]
    failed = {"y": "cut", "x": "no such column"}
    there = add(parts, failed=failed)
    back = add(parts[::-1], failed=dict(reversed(failed.items())))
    assert len(there.copies) == 5
    assert len(there.missing) == 6
    for name in ("copies", "missing", "segments"):
        assert getattr(there, name) == getattr(back, name), name
    assert [(group.key, group.totals) for group in there.groups] == [
        (group.key, group.totals) for group in back.groups
    ]
    assert list(there.failed) == list(back.failed) == ["x", "y"]


def test_files_keep_partial_sums(shards: Path, tmp_path: Path) -> None:
    """Cells included; whole numbers, whatever their size."""
    parts = counted(shards, by=["system"], cells=256)
    huge = replace(parts[0].groups[0], totals=((2**70,) * 10,))
    write_partials(str(tmp_path / "part.json"), [replace(parts[0], groups=(huge,)), *parts[1:]])
    read = read_partials(str(tmp_path / "part.json"))
    assert read[0].groups[0].totals[0][0] == 2**70
    assert [one.to_json() for one in read[1:]] == [one.to_json() for one in parts[1:]]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "part.json"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no file of partial sums"),
        ("[]", "its schema is None"),
        ('{"schema": 2, "partials": []}', "its schema is 2, and this version of Karat reads 1"),
        ('{"schema": 1, "partials": [{"shard": "a"}]}', "no file of partial sums"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    """Never read as sums."""
    (tmp_path / "part.json").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidFile, match=message):
        read_partials(str(tmp_path / "part.json"))


def test_fractions_are_refused(shards: Path, tmp_path: Path) -> None:
    """Sums of fractions depend on their order."""
    record = counted(shards)[0].to_json()
    record["groups"][0]["totals"][0][0] = 1.5
    (tmp_path / "part.json").write_text(json.dumps({"schema": 1, "partials": [record]}), encoding="utf-8")
    with pytest.raises(InvalidFile, match="Expected `int`, got `float`"):
        read_partials(str(tmp_path / "part.json"))


def test_a_full_disk_leaves_the_file_as_it_was(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command fails, and what was written before can be gone on from."""
    parts = counted(shards)
    file = tmp_path / "part.json"
    write_partials(str(file), parts[:1])
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnreadableFile, match=r"cannot be written .No space left on device"):
        write_partials(str(file), parts)
    assert file.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["data", "part.json"]


def test_counting_goes_on_where_it_stopped(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards that are in the file are not counted again, unless they have changed."""
    keep = str(tmp_path / "part.json")
    whole = evaluate_shards(shards, Bleu(), Chrf())
    kept = [count_shard(shard, [Bleu(), Chrf()], by=["system"]) for shard in shards_of(shards)[:2]]
    write_partials(keep, kept)
    done: list[int] = []
    totals = evaluate_shards(shards, Bleu(), Chrf(), keep=keep, progress=lambda one: done.append(one.shards))
    assert done == [3, 4]
    assert [group.totals for group in totals.groups] == [group.totals for group in whole.groups]
    (shards / "part-0.parquet").write_bytes((shards / "part-3.parquet").read_bytes())
    done.clear()
    evaluate_shards(shards, Bleu(), Chrf(), keep=keep, progress=lambda one: done.append(one.shards))
    assert done == [4]
    with pytest.raises(InvalidOption, match="counted with the metrics"):
        evaluate_shards(shards, Bleu(), keep=keep)


def test_a_corrupt_shard_is_named_and_the_others_are_kept(shards: Path) -> None:
    """The figure is of the others, and says so."""
    file = shards / "part-0.parquet"
    data = bytearray(file.read_bytes())
    data[40:400] = bytes(360)
    file.write_bytes(bytes(data))
    totals = evaluate_shards(shards, Bleu())
    ((shard, problem),) = totals.failed.items()
    assert shard.endswith("part-0.parquet#0-2/3")
    assert totals.segments == 70
    assert "cannot be read" in problem
    assert not totals.missing
