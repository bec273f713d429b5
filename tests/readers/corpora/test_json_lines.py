"""JSON lines: one object per line, and a line that is not one is named."""

import codecs
import gzip
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.readers.damage import read_or_refused, texts_of

from karat import demo
from karat.errors import InvalidFile
from karat.readers.corpora.json_lines import read_json_lines
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]

ROW = {"source": "eins", "references": ["one"], "hypothesis": "1"}
LINE = json.dumps(ROW)


def test_rows(write: Write) -> None:
    """Each line is a row; keys may come in any order, and some may be absent."""
    rows = [ROW, {"hypothesis": "2", "domain": "news", "references": ["two", "2"], "source": "zwei"}]
    corpus = read_json_lines(write("a.jsonl", "\n".join(json.dumps(row) for row in rows)))

    assert corpus.systems == {"hypothesis": ["1", "2"]}
    assert corpus.references.streams == (("one", "two"), (None, "2"))
    assert corpus.text_types == ["", "news"]


def test_a_file_that_changed_is_read_anew(write: Write) -> None:
    """A file is remembered by what it says: another of the same name, length and moment is another."""
    texts: list[str] = []
    for word in ("1", "2", "1"):
        path = write("a.jsonl", json.dumps({**ROW, "hypothesis": word}))
        os.utime(path, (0, 0))
        texts += read_json_lines(path).systems["hypothesis"]
    assert texts == ["1", "2", "1"]


@pytest.mark.parametrize("text", [LINE, f"{LINE}\n", f"{LINE}\r\n", f"{LINE}\n\n  \n"])
def test_ends_of_files(write: Write, text: str) -> None:
    """Empty lines at the end are no rows."""
    assert len(read_json_lines(write("a.jsonl", text))) == 1


def test_byte_order_marks(write: Write) -> None:
    """A byte order mark before the first row is dropped with a warning."""
    with pytest.warns(
        ByteOrderMark, match=r"a\.jsonl: the byte order mark .* no part of a segment"
    ) as caught:
        assert read_json_lines(write("a.jsonl", f"\ufeff{LINE}\n")).systems == {"hypothesis": ["1"]}
    assert caught[0].filename == __file__
    with pytest.warns(ByteOrderMark), pytest.raises(InvalidFile, match="there is nothing to read"):
        read_json_lines(write("empty.jsonl", codecs.BOM_UTF8))


def test_packed_rows(write: Write) -> None:
    """Packed files are read like plain ones."""
    data = f"{LINE}\n".encode()

    assert len(read_json_lines(write("a.jsonl.gz", gzip.compress(data)))) == 1
    packed = pytest.importorskip("zstandard").compress(data)
    assert len(read_json_lines(write("a.jsonl.zst", packed))) == 1


def test_text_is_kept(write: Write) -> None:
    """What is in a text is data: byte order marks, line separators, spaces, escaped breaks."""
    text = "\ufeff a\u2028b\x85c\r\nd \n"
    for ascii_only in (True, False):
        row = json.dumps({**ROW, "hypothesis": text}, ensure_ascii=ascii_only)

        assert {"hypothesis": [text]} == read_json_lines(write("a.jsonl", f"{row}\n")).systems


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", r"this is not a JSON object \(Expecting property name .* at character 2\)"),
        ("", "the line is empty; a JSON object was expected"),
        ("source: eins", "this is not a JSON object"),
        (f"{LINE}{LINE}", r"\(Extra data at character \d+\)"),
        ('["a", "b"]', "an object was expected"),
        ('"text"', "an object was expected"),
        ("null", "an object was expected"),
        ('{"hypothesis": "a", "hypothesis": "b"}', "the key 'hypothesis' is there twice"),
        ('{"hypothesis": "a\tb"}', r"\(Invalid control character at character 18\)"),
        ("[" * 100_000, "this is not a JSON object"),
        (f'{{"human": {"1" * 5000}}}', "this is not a JSON object"),
        (
            '{"source": "e", "references": ["r"], "hypothesis": "\\ud800"}',
            "hypothesis holds half a surrogate pair",
        ),
        (
            '{"source": "e", "references": ["\\u0000"], "hypothesis": "h"}',
            "an item of references holds a NUL",
        ),
        ('{"source": "e", "references": "r", "hypothesis": "h"}', "references must be a list"),
        ('{"source": "e", "references": ["r"], "hypothesis": ["h"]}', "hypothesis is a list"),
        ('{"source": "e", "references": ["r"], "hypothesis": null}', "hypothesis is missing"),
        ('{"source": "e", "references": ["r"]}', "hypothesis is missing"),
    ],
)
def test_bad_lines_are_refused(write: Write, line: str, words: str) -> None:
    """A bad line is named with its number and its problem."""
    with pytest.raises(InvalidFile, match=rf"a\.jsonl, line 2: .*{words}"):
        read_json_lines(write("a.jsonl", f"{LINE}\n{line}\n{LINE}\n"))


@pytest.mark.parametrize("data", [b"", b"\n \n"])
def test_empty_files_are_refused(write: Write, data: bytes) -> None:
    """A file without rows is an error."""
    with pytest.raises(InvalidFile, match="there is nothing to read"):
        read_json_lines(write("a.jsonl", data))


def test_other_encodings_are_refused(write: Write) -> None:
    """JSON in another encoding is told so."""
    with pytest.raises(InvalidFile, match="UTF-16"):
        read_json_lines(write("a.jsonl", LINE.encode("utf-16")))
    with pytest.raises(InvalidFile, match=r"line 2: byte \d+ of the line \(0xfc\) is not UTF-8"):
        read_json_lines(write("a.jsonl", LINE.encode() + b'\n{"source": "M\xfcnchen"}\n'))


@example(34, 5, "")  # nothing is left of the references
@given(st.integers(0, len(LINE)), st.integers(0, 5), st.text(st.sampled_from('{}[]":,\\ud8a0\n'), max_size=5))
def test_no_damage_crashes(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, new: str
) -> None:
    """A damaged file gives texts that stand in it, or is refused by name."""
    path = tmp_path_factory.mktemp("json") / "a.jsonl"
    damaged = LINE[:start] + new + LINE[start + length :]
    path.write_bytes(damaged.encode())
    for text in texts_of(read_or_refused(read_json_lines, path)):
        assert text in strings_of([json.loads(line) for line in damaged.split("\n") if line.strip()])


def strings_of(value: object) -> set[str]:
    """All texts within a JSON document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return set().union(*map(strings_of, value))
    return {value} if isinstance(value, str) else set()


def test_demo() -> None:
    """The demo data are read whole."""
    corpus = read_json_lines(demo.segments_path())

    assert len(corpus) == 48
    assert frozenset({"human"}) == corpus.human_systems
    assert corpus.references.count == 2


@pytest.mark.shared
def test_byte_order_marks_in_texts_are_data(shared_data: Path) -> None:
    """A byte order mark inside a JSON text belongs to the system's output."""
    corpus = read_json_lines(shared_data / "wmt23.en-de" / "segments.jsonl.gz")

    assert corpus.system("AIRC")[0].startswith("\ufeffPolizeiverhaftung")
    assert (len(corpus), len(corpus.systems)) == (557, 13)
    assert (corpus.source_language, corpus.target_language) == ("en", "de")


@pytest.mark.shared
def test_segments_without_a_domain(shared_data: Path) -> None:
    """Segments whose domain is null have an empty label, all others keep theirs."""
    corpus = read_json_lines(shared_data / "wmt23.en-ja" / "segments.jsonl.gz")

    assert corpus.text_types is not None
    assert (list(corpus.text_types).count(""), list(corpus.text_types).count("social")) == (23, 504)
