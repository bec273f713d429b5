"""Peak memory of `karat score` over files of any length: `python -m benchmarks.memory [LINES]`."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.corpora import pairs

LIMIT = 500


def write(path: Path, segments: list[str], lines: int) -> None:
    """A file of so many lines, the segments over and over."""
    block = "".join(" ".join(segment.split()) + "\n" for segment in segments).encode()
    whole, rest = divmod(lines, len(segments))
    with path.open("wb") as file:
        for _ in range(whole):
            file.write(block)
        file.write(b"\n".join(block.split(b"\n")[:rest]) + b"\n" * bool(rest))


def main() -> None:
    """Write the files, score them, print time and peak memory."""
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    hypotheses, references = pairs(50_000)
    with tempfile.TemporaryDirectory() as folder:
        paths = Path(folder) / "hypothesis.txt", Path(folder) / "reference.txt"
        for path, segments in zip(paths, (hypotheses, references), strict=True):
            write(path, segments, lines)
        size = sum(path.stat().st_size for path in paths) / 1e9
        start = time.perf_counter()
        karat = str(Path(sys.executable).parent / "karat")
        command = [karat, "score", str(paths[0]), "-r", str(paths[1]), "-q"]
        score = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    verdict = "ok" if peak < LIMIT else "ABOVE"
    print(f"{lines:,} lines ({size:.1f} GB): BLEU {score}, {seconds:.1f} s")
    print(f"peak {peak:.0f} MB of {LIMIT}: {verdict}")


if __name__ == "__main__":
    main()
