"""Texts: segments that are made into `str` only when looked at."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import segments

from karat.errors import InvalidText
from karat.kernel import Texts, bad_byte


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"\n\n", ["", ""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\nb", ["a", "b"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\r\r\n", ["a\r"]),
        (b"\r\n", [""]),
        (b"a\r", ["a\r"]),
        ("a\u2028b\u0085c\x0bd\x0ce\x1cf\n".encode(), ["a\u2028b\u0085c\x0bd\x0ce\x1cf"]),
        ("é\n中\n😀".encode(), ["é", "中", "😀"]),
        (b"\xef\xbb\xbfa\n", ["\ufeffa"]),
    ],
)
def test_lines(data: bytes, lines: list[str]) -> None:
    """A line ends at LF or CRLF and nowhere else; a last line needs no end."""
    assert list(Texts.from_lines(data)) == lines


@given(lines=st.lists(segments().map(lambda text: text.encode(errors="ignore").replace(b"\n", b""))))
def test_lines_and_back(lines: list[bytes]) -> None:
    """Lines written with LF are read back as they were, but for a CR before the LF."""
    texts = Texts.from_lines(b"".join(line + b"\n" for line in lines))
    assert list(texts) == [line.removesuffix(b"\r").decode() for line in lines]


def test_lines_outlive_their_bytes() -> None:
    """Texts keep the bytes that they are lines of."""
    texts = Texts.from_lines(b"".join(b"line %d\n" % number for number in range(1000)))
    assert bytes(range(256)) * 100
    assert texts[999] == "line 999"


@given(column=st.lists(st.none() | segments()))
def test_sequence(column: list[str | None]) -> None:
    """Texts are the sequence that they were made from, lone surrogates and NUL included."""
    texts = Texts(column)
    assert len(texts) == len(column)
    assert list(texts) == column
    assert all(text in texts for text in column)


@given(column=st.lists(segments()), part=st.slices(8))
def test_slices(column: list[str], part: slice) -> None:
    """A slice of texts is the texts of the slice."""
    assert list(Texts(column)[part]) == column[part]


def test_contains() -> None:
    """Texts hold what they hold."""
    assert "a" in Texts(["a"])
    assert "b" not in Texts(["a"])
    assert None not in Texts(["a"])
    assert None in Texts(["a", None])


@pytest.mark.parametrize("index", [2, -3, 10**6])
def test_no_such_segment(index: int) -> None:
    """There is no segment past the end."""
    with pytest.raises(IndexError):
        Texts(["a", "b"])[index]


def test_index_from_the_end() -> None:
    """Negative indices count from the end."""
    assert Texts(["a", "b"])[-2] == "a"


@pytest.mark.parametrize("column", ["text", b"text"])
def test_single_string(column: Any) -> None:
    """One string is not a column."""
    with pytest.raises(InvalidText, match="single string"):
        Texts(column)


@pytest.mark.parametrize(("value", "name"), [(5, "int"), (b"a", "bytes"), (["a"], "list"), (1.5, "float")])
def test_wrong_type(value: Any, name: str) -> None:
    """A segment that is no str is named, with its type."""
    with pytest.raises(InvalidText, match=rf"Segment 3 is of type {name}; it must be a str"):
        Texts(["a", "b", value])


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", None),
        (b"plain\ntext\r\n", None),
        ("é\n中\n😀\ufeff".encode(), None),
        (b"a\0b", (1, 2, True)),
        (b"\0", (1, 1, True)),
        (b"a\nb\n\xffc", (3, 1, False)),
        (b"a\nb\xc3", (2, 2, False)),
        (b"\xc0\xaf", (1, 1, False)),
        (b"ab\xed\xa0\x80", (1, 3, False)),
        (b"\xe0\x80\x80", (1, 1, False)),
        (b"\xf0\x80\x80\x80", (1, 1, False)),
        (b"\xf4\x90\x80\x80", (1, 1, False)),
        (b"\xff\0", (1, 1, False)),
        (b"\0\xff", (1, 1, True)),
        (b"12345678\n" * 9 + b"1234567\x80", (10, 8, False)),
    ],
)
def test_bad_byte(data: bytes, expected: tuple[int, int, bool] | None) -> None:
    """The first byte that cannot stand in a text is found, with its line and column, and whether it is NUL."""
    assert bad_byte(data) == expected


@given(data=st.binary(max_size=40))
def test_bad_byte_is_where_python_finds_it(data: bytes) -> None:
    """What is UTF-8 here is UTF-8 for Python, up to the very byte."""
    try:
        data.decode()
        first = len(data)
    except UnicodeDecodeError as error:
        first = error.start
    nul = data.find(b"\0") if b"\0" in data else len(data)
    at = min(first, nul)
    if at == len(data):
        assert bad_byte(data) is None
    else:
        before = data[:at]
        line, column = before.count(b"\n") + 1, at - (before.rfind(b"\n") + 1) + 1
        assert bad_byte(data) == (line, column, at == nul)


@given(st.lists(st.none() | st.text(max_size=3), max_size=5), st.none() | st.text(max_size=3))
def test_a_text_is_found_where_a_list_finds_it(segments: list[str | None], wanted: str | None) -> None:
    """`in` says of texts what it says of the list, in whatever encoding they lie; half a pair included."""
    texts: Any = Texts(segments)
    assert (wanted in texts) == (wanted in segments)
    sound = [text for text in segments if text is not None and "\n" not in text and text.isprintable()]
    lines = Texts.from_lines("".join(f"{text}\n" for text in sound).encode())
    assert ((wanted or "") in lines) == ((wanted or "") in sound)
    assert "\ud800" not in lines
