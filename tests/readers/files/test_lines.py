"""One segment per line, and a line ends at LF or CRLF only."""

import codecs
import gzip
import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidFile
from karat.readers.corpora.text_blocks import read_blocks
from karat.readers.files.lines import BareReturns, ByteOrderMark, read_lines, split_lines

Write = Callable[[str, bytes | str], Path]

SEGMENTS = st.lists(
    st.text(st.characters(exclude_characters="\0\n\r", exclude_categories=["Cs"])), min_size=1
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n", ["one", "two"]),
        ("one\ntwo", ["one", "two"]),
        ("one\r\ntwo\r\n", ["one", "two"]),
        ("one\r\ntwo", ["one", "two"]),
        ("one\ntwo\r\nthree\n", ["one", "two", "three"]),
        ("one\rstill one\ntwo\n", ["one\rstill one", "two"]),
        ("one\r\r\ntwo\n", ["one\r", "two"]),
        ("one\r", ["one\r"]),
        ("\n", [""]),
        ("\r\n", [""]),
        ("one\n\n\ntwo\n\n", ["one", "", "", "two", ""]),
        (" one \t\n", [" one \t"]),
        (
            "one\u2028a\u2029b\x85c\x0bd\x0ce\x1cf\x1dg\x1eh\n",
            ["one\u2028a\u2029b\x85c\x0bd\x0ce\x1cf\x1dg\x1eh"],
        ),
        ("one\ufefftwo\n", ["one\ufefftwo"]),
    ],
)
def test_lines_are_segments(write: Write, text: str, expected: list[str]) -> None:
    """LF and CRLF end a segment; nothing else does, and nothing else is changed."""
    assert expected == read_lines(write("a.txt", text))


@given(SEGMENTS)
def test_segments_survive(segments: list[str]) -> None:
    """Segments that are written one per line come back."""
    for end in ("\n", "\r\n"):
        text = "".join(f"{segment}{end}" for segment in segments)

        assert segments == split_lines(text.encode(), "a.txt", keep_bom=True)


@given(st.text(st.sampled_from("ab\r\n\x85\u2028\ufeff")), st.booleans())
def test_lines_agree_with_the_obvious_version(text: str, keep_bom: bool) -> None:
    """The lines are those of a scan that looks at one character after another."""
    try:
        segments = split_lines(text.encode(), "a.txt", keep_bom)
    except InvalidFile:
        assert text in ("", "\ufeff")
        return

    assert _obvious_lines(text, keep_bom=keep_bom) == segments


def _obvious_lines(text: str, *, keep_bom: bool) -> list[str]:
    lines = [""]
    for position, character in enumerate(text):
        if character == "\n":
            lines.append("")
        elif not (character == "\r" and text[position + 1 : position + 2] == "\n") and not (
            position == 0 and character == "\ufeff" and not keep_bom
        ):
            lines[-1] += character
    return lines if lines[-1] else lines[:-1]


@pytest.mark.parametrize("data", [b"", codecs.BOM_UTF8])
def test_empty_files_are_refused(write: Write, data: bytes) -> None:
    """A file without a single line is an error, because nothing can be evaluated with it."""
    with pytest.raises(InvalidFile, match=r"a\.txt: there is nothing to read"):
        read_lines(write("a.txt", data))


def test_byte_order_marks_are_dropped_with_a_warning(write: Write) -> None:
    """A byte order mark is no part of the first segment, and the user hears of it."""
    path = write("a.txt", codecs.BOM_UTF8 + b"one\ntwo\n")

    with pytest.warns(ByteOrderMark, match=re.escape(f"{path}: the byte order mark")) as caught:
        segments = read_lines(path)

    assert segments == ["one", "two"]
    assert "keep_bom=True" in str(caught[0].message)
    assert __file__ == caught[0].filename


def test_only_the_first_byte_order_mark_is_dropped(write: Write) -> None:
    """A second byte order mark belongs to the text."""
    with pytest.warns(ByteOrderMark):
        assert read_lines(write("a.txt", codecs.BOM_UTF8 * 2 + b"one\n")) == ["\ufeffone"]


def test_byte_order_marks_can_be_kept(write: Write) -> None:
    """keep_bom leaves the byte order mark in the first segment, without a word."""
    path = write("a.txt", codecs.BOM_UTF8 + b"one\n")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_lines(path, keep_bom=True) == ["\ufeffone"]


@pytest.mark.parametrize("text", ["one\rtwo", "one\rtwo\r", "one\rtwo\n", "one\r\rtwo\r\n"])
def test_lines_that_end_with_returns_alone(write: Write, text: str) -> None:
    """They are one segment, and the user hears of it, also where the file is read in blocks."""
    path = write("a.txt", text)

    with pytest.warns(BareReturns, match=r"a\.txt: .*LF or CRLF only.*tr '\\r' '\\n'") as caught:
        (segment,) = read_lines(path)
    with pytest.warns(BareReturns, match=r"a\.txt"):
        (block,) = read_blocks({"a": path}, [write("b.txt", "one\n")])

    assert segment == text.removesuffix("\n").removesuffix("\r" if text.endswith("\n") else "")
    assert list(block.systems["a"]) == [segment]
    assert __file__ == caught[0].filename


def test_packed_text(write: Write) -> None:
    """A packed text file is read like a plain one."""
    assert read_lines(write("a.txt.gz", gzip.compress(b"one\ntwo\n"))) == ["one", "two"]


@pytest.mark.parametrize("data", [b"a\n\xff\n", b"a\0b\n", "a".encode("utf-16")])
def test_what_is_no_text_is_refused(write: Write, data: bytes) -> None:
    """Bytes that are not UTF-8 text are an error that names the file."""
    with pytest.raises(InvalidFile, match=r"a\.txt"):
        read_lines(write("a.txt", data))


@given(st.binary(max_size=40), st.booleans())
def test_no_bytes_crash(data: bytes, keep_bom: bool) -> None:
    """Whatever the bytes are, they are segments or refused."""
    with suppress(InvalidFile):
        segments = split_lines(data, "a.txt", keep_bom)
        assert all("\n" not in segment for segment in segments)
