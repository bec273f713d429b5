"""A folder is a corpus: its table, or its text files by name."""

import codecs
import gzip
import json
import sys
from collections.abc import Callable
from importlib import util
from pathlib import Path

import pytest

from karat import demo
from karat.errors import (
    InvalidFile,
    MisalignedCorpus,
    MissingExtra,
    MissingReference,
    UnknownName,
    UnreadableFile,
)
from karat.readers import read
from karat.readers.corpora.folder import read_folder
from karat.readers.files.lines import ByteOrderMark

Write = Callable[[str, bytes | str], Path]


@pytest.fixture
def fill(write: Write, tmp_path: Path) -> Callable[..., Path]:
    """Make a folder whose files have two lines each."""

    def fill_folder(*names: str) -> Path:
        for name in names:
            text = f"{name} 1\n{name} 2\n".encode()
            write(f"set/{name}", gzip.compress(text) if name.endswith(".gz") else text)
        return tmp_path / "set"

    return fill_folder


Fill = Callable[..., Path]


def test_text_files(fill: Fill) -> None:
    """Files that are not source, reference or labels are systems; other endings are left alone."""
    folder = fill(
        "source.txt",
        "reference.txt",
        "documents.txt",
        "text_types.txt",
        "B.txt",
        "online.A.txt.gz",
        "notes.md",
    )
    corpus = read_folder(folder)

    assert corpus.systems == {
        "B": ["B.txt 1", "B.txt 2"],
        "online.A": ["online.A.txt.gz 1", "online.A.txt.gz 2"],
    }
    assert corpus.sources == ["source.txt 1", "source.txt 2"]
    assert tuple(map(list, corpus.references.streams)) == (["reference.txt 1", "reference.txt 2"],)
    assert corpus.documents == ["documents.txt 1", "documents.txt 2"]
    assert corpus.text_types == ["text_types.txt 1", "text_types.txt 2"]


def test_other_names(fill: Fill) -> None:
    """Source and text types have second names; references may be numbered; hidden files do not count."""
    folder = fill("src.de", "domains.txt", "ref1.txt", "ref2.txt", "refined.txt", ".hidden.txt", "ref.A.txt")
    corpus = read_folder(folder)

    assert list(corpus.systems) == ["refined"]
    assert corpus.references.count == 3
    assert corpus.sources == ["src.de 1", "src.de 2"]
    assert corpus.text_types == ["domains.txt 1", "domains.txt 2"]


@pytest.mark.parametrize(
    "name",
    [
        "reference.txt",
        "reference1.txt",
        "reference_2.txt",
        "reference-A.txt",
        "refA.txt",
        "refb.txt.gz",
        "ref.de.txt",
        "refs.txt",
    ],
)
def test_names_of_references(fill: Fill, name: str) -> None:
    """A reference may have a number, a letter or a language."""
    assert list(read_folder(fill(name, "A.txt")).systems) == ["A"]


def test_systems_in_a_folder_of_their_own(fill: Fill) -> None:
    """Systems may be in a folder 'systems', where a name is free."""
    corpus = read_folder(fill("reference.txt", "systems/A.txt", "systems/source.txt"))

    assert list(corpus.systems) == ["A", "source"]


def test_systems_can_be_chosen(fill: Fill) -> None:
    """A broken file does no harm when it is not asked for."""
    folder = fill("reference.txt", "A.txt", "B.txt")
    (folder / "README.txt").write_text("About this folder.\n")

    assert list(read_folder(folder, systems=["B"]).systems) == ["B"]
    with pytest.raises(MisalignedCorpus, match=r"System 'README' \(.*README\.txt\) has 1 segment"):
        read_folder(folder)
    with pytest.raises(UnknownName, match="Known: A, B, README"):
        read_folder(folder, systems=["C"])


@pytest.mark.parametrize(
    ("names", "error", "words"),
    [
        ([".keep"], MissingReference, r"set: there is no reference. Expected was segments\.parquet"),
        (["A.txt", "source.txt"], MissingReference, "there is no reference"),
        (["reference.txt", "source.txt"], InvalidFile, "there is no system"),
        (
            ["reference.txt", "A.txt", "source.txt", "src.txt"],
            InvalidFile,
            r"source\.txt and src\.txt say the same",
        ),
        (
            ["reference.txt", "A.txt", "domains.txt", "text_types.txt"],
            InvalidFile,
            "say the same thing twice",
        ),
        (["reference.txt", "A.txt", "A.txt.gz"], InvalidFile, r"A\.txt and A\.txt\.gz are both system 'A'"),
        (["reference.txt", "A.txt", "systems/A.txt"], InvalidFile, "are both system 'A'"),
    ],
)
def test_strange_folders_are_refused(
    fill: Fill, names: list[str], error: type[Exception], words: str
) -> None:
    """A folder that lacks something, or has it twice, is told so."""
    with pytest.raises(error, match=words):
        read_folder(fill(*names))


def test_folders_must_exist(tmp_path: Path) -> None:
    """A folder that is not there is said."""
    with pytest.raises(UnreadableFile, match="the folder cannot be read"):
        read_folder(tmp_path / "nowhere")


def test_byte_order_marks(fill: Fill) -> None:
    """keep_bom reaches the text files."""
    folder = fill("reference.txt", "A.txt")
    (folder / "A.txt").write_bytes(codecs.BOM_UTF8 + b"1\n2\n")

    assert read_folder(folder, keep_bom=True).systems["A"] == ["\ufeff1", "2"]
    with pytest.warns(ByteOrderMark) as caught:
        read(folder)
    assert __file__ == caught[0].filename


def row(hypothesis: str) -> dict[str, str]:
    """A row of a plain table."""
    return {"reference": "r", "hypothesis": hypothesis}


def test_tables_in_order(write: Write, tmp_path: Path) -> None:
    """Of several tables Parquet is taken, then JSON lines, then TSV, and text files last."""
    folder = tmp_path / "set"
    write("set/reference.txt", "r\n")
    write("set/segments.tsv", "reference\thypothesis\nr\ttsv\n")
    assert read(folder).systems == {"hypothesis": ["tsv"]}
    write("set/segments.jsonl.gz", gzip.compress(json.dumps(row("gz")).encode()))
    assert read(folder).systems == {"hypothesis": ["gz"]}
    write("set/segments.jsonl", json.dumps(row("jsonl")))
    assert read(folder).systems == {"hypothesis": ["jsonl"]}
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(
        pytest.importorskip("pyarrow").Table.from_pylist([row("parquet")]), folder / "segments.parquet"
    )
    assert read(folder).systems == {"hypothesis": ["parquet"]}


def test_parquet_is_passed_over_without_pyarrow(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without pyarrow another table is taken; if there is none, the extra is named."""
    monkeypatch.setattr(util, "find_spec", lambda _: None)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    write("set/segments.parquet", b"")
    with pytest.raises(MissingExtra):
        read(tmp_path / "set")

    write("set/segments.jsonl", json.dumps(row("jsonl")))
    assert read(tmp_path / "set").systems == {"hypothesis": ["jsonl"]}


def test_demo() -> None:
    """The folder of the demo data is a corpus."""
    assert len(read(demo.path())) == 48


@pytest.mark.shared
def test_real_folders(shared_data: Path) -> None:
    """A folder of WMT's data is a corpus, whatever else is in it."""
    corpus = read(shared_data / "wmt22.de-en", systems=["refB", "Online-W"])

    assert (len(corpus), corpus.references.count) == (1984, 2)
    assert frozenset({"refB"}) == corpus.human_systems
    assert corpus.documents is not None
    assert len(set(corpus.documents)) == 271
