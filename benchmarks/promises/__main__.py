"""Print the table: `python -m benchmarks.promises [--trials N] [--page FILE] [TOPIC …]`.

Exit code 1 means that a promise is broken.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.promises.promise import HEADER
from benchmarks.promises.words import ABOUT, INTRODUCTION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.promises.promise import Promise

# Of each topic the module of that name, whose `CASES` are run with so many trials.
TOPICS: dict[str, int] = {
    "comparison": 1000,
    "agreement": 700,
    "judges": 1000,
    "entities": 600,
    "calibration": 20,
}


def run(topic: str, name: str, trials: int) -> tuple[list[Promise], float]:
    """The rows of one case, and the seconds that it took."""
    start = time.perf_counter()
    case = import_module(f"benchmarks.promises.{topic}").CASES[name]
    return list(case(trials)), time.perf_counter() - start


def table(name: str, promises: Sequence[Promise]) -> str:
    """One case under its name."""
    return "\n".join((f"### {name}\n", HEADER, *map(str, promises), ""))


def tally(promises: Sequence[Promise]) -> str:
    """How many promises have which verdict."""
    found = Counter(promise.verdict for promise in promises)
    promised = len(promises) - found["no promise"]
    return (
        f"{promised} promises: {found['kept']} kept, {found['within chance']} within chance, "
        f"{found['BROKEN']} broken"
    )


def main() -> int:
    """Run all cases, as many at once as there are processors, and print them in order."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *TOPICS], metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--trials", type=int, help="of each case, instead of those that the table rests on")
    parser.add_argument("--page", type=Path, metavar="FILE", help="also write the page of the documentation")
    options = parser.parse_args()
    chosen = options.topics or list(TOPICS)
    if options.page is not None and (options.topics or options.trials):
        parser.error("the page has all topics with all trials")
    # One thread for each process: the cases share the processors already.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    found: list[Promise] = []
    pieces = [INTRODUCTION]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            (topic, name, pool.submit(run, topic, name, options.trials or TOPICS[topic]))
            for topic in chosen
            for name in import_module(f"benchmarks.promises.{topic}").CASES
        ]
        printed = ""
        for topic, name, job in jobs:
            if topic != printed:
                pieces.append(f"## {topic.capitalize()}\n\n{ABOUT[topic]}")
                print(f"\n{pieces[-1]}", flush=True)
                printed = topic
            promises, seconds = job.result()
            found += promises
            pieces.append(table(name, promises))
            print(pieces[-1], flush=True)
            print(f"{topic} / {name}: {seconds:.0f} s", file=sys.stderr)
    print(tally(found))
    if options.page is not None:
        options.page.write_text("\n".join((*pieces, f"{tally(found)}.\n")), encoding="utf-8")
    return 0 if all(promise.kept for promise in found) else 1


if __name__ == "__main__":
    sys.exit(main())
