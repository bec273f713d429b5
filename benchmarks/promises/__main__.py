"""Print the table: `python -m benchmarks.promises [--trials N] [TOPIC …]`; exit 1 if a promise is broken."""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module

from benchmarks.promises.promise import HEADER, Promise

# Of each topic the module of that name, whose `CASES` are run with so many trials.
TOPICS: dict[str, int] = {"comparison": 400, "agreement": 300, "judges": 300, "calibration": 20}


def run(topic: str, name: str, trials: int) -> tuple[list[Promise], float]:
    """The rows of one case, and the seconds that it took."""
    start = time.perf_counter()
    case = import_module(f"benchmarks.promises.{topic}").CASES[name]
    return list(case(trials)), time.perf_counter() - start


def main() -> int:
    """Run all cases, as many at once as there are processors, and print them in order."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("topics", nargs="*", choices=[[], *TOPICS], metavar="TOPIC", help=", ".join(TOPICS))
    parser.add_argument("--trials", type=int, help="of each case, instead of those that the table rests on")
    options = parser.parse_args()
    chosen = options.topics or list(TOPICS)
    # One thread for each process: the cases share the processors already.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    broken = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            (topic, name, pool.submit(run, topic, name, options.trials or TOPICS[topic]))
            for topic in chosen
            for name in import_module(f"benchmarks.promises.{topic}").CASES
        ]
        printed = ""
        for topic, name, job in jobs:
            if topic != printed:
                print(f"\n### {topic.capitalize()}\n\n{HEADER}", flush=True)
                printed = topic
            promises, seconds = job.result()
            for promise in promises:
                print(promise, flush=True)
                broken += not promise.kept
            print(f"{topic} / {name}: {seconds:.0f} s", file=sys.stderr)
    print(f"\n{broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
