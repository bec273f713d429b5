"""Speed and memory of shards: `python -m benchmarks.engines [ROWS] [MORE ROWS]`.

Writes Parquet, .jsonl.gz and .jsonl.zst files of so many rows (10 million by default), counts them in
processes of their own, and removes them. CPU time is of a process with its workers, less that of the same
process without rows. With a second number, peak memory is measured at that size too.
"""

from __future__ import annotations

import gzip
import json
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from benchmarks.corpora import pairs

ROWS = 10_000_000
_FILE = 1_000_000
_GROUP = 100_000
_LIMIT = 400

_READ = """
import sys
import pyarrow.parquet as pq
from glob import glob
for path in sorted(glob(sys.argv[1])):
    file = pq.ParquetFile(path, pre_buffer=False)
    for _ in file.iter_batches(batch_size=1 << 15, columns=["hypothesis", "reference"], use_threads=False):
        pass
"""
_UNPACK = """
import sys
from karat.readers.files.decompression import codec_of, decompressed
from karat.engines.file_systems import raw_blocks
for block in decompressed(raw_blocks(sys.argv[1], 1 << 16), codec_of(sys.argv[1]), "it"):
    pass
"""
_COUNT = """
import sys
from karat import Bleu
from karat.engines import evaluate_shards
if __name__ == "__main__":
    totals = evaluate_shards(sys.argv[1], Bleu(), by=[], engine=sys.argv[2], workers=int(sys.argv[3]))
    print(*[score.value for score in totals.scores])
"""
# What no reading or adding can be faster than: the same rows, already in memory.
_MEMORY = """
import sys, time
import pyarrow.parquet as pq
from karat import Bleu
from karat.kernel import Texts
file, columns = pq.ParquetFile(sys.argv[1]), ["hypothesis", "reference"]
batches = list(file.iter_batches(batch_size=1 << 13, columns=columns))
start = time.process_time()
for batch in batches:
    Bleu().rows([Texts(batch.column(0))], [Texts(batch.column(1))], 1)
print((time.process_time() - start) / sum(map(len, batches)) * 1e6)
"""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process took, with its workers."""

    cpu: float
    wall: float
    peak: float
    printed: str


def used(program: str, *arguments: str) -> Usage:
    """Run a program in a process of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(program)
        file.flush()
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        measured = [sys.executable, "-c", _MEASURED, file.name, *arguments]
        done = subprocess.run(measured, check=True, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    *printed, peak = done.stdout.split()
    return Usage(cpu, time.perf_counter() - start, float(peak), " ".join(printed))


# Peak memory is that of one process; the largest of all that ever ran would hide it.
_MEASURED = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, *sys.argv[1:]], check=True, capture_output=True, text=True)
print(done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def at_once(folder: Path, alone: float) -> float:
    """How much faster two processes are, each with every other file, than one that took so long for all."""
    halves = [folder / name for name in ("even", "odd")]
    for place, path in enumerate(sorted(folder.glob("*.parquet"))):
        half = halves[place % 2]
        half.mkdir(exist_ok=True)
        (half / path.name).symlink_to(path)
    with ThreadPoolExecutor(2) as pool:
        start = time.perf_counter()
        list(pool.map(lambda half: used(_COUNT, str(half / "*.parquet"), "threads", "1"), halves))
        return alone / (time.perf_counter() - start)


def write_parquet(folder: Path, rows: int) -> str:
    """Files of a million rows each, and the pattern that names them."""
    table = _table(min(rows, _FILE))
    for number, start in enumerate(range(0, rows, _FILE)):
        pq.write_table(
            table.slice(0, min(_FILE, rows - start)), folder / f"{number}.parquet", row_group_size=_GROUP
        )
    return str(folder / "*.parquet")


def write_lines(folder: Path, rows: int) -> dict[str, str]:
    """The same rows as lines, compressed in two ways."""
    lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in _table(rows).to_pylist()).encode()
    paths = {"gz": folder / "rows.jsonl.gz", "zst": folder / "rows.jsonl.zst"}
    paths["gz"].write_bytes(gzip.compress(lines, 6))
    paths["zst"].write_bytes(zstandard.ZstdCompressor().compress(lines))
    return {name: str(path) for name, path in paths.items()}


def _table(rows: int) -> pa.Table:
    hypotheses, references = pairs(min(rows, 100_000))
    times = -(-rows // len(hypotheses))
    table = pa.table({"hypothesis": hypotheses, "reference": references})
    return pa.concat_tables([table] * times).slice(0, rows).combine_chunks()


def main() -> None:
    """Print the table of the issue."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else ROWS
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        empty = folder / "none" / "0.parquet"
        empty.parent.mkdir()
        pq.write_table(_table(1000).slice(0, 0), empty)
        start = used(_COUNT, str(empty), "threads", "1")
        start_read = used(_READ, str(empty))
        source = write_parquet(folder, rows)
        read = used(_READ, source)
        one, two = (used(_COUNT, source, "threads", threads) for threads in ("1", "2"))
        reading, counting = read.cpu - start_read.cpu, one.cpu - start.cpu
        print(f"{rows:,} rows, BLEU {one.printed}")
        print(f"reading {reading:.2f}, counting {counting:.2f} CPU s: {counting / reading:.2f} × (≤ 2)")
        print(f"{counting / rows * 1e6:.2f} µs per row, {counting / rows * 1e9 / 3600:.2f} CPU h per billion")
        alone = float(used(_MEMORY, str(folder / "0.parquet")).printed)
        least = alone * rows / 1e6
        least = (reading + least) / reading
        print(f"BLEU alone, text in memory: {alone:.2f} µs per row; {least:.2f} × at least")
        print(f"2 threads: wall {one.wall:.2f} → {two.wall:.2f} s, {one.wall / two.wall:.2f} × (≥ 1.8)")
        if rows > _FILE:
            apart = at_once(folder, one.wall)
            print(f"2 processes that share nothing: {apart:.2f} ×, all that the machine gives")
        print(f"peak memory {one.peak:.0f} MB with 1 thread, {two.peak:.0f} MB with 2 (≤ {_LIMIT})")
        try:
            import distributed  # noqa: F401
        except ImportError:
            print("dask is not installed")
        else:
            dask, dask_start = used(_COUNT, source, "dask", "2"), used(_COUNT, str(empty), "dask", "2")
            ratio = (dask.cpu - dask_start.cpu) / counting
            print(f"Dask, 2 workers: {dask.cpu - dask_start.cpu:.2f} CPU s, {ratio:.2f} × the loop (≤ 1.5)")
            assert dask.printed == one.printed
        few = min(rows, _FILE)
        (empty.parent / "rows.jsonl.gz").write_bytes(gzip.compress(b""))
        start_unpack = used(_UNPACK, str(empty.parent / "rows.jsonl.gz"))
        for name, path in write_lines(folder, few).items():
            unpacked, counted = used(_UNPACK, path), used(_COUNT, path, "threads", "1")
            unpacking = max(unpacked.cpu - start_unpack.cpu, 0.01)
            ratio = (counted.cpu - start.cpu) / unpacking
            floor = (unpacking + alone * few / 1e6) / unpacking
            print(
                f".{name}, {few:,} rows: {counted.cpu - start.cpu:.2f} CPU s, {ratio:.2f} × unpacking (≤ 2; "
                f"with BLEU {floor:.2f} × at least)"
            )
    if len(sys.argv) > 2:
        more = int(sys.argv[2])
        with tempfile.TemporaryDirectory() as made:
            peak = used(_COUNT, write_parquet(Path(made), more), "threads", "2").peak
        print(f"{more:,} rows: peak memory {peak:.0f} MB with 2 threads (≤ {_LIMIT})")


if __name__ == "__main__":
    main()
