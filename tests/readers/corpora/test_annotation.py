"""Words and tags from different files."""

import pytest

from karat.corpus import Corpus, References
from karat.errors import InvalidText, MisalignedCorpus, UnknownName
from karat.readers.corpora.annotation import annotate

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
