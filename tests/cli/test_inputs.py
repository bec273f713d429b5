"""Which file is what, and what systems are called after their files."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli.conftest import Karat, refused

from karat.cli.inputs import is_sharded, kind_of, named
from karat.errors import InvalidOption
from karat.readers import FORMATS


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("output.txt", "text"),
        ("output", "text"),
        ("output.de", "text"),
        ("output.txt.gz", "text"),
        ("-", "text"),
        ("corpus.jsonl", "corpus"),
        ("corpus.ndjson.zst", "corpus"),
        ("corpus.JSONL.gz", "corpus"),
        ("corpus.tsv", "corpus"),
        ("corpus.csv", "corpus"),
        ("corpus.parquet", "corpus"),
        ("wmt.xml", "corpus"),
        ("wmt.xml.gz", "corpus"),
        ("tst.sgm", "sgml"),
        ("tst.sgml.gz", "sgml"),
    ],
)
def test_the_name_tells_the_kind(name: str, kind: str) -> None:
    """One text, a whole corpus, or mteval's format."""
    assert kind_of(name) == kind


def test_a_folder_is_a_corpus(tmp_path: Path) -> None:
    """Whatever its name."""
    folder = tmp_path / "data.txt"
    folder.mkdir()
    assert kind_of(str(folder)) == "corpus"


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["online-A.txt"], ["online-A"]),
        (["a/online-A.txt.gz"], ["online-A"]),
        (["out.de"], ["out"]),
        (["newstest2019.online-B.de-en"], ["newstest2019.online-B.de-en"]),
        (["step-1.5"], ["step-1.5"]),
        (["hyp.1", "hyp.2"], ["hyp.1", "hyp.2"]),
        (["hyp.de", "hyp.fr"], ["hyp.de", "hyp.fr"]),
        (["a/out.txt", "b/out.txt"], ["a/out", "b/out"]),
        (["x/a/out.txt", "y/a/out.txt", "b.txt"], ["x/a/out", "y/a/out", "b"]),
        (["a/out.txt", "a/out.de", "b/out.txt"], ["a/out", "out.de", "b/out"]),
        (["-", "out.txt"], ["stdin", "out"]),
        (["a/out.txt", "b/out.txt", "c/other.txt"], ["a/out", "b/out", "other"]),
        (["-", "stdin.txt"], ["-", "stdin.txt"]),
        (["-", "stdin"], ["-", "stdin"]),
        (["./out.txt", "out.txt"], ["./out", "out.txt"]),
        (["out.txt", "out.txt.gz"], ["out.txt", "out.txt.gz"]),
        ([".txt"], [".txt"]),
        (["a/.hidden"], [".hidden"]),
        (["out."], ["out."]),
    ],
)
def test_systems_are_called_after_their_files(paths: list[str], names: list[str]) -> None:
    """The shortest names that tell the files apart."""
    assert named(paths) == dict(zip(names, paths, strict=True))


def test_names_can_be_given() -> None:
    """Each hypothesis takes the name at its place."""
    assert named(["a.txt", "b.txt"], ["x", "y"]) == {"x": "a.txt", "y": "b.txt"}


@pytest.mark.parametrize("names", [["x"], ["x", "x"], ["x", "y", "z"]])
def test_names_must_fit(names: list[str]) -> None:
    """One name for each hypothesis, and each its own."""
    with pytest.raises(InvalidOption, match="There are 2 hypotheses"):
        named(["a.txt", "b.txt"], names)


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_of_a_corpus_is_known(ending: str) -> None:
    """What `read` takes as a corpus is not taken for a text."""
    assert kind_of(f"corpus{ending}") != "text"


def test_a_workbook_beside_references_is_refused(karat: Karat, tmp_path: Path) -> None:
    """As a corpus it stands alone; which of its columns is the hypothesis nobody has said."""
    book, reference = tmp_path / "book.xlsx", tmp_path / "reference.txt"
    book.write_bytes(b"PK")
    reference.write_text("a b c d\n", encoding="utf-8")
    refused(karat("score", book, "-r", reference), "book.xlsx", "plain text was expected")


def test_what_a_corpus_holds_is_not_given_beside_it(karat: Karat, tmp_path: Path) -> None:
    """Its documents and sources are in it; without such options it is read."""
    labels, corpus = tmp_path / "labels.txt", tmp_path / "corpus.csv"
    labels.write_text("x\n", encoding="utf-8")
    corpus.write_text("system,seg_id,reference,hypothesis\nA,1,a b c d,a b c d\n", encoding="utf-8")
    for flag in ("--source", "--documents", "--paragraphs", "--text-types"):
        refused(karat("score", corpus, flag, labels), f"{flag} is for plain text")
    assert karat("score", corpus, "-q", "--no-check").out == "100.00\n"


@pytest.mark.parametrize(
    ("inputs", "references", "sharded"),
    [
        (["one.jsonl"], None, False),
        (["one.jsonl", "two.jsonl"], None, True),
        (["one-*.parquet"], None, True),
        (["one.jsonl", "two.jsonl"], ["reference.txt"], False),
        (["one.jsonl", "two.txt"], None, False),
        (["s3://bucket/one.jsonl"], None, True),
    ],
)
def test_several_tables_are_shards(inputs: list[str], references: list[str] | None, sharded: bool) -> None:
    """One table is a corpus, which every option of one can be asked of."""
    assert is_sharded(SimpleNamespace(inputs=inputs, references=references)) == sharded
