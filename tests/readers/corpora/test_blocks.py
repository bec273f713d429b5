"""Files in blocks give what files as a whole give."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from karat.errors import InvalidFile, MisalignedCorpus
from karat.readers import read_texts
from karat.readers.corpora.blocks import read_blocks
from karat.readers.files.lines import ByteOrderMark

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, name: str, data: bytes) -> Path:
    """A file with these bytes."""
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("size", [1, 2, 7, 100, 1 << 20])
def test_blocks_hold_the_same_lines_as_the_whole(tmp_path: Path, size: int) -> None:
    """Whatever the size of a block, the lines are the same, in the same order."""
    rng = random.Random(size)
    words = ["a", "über", "中文", "\u2028", "", "\r", "x" * 30]
    lines = ["".join(rng.choices(words, k=3)) + rng.choice(["\n", "\r\n"]) for _ in range(50)]
    hypothesis = write(tmp_path, "h.txt", "".join(lines).encode())
    reference = write(tmp_path, "r.txt", "".join(reversed(lines)).encode())
    whole = read_texts({"h": hypothesis}, [reference])

    blocks = list(read_blocks({"h": hypothesis}, [reference], size=size))

    assert [text for block in blocks for text in block.systems["h"]] == list(whole.systems["h"])
    assert [text for block in blocks for text in block.references.streams[0]] == list(
        whole.references.streams[0]
    )


def test_unequal_lengths_name_both_counts(tmp_path: Path) -> None:
    """A shorter file is an error that says how long each file is, even when it ends blocks earlier."""
    hypothesis = write(tmp_path, "h.txt", b"a\n" * 9)
    reference = write(tmp_path, "r.txt", b"a\n" * 30)
    with pytest.raises(MisalignedCorpus, match=r"has 9 segments, the references .* have 30"):
        list(read_blocks({"h": hypothesis}, [reference], size=4))


def test_a_bad_byte_is_found_at_its_line(tmp_path: Path) -> None:
    """The line of invalid UTF-8 counts from the start of the file, not of the block."""
    hypothesis = write(tmp_path, "h.txt", b"aaaa\n" * 20 + b"a\xff\n")
    with pytest.raises(InvalidFile, match="line 21: byte 2"):
        list(read_blocks({"h": hypothesis}, [hypothesis], size=8))


def test_nul_and_empty_files_are_refused(tmp_path: Path) -> None:
    """NUL is found at its line; a file without bytes is no text."""
    with pytest.raises(InvalidFile, match="line 2: byte 1 of the line is a NUL"):
        list(read_blocks({"h": write(tmp_path, "n.txt", b"a\n\0\n")}, [tmp_path / "n.txt"]))
    with pytest.raises(InvalidFile, match="nothing to read"):
        list(read_blocks({"h": write(tmp_path, "e.txt", b"")}, [tmp_path / "e.txt"]))


def test_the_byte_order_mark_is_dropped_with_a_warning(tmp_path: Path) -> None:
    """It is no part of the first segment unless the caller wants it there."""
    marked = write(tmp_path, "m.txt", b"\xef\xbb\xbfa\nb\n")
    plain = write(tmp_path, "p.txt", b"a\nb\n")
    with pytest.warns(ByteOrderMark, match=r"m\.txt"):
        (block,) = read_blocks({"m": marked}, [plain])
    assert list(block.systems["m"]) == ["a", "b"]
    (kept,) = read_blocks({"m": marked}, [plain], keep_bom=True)
    assert list(kept.systems["m"]) == ["\ufeffa", "b"]
