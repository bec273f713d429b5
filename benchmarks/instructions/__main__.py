"""Count instructions: `python -m benchmarks.instructions [--add WHAT-CHANGED]`.

Builds the kernel without Python, runs it under callgrind, and prints how many instructions one segment
takes, job by job. `--add` writes them into the table beside this file, under git's checksum of src/kernel:
each commit that makes the kernel faster or slower adds its line. The AVX2 version is counted, which callgrind
knows, and the plain one; the compiler stands in the table, because it matters.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.corpora import DATA
from benchmarks.instructions.texts import Files, written

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TABLE = HERE / "table.tsv"
BUILD = ROOT / "build" / "harness"

# A column of the table: the job, what its texts are, of which data, of how many systems, and the version.
JOBS = {
    "BLEU 13a, short": ("bleu-13a", "lines", "short", 1, "avx2"),
    "plain": ("bleu-13a", "lines", "short", 1, "plain"),
    "strings": ("bleu-13a", "strings", "short", 1, "avx2"),
    "paragraphs": ("bleu-13a", "strings", "paragraphs", 1, "avx2"),
    "nine systems": ("bleu-13a", "strings", "short", 9, "avx2"),
    "intl": ("bleu-intl", "strings", "short", 1, "avx2"),
    "zh, Japanese": ("bleu-zh", "strings", "Japanese", 1, "avx2"),
    "char, short": ("bleu-char", "strings", "short", 1, "avx2"),
    "char, paragraphs": ("bleu-char", "strings", "paragraphs", 1, "avx2"),
    "chrF, short": ("chrf", "strings", "short", 1, "avx2"),
    "chrF, plain": ("chrf", "strings", "short", 1, "plain"),
    "chrF, paragraphs": ("chrf", "strings", "paragraphs", 1, "avx2"),
    "chrF, nine systems": ("chrf", "strings", "short", 9, "avx2"),
    "chrF++, short": ("chrf++", "strings", "short", 1, "avx2"),
    "chrF++, paragraphs": ("chrf++", "strings", "paragraphs", 1, "avx2"),
    "chrF, 1 MB": ("chrf", "strings", "one", 1, "avx2"),
    "BLEU 13a, 1 MB": ("bleu-13a", "strings", "one", 1, "avx2"),
    "NIST": ("nist", "strings", "short", 1, "avx2"),
    "ROUGE-2": ("rouge-2", "strings", "short", 1, "avx2"),
    "TER": ("ter", "strings", "short", 1, "avx2"),
    "WER": ("wer", "strings", "short", 1, "avx2"),
}


def built() -> Path:
    """The harness of the tree at hand."""
    subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-DKARAT_HARNESS=ON"], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", BUILD, "--parallel", "2"], check=True, capture_output=True)
    return BUILD / "harness"


def collected(command: list[str], vectors: str) -> int:
    """The instructions of a whole run."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    environment = {**os.environ, "KARAT_VECTORS": vectors}
    done = subprocess.run(valgrind, env=environment, check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        sys.exit(f"callgrind counted nothing:\n{done.stderr}")
    return int(found.group(1))


def per_segment(harness: Path, job: str, files: Files) -> int:
    """Instructions of one row: what a second round takes that a first one does not."""
    name, source, _, systems, vectors = JOBS[job]
    once, twice = (
        collected([str(harness), name, source, times, *files.arguments(systems)], vectors)
        for times in ("1", "2")
    )
    return round((twice - once) / (files.segments * systems))


def kernel() -> str:
    """What git calls the kernel's present sources, committed or not."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "GIT_INDEX_FILE": str(Path(folder) / "index")}

        def git(*arguments: str) -> str:
            command = ["git", "-C", str(ROOT), *arguments]
            return subprocess.run(
                command, env=environment, check=True, capture_output=True, text=True
            ).stdout.strip()

        git("read-tree", "HEAD")
        git("add", "src/kernel")
        return git("write-tree", "--prefix=src/kernel/")[:10]


def compiler() -> str:
    """Its name and version, as CMake knows them."""
    cache = next(BUILD.glob("CMakeFiles/*/CMakeCXXCompiler.cmake")).read_text()
    name, version = (
        re.search(rf'set\(CMAKE_CXX_COMPILER_{what} "(.*)"\)', cache).group(1)  # type: ignore[union-attr]
        for what in ("ID", "VERSION")
    )
    return f"{name} {version}"


def main() -> None:
    """Count every job, print it as soon as it is known, and write the line."""
    if not DATA.is_dir():
        sys.exit(f"The table is of the WMT data sets, which are expected in {DATA}.")
    harness = built()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        files = {
            "short": written(folder, "wmt22.de-en"),
            "paragraphs": written(folder, "wmt23.en-de"),
            "Japanese": written(folder, "wmt23.en-ja"),
            "one": written(folder, "wmt23.en-de", join=10_000),
        }
        line = [kernel(), compiler()]
        for job, (_, _, texts, _, _) in JOBS.items():
            line.append(str(per_segment(harness, job, files[texts])))
            print(f"{job:<20} {int(line[-1]):>12,}", flush=True)
    if "--add" in sys.argv:
        what = " ".join(sys.argv[sys.argv.index("--add") + 1 :])
        if not TABLE.exists():
            TABLE.write_text("\t".join(["src/kernel", "compiler", *JOBS, "what changed"]) + "\n")
        with TABLE.open("a") as table:
            table.write("\t".join([*line, what]) + "\n")


if __name__ == "__main__":
    main()
