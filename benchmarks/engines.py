"""Speed and memory of shards: `python -m benchmarks.engines [ROWS [MORE]]`.

Writes Parquet, .jsonl.gz and .jsonl.zst files of so many rows (10 million by default), counts them in
processes of their own, and removes them; then peak memory with more rows (100 million by default, 0 for
none), in copies of one file. CPU time is of a process with its workers, less that of the same process without
rows. Ten million rows take about three minutes on two processors without other load, 100 million two more,
and 8 GB of disk. Each step is announced with the time when it begins.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard

from benchmarks.corpora import pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = 10_000_000
MORE = 100_000_000
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


def say(what: str) -> None:
    """What is done now: on standard error, so that the figures stand alone."""
    sys.stderr.write(f"{time.strftime('%H:%M:%S')}  {what}\n")


def verdict(measured: float, most: float) -> str:
    """Whether a figure is within its demand."""
    return "ok" if measured <= most else "ABOVE"


@dataclass(frozen=True, slots=True)
class Bench:
    """Files of so many rows, and what a process costs that has nothing to read."""

    folder: Path
    rows: int
    source: str
    empty: str
    start: Usage
    one: Usage

    @classmethod
    def of(cls, folder: Path, rows: int) -> Bench:
        """Write the files, and count them once with one thread."""
        empty = folder / "none" / "0.parquet"
        empty.parent.mkdir()
        pq.write_table(_table(1000).slice(0, 0), empty)
        say(f"writing {rows:,} rows of Parquet")
        source = write_parquet(folder, rows)
        say("counting them with one thread")
        start, one = (used(_COUNT, path, "threads", "1") for path in (str(empty), source))
        return cls(folder, rows, source, str(empty), start, one)

    @property
    def counting(self) -> float:
        """CPU seconds of one thread."""
        return self.one.cpu - self.start.cpu

    def against_reading(self) -> Iterator[str]:
        """Counting beside pyarrow that merely reads the columns, and what BLEU alone costs."""
        say("reading them with pyarrow, nothing else")
        reading = used(_READ, self.source).cpu - used(_READ, self.empty).cpu
        ratio = self.counting / reading
        yield f"{self.rows:,} rows, BLEU {self.one.printed}"
        yield (
            f"reading {reading:.2f}, counting {self.counting:.2f} CPU s: {ratio:.2f} × (≤ 2)  "
            f"{verdict(ratio, 2)}"
        )
        per_row = self.counting / self.rows
        yield f"{per_row * 1e6:.2f} µs per row, {per_row * 1e9 / 3600:.2f} CPU h per billion"
        alone = self.bleu_alone()
        least = 1 + alone * self.rows / reading
        yield f"BLEU alone, text in memory: {alone * 1e6:.2f} µs per row, so {least:.2f} × at least"

    def bleu_alone(self) -> float:
        """Seconds a row, of text that is in memory."""
        return float(used(_MEMORY, str(self.folder / "0.parquet")).printed) / 1e6

    def two_threads(self) -> Iterator[str]:
        """Wall time, which says something on a machine without other load only."""
        say("counting them with two threads, and in two processes")
        two = used(_COUNT, self.source, "threads", "2")
        ratio = self.one.wall / two.wall
        yield (
            f"2 threads: wall {self.one.wall:.2f} → {two.wall:.2f} s, {ratio:.2f} × (≥ 1.8)  "
            f"{verdict(-ratio, -1.8)}; load before {os.getloadavg()[0]:.1f}"
        )
        if self.rows > _FILE:
            apart = at_once(self.folder, self.one.wall)
            yield f"2 processes that share nothing: {apart:.2f} ×, all that the machine gives"
        yield (
            f"peak memory {self.one.peak:.0f} MB with 1 thread, {two.peak:.0f} MB with 2 (≤ {_LIMIT})  "
            f"{verdict(two.peak, _LIMIT)}"
        )

    def dask(self) -> Iterator[str]:
        """Two workers beside the plain loop."""
        if find_spec("distributed") is None:
            yield "Dask is not installed"
            return
        say("counting them by Dask with two workers")
        all_rows, none = (used(_COUNT, path, "dask", "2") for path in (self.source, self.empty))
        ratio = (all_rows.cpu - none.cpu) / self.counting
        yield (
            f"Dask, 2 workers: {all_rows.cpu - none.cpu:.2f} CPU s, {ratio:.2f} × the loop (≤ 1.5)  "
            f"{verdict(ratio, 1.5)}"
        )
        if all_rows.printed != self.one.printed:
            sys.exit(f"Dask gives {all_rows.printed}, one thread {self.one.printed}.")

    def lines(self) -> Iterator[str]:
        """Compressed lines beside unpacking them alone."""
        few = min(self.rows, _FILE)
        say(f"writing {few:,} rows of JSON lines, packed by gzip and by zstd")
        nothing = Path(self.empty).parent / "rows.jsonl.gz"
        nothing.write_bytes(gzip.compress(b""))
        start, bleu = used(_UNPACK, str(nothing)), self.bleu_alone() * few
        for name, path in write_lines(self.folder, few).items():
            say(f"counting .jsonl.{name}")
            unpacking = max(used(_UNPACK, path).cpu - start.cpu, 0.01)
            counting = used(_COUNT, path, "threads", "1").cpu - self.start.cpu
            ratio, least = counting / unpacking, 1 + bleu / unpacking
            # Where BLEU of text in memory takes longer than unpacking, no reader can reach 2.
            out_of_reach = "  out of reach" if least > 2 else f"  {verdict(ratio, 2)}"
            yield (
                f".{name}, {few:,} rows: {counting:.2f} CPU s, {ratio:.2f} × unpacking "
                f"({unpacking:.2f} s; ≤ 2){out_of_reach}: with BLEU alone ({bleu:.2f} s) {least:.2f} ×"
            )


def more_memory(rows: int) -> str:
    """Peak memory with so many rows, in copies of one file, which are removed."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        write_parquet(folder, _FILE)
        first = folder / "0.parquet"
        copies = -(-rows // _FILE)
        free, needed = shutil.disk_usage(folder).free, copies * first.stat().st_size
        if needed > 0.9 * free:
            return f"{rows:,} rows: not measured, {needed / 1e9:.0f} GB are needed and {free / 1e9:.0f} free"
        say(f"writing {rows:,} rows, {needed / 1e9:.1f} GB")
        for number in range(1, copies):
            shutil.copyfile(first, folder / f"{number}.parquet")
        say(f"counting {rows:,} rows with two threads")
        taken = used(_COUNT, str(folder / "*.parquet"), "threads", "2")
    return (
        f"{copies * _FILE:,} rows: peak memory {taken.peak:.0f} MB with 2 threads (≤ {_LIMIT})  "
        f"{verdict(taken.peak, _LIMIT)}, {taken.wall:.0f} s"
    )


def main() -> None:
    """Print the table of the demands."""
    rows, more, *_ = [*map(int, sys.argv[1:]), *(ROWS, MORE)[len(sys.argv) - 1 :]]
    with tempfile.TemporaryDirectory() as made:
        bench = Bench.of(Path(made), rows)
        for part in (bench.against_reading, bench.two_threads, bench.dask, bench.lines):
            for line in part():
                print(line, flush=True)
    if more:
        print(more_memory(more), flush=True)
    say("done; nothing is left on the disk")


if __name__ == "__main__":
    main()
