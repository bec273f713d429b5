"""How long until the first score: `python tools/install_time.py WHEEL`, beside `pip install sacrebleu`.

Each is installed without a cache into a fresh environment, then scores the same small file twice. Seconds on
the clock, and of the processor, which another program does not disturb; the least of ROUNDS in turn.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

ROUNDS = 3
STEPS = ("install", "first score", "second score")
OUTPUT = "the cat sat on the mat\nit is raining\n"
REFERENCE = "a cat sat on the mat\nit rains\n"


def timed(*command: object) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    began, before = time.monotonic(), spent()
    # What the user's own settings say of indexes and caches holds, but for the cache.
    subprocess.run(list(map(str, command)), check=True, stdout=subprocess.DEVNULL, env=os.environ)
    return time.monotonic() - began, spent() - before


def tried(what: str, folder: Path) -> list[tuple[float, float]]:
    """Each step of one program in a new environment."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    output, reference = folder / "output.txt", folder / "reference.txt"
    output.write_text(OUTPUT)
    reference.write_text(REFERENCE)
    score = (
        (programs / "sacrebleu", reference, "-i", output, "-m", "bleu")
        if what == "sacrebleu"
        else (programs / "karat", "score", output, "--references", reference, "-m", "bleu")
    )
    install = (programs / "python", "-m", "pip", "install", "--no-cache-dir", "--quiet", what)
    return [timed(*install), timed(*score), timed(*score)]


def main() -> None:
    """Print a table."""
    (wheel,) = sys.argv[1:]
    found: dict[str, list[list[tuple[float, float]]]] = {wheel: [], "sacrebleu": []}
    for _ in range(ROUNDS):
        for what, rounds in found.items():
            with tempfile.TemporaryDirectory() as folder:
                rounds.append(tried(what, Path(folder) / "environment"))
    least = {
        what: [tuple(min(part) for part in zip(*step, strict=True)) for step in zip(*rounds, strict=True)]
        for what, rounds in found.items()
    }
    print("step", "Karat clock", "Karat CPU", "sacreBLEU clock", "sacreBLEU CPU", "ratio of CPU", sep="\t")
    for place, step in enumerate(STEPS):
        ours, theirs = least[wheel][place], least["sacrebleu"][place]
        print(step, *(f"{number:.2f}" for number in (*ours, *theirs, ours[1] / theirs[1])), sep="\t")


if __name__ == "__main__":
    main()
