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
    marked = [Entity.of(TEXT, 0, 7, "PERSON"), Entity.of(TEXT, 13, 18, "LOCATION")]
    add_names(path, [TEXT], [marked])
    whole = add_names(path, [TEXT, "Porto again"], [marked, []])
    assert read_names(path) == whole
    assert path.read_text() == (
        "name\ttype\tconfirmed\tpassed\toptional\tstatus\n"
        "Ann Lee\tPERSON\t2\t0\t0\tconfirmed\nPorto\tLOCATION\t2\t1\t0\tconfirmed\n"
    )


def test_a_file_by_hand(tmp_path: Path) -> None:
    """It need not say how often a name was passed over."""
    path = tmp_path / "names.tsv"
    path.write_text("name\ttype\tconfirmed\nAnn Lee\tPERSON\t2\n")
    assert read_names(path) == ConfirmedNames({("Ann Lee", "PERSON"): 2})


def test_what_is_mostly_not_marked_is_not_suggested() -> None:
    """Once more often than not, it is again; the places within other names count, and other types."""
    first, second = "美國隊和美國", "美國"
    names = ConfirmedNames({}).learned([first], [[Entity.of(first, 4, 6, "LOCATION")]])
    assert (names.counts, names.passed) == ({("美國", "LOCATION"): 1}, {("美國", "LOCATION"): 1})
    assert names.suggest("在美國") == ()
    names = names.learned([second], [[Entity.of(second, 0, 2, "LOCATION")]])
    assert [one.text for one in names.suggest("在美國")] == ["美國"]
    names = names.learned([second], [[Entity.of(second, 0, 2, "ORGANIZATION")]])
    assert names.passed == {("美國", "LOCATION"): 2}
    assert names.suggest("在美國") == ()


def test_a_surname_within_a_full_name_is_not_passed_over() -> None:
    """It is there, in a longer name of its type; in a name of another type, or unmarked, it was passed over."""
    text = "Ann Lee and Bo Lee met. Lee spoke at Lee College of lee, Lee said."
    found = [Entity.of(text, 0, 7, "PERSON"), Entity.of(text, 12, 18, "PERSON")]
    found += [Entity.of(text, 24, 27, "PERSON"), Entity.of(text, 37, 48, "ORGANIZATION")]
    names = ConfirmedNames({}).learned([text], [found])
    assert (names.counts["Lee", "PERSON"], names.passed) == (1, {("Lee", "PERSON"): 2})
    names = (
        ConfirmedNames({})
        .learned([text[:24]], [found[:2]])
        .learned(["Lee"], [[Entity.of("Lee", 0, 3, "PERSON")]])
    )
    assert [one.text for one in names.suggest("Lee met Ann Lee.")] == ["Lee", "Ann Lee"]


def test_the_longest_name_is_suggested() -> None:
    """And whole words; one character is too little."""
    names = ConfirmedNames({("Jordan", "LOCATION"): 3, ("Jordan River", "LOCATION"): 1, ("李", "PERSON"): 9})
    found = names.suggest("The Jordan River in Jordan, not Jordania, 李維.")
    assert [(one.start, one.text, one.kind, one.suggested) for one in found] == [
        (4, "Jordan River", "LOCATION", True),
        (20, "Jordan", "LOCATION", True),
    ]


def test_what_nobody_has_decided_is_a_candidate(tmp_path: Path) -> None:
    """Only optional, or of several types: counted, written and read back, and not suggested."""
    path = tmp_path / "names.tsv"
    text = "Jordan met Jordan of Labour near Acme"
    found = [
        Entity.of(text, 0, 6, "PERSON"),
        Entity.of(text, 11, 17, "LOCATION", optional=True),
        Entity.of(text, 21, 27, "ORGANIZATION", optional=True),
        Entity.of(text, 33, 37, "PERSON|ORGANIZATION"),
    ]
    names = add_names(path, [text], [found])
    assert names.suggest(text) == ()
    assert names.conflicts == {
        "Acme": {"PERSON|ORGANIZATION": 1},
        "Jordan": {"LOCATION": 1, "PERSON": 1},
    }
    assert path.read_text().splitlines()[1:] == [
        "Acme\tPERSON|ORGANIZATION\t1\t0\t0\tconflict",
        "Jordan\tLOCATION\t0\t1\t1\toptional",
        "Jordan\tPERSON\t1\t1\t0\tconflict",
        "Labour\tORGANIZATION\t0\t0\t1\toptional",
    ]
    assert read_names(path) == names
    # Marked once more, and not as optional; the wrong line is deleted by hand.
    lines = [line for line in path.read_text().splitlines() if "LOCATION" not in line]
    path.write_text("\n".join(lines) + "\n")
    decided = add_names(path, [text], [[found[0], Entity.of(text, 21, 27, "ORGANIZATION")]] * 1)
    assert decided.status("Labour", "ORGANIZATION") == "confirmed"
    assert decided.status("Jordan", "PERSON") == "passed over"


@pytest.mark.parametrize(
    ("text", "name", "whole"),
    [
        ("Leeds", "Lee", False),
        ("Lee's", "Lee", True),
        ("A-Lee", "Lee", True),
        ("他在北京的", "北京", True),
        ("มาที่กรุงเทพฯ", "กรุงเทพ", True),
        ("東京都", "東京", True),
        ("希拉里·克林頓", "克林頓", False),
        ("希拉里·克林頓", "希拉里", False),
        ("ジョン・スミス", "スミス", False),
        ("中國人", "中國", False),
        ("中國人口", "中國", True),
        ("日本語", "日本", False),
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
        ("a\tb\n", "columns name, type, confirmed, passed, optional, status"),
        ("name\ttype\tconfirmed\tpassed\nAnn\tPERSON\t1\n", "a name, its type and 2 numbers"),
        ("name\ttype\tconfirmed\tpassed\nAnn\tPERSON\t1\t-1\n", "passed is '-1'"),
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
