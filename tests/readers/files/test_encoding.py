"""UTF-8 is read, everything else is refused with its place."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InvalidFile
from karat.readers.files.encoding import decode


def test_utf8_is_read() -> None:
    """UTF-8 comes out as it is, byte order mark included."""
    assert decode("\ufeffä 中 🙂\r\u2028".encode(), "a.txt") == "\ufeffä 中 🙂\r\u2028"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"fine\nM\xfcnchen\n", 2, 2),
        (b"one\r\ntwo\r\n\xc3", 3, 1),
        (b"overlong \xc0\xaf", 1, 10),
        (b"surrogate \xed\xa0\x80", 1, 11),
        ("ä".encode() + b"\x80", 1, 3),
        (codecs.BOM_UTF8 + b"\xff", 1, 4),
    ],
)
def test_other_bytes_are_refused(data: bytes, line: int, column: int) -> None:
    """A byte that is not UTF-8 is named with its line and its place in the line."""
    with pytest.raises(
        InvalidFile, match=rf"^a\.txt, line {line}: byte {column} of the line .* is not UTF-8"
    ):
        decode(data, "a.txt")


@pytest.mark.parametrize(("data", "line", "column"), [(b"\0", 1, 1), ("a\nä\0".encode(), 2, 3)])
def test_nul_is_refused(data: bytes, line: int, column: int) -> None:
    """A NUL character is named with its place."""
    with pytest.raises(InvalidFile, match=rf"^a\.txt, line {line}: byte {column} of the line is a NUL"):
        decode(data, "a.txt")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ("text".encode("utf-16"), "UTF-16"),
        (codecs.BOM_UTF16_BE + "text".encode("utf-16-be"), "UTF-16"),
        ("text".encode("utf-32"), "UTF-32"),
        (codecs.BOM_UTF32_BE + "text".encode("utf-32-be"), "UTF-32"),
        ("text".encode("utf-16-le"), "If the file is UTF-16"),
        (b"\x1f\x8b\x08\0", "gzip data. Give it a name that ends in .gz"),
        (b"\x28\xb5\x2f\xfd\0", "zstd data"),
        (b"PK\x03\x04", "zip"),
    ],
)
def test_other_formats_are_recognized(data: bytes, what: str) -> None:
    """A file in another encoding, or a packed one, is told what it looks like."""
    with pytest.raises(InvalidFile, match=what):
        decode(data, "a.txt")


@pytest.mark.parametrize(("data", "command"), [(b"\x1f\x8b", "gunzip -c"), (b"\x28\xb5\x2f\xfd", "zstd -dc")])
def test_standard_input_has_no_name_to_change(data: bytes, command: str) -> None:
    """Packed data in a pipe is told how to unpack it, not how to call it."""
    with pytest.raises(InvalidFile, match=rf"{command} FILE \| karat score -") as refused:
        decode(data, "standard input")
    assert "name that ends" not in str(refused.value)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_every_text_survives(text: str) -> None:
    """Any text without NUL comes back as it was written."""
    assert text == decode(text.encode(), "a.txt")
