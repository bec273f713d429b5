"""Whole commands on a small file, by the clock on the wall."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.timing import Row, wall_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator


def startup_rows() -> Iterator[Row]:
    """`--version`, and BLEU of three lines."""
    binaries = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "text.txt"
        text.write_text("The dog bit the man.\nIt was not unexpected.\nThe man bit him first.\n")
        for job, theirs, ours, least, aim in [
            ("--version (wall)", ["sacrebleu", "--version"], ["karat", "--version"], 1, 8),
            ("score of a small file (wall)", ["sacrebleu", text, "-i", text], ["karat", "score", text, "-r", text], 3, 8),
        ]:
            slow, fast = (wall_seconds(lambda c=c: _run(binaries, c), repeat=15) for c in (theirs, ours))
            yield Row(job, slow, fast, least, aim)


def _run(binaries: Path, command: list[str | Path]) -> None:
    program, *arguments = command
    subprocess.run([binaries / program, *arguments], check=True, capture_output=True)
