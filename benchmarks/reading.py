"""Text and Parquet files beside what cannot be left out: `python -m benchmarks.reading [LINES]`.

Text: the CPU time of `karat score` over two files, less its start, beside `wc -l` of both and the kernel on
the same lines in memory. Parquet: `karat score` beside pyarrow reading the columns and the kernel on its
buffers. Ten million lines by default, and at most a million rows; all are written anew and removed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import pairs
from benchmarks.memory import write

LINES = 10_000_000
_REPEAT = 3
_KARAT = [sys.executable, "-m", "karat", "score"]
# The kernel alone, on the blocks that the reader makes; they are read before the clock starts.
_OF_LINES = """
import sys, time
from karat import Bleu
from karat.kernel import Texts
bleu, size, seconds = Bleu(), 1 << 20, 0.0
with open(sys.argv[1], "rb") as outputs, open(sys.argv[2], "rb") as references:
    while lines := outputs.readlines(size):
        texts = Texts.from_lines(b"".join(lines))
        stream = Texts.from_lines(b"".join(references.readline() for _ in lines))
        start = time.process_time()
        bleu.rows([texts], [stream], 1)
        seconds += time.process_time() - start
print(seconds)
"""
_OF_COLUMNS = """
import sys, time
import pyarrow.parquet as pq
from karat import Bleu
from karat.kernel import Texts
start, columns = time.process_time(), ["hypothesis", "reference"]
file = pq.ParquetFile(sys.argv[1], pre_buffer=False)
for batch in file.iter_batches(1 << 13, columns=columns, use_threads=False):
    Bleu().rows([Texts(batch.column(0))], [Texts(batch.column(1))], 1)
print(time.process_time() - start)
"""


def run(command: list[str]) -> tuple[float, str]:
    """The CPU seconds of a command, and what it printed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout.strip()


def text_row(folder: Path, lines: int) -> str:
    """Two files of lines."""
    paths = [folder / "hypothesis.txt", folder / "reference.txt"]
    for path, segments in zip(paths, pairs(50_000), strict=True):
        write(path, segments, lines)
    hypothesis, reference = map(str, paths)
    write(few := folder / "few.txt", ["a b c d"], 4)
    score = [*_KARAT, hypothesis, "-r", reference, "--threads", "1"]
    start = [*_KARAT, str(few), "-r", str(few)]
    floor = karat = float("inf")
    for _ in range(_REPEAT):
        kernel = float(run([sys.executable, "-c", _OF_LINES, hypothesis, reference])[1])
        floor = min(floor, run(["wc", "-l", hypothesis, reference])[0] + kernel)
        karat = min(karat, run(score)[0] - run(start)[0])
    return _row(f"text, {lines:,} lines, to wc -l + kernel", floor, karat, 1.1)


def parquet_row(folder: Path, lines: int) -> str:
    """A Parquet file, without grouping, as `karat score` reads any file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    hypotheses, references = pairs(lines)
    path = folder / "rows.parquet"
    pq.write_table(
        pa.table({"hypothesis": hypotheses, "reference": references}), path, row_group_size=100_000
    )
    pq.write_table(
        pa.table({"hypothesis": ["a b c d"], "reference": ["a b c d"]}), few := folder / "few.parquet"
    )
    score, start = ([*_KARAT, str(one), "--threads", "1"] for one in (path, few))
    floor = karat = float("inf")
    for _ in range(_REPEAT):
        floor = min(floor, float(run([sys.executable, "-c", _OF_COLUMNS, str(path)])[1]))
        karat = min(karat, run(score)[0] - run(start)[0])
    return _row(f"Parquet, {lines:,} rows, to Arrow + kernel", floor, karat, 1.2)


def _row(job: str, floor: float, karat: float, demand: float) -> str:
    ratio = karat / floor
    verdict = "ok" if ratio <= demand else "ABOVE"
    return f"{job:<44} {floor:>7.2f} {karat:>7.2f} CPU s {ratio:>5.2f} × (≤ {demand:g})  {verdict}"


def main() -> None:
    """Print both rows."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else LINES
    for row in (text_row, parquet_row):
        with tempfile.TemporaryDirectory() as folder:
            print(row(Path(folder), lines if row is text_row else min(lines, 1_000_000)), flush=True)


if __name__ == "__main__":
    main()
