"""The name of a file tells its format; a name that does not is told the formats."""

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import karat.readers
from karat import Corpus
from karat.errors import InvalidFile, InvalidText, UnreadableFile
from karat.readers import read, read_scores, read_texts

Write = Callable[[str, bytes | str], Path]

XML = (
    '<dataset><doc id="d"><src><seg id="1">s</seg></src><ref><seg id="1">r</seg></ref>'
    '<hyp system="hypothesis"><seg id="1">h</seg></hyp></doc></dataset>'
)
SGML = (
    '<refset><doc docid="d"><seg id="1">r</seg></doc></refset>'
    '<tstset><doc docid="d" sysid="hypothesis"><seg id="1">h</seg></doc></tstset>'
)
FILES = {
    "a.tsv": "reference\thypothesis\nr\th\n",
    "a.csv": "reference,hypothesis\nr,h\n",
    "a.jsonl": '{"reference": "r", "hypothesis": "h"}\n',
    "a.ndjson": '{"reference": "r", "hypothesis": "h"}\n',
    "a.json": '[{"reference": "r", "hypothesis": "h"}]',
    "lines.json": '{"reference": "r", "hypothesis": "h"}\n',
    "semicolons.csv": "reference;hypothesis\nr;h\n",
    "tabs.csv": "reference\thypothesis\nr\th\n",
    "a.xml": XML,
    "mteval.xml": f"<?xml version='1.0'?>\n<!DOCTYPE mteval SYSTEM 'mteval.dtd'>\n<mteval>{SGML}</mteval>",
    "set.txt": SGML,
    "set": SGML,
    "a.sgm": SGML,
    "a.sgml": SGML,
    "A.TSV": "reference\thypothesis\nr\th\n",
}


@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
@pytest.mark.parametrize("name", FILES)
def test_names_tell_formats(write: Write, name: str, packing: str) -> None:
    """Each format is read by its ending, plain or packed."""
    path = write(name + packing, pack(FILES[name].encode(), packing))

    for spelled in (path, str(path)):
        assert read(spelled).systems == {"hypothesis": ["h"]}
        assert read(spelled, systems=["hypothesis"]).systems == {"hypothesis": ["h"]}


def pack(data: bytes, packing: str) -> bytes:
    """The bytes of a packed file."""
    if packing == ".zst":
        packed: bytes = pytest.importorskip("zstandard").compress(data)
        return packed
    return gzip.compress(data) if packing else data


def test_parquet(tmp_path: Path) -> None:
    """Parquet is read by its ending, too."""
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(
        pytest.importorskip("pyarrow").table({"reference": ["r"], "hypothesis": ["h"]}),
        tmp_path / "a.parquet",
    )

    assert read(tmp_path / "a.parquet").systems == {"hypothesis": ["h"]}


def test_unknown_formats_are_refused(write: Write) -> None:
    """A file in no known format is told the formats that are known."""
    with pytest.raises(
        InvalidFile, match=r"a\.docx: the name ends in '\.docx'.*Known: \.tsv, .*; or a folder"
    ):
        read(write("a.docx", ""))
    with pytest.raises(InvalidFile, match="the name has no ending"):
        read(write("data.d/a", ""))
    with pytest.raises(InvalidFile, match="the name has no ending"):
        read(write("a.gz", ""))


@pytest.mark.parametrize("name", ["a.ods", "A.XLS"])
def test_workbooks_are_refused(write: Write, name: str) -> None:
    """A workbook of another program is told in which form to save it, whoever opens it."""
    path = write(name, b"PK\x03\x04")
    corpus = Corpus.of(["a"], ["a"])
    for reader in (
        read,
        lambda file: read_scores(file, corpus),
        lambda file: read_texts({"A": file}, [file]),
    ):
        with pytest.raises(InvalidFile, match=r"Save it as \.xlsx, CSV or TSV"):
            reader(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "there are no rows"),
        ('[{"reference": "r", "hypothesis": "h"}', "line 1: this is not JSON"),
        ('[{"reference": "r",\n"hypothesis" "h"}]', "line 2: this is not JSON"),
        ('[{"reference": "r", "hypothesis": "h"}, 3]', "row 2: an object was expected"),
        ('[{"reference": "r", "reference": "s"}]', "'reference' is there twice"),
        ("[" * 100_000, "this is not JSON that can be read"),
        ('{"reference": ["r"],\n "hypothesis": ["h"]}', "line 1"),
    ],
)
def test_lists_that_are_no_corpus(write: Write, text: str, words: str) -> None:
    """A list of something else is refused, with its place."""
    with pytest.raises(InvalidFile, match=words):
        read(write("a.json", text))


def test_columns_that_semicolons_separate(write: Write) -> None:
    """Commas within a text separate nothing where the header has semicolons, and a quoted one is text."""
    path = write("a.csv", 'reference;hypothesis\r\n"a; b, c";"d, e"\r\n')
    assert read(path).systems == {"hypothesis": ["d, e"]}
    assert list(read(path).references.streams[0]) == ["a; b, c"]
    with pytest.raises(InvalidFile, match="line 2: the line has 3 fields, the header has 2"):
        read(write("b.csv", "reference;hypothesis\na;b;c\n"))


def test_tags_are_no_text(write: Write) -> None:
    """What begins with mteval's tags is never a text, and what only looks like them is one."""
    tagged = write("tagged.txt", f"\ufeff <!-- a\ncomment -->\n{SGML}")
    with pytest.raises(InvalidFile, match="begins with <refset>, so it is mteval's SGML"):
        read_texts({"A": tagged}, [tagged])
    text = write("text.txt", "<refsets are nice>\n")
    assert read_texts({"A": text}, [text]).systems == {"A": ["<refsets are nice>"]}


def test_single_texts_are_refused(write: Write) -> None:
    """A text file alone has nothing to be compared with."""
    with pytest.raises(InvalidFile, match=r"a text file alone has no references.*read_texts"):
        read(write("a.txt", "one\n"))


def test_standard_input_has_no_format() -> None:
    """Standard input has no name that could tell a format."""
    with pytest.raises(InvalidFile, match="standard input: it has no name that tells a format"):
        read("-")


@pytest.mark.parametrize("name", ["nowhere", "nowhere.txt", "nowhere.tsv", "nowhere.docx", "nowhere.xml"])
def test_missing_files(tmp_path: Path, name: str) -> None:
    """A file or folder that is not there is said before its format is."""
    with pytest.raises(UnreadableFile, match=f"{name}: there is no such file"):
        read(tmp_path / name)


def test_lists_are_not_paths() -> None:
    """A list where a path belongs is told where it belongs."""
    with pytest.raises(InvalidText, match=r"not a list. Lists of segments go through Corpus\.of"):
        read(["a cat"])  # type: ignore[arg-type]


def test_exports() -> None:
    """The package offers what it says."""
    assert karat.readers.__all__ == sorted(karat.readers.__all__)
    assert {"read", "read_judgements", "read_scores", "read_texts"} <= set(karat.readers.__all__)
    assert all(callable(getattr(karat.readers, name)) for name in karat.readers.__all__)


HEAVY = [
    "csv",
    "dataclasses",
    "difflib",
    "gzip",
    "json",
    "numpy",
    "pathlib",
    "pyarrow",
    "xml",
    "zlib",
    "zstandard",
]


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("pass", {"dataclasses"}),
        ("karat.readers.read('a.tsv')", {"csv", "dataclasses", "difflib"}),
        ("karat.readers.read('a.jsonl')", {"dataclasses", "difflib", "json"}),
        ("karat.readers.read_texts({'x': 'a.tsv'}, ['a.tsv'])", {"dataclasses", "difflib"}),
    ],
)
def test_imports_are_few(write: Write, tmp_path: Path, code: str, allowed: set[str]) -> None:
    """Importing the readers is cheap, and no format pays for another."""
    for name in ("a.tsv", "a.jsonl"):
        write(name, FILES[name])
    script = f"import sys; before = set(sys.modules); import karat.readers; {code}; "
    script += "print(*set(sys.modules) - before)"
    path = os.pathsep.join(entry for entry in sys.path if entry)
    result = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": path},
        text=True,
    )

    assert set(result.stdout.split()) & set(HEAVY) <= allowed
