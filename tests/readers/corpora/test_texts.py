"""Plain text files side by side are aligned line by line, or refused; in blocks they are the same text."""

from __future__ import annotations

import codecs
import io
import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.errors import (
    InvalidFile,
    InvalidOption,
    InvalidText,
    MisalignedCorpus,
    MissingReference,
    UnreadableFile,
)
from karat.readers import read_texts
from karat.readers.corpora import text_blocks
from karat.readers.corpora.text_blocks import read_blocks
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]


def test_texts_are_aligned(write: Write) -> None:
    """Every file becomes a text of the corpus."""
    corpus = read_texts(
        {"A": write("a.txt", "a cat\na dog\n"), "B": write("b.txt", "one cat\n\n")},
        [write("ref1.txt", "the cat\nthe dog\n"), write("ref2.txt", "that cat\nthat dog\n")],
        source=write("src.txt", "eine Katze\nein Hund\n"),
        documents=write("documents.txt", "d1\nd1\n"),
        text_types=write("text_types.txt", "news\nnews\n"),
    )

    assert corpus.systems == {"A": ["a cat", "a dog"], "B": ["one cat", ""]}
    assert tuple(map(list, corpus.references.streams)) == (["the cat", "the dog"], ["that cat", "that dog"])
    assert corpus.sources == ["eine Katze", "ein Hund"]
    assert corpus.documents == ["d1", "d1"]
    assert corpus.text_types == ["news", "news"]


@pytest.mark.parametrize(("lines", "count"), [("one\n", "1 segment"), ("one\ntwo\nthree\n", "3 segments")])
def test_unequal_lengths_are_refused(write: Write, lines: str, count: str) -> None:
    """A text with fewer or more lines is named with its file and both numbers."""
    short, reference = write("x.txt", lines), write("ref.txt", "one\ntwo\n")

    with pytest.raises(MisalignedCorpus) as caught:
        read_texts({"x": short}, [reference])

    assert str(caught.value) == (
        f"System 'x' ({short}) has {count}, the references ({reference}) have 2. "
        "Each line of the output must translate the same line of the source. "
        "Texts that match only document by document are read with align='document'."
    )


@pytest.mark.parametrize("what", ["source", "documents", "text_types"])
def test_unequal_companions_are_refused(write: Write, what: str) -> None:
    """Source and labels must have as many lines as the references, too."""
    system, reference = write("x.txt", "one\ntwo\n"), write("ref.txt", "one\ntwo\n")

    with pytest.raises(MisalignedCorpus, match=rf"{what}\.txt\) has 1 segment, the references"):
        read_texts({"x": system}, [reference], **{what: write(f"{what}.txt", "one\n")})  # type: ignore[arg-type]


def test_unequal_references_are_refused(write: Write) -> None:
    """References must have as many lines as the first of them."""
    with pytest.raises(
        MisalignedCorpus, match=r"Reference \(.*b\.txt\) has 2 segments, the references \(.*a\.txt\)"
    ):
        read_texts({}, [write("a.txt", "one\n"), write("b.txt", "one\ntwo\n")])


def test_byte_order_marks(write: Write) -> None:
    """The warning of a byte order mark points at the line that asked for the texts."""
    path = write("a.txt", codecs.BOM_UTF8 + b"one\n")

    with pytest.warns(ByteOrderMark) as caught:
        corpus = read_texts({"x": path}, [path])

    assert corpus.systems["x"] == ["one"]
    assert {__file__} == {warning.filename for warning in caught}
    assert read_texts({"x": path}, [path], keep_bom=True).systems["x"] == ["\ufeffone"]


def test_troubles_of_a_file_come_through(write: Write, tmp_path: Path) -> None:
    """A missing or empty file is named."""
    reference = write("ref.txt", "one\n")

    with pytest.raises(UnreadableFile, match="nowhere"):
        read_texts({"x": tmp_path / "nowhere.txt"}, [reference])
    with pytest.raises(InvalidFile, match=r"empty\.txt: there is nothing to read"):
        read_texts({"x": write("empty.txt", "")}, [reference])


def test_lists_in_the_wrong_place(write: Write) -> None:
    """One path for a list, a path for a dictionary, texts for paths: each is told what was expected."""
    path = write("a.txt", "one\n")

    with pytest.raises(InvalidOption, match="a list of paths was expected"):
        read_texts({"x": path}, str(path))
    with pytest.raises(InvalidOption, match="a list of paths was expected"):
        read_texts({"x": path}, path)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="must be a dictionary"):
        read_texts([path], [path])  # type: ignore[arg-type]
    with pytest.raises(InvalidText, match=r"Corpus\.of"):
        read_texts({"x": ["a cat"]}, [path])  # type: ignore[dict-item]


def test_references_are_required(write: Write) -> None:
    """Without a reference there is nothing to compare with."""
    with pytest.raises(MissingReference):
        read_texts({"x": write("a.txt", "one\n")}, [])


def test_standard_input_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input can be one of the texts, but not two."""

    class Pipe:
        buffer = io.BytesIO(b"one\ntwo\n")

    monkeypatch.setattr(sys, "stdin", Pipe)
    reference = write("ref.txt", "one\ntwo\n")

    assert read_texts({"x": "-"}, [reference]).systems["x"] == ["one", "two"]
    with pytest.raises(InvalidOption, match="only once"):
        read_texts({"x": "-"}, ["-"])


def write(folder: Path, name: str, data: bytes) -> Path:
    """A file with these bytes."""
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("open_files", [2, 1])
@pytest.mark.parametrize("size", [1, 2, 7, 100, 1 << 20])
def test_blocks_hold_the_same_lines_as_the_whole(
    tmp_path: Path, size: int, open_files: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the size of a block, the lines are the same, in the same order; also where files do not stay open."""
    monkeypatch.setattr(text_blocks, "_MOST_OPEN", open_files)
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


@pytest.mark.parametrize("size", range(1, 14))
def test_a_bad_byte_is_found_wherever_blocks_end(tmp_path: Path, size: int) -> None:
    """A line that a block cuts is judged with its end: what is sound is no fault, and what is not has its place."""
    sound, bad = "äöü\n中文字\n".encode(), b"\xe4\xb8\n"
    assert list(next(read_blocks({"h": write(tmp_path, "s.txt", sound)}, [tmp_path / "s.txt"])).systems["h"])
    with pytest.raises(InvalidFile, match="line 3: byte 1"):
        list(read_blocks({"h": write(tmp_path, "h.txt", sound + bad)}, [tmp_path / "h.txt"], size=size))


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
