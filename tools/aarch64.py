"""Run the kernel for 64-bit ARM beside the one for this processor: `python tools/aarch64.py [INPUTS]`.

Both are built without Python; qemu-user runs the one for ARM. The fuzz target's checks must hold for so many
generated inputs, and every job of the harness must give the same rows, of the demo and of hostile texts.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import karat
from karat import demo

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[1]
RUNNERS = {"here": [], "aarch64": ["qemu-aarch64"]}
PIECES = [
    "a",
    "the",
    "5",
    "-5",
    "1.5",
    "7,",
    ".",
    "U.S.",
    "&amp;",
    "<skipped>",
    "x-",
    "naïve",
    "日本",
    "、",
    "\u3000",
    "×",
    "😀",
    " ",
]


def built(name: str, *options: str) -> Path:
    """The folder with the harness and the checks."""
    folder = ROOT / "build" / name
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-DKARAT_HARNESS=ON", *options], check=True)
    subprocess.run(["cmake", "--build", folder, "--parallel", "2"], check=True)
    return folder


def written(folder: Path) -> dict[str, list[str]]:
    """Texts as the harness takes them: a hypothesis and a reference with a segment on each line."""
    rng = random.Random(7)
    hostile = [
        "".join(rng.choice(PIECES) for _ in range(rng.choice([0, 5, 63, 64, 65, 257, 513, 3000])))
        for _ in range(40)
    ]
    corpus = karat.read(demo.segments_path())
    texts: dict[str, list[Sequence[str]]] = {
        "demo": [next(iter(corpus.systems.values())), [text or "" for text in corpus.references.streams[0]]],
        "hostile": [["".join(rng.sample(text, len(text))) for text in hostile], hostile],
    }
    files: dict[str, list[str]] = {}
    for name, both in texts.items():
        for place, lines in enumerate(both):
            path = folder / f"{name}.{place}"
            path.write_text("".join(f"{' '.join(line.splitlines())}\n" for line in lines), encoding="utf-8")
            files.setdefault(name, []).append(str(path))
    return files


def checksum(command: list[str]) -> str:
    """That of the rows."""
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.split("rows ")[1].strip()


def main() -> None:
    """Build, check, compare."""
    inputs = sys.argv[1] if len(sys.argv) > 1 else "5000"
    folders = {
        "here": built("harness"),
        "aarch64": built("aarch64", f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'tools' / 'aarch64.cmake'}"),
    }
    subprocess.run([*RUNNERS["aarch64"], folders["aarch64"] / "generated", inputs, "1"], check=True)
    jobs = re.findall(
        r'^    \{"([^"]+)", ',
        (ROOT / "benchmarks" / "instructions" / "jobs.cpp").read_text(),
        re.MULTILINE,
    )
    with tempfile.TemporaryDirectory() as made:
        for name, files in written(Path(made)).items():
            for job in jobs:
                for source in ("lines", "strings"):
                    sums = {
                        where: checksum([*RUNNERS[where], str(folder / "harness"), job, source, "1", *files])
                        for where, folder in folders.items()
                    }
                    if len(set(sums.values())) > 1:
                        sys.exit(f"{job} of {name} from {source}: the rows differ: {sums}")
    print(f"{len(jobs)} jobs: the same rows on both processors")


if __name__ == "__main__":
    main()
