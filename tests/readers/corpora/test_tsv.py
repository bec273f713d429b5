"""Tables as text: a tab or comma separates, and every line has a field for each column."""

import codecs
import gzip
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.corpus import Corpus
from karat.errors import InvalidFile, KaratError, MissingReference
from karat.readers.corpora.tsv import read_csv, read_tsv
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]

TSV = (
    "system\tsegment\tdocument\tsource\treference_1\treference_2\toutput\tis_human\n"
    "A\t1\td\teins\tone\t\tone, two\tfalse\n"
    'A\t2\td\tzwei\ttwo\t2\t"two" he said\tfalse\n'
)
CSV = (
    "system,segment,document,source,reference_1,reference_2,output,is_human\n"
    'A,1,d,eins,one,,"one, two",false\n'
    'A,2,d,zwei,two,2,"""two"" he said",false\n'
)
EXPECTED = {"A": ["one, two", '"two" he said']}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("reader", "text"), [(read_tsv, TSV), (read_csv, CSV)])
def test_tables(write: Write, reader: Callable[[Path], Corpus], text: str, end: str) -> None:
    """TSV and CSV give the same corpus, whatever ends their lines."""
    corpus = reader(write("a", text.replace("\n", end)))

    assert corpus.systems == EXPECTED
    assert tuple(map(list, corpus.references.streams)) == (["one", "two"], [None, "2"])
    assert corpus.documents == ["d", "d"]


@pytest.mark.parametrize(("reader", "text"), [(read_tsv, TSV), (read_csv, CSV)])
def test_byte_order_marks(write: Write, reader: Callable[[Path], Corpus], text: str) -> None:
    """A byte order mark before the header is no part of the first column's name, and the user hears of it."""
    marked = write("a", codecs.BOM_UTF8 + text.encode())
    with pytest.warns(ByteOrderMark, match="mark at the start was dropped. It is no part of a segment"):
        assert reader(marked).systems == EXPECTED


@pytest.mark.parametrize(("reader", "text"), [(read_tsv, TSV), (read_csv, CSV)])
def test_a_final_line_end_may_be_missing(write: Write, reader: Callable[[Path], Corpus], text: str) -> None:
    """The last line may end with the file."""
    assert reader(write("a", text.removesuffix("\n"))).systems == EXPECTED


def test_packed_tables(write: Write) -> None:
    """A packed table is read like a plain one."""
    assert read_tsv(write("a.tsv.gz", gzip.compress(TSV.encode()))).systems == EXPECTED


def test_quotation_marks_are_text_in_tsv(write: Write) -> None:
    """A quotation mark in TSV quotes nothing."""
    corpus = read_tsv(write("a.tsv", 'reference\tmt\n"a\tb"\n'))

    assert corpus.systems == {"hypothesis": ['b"']}


def test_odd_characters_stay(write: Write) -> None:
    """Only LF and CRLF end a line of TSV; other breaks belong to the text."""
    corpus = read_tsv(write("a.tsv", "reference\tmt\na\rb\tc\u2028d\x0b\x85\n"))

    assert corpus.systems == {"hypothesis": ["c\u2028d\x0b\x85"]}
    assert tuple(map(list, corpus.references.streams)) == (["a\rb"],)


def test_quoted_breaks_stay_in_csv(write: Write) -> None:
    """A quoted text of CSV may hold line breaks, and later lines are still counted right."""
    path = write("a.csv", 'reference,mt\n"a\nb","c\r\nd\u2028e"\nx\n')

    with pytest.raises(InvalidFile, match=r"a\.csv, line 5: the line has 1 field, the header has 2"):
        read_csv(path)
    corpus = read_csv(write("a.csv", 'reference,mt\n"a\nb","c\r\nd\u2028e"\n'))
    assert corpus.systems == {"hypothesis": ["c\r\nd\u2028e"]}


@pytest.mark.parametrize(
    ("lines", "line", "fields"),
    [("a\n", 2, "1 field"), ("a\tb\na\tb\tc\n", 3, "3 fields"), ("a\tb\n\n", 3, "1 field")],
)
def test_fields_are_counted(write: Write, lines: str, line: int, fields: str) -> None:
    """A line with fewer or more fields than the header is named."""
    with pytest.raises(InvalidFile, match=rf"a\.tsv, line {line}: the line has {fields}, the header has 2"):
        read_tsv(write("a.tsv", f"reference\tmt\n{lines}"))
    if lines != "a\tb\n\n":
        with pytest.raises(InvalidFile, match=rf"line {line}: the line has {fields}"):
            read_csv(write("a.csv", f"reference,mt\n{lines}".replace("\t", ",")))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is nothing to read|a header"),
        ("\n", "line 1: a header with the names of the columns was expected"),
        ("reference\tmt\n", "there are no rows"),
        ("reference\treference\tmt\na\tb\tc\n", "two columns are called 'reference'"),
        ("eins\tone\nzwei\ttwo\n", "no column for the (hypothesis|reference).*The columns are: eins, one"),
        ("references\tmt\na\tb\n", "line 2: references must be a list"),
    ],
)
def test_strange_tables_are_refused(write: Write, text: str, words: str) -> None:
    """A table without header, without rows or without the columns is refused."""
    with pytest.raises(InvalidFile, match=words):
        read_tsv(write("a.tsv", text))
    with pytest.raises(InvalidFile, match=words):
        read_csv(write("a.csv", text.replace("\t", ",")))


@pytest.mark.parametrize("row", ['"a,b\n', '"a"b,c\n', "a\rb,c\n"])
def test_broken_quotes_are_refused(write: Write, row: str) -> None:
    """Quotation marks of CSV that do not fit are an error with the line."""
    with pytest.raises(InvalidFile, match=r"a\.csv, line 3: this is not CSV"):
        read_csv(write("a.csv", f"reference,mt\na,b\n{row}"))


def test_empty_references_are_none(write: Write) -> None:
    """A segment whose references are all empty has no reference."""
    with pytest.raises(MissingReference, match=r"a\.tsv, line 3: segment 2 has no reference"):
        read_tsv(write("a.tsv", "reference\tmt\na\tb\n\tb\n"))


@pytest.mark.parametrize("data", [b"reference\tmt\na\t\xff\n", b"reference\tmt\na\t\0\n"])
def test_what_is_no_text_is_refused(write: Write, data: bytes) -> None:
    """Bytes that are no text are named with file and line."""
    with pytest.raises(InvalidFile, match=r"a\.tsv, line 2: byte 3"):
        read_tsv(write("a.tsv", data))
    with pytest.raises(InvalidFile, match=r"a\.csv, line 2: byte 3"):
        read_csv(write("a.csv", data.replace(b"\t", b",")))


@given(st.text(st.sampled_from('ab,"\t\n\r\ufeff')))
def test_no_text_crashes(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """Whatever follows the header, it is read or refused."""
    path = tmp_path_factory.mktemp("tables") / "a"
    for reader, header in ((read_tsv, "reference\tmt\n"), (read_csv, "reference,mt\n")):
        path.write_bytes((header + text).encode())
        with suppress(KaratError):
            reader(path)
