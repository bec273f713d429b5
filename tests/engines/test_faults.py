"""What goes wrong on the way: damaged shards, a driver that is killed, a full disk, sums delivered in pieces."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engines.conftest import made_table
from tests.engines.test_splits import figures
from tests.hypothesis_profile import examples

from karat import Bleu, Chrf
from karat.engines import (
    GroupedTotals,
    add,
    count_shard,
    evaluate_shards,
    read_partials,
    shards_of,
    write_partials,
)

if TYPE_CHECKING:
    import random

METRICS = (Bleu(), Chrf())


def sums(totals: GroupedTotals) -> list[object]:
    """The totals of every group."""
    return [(group.key, group.segments, group.totals) for group in totals.groups]


@examples(1 / 2)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_sums_delivered_in_any_files_add_to_the_whole(
    kept: list[Any], order: random.Random, files: int
) -> None:
    """Shards in whichever files of sums, some in several, in any order: the same totals, intervals and tests."""
    whole, parts = kept
    delivered = [*parts, *order.choices(parts, k=3)]
    order.shuffle(delivered)
    with TemporaryDirectory() as folder:
        read = []
        for number in range(files):
            write_partials(path := f"{folder}/{number}.json", delivered[number::files])
            read += read_partials(path)
    assert figures(add(read)) == whole


@pytest.fixture(scope="module")
def kept(undamaged: tuple[Path, GroupedTotals]) -> list[Any]:
    """The figures of all shards, and the sums of each."""
    shards = shards_of(undamaged[0])
    parts = [count_shard(shard, METRICS, by=["lang", "system"], cells=64) for shard in shards]
    return [figures(add(parts)), parts]


@given(st.integers(0, 3), st.integers(0, 1 << 30), st.integers(1, 255), st.booleans())
def test_damage_is_told_or_noticed(
    undamaged: tuple[Path, GroupedTotals], number: int, place: int, change: int, is_cut: bool
) -> None:
    """A damaged file is named and the others are counted; or it is read, and is then known for another file."""
    folder, whole = undamaged
    with TemporaryDirectory() as made:
        copytree(folder, copied := Path(made) / "data")
        file = copied / f"part-{number}.parquet"
        data = bytearray(file.read_bytes())
        at = place % len(data)
        data[at] ^= change
        file.write_bytes(data[:at] if is_cut else data)
        totals = evaluate_shards(copied, *METRICS, by=["lang"])
        others = [shard for shard in shards_of(copied) if Path(shard.path).name != file.name]
        if totals.failed:
            assert all(file.name in name for name in totals.failed)
            assert sums(totals) == sums(add([count_shard(shard, METRICS, by=["lang"]) for shard in others]))
        elif sums(totals) != sums(whole):
            prints = [
                {part.fingerprint for shard in shards_of(place) for part in [count_shard(shard, METRICS)]}
                for place in (folder / file.name, file)
            ]
            assert not prints[0] & prints[1]


@given(st.integers(0, 1 << 30), st.integers(1, 255))
def test_a_shard_that_was_damaged_since_is_counted_again(
    undamaged: tuple[Path, GroupedTotals], place: int, change: int
) -> None:
    """What was counted of a file before does not stand for the file that it has become."""
    folder, whole = undamaged
    with TemporaryDirectory() as made:
        copytree(folder, copied := Path(made) / "data")
        evaluate_shards(copied, *METRICS, by=["lang"], keep=(keep := f"{made}/part.json"))
        file = copied / "part-3.parquet"
        data = bytearray(file.read_bytes())
        data[place % len(data)] ^= change
        file.write_bytes(data)
        totals = evaluate_shards(copied, *METRICS, by=["lang"], keep=keep)
        assert sums(totals) == sums(evaluate_shards(copied, *METRICS, by=["lang"]))
        assert totals.failed or totals.segments == whole.segments


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, GroupedTotals]:
    """The four files, and their totals."""
    table, folder = made_table(), tmp_path_factory.mktemp("undamaged")
    for number, (start, end) in enumerate(((0, 50), (50, 51), (51, 51), (51, 120))):
        pq.write_table(table.slice(start, end - start), folder / f"part-{number}.parquet", row_group_size=20)
    return folder, evaluate_shards(folder, *METRICS, by=["lang"])


COUNT = [sys.executable, "-m", "karat", "count"]


def test_a_driver_that_is_killed_goes_on(shards: Path, tmp_path: Path) -> None:
    """Killed while it counts, again and again: what was written is whole, and the end is the same figure."""
    whole = evaluate_shards(shards, *METRICS, by=["system"])
    output = tmp_path / "part.json"
    command = [*COUNT, str(shards), "-m", "bleu", "chrf", "--by", "system", "-o", str(output)]
    for _ in range(2):
        output.unlink(missing_ok=True)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as driver:
            until = time.monotonic() + 60
            while not output.exists() and driver.poll() is None and time.monotonic() < until:
                time.sleep(0.001)
            driver.send_signal(signal.SIGKILL)
        assert output.exists()
        assert 1 <= len(read_partials(str(output))) <= 4
    subprocess.run(command, check=True, capture_output=True)
    assert sums(add(read_partials(str(output)))) == sums(whole)


def test_a_driver_whose_disk_is_full_fails_and_goes_on(shards: Path, tmp_path: Path) -> None:
    """The sums do not fit: the command says so in a line, what was there stays, and with room it goes on."""
    whole = evaluate_shards(shards, *METRICS, by=["system"], cells=64)
    output = tmp_path / "part.json"
    options = ["-m", "bleu", "chrf", "--by", "system", "--cells", "64", "-o", str(output)]
    few = subprocess.run([*COUNT, str(shards / "part-1.parquet"), *options], check=True, capture_output=True)
    assert not few.stderr
    before = output.read_bytes()

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, resource.RLIM_INFINITY))

    done = subprocess.run(
        [*COUNT, str(shards), *options], preexec_fn=full, check=False, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
    assert output.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["part.json"]
    subprocess.run([*COUNT, str(shards), *options], check=True, capture_output=True)
    assert figures(add(read_partials(str(output)))) == figures(whole)
