"""Files that unpack to more than any text: refused while they are read, in bounded memory."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from karat.errors import InvalidFile, InvalidOption
from karat.readers.files import decompression
from karat.readers.files.opening import open_stream, read_bytes

if TYPE_CHECKING:
    from pathlib import Path

# Scores a file in a process that may have 1.5 GB, and says its error.
SCORE = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000, 1_500_000_000))
from karat.cli.main import main
sys.exit(main(["score", sys.argv[1], "-r", sys.argv[1]]))
"""


def bomb(path: Path, megabytes: int) -> Path:
    """So many megabytes of long lines in less than a five hundredth of that, one member after another."""
    lines = (b"a" * ((1 << 20) - 1) + b"\n") * 4
    if path.suffix == ".gz":
        member = gzip.compress(lines)
    else:
        member = pytest.importorskip("zstandard").ZstdCompressor().compress(lines)
    path.write_bytes(member * (megabytes >> 2))
    return path


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded by Linux")
@pytest.mark.parametrize("ending", ["gz", "zst"])
def test_a_bomb_is_refused(ending: str, tmp_path: Path) -> None:
    """Two gigabytes of long lines, in two megabytes or in some kilobytes, are not unpacked."""
    path = bomb(tmp_path / f"bomb.txt.{ending}", 2048)
    done = subprocess.run([sys.executable, "-c", SCORE, path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "times its size" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bomb_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty lines would all be counted first. A text that turns into a bomb is refused where it does."""
    monkeypatch.setattr(decompression, "_ALWAYS", 1 << 22)
    path = tmp_path / "empty.txt.gz"
    path.write_bytes(gzip.compress(b"\n" * (1 << 24)))
    with pytest.raises(InvalidFile, match="times its size"):
        open_stream(path)
    open_stream(path, peek=True).close()
    text = random.Random(1).randbytes(30_000)
    path.write_bytes(gzip.compress(text) + gzip.compress(b"\n" * (1 << 24)))
    with open_stream(path) as stream:
        assert stream.read(30_000) == text
        with pytest.raises(InvalidFile, match="times its size"):
            stream.read()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    """What cannot go back is not looked at beforehand, and loses nothing."""
    path = tmp_path / "pipe.gz"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(gzip.compress(b"a b c\n" * 1000),))
    writer.start()
    assert read_bytes(path) == b"a b c\n" * 1000
    writer.join()


def test_small_files_may_be_of_one_letter(tmp_path: Path) -> None:
    """What is small even when it is unpacked is no danger."""
    assert len(read_bytes(bomb(tmp_path / "small.gz", 20))) == 20 << 20


def test_the_limit_can_be_lifted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the environment, which workers inherit; what is no number is refused."""
    monkeypatch.setattr(decompression, "_ALWAYS", 1 << 20)
    path = bomb(tmp_path / "big.gz", 8)
    with pytest.raises(InvalidFile, match=decompression.VARIABLE):
        read_bytes(path)
    monkeypatch.setenv(decompression.VARIABLE, "100000")
    assert len(read_bytes(path)) == 8 << 20
    for wrong in ("many", "0", "nan"):
        monkeypatch.setenv(decompression.VARIABLE, wrong)
        with pytest.raises(InvalidOption, match="at least 1"):
            read_bytes(path)
