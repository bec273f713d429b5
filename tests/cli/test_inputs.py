"""Which file is what, and what systems are called after their files."""

from pathlib import Path

import pytest

from karat.cli.inputs import kind_of, named
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
