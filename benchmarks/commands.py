"""CPU time of whole commands beside the demand: `python -m benchmarks.commands [--beside SRC] [NAME…]`.

Each command runs in a process of its own, several times; the least CPU time counts. With `--beside`, the
same commands run in turn with the Karat of another folder, such as the `src` of an older work tree.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import DATA, pack

REPEAT = 3
# Seconds of CPU time; `{0}` is the folder of the data sets, `{1}` one to write into, `{2}` are 15 systems.
JOBS = {
    "report": (5.0, "report {0}/wmt22.de-en -o {1}/page.html --overwrite"),
    "compare": (2.5, "compare {0}/wmt23.zh-en --systems {2} -m bleu chrf ter"),
    "calibrate": (3.0, "calibrate {0}/wmt23.en-de -o {1}/calibration.json --overwrite"),
    "sensitivity": (3.0, "diagnose sensitivity {0}/wmt23.en-de --system GPT4-5shot"),
}


def cpu_seconds(command: list[str], source: Path | None) -> float:
    """The CPU time of one run, with its children."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    if source is not None:
        environment["PYTHONPATH"] = str(source)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = [sys.executable, "-m", "karat", *command]
    done = subprocess.run(run, check=False, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"karat {' '.join(command)}: {done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure, and print a line for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(JOBS), metavar="NAME")
    parser.add_argument("--beside", type=Path, metavar="SRC")
    parser.add_argument("--repeat", type=int, default=REPEAT)
    chosen = parser.parse_args()
    sources = [None] if chosen.beside is None else [chosen.beside.resolve(), None]
    print("job            demand" + ("   beside" if len(sources) > 1 else "") + "      now  (CPU seconds)")
    with tempfile.TemporaryDirectory() as folder:
        systems = " ".join(pack("wmt23.zh-en")[0])
        for name in chosen.names:
            demand, line = JOBS[name]
            command = line.format(DATA, folder, systems).split()
            least = [float("inf")] * len(sources)
            for _ in range(chosen.repeat):
                for place, source in enumerate(sources):
                    least[place] = min(least[place], cpu_seconds(command, source))
            verdict = "ok" if least[-1] <= demand else "ABOVE"
            figures = "".join(f"{seconds:>9.2f}" for seconds in least)
            print(f"{name:<14} {demand:>6.1f}{figures}  {verdict}", flush=True)


if __name__ == "__main__":
    main()
