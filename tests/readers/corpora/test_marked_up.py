"""Texts of a marked-up test set are gathered piece by piece and aligned at the end."""

import pytest

from karat.errors import InvalidFile, MisalignedCorpus, MissingReference
from karat.readers.corpora.marked_up import MarkedUp, described


def gathered(*pieces: tuple[str, str, str]) -> MarkedUp:
    """Texts of one segment each: name of the reference, document, segment."""
    result = MarkedUp()
    for name, document, number in pieces:
        result.add("reference", name, (document, number), f"{name}{number}", file="f", line=1)
    return result


def test_segments_come_once() -> None:
    """A second piece for the same segment is refused."""
    with pytest.raises(
        InvalidFile, match="f, line 1: reference 'A' has segment 1 of document d a second time"
    ):
        gathered(("A", "d", "1"), ("A", "d", "1"))


def test_the_first_reference_leads() -> None:
    """Without a source, the first reference has the order."""
    corpus = gathered(("A", "d", "2"), ("A", "d", "1"), ("B", "d", "1"), ("B", "d", "2")).corpus()

    assert tuple(map(list, corpus.references.streams)) == (["A2", "A1"], ["B2", "B1"])


def test_partial_references() -> None:
    """A reference may leave out whole documents where the format allows it, but never parts of one."""
    whole = gathered(("A", "d", "1"), ("A", "e", "1"), ("B", "e", "1"))

    assert tuple(map(list, whole.corpus(partial_references=True).references.streams)) == (
        ["A1", "A1"],
        [None, "B1"],
    )
    with pytest.raises(MisalignedCorpus, match="reference 'B' has 1 of 2"):
        whole.corpus()
    with pytest.raises(MisalignedCorpus, match="reference 'B' has 1 of 2"):
        gathered(("A", "d", "1"), ("A", "d", "2"), ("B", "d", "1")).corpus(partial_references=True)


def test_segments_without_any_reference() -> None:
    """A segment that every reference leaves out is named."""
    result = gathered(("A", "d", "1"))
    for document in ("d", "e"):
        result.add("source", "", (document, "1"), "text", file="f", line=1)

    with pytest.raises(MissingReference, match="f: segment 1 of document e has no reference"):
        result.corpus(partial_references=True)


def test_languages_agree() -> None:
    """All texts of a side have one language; a text may leave it out."""
    result = MarkedUp()
    result.speak("source", "en", file="f", line=1)
    result.speak("reference", "de", file="f", line=2)
    result.speak("system", None, file="f", line=3)

    with pytest.raises(InvalidFile, match="f, line 4: the target language is 'cs', before it was 'de'"):
        result.speak("system", "cs", file="f", line=4)
    assert result.languages == {"source": "en", "target": "de"}


def test_descriptions() -> None:
    """A text is called by its kind and name."""
    assert (described("source", ""), described("system", "A")) == ("the source", "system 'A'")
