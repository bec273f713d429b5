"""Cells of a table hold text, or the row that does not is named."""

import pytest

from karat.errors import InvalidFile
from karat.readers.files.input_table import InputTable


def table(
    lines: list[int] | None = None, columns: tuple[str, ...] = ("a", "b"), length: int = 3
) -> InputTable:
    """A table whose cells do not matter."""
    return InputTable("t.tsv", columns, lambda _: [], length, lines)


def test_rows_have_places() -> None:
    """A row is named by its line, or by its number where a file has no lines."""
    assert table([2, 3, 7]).place(2) == "line 7"
    assert table().place(2) == "row 3"
    assert str(table([2, 3, 7]).invalid(2, "bad")) == "t.tsv, line 7: bad"


def test_tables_need_rows() -> None:
    """A table without rows is refused."""
    with pytest.raises(InvalidFile, match=r"t\.tsv: there are no rows"):
        table(length=0)


def test_columns_have_different_names() -> None:
    """Two columns of one name are refused, because either could be meant."""
    with pytest.raises(InvalidFile, match="two columns are called 'a'"):
        table(columns=("b", "a", "a"))


@pytest.mark.parametrize("value", ["", "text", "ä\r\n\u2028", "🙂", "\ufeffmark"])
def test_texts_are_kept(value: str) -> None:
    """A text is kept as it is."""
    assert value == table().text("source", 0, value)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, r"source is missing \(null\); text was expected"),
        (["text"], "source is a list"),
        ({"a": "b"}, "source is an object"),
        (True, "source is true or false"),
        (1.5, "source is the float 1.5"),
        (b"text", "source is the bytes b'text'"),
        ("a\0b", "source holds a NUL character"),
        ("a\ud800", "source holds half a surrogate pair"),
    ],
)
def test_other_values_are_refused(value: object, words: str) -> None:
    """What is not text is named with its row."""
    with pytest.raises(InvalidFile, match=rf"^t\.tsv, row 2: {words}"):
        table().text("source", 1, value)


@pytest.mark.parametrize(("value", "expected"), [(None, ""), ("", ""), ("news", "news"), (7, "7")])
def test_labels(value: object, expected: str) -> None:
    """A label is a text or a number; none is an empty label."""
    assert expected == table().label("domain", 0, value)


@pytest.mark.parametrize("value", [True, 1.0, ["news"], float("nan")])
def test_strange_labels_are_refused(value: object) -> None:
    """A label is nothing else."""
    with pytest.raises(InvalidFile, match="domain is"):
        table().label("domain", 0, value)


@pytest.mark.parametrize("value", [0, 17, "doc1:3"])
def test_keys(value: int | str) -> None:
    """A segment has a number or a name."""
    assert value == table().key("seg_id", 0, value)


@pytest.mark.parametrize("value", [None, "", False, 1.0, [1], {}])
def test_strange_keys_are_refused(value: object) -> None:
    """A segment is named by nothing else, and never by nothing."""
    with pytest.raises(InvalidFile, match="row 1: seg_id is"):
        table().key("seg_id", 0, value)
