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
        text, reference = (str(Path(folder) / name) for name in ("text.txt", "reference.txt"))
        Path(text).write_text("The dog bit the man.\nIt was not unexpected.\nThe man bit him first.\n")
        # Not the same text: one that is its own reference is checked, and the checks are imported.
        Path(reference).write_text("The dog bit a man.\nIt was unexpected.\nThe man bit him first.\n")
        score = ["karat", "score", text, "-r", reference]
        for job, theirs, ours, least, aim in [
            ("--version (wall)", ["sacrebleu", "--version"], ["karat", "--version"], 1, 8),
            ("score of a small file (wall)", ["sacrebleu", reference, "-i", text], score, 4, 8),
        ]:
            yield Row(job, _seconds(binaries, theirs), _seconds(binaries, ours), least, aim)


def _seconds(binaries: Path, command: list[str]) -> float:
    program, *arguments = command
    line = [str(binaries / program), *arguments]
    return wall_seconds(lambda: subprocess.run(line, check=True, capture_output=True), repeat=15)
