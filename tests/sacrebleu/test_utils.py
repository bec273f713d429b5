"""Files, plain or compressed."""

import gzip
from pathlib import Path

import pytest
import sacrebleu

import karat.sacrebleu

LINES = "one\x85\u2028 é\r\ntwo\n\nlast"


@pytest.mark.parametrize("name", ["text.txt", "text.gz"])
def test_reads_and_writes(name: str, tmp_path: Path) -> None:
    """What one writes the other reads, and only a line feed ends a line."""
    path = tmp_path / name
    for writer, reader in ((karat.sacrebleu, sacrebleu), (sacrebleu, karat.sacrebleu)):
        with writer.smart_open(str(path), "wt") as file:
            file.write(LINES)
        with reader.smart_open(str(path)) as file:
            assert list(file) == ["one\x85\u2028 é\r\n", "two\n", "\n", "last"]


def test_compression(tmp_path: Path) -> None:
    """The ending `.gz` decides, and a path object will do."""
    with karat.sacrebleu.smart_open(tmp_path / "a.gz", "wt", encoding="latin-1") as file:
        file.write("é")

    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"\xe9"
