"""`make fuzz-files`: so many cases in all, from a seed; each failure once, with how to see it again.

The cases that ran are kept in tools/long_runs.json.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from tests.hostile.search import failures
from tools import long_runs


def main() -> int:
    """Search, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile")
    parser.add_argument("--cases", type=int, default=1_000_000)
    parser.add_argument("--seed", default="")
    parser.add_argument("--only", default="", help="a part of a subject's name")
    parser.add_argument("--minutes", type=float, default=60)
    options = parser.parse_args()
    running = long_runs.Running("files")
    found: Counter[str] = Counter()
    done, end = 0, monotonic() + 60 * options.minutes
    # In memory where that is a folder: every case is a file of its own, and a disk takes longer than reading it.
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        for failure in failures(Path(folder), range(options.cases), only=options.only, seed=options.seed):
            done += 1
            if failure is not None:
                place = failure.problem.partition(":")[0] + failure.problem.rpartition("(")[2]
                found[place] += 1
                if found[place] == 1:
                    print(f"{failure.seed}: {failure.problem}\n   {failure.data[:300]!r}", flush=True)  # noqa: T201
            if done % 10_000 == 0:
                running.keep(files=done, failures=found.total())
            if done >= options.cases or monotonic() > end:
                break
    running.keep(files=done, failures=found.total())
    print(f"{done:,} cases, {len(found)} kinds of failures, {process_time():.0f} CPU seconds")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
