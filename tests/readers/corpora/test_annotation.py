"""Words and tags from different files, and entities that are marked in references or beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat import Corpus, References
from karat.errors import InvalidFile, InvalidOption, InvalidText, MisalignedCorpus, UnknownName
from karat.readers.corpora.annotation import (
    annotate,
    lifted,
    other_documents,
    read_annotated,
    with_entities,
)

if TYPE_CHECKING:
    from pathlib import Path


CORPUS = Corpus.of({"A": ["a  cat", "x"], "B": ["the dog", ""]}, [["a cat", "one cat"], ["x"]])
TAGS = {"A": ["D N", "X"], "B": ["D N", ""]}
REFERENCE_TAGS: list[list[str | None]] = [["D N", "X"], ["NUM N", None]]


def test_every_token_gets_its_tag() -> None:
    """Systems and references, also where a reference is missing."""
    corpus = annotate(CORPUS, TAGS, REFERENCE_TAGS)
    assert corpus.systems == {"A": ["a|D cat|N", "x|X"], "B": ["the|D dog|N", ""]}
    assert corpus.references == References((("a|D cat|N", "x|X"), ("one|NUM cat|N", None)))
    assert annotate(CORPUS, TAGS, REFERENCE_TAGS, separator="/").system("A")[0] == "a/D cat/N"


def test_unequal_numbers_of_tokens() -> None:
    """A segment with more tokens than tags is named."""
    with pytest.raises(MisalignedCorpus, match="Segment 2 of system 'A' has 1 token and 2 tags"):
        annotate(CORPUS, {**TAGS, "A": ["D N", "X Y"]}, REFERENCE_TAGS)
    with pytest.raises(MisalignedCorpus, match="Segment 1 of reference 2 has 2 tokens and 1 tag"):
        annotate(CORPUS, TAGS, [REFERENCE_TAGS[0], ["N", None]])


def test_unequal_numbers_of_segments() -> None:
    """Tags of fewer segments than the text has are refused."""
    with pytest.raises(MisalignedCorpus, match="tags of system 'B' have 1 segments, its text has 2"):
        annotate(CORPUS, {**TAGS, "B": ["D N"]}, REFERENCE_TAGS)


def test_tags_that_are_missing() -> None:
    """Every system and every reference has tags, and nothing else has."""
    with pytest.raises(UnknownName, match="no tags of the system 'B'"):
        annotate(CORPUS, {"A": TAGS["A"]}, REFERENCE_TAGS)
    with pytest.raises(UnknownName, match="no system 'C'"):
        annotate(CORPUS, {**TAGS, "C": ["X", "X"]}, REFERENCE_TAGS)
    with pytest.raises(MisalignedCorpus, match="tags of 1 references, and 2 references"):
        annotate(CORPUS, TAGS, REFERENCE_TAGS[:1])


def test_a_tag_with_the_separator() -> None:
    """A tag that could not be told from a word is refused."""
    with pytest.raises(InvalidText, match=r"the tag 'N\|S' holds the separator"):
        annotate(CORPUS, {**TAGS, "A": ["D N|S", "X"]}, REFERENCE_TAGS)


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


def marked_in(*documents: str) -> list[str]:
    """Stand-off lines of nothing, each of a document."""
    return [f'{{"document": "{document}", "entities": []}}' for document in documents]


def test_documents_that_a_file_names(tmp_path: Path) -> None:
    """They are the corpus's, if it has none; where each line is one by itself, nothing is said of documents."""
    corpus = Corpus.of(["a"] * 3, ["b"] * 3)
    path = file(tmp_path, "two.jsonl", *marked_in("one", "one", "two"))
    assert list(with_entities(corpus, [path]).documents or ()) == ["one", "one", "two"]
    alone = file(tmp_path, "alone.jsonl", *marked_in("1", "2", "3"))
    assert with_entities(corpus, [alone]).documents is None
    some = file(tmp_path, "some.jsonl", *marked_in("one", "one"), '{"entities": []}')
    assert with_entities(corpus, [some]).documents is None


def test_documents_of_the_corpus_count(tmp_path: Path) -> None:
    """A file that groups segments otherwise is told; other names of the same documents are no matter."""
    corpus = Corpus.of(["a"] * 3, ["b"] * 3, documents=["x", "x", "y"])
    same = file(tmp_path, "same.jsonl", *marked_in("one", "one", "two"))
    other = file(tmp_path, "other.jsonl", *marked_in("one", "two", "two"))
    for path, told in ((same, []), (other, ["other.jsonl"])):
        found = with_entities(corpus, [path])
        assert list(found.documents or ()) == ["x", "x", "y"]
        assert [name.rpartition("/")[2] for name in other_documents(found, [path])] == told


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
