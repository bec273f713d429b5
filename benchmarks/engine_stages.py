"""What each stage of counting a Parquet shard costs for a row: `python -m benchmarks.engine_stages [ROWS]`.

Stages are measured one after the other in one thread and one process, each the least of several runs: so they
do not depend on what else the machine does, but for its processor's caches. A million rows by default.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow.parquet as pq

from benchmarks.engines import write_parquet
from benchmarks.timing import cpu_seconds
from karat import Bleu
from karat.engines import count_shard, shards_of
from karat.engines.row_blocks import ROWS, ShardReader
from karat.engines.shards import ColumnNames
from karat.engines.sums import Sums
from karat.kernel import Texts

if TYPE_CHECKING:
    from collections.abc import Callable

_REPEAT = 5
_NAMES = ["hypothesis", "reference"]


def stages(path: str) -> list[tuple[str, Callable[[], Any]]]:
    """Every stage by what it does, and last the whole of them as it is run."""
    (shard,) = shards_of(path)
    batches = list(_read(path))
    texts = list(map(_texts, batches))
    bleu = Bleu()
    rows = [bleu.rows([one], [other], 1)[0] for one, other in texts]

    def added() -> None:
        sums = Sums([len(bleu.columns)], 0)
        for counted, batch in zip(rows, batches, strict=True):
            sums.add([("",)], None, None, [counted], 1, len(batch))

    return [
        ("pyarrow reads the columns", lambda: [None for _ in _read(path)]),
        ("the fingerprint, from the file's bytes", lambda: ShardReader(shard, ColumnNames()).sign()),
        ("Arrow's buffers become texts, checked for UTF-8", lambda: list(map(_texts, batches))),
        ("the kernel counts BLEU", lambda: [bleu.rows([one], [other], 1) for one, other in texts]),
        ("rows are added", added),
        ("all together", lambda: count_shard(shard, [bleu])),
    ]


def _read(path: str) -> Any:
    file = pq.ParquetFile(path, pre_buffer=False)
    return file.iter_batches(batch_size=ROWS, columns=_NAMES, use_threads=False)


def _texts(batch: Any) -> tuple[Texts, Texts]:
    return Texts(batch.column(0)), Texts(batch.column(1))


def main() -> None:
    """A line for each stage, and what is left of the whole."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        write_parquet(Path(folder), rows)
        measured = {
            name: cpu_seconds(stage, repeat=_REPEAT)[0] / rows * 1e9
            for name, stage in stages(f"{folder}/0.parquet")
        }
    *parts, whole = measured.values()
    print(f"{rows:,} rows, nanoseconds of CPU time for each")
    for name, cost in measured.items():
        print(f"{name:<50} {cost:>5.0f}  {cost / parts[0]:>5.2f} × reading")
    print(f"{'all that is no stage of these':<50} {whole - sum(parts):>5.0f}")


if __name__ == "__main__":
    main()
