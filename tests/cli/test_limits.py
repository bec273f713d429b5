"""What commands take of memory, measured in processes of their own: cheap cases of docs/limits.md."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory is told by Unix")


def megabytes(*arguments: object) -> float:
    """The most memory that a command held."""
    process = subprocess.Popen(
        [sys.executable, "-m", "karat", *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def test_empty_lines(tmp_path: Path) -> None:
    """A million of them are counted in blocks; their rows of counts alone were 160 MB at once."""
    path = tmp_path / "empty.txt"
    path.write_bytes(b"\n" * 1_000_000)
    assert megabytes("score", path, "-r", path, "-q") < 130


def test_one_long_line(tmp_path: Path) -> None:
    """It takes at most 60 times its length beside what the command takes anyway."""
    path = tmp_path / "long.txt"
    path.write_bytes(b"the cat sat on the mat " * 100_000 + b"\n")
    assert megabytes("score", path, "-r", path, "-q") < 60 + 60 * 2.3


def test_many_references(tmp_path: Path) -> None:
    """A thousand references of ten segments."""
    path = tmp_path / "output.txt"
    path.write_text("the cat sat on the mat\n" * 10, encoding="utf-8")
    references = []
    for number in range(1000):
        references.append(tmp_path / f"r{number}.txt")
        references[-1].write_text(f"the cat number {number} sat\n" * 10, encoding="utf-8")
    assert megabytes("score", path, "-r", *references, "-m", "bleu", "chrf++", "-q") < 250
