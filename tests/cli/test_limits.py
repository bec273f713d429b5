"""What commands take of memory, measured in processes of their own: cheap cases of docs/limits.md."""

from __future__ import annotations

import gzip
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory is told by Unix")


_STARTER = """
import os, subprocess, sys
nothing = subprocess.DEVNULL
process = subprocess.Popen(sys.argv[1:], stdout=nothing, stderr=nothing)
_, status, used = os.wait4(process.pid, 0)
process.returncode = os.waitstatus_to_exitcode(status)
print(used.ru_maxrss)
sys.exit(process.returncode)
"""


def megabytes(*arguments: object) -> float:
    """The most memory that a command held.

    A small process starts it: on Linux, a command is told to have held as much as the one that started it,
    which has run other tests.
    """
    command = [sys.executable, "-m", "karat", *map(str, arguments)]
    found = subprocess.run([sys.executable, "-c", _STARTER, *command], stdout=subprocess.PIPE, check=True)
    return int(found.stdout) / (1 << 20 if sys.platform == "darwin" else 1 << 10)


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


def under(files: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """A command that may have so many files open."""
    karat = [sys.executable, "-m", "karat", *map(str, arguments)]
    command = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *karat]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_more_files_than_may_be_open(tmp_path: Path) -> None:
    """Short ones are closed at their end, and long ones between two blocks."""
    path, long = tmp_path / "output.txt", tmp_path / "long.txt"
    path.write_text("the cat sat\n" * 3, encoding="utf-8")
    long.write_text(f"{'the cat sat on the mat ' * 100}\n" * 2000, encoding="utf-8")
    done = under(40, "score", path, "-r", *[path] * 100, "-q", "--no-check", "-m", "chrf")
    assert (done.returncode, done.stdout, done.stderr) == (0, "100.00\n", "")
    done = under(40, "score", path, "-r", *[long] * 70)
    assert (done.returncode, done.stdout) == (2, "")
    assert "has 3 segments" in done.stderr


def test_compressed_files_stay_open(tmp_path: Path) -> None:
    """Where the system allows no more of them, a line says so, though not even a module can be imported then."""
    path = tmp_path / "long.txt.gz"
    path.write_bytes(gzip.compress((b"the cat sat on the mat " * 100 + b"\n") * 2000, 1))
    done = under(24, "score", path, "-r", *[path] * 40)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"karat: {path}: too many files are open at once")
    assert done.stderr.count("\n") == 1
