"""Entities from files: tags in references, files beside them, and errors with their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat import Corpus, References
from karat.errors import InvalidFile, InvalidOption, InvalidText
from karat.readers.corpora.marked_entities import lifted, read_annotated, with_entities

if TYPE_CHECKING:
    from pathlib import Path

TAGGED = '<ENAMEX TYPE="LOCATION">Paris</ENAMEX> is old'
CLEAN = "Paris is old"


def file(folder: Path, name: str, *lines: str) -> Path:
    """A file of these lines."""
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_lifted() -> None:
    """Tags leave the references, which other metrics see clean; what has no tags stays as it is."""
    corpus = Corpus({}, References(([TAGGED, "x"], ["y", None])))
    found = lifted(corpus)
    assert found.references.streams == ((CLEAN, "x"), ("y", None))
    assert found.entities is not None
    assert found.entities[0] is not None
    assert [len(entities) for entities in found.entities[0]] == [1, 0]
    assert found.entities[1] is None
    plain = Corpus.of(["a"], ["b"])
    assert lifted(plain) is plain


def test_lifted_says_where() -> None:
    """A wrong tag is refused with reference and segment."""
    with pytest.raises(InvalidText, match="Reference 1, segment 2: <TIMEX> is not closed"):
        lifted(Corpus.of(["a", "b"], ["a", '<TIMEX TYPE="DATE">b']))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("entities.muc", TAGGED),
        ("entities.txt", TAGGED),
        (
            "entities.jsonl",
            '{"text": "Paris is old", "entities": [{"start": 0, "end": 5, "type": "LOCATION"}]}',
        ),
        ("entities.jsonl", '{"entities": [{"start": 0, "end": 5, "type": "LOCATION"}]}'),
    ],
)
def test_with_entities(tmp_path: Path, name: str, line: str) -> None:
    """The entities of a file are those of the reference."""
    corpus = with_entities(Corpus.of(["a"], [CLEAN]), [file(tmp_path, name, line)])
    assert corpus.entities is not None
    assert corpus.entities[0] is not None
    assert corpus.entities[0][0][0].text == "Paris"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ([CLEAN, '<ENAMEX TYPE="LOCATION">Rome'], r"entities.muc, line 2: <ENAMEX> is not closed"),
        (
            [CLEAN, "Rome is old"],
            r"entities.muc, line 2: The annotated text differs from the reference at character 1",
        ),
        ([CLEAN], "there are 1 lines, and the reference has 2 segments"),
    ],
)
def test_refused(tmp_path: Path, lines: list[str], problem: str) -> None:
    """File and line are named."""
    with pytest.raises(InvalidFile, match=problem):
        with_entities(Corpus.of(["a", "b"], [CLEAN, CLEAN]), [file(tmp_path, "entities.muc", *lines)])


def test_too_many_files(tmp_path: Path) -> None:
    """One file for each reference, at most."""
    path = file(tmp_path, "entities.muc", TAGGED)
    with pytest.raises(InvalidOption, match="2 files of entities, and 1 references"):
        with_entities(Corpus.of(["a"], [CLEAN]), [path, path])


def test_read_annotated(tmp_path: Path) -> None:
    """A file by itself: texts and entities."""
    ((text, entities),) = read_annotated(file(tmp_path, "a.muc", TAGGED))
    assert (text, entities[0].text) == (CLEAN, "Paris")
    with pytest.raises(InvalidFile, match=r"a\.jsonl, line 2: This is not a JSON object"):
        read_annotated(file(tmp_path, "a.jsonl", '{"text": "x", "entities": []}', "x"))
