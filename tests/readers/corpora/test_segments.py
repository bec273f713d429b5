"""What a table says of its segments is the same in every row of a segment."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from karat.errors import InvalidFile, MissingReference
from karat.readers.corpora.segments import (
    by_row,
    labels,
    languages,
    read_references,
    read_sources,
    take_segments,
)
from karat.readers.files import columns
from karat.readers.files.input_table import InputTable


def table(values: Mapping[str, list[Any]], *, empty_is_missing: bool = False) -> InputTable:
    """A table of given columns, whose first row is in line 1."""
    length = len(next(iter(values.values())))
    lines = range(1, length + 1)
    return InputTable("t", list(values), values.__getitem__, length, lines, empty_is_missing)


def test_segments_keep_their_order() -> None:
    """Segments come in the order in which they first appear, not sorted."""
    segments = take_segments(table({"id": [7, 7, 3, "x", 3, 7]}), "id")

    assert segments.names == [7, 3, "x"]
    assert segments.first_row == [0, 2, 3]
    assert segments.of_row == [0, 0, 1, 2, 1, 0]


def test_rows_without_names_are_segments() -> None:
    """Without a column of segments each row is one."""
    assert by_row(table({"source": ["a", "b"]})).names == [1, 2]


def test_rows_are_of_different_segments() -> None:
    """In a table with one row per segment, a segment may not come twice."""
    with pytest.raises(
        InvalidFile, match=r"t, line 3: segment 4 is there a second time \(id\); it is first in line 1"
    ):
        by_row(table({"id": [4, 5, 4]}))


@pytest.mark.parametrize("column", ["source", "reference", "doc_id", "domain"])
def test_rows_of_a_segment_agree(column: str) -> None:
    """Rows of one segment that say different things are refused."""
    rows = table({"id": [1, 2, 1], column: ["a", "b", "c"]})
    segments = take_segments(rows, "id")
    read: dict[str, Callable[[], object]] = {
        "source": lambda: read_sources(rows, segments),
        "reference": lambda: read_references(rows, segments),
        "doc_id": lambda: labels(rows, columns.DOCUMENT, segments),
        "domain": lambda: labels(rows, columns.TEXT_TYPE, segments),
    }

    with pytest.raises(InvalidFile, match=rf"t, line 3: {column} of segment 1 is not the same as in line 1"):
        read[column]()


def test_lists_of_references_agree() -> None:
    """Lists of references are compared item by item."""
    rows = table({"id": [1, 1], "references": [["a", "b"], ["b", "a"]]})

    with pytest.raises(InvalidFile, match="references of segment 1 is not the same"):
        read_references(rows, take_segments(rows, "id"))


def test_missing_labels_are_empty() -> None:
    """A segment without a label has an empty one; a column that says nothing is none."""
    rows = table({"domain": ["news", None, ""], "doc_id": [None, None, None]})

    assert labels(rows, columns.TEXT_TYPE, by_row(rows)) == ["news", "", ""]
    assert labels(rows, columns.DOCUMENT, by_row(rows)) is None
    assert labels(rows, columns.PARAGRAPH, by_row(rows)) is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"lp": ["en-de", "en-de"]}, ("en", "de")),
        ({"lp": ["en-ar_AE", None]}, ("en", "ar_AE")),
        ({"source_language": ["en", "en"]}, ("en", None)),
        ({"source_language": ["pt-BR", ""], "target_language": ["en", "en"]}, ("pt-BR", "en")),
        ({"source": ["a", "b"]}, (None, None)),
    ],
)
def test_languages(values: dict[str, list[object]], expected: tuple[str | None, str | None]) -> None:
    """The languages come from a pair or from columns of their own."""
    assert expected == languages(table(values))


@pytest.mark.parametrize("pair", ["en", "en-", "-de", "pt-BR-en", "en→de"])
def test_strange_language_pairs_are_refused(pair: str) -> None:
    """A pair that does not fall into two languages is not guessed at."""
    with pytest.raises(InvalidFile, match=r"such as 'en-de'.*source_language"):
        languages(table({"lp": [pair]}))


def test_one_language_pair() -> None:
    """A corpus has one language pair."""
    with pytest.raises(InvalidFile, match="t, line 2: lp is 'en-ja', before it was 'en-de'"):
        languages(table({"lp": ["en-de", "en-ja"]}))


def test_lists_of_references() -> None:
    """Segments may have different numbers of references."""
    rows = table({"references": [["a", "b"], ["c"]]})

    assert read_references(rows, by_row(rows)).streams == (("a", "c"), ("b", None))


def test_columns_of_references() -> None:
    """Each reference column is a stream with its name; an empty column is none."""
    rows = table({"ref_1": ["a", None], "ref_2": ["b", "c"], "ref_3": [None, None]})
    references = read_references(rows, by_row(rows))

    assert tuple(map(list, references.streams)) == (["a", None], ["b", "c"])
    assert references.names == ("ref_1", "ref_2")
    assert references.of_segment(1) == ("c",)


def test_empty_references() -> None:
    """An empty reference is a text, except in a format in which it is the only way to say none."""
    rows = table({"reference": ["a", ""]})
    assert read_references(rows, by_row(rows)).streams == (("a", ""),)

    rows = table({"reference": ["a", ""]}, empty_is_missing=True)
    with pytest.raises(MissingReference, match="t, line 2: segment 2 has no reference"):
        read_references(rows, by_row(rows))


@pytest.mark.parametrize(
    "values", [{"references": [["a"], []]}, {"references": [["a"], None]}, {"ref": ["a", None]}]
)
def test_segments_need_references(values: dict[str, list[object]]) -> None:
    """A segment without any reference is named with its row."""
    rows = table({"id": ["x", "y"], **values})

    with pytest.raises(MissingReference, match="t, line 2: segment y has no reference"):
        read_references(rows, by_row(rows))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"references": ["a cat"]}, "references must be a list of texts. A single reference goes into"),
        ({"references": [[["a"]]]}, "an item of references is a list"),
        ({"references": [["a", None]]}, r"an item of references is missing \(null\)"),
        ({"reference": [["a cat"]]}, "reference is a list"),
        ({"reference": [3]}, "reference is the int 3"),
        ({"source": ["a"]}, "there is no column for a reference; 'reference' or 'reference_1'"),
        ({"refrence": ["a"]}, "Is 'refrence' the one"),
    ],
)
def test_strange_references_are_refused(values: dict[str, list[object]], words: str) -> None:
    """A list where a text belongs, or a text where a list belongs, is not guessed at."""
    rows = table(values)

    with pytest.raises(InvalidFile, match=words):
        read_references(rows, by_row(rows))
