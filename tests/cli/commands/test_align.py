"""`karat align`: files in, files out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.cli.conftest import Karat, refused

from karat import demo, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Write = Callable[[str, bytes | str], Path]

REFERENCE = "The mayor of Lyon resigned on Monday.\nNobody had expected it.\nTwo dogs ran home quickly.\n"
OUTPUT = "The mayor resigned on Monday. Nobody\nexpected it.\nTwo dogs ran home.\n"
ALIGNED = "The mayor resigned on Monday.\nNobody expected it.\nTwo dogs ran home.\n"


def test_plain_text(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Any lines in, the reference's segments out, one in each line; the table counts edits."""
    done = karat(
        "align", write("out.txt", OUTPUT), "-r", write("ref.txt", REFERENCE), "-o", tmp_path / "al.txt"
    )
    assert (tmp_path / "al.txt").read_text("utf-8") == ALIGNED
    assert done.out.splitlines()[1].split("\t")[:3] == ["out", "3", "21.1"]


def test_documents_of_plain_text(karat: Karat, write: Write, tmp_path: Path) -> None:
    """An output has a line for each document, or an empty line between them; else it is refused."""
    files = "-r", write("ref.txt", REFERENCE), "--documents", write("docs.txt", "a\na\nb\n")
    for text in (
        "The mayor resigned on Monday. Nobody expected it.\nTwo dogs ran home.\n",
        OUTPUT.replace(".\nT", ".\n\nT"),
    ):
        karat("align", write("out.txt", text), *files, "-o", tmp_path / "al.txt", "--overwrite")
        assert (tmp_path / "al.txt").read_text("utf-8") == ALIGNED
    refused(
        karat("align", write("out.txt", OUTPUT), *files), "3 lines in 1 blocks, and there are 2 documents"
    )
    few = write("few.txt", "a\na\n")
    refused(karat("align", write("out.txt", OUTPUT), *files[:2], "--documents", few), "few.txt has 2")


def test_a_table_is_read_by_other_commands(karat: Karat, tmp_path: Path) -> None:
    """All systems, references, sources, languages and documents are in it."""
    path = tmp_path / "aligned.jsonl"
    karat("align", demo.path(), "-o", path)
    corpus, before = read(path), read(demo.segments_path())
    assert list(corpus.systems) == list(before.systems)
    assert len(corpus) == 48
    assert tuple(corpus.documents or ()) == tuple(before.documents or ())
    assert corpus.references.count == 2
    assert karat("score", path).out.startswith("system\tBLEU")


def test_json_names_what_is_doubtful(karat: Karat, write: Write) -> None:
    """Each with its text and its reference."""
    files = (
        write("out.txt", "Nobody had expected it.\nTwo dogs ran home quickly.\n"),
        "-r",
        write("ref.txt", REFERENCE),
    )
    found = json.loads(karat("align", *files, "--format", "json").out)
    assert found["systems"][0]["missing"] == 1
    (one,) = found["doubtful"]
    assert (one["segment"], one["doubt"], one["hypothesis"]) == (1, "missing", "")
    shown = karat("align", *files, "--format", "table")
    assert "Segments to look at" in shown.out
    assert "-o aligned.jsonl" in shown.err


def test_slips_are_refused(karat: Karat, write: Write, tmp_path: Path) -> None:
    """Before anything is read where that is possible; files that are there already stay."""
    files = write("out.txt", OUTPUT), "-r", write("ref.txt", REFERENCE)
    refused(karat("align", *files, "-o", "al.csv"), "must end in .jsonl")
    refused(karat("align", *files, "--overwrite"), "Give both")
    kept = write("kept.txt", "mine")
    refused(karat("align", *files, "-o", kept), "is there already")
    assert kept.read_text() == "mine"
    refused(karat("align", demo.path(), "-o", tmp_path / "al.txt"), "there are 6 systems")
    refused(karat("align", *files, "--sentence-worth", "99"), "--sentence-worth")
