"""Names of a project."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat.entities import Entity
from karat.entities.names_file import ConfirmedNames, add_names, is_whole, read_names
from karat.errors import InvalidFile, UnreadableFile

if TYPE_CHECKING:
    from pathlib import Path

TEXT = "Ann Lee left Porto on 3 May"


def test_only_names_that_somebody_confirmed() -> None:
    """Suggestions and dates are not kept; spaces within a name are one."""
    text = "Ann  Lee left Porto on 3 May"
    found = ConfirmedNames.of(
        [
            Entity.of(text, 0, 8, "PERSON"),
            Entity.of(text, 14, 19, "LOCATION", suggested=True),
            Entity.of(text, 23, 28, "DATE"),
        ]
    )
    assert found.counts == {("Ann Lee", "PERSON"): 1}


def test_file_grows(tmp_path: Path) -> None:
    """What is added twice counts twice, and reading gives back what was written."""
    path = tmp_path / "names.tsv"
    names = ConfirmedNames.of([Entity.of(TEXT, 0, 7, "PERSON"), Entity.of(TEXT, 13, 18, "LOCATION")])
    add_names(path, names)
    whole = add_names(path, names)
    assert read_names(path) == whole
    assert path.read_text() == "name\ttype\tconfirmed\nAnn Lee\tPERSON\t2\nPorto\tLOCATION\t2\n"


def test_most_confirmed_type_is_suggested() -> None:
    """And the longest name."""
    names = ConfirmedNames(
        {("Jordan", "LOCATION"): 3, ("Jordan", "PERSON"): 1, ("Jordan River", "LOCATION"): 1}
    )
    found = names.suggest("The Jordan River in Jordan, not Jordania.")
    assert [(one.start, one.text, one.kind, one.suggested) for one in found] == [
        (4, "Jordan River", "LOCATION", True),
        (20, "Jordan", "LOCATION", True),
    ]


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("Leeds", "Lee", False),
        ("Lee's", "Lee", True),
        ("A-Lee", "Lee", True),
        ("他在北京的", "北京", True),
        ("มาที่กรุงเทพฯ", "กรุงเทพ", True),
        ("東京都", "東京", True),
        ("والقاهرة", "القاهرة", False),
        ("U.S.", "U.S.", True),
    ],
)
def test_whole_words_only_where_words_have_spaces(text: str, name: str, whole: bool) -> None:
    """Thai, Chinese and Japanese names may end anywhere."""
    start = text.index(name)
    assert is_whole(text, start, start + len(name)) is whole


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("a\tb\n", "columns name, type, confirmed"),
        ("name\ttype\tconfirmed\nAnn\n", "a name, its type and a number"),
        ("name\ttype\tconfirmed\nAnn\tPERSON\tmany\n", "confirmed is 'many'"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, content: str, problem: str) -> None:
    """With the line."""
    path = tmp_path / "names.tsv"
    path.write_text(content)
    with pytest.raises(InvalidFile, match=problem):
        read_names(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    """In words."""
    with pytest.raises(UnreadableFile, match="there is no such file"):
        read_names(tmp_path / "none.tsv")
