"""A long or a plain table becomes a corpus in which every system has every segment."""

from collections.abc import Sequence
from typing import Any

import pytest

from karat.corpus import Corpus
from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnknownName
from karat.readers.corpora.layouts import read_table
from karat.readers.files.input_table import InputTable

COLUMNS = ("system", "seg_id", "doc_id", "domain", "source", "references", "hypothesis", "lp", "is_human")
ROWS = [
    ("B", 2, "d", "news", "zwei", ["two"], "2 by B", "de-en", False),
    ("A", 2, "d", "news", "zwei", ["two"], "2 by A", "de-en", False),
    ("H", 2, "d", "news", "zwei", ["two"], "2 by H", "de-en", True),
    ("A", 1, "d", None, "eins", ["one", "1"], "1 by A", "de-en", False),
    ("H", 1, "d", None, "eins", ["one", "1"], "1 by H", "de-en", True),
    ("B", 1, "d", None, "eins", ["one", "1"], "1 by B", "de-en", False),
]


def long(rows: Sequence[Sequence[Any]] = ROWS, **changes: str | None) -> InputTable:
    """The long table, with other rows, columns renamed or left out (None)."""
    values = dict(zip(COLUMNS, zip(*rows, strict=True), strict=True))
    names = {name: changes.get(name, name) for name in COLUMNS}
    kept = {new: values[old] for old, new in names.items() if new}
    return InputTable("t", list(kept), kept.__getitem__, len(rows), range(1, len(rows) + 1))


def plain(**values: list[Any]) -> InputTable:
    """A plain table of given columns; a double underscore in a name is a colon."""
    kept = {name.replace("__", ":"): column for name, column in values.items()}
    return InputTable("t", list(kept), kept.__getitem__, len(next(iter(kept.values()))))


def test_long_tables() -> None:
    """Segments and systems keep the order of their first appearance."""
    assert read_table(long()) == Corpus(
        {"B": ["2 by B", "1 by B"], "A": ["2 by A", "1 by A"], "H": ["2 by H", "1 by H"]},
        read_table(long()).references,
        sources=["zwei", "eins"],
        documents=["d", "d"],
        text_types=["news", ""],
        source_language="de",
        target_language="en",
        human_systems=frozenset({"H"}),
    )
    assert list(read_table(long()).systems) == ["B", "A", "H"]
    assert read_table(long()).references.streams == (("two", "one"), (None, "1"))


def test_long_tables_with_other_names() -> None:
    """The columns may have their other names."""
    renamed = long(seg_id="segment", doc_id="document", domain="genre", source="src", hypothesis="mt")

    assert read_table(long()) == read_table(renamed)


def test_long_tables_without_more_than_they_need() -> None:
    """Segment, system, references and hypothesis are enough."""
    corpus = read_table(long(doc_id=None, domain=None, source=None, lp=None, is_human=None))

    assert corpus.sources is corpus.documents is corpus.text_types is corpus.source_language is None
    assert frozenset() == corpus.human_systems


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("seg_id", "no column for the segment"),
        ("hypothesis", "no column for the hypothesis"),
        ("references", "no column for a reference"),
    ],
)
def test_long_tables_need_columns(column: str, words: str) -> None:
    """A column that is needed and missing is named."""
    with pytest.raises(InvalidFile, match=words):
        read_table(long(ROWS, **{column: None}))


def test_pairs_come_once() -> None:
    """A system with a segment twice is refused, even if both rows are the same."""
    with pytest.raises(InvalidFile, match="t, line 7: system 'A' has segment 2 a second time"):
        read_table(long([*ROWS, ROWS[1]]))


def test_systems_have_every_segment() -> None:
    """A system that misses a segment is named with the segment."""
    with pytest.raises(MisalignedCorpus, match="t: system 'A' has 1 of 2 segments; segment 1 is missing"):
        read_table(long([*ROWS[:3], *ROWS[4:]]))


def test_many_missing_segments_are_counted() -> None:
    """The first missing segments are named, and all are counted."""
    rows = [("A", number, "d", "", "s", ["r"], "h", "de-en", False) for number in range(9)]

    with pytest.raises(
        MisalignedCorpus,
        match="system 'B' has 1 of 9 segments; segments 1, 2, 3, 4, 5 and 3 more are missing",
    ):
        read_table(long([*rows, ("B", *rows[0][1:])]))


def test_systems_can_be_chosen() -> None:
    """Only the systems that were asked for are taken, in that order; a broken one may stay out."""
    broken = long([*ROWS[:3], *ROWS[4:]])

    assert list(read_table(broken, ["H", "B"]).systems) == ["H", "B"]
    assert frozenset() == read_table(broken, ["B"]).human_systems


@pytest.mark.parametrize("systems", ["A", [], ["A", "A"]])
def test_strange_choices_are_refused(systems: Any) -> None:
    """The choice is a list that names each system once."""
    for table in (long(), plain(A=["a"], reference=["a"])):
        with pytest.raises(InvalidOption, match="systems is"):
            read_table(table, systems)


def test_unknown_systems_are_refused() -> None:
    """A system that is not there is told with those that are."""
    with pytest.raises(UnknownName, match=r"no system 'C'\. Known: B, A, H"):
        read_table(long(), ["A", "C"])


@pytest.mark.parametrize(
    ("position", "value", "words"),
    [
        (0, None, "system is missing"),
        (0, "", "system is empty"),
        (0, ["A"], "system is a list"),
        (1, None, "seg_id is missing"),
        (1, [1], "seg_id is a list"),
        (6, None, "hypothesis is missing"),
        (6, ["a cat"], "hypothesis is a list"),
        (6, 7, "hypothesis is the int 7"),
        (6, "a\0", "hypothesis holds a NUL"),
        (8, True, "is_human of system 'A' is"),
        (8, "perhaps", "is_human is 'perhaps'; true or false"),
    ],
)
def test_strange_cells_are_refused(position: int, value: object, words: str) -> None:
    """A cell that does not hold what it must is named with its row."""
    rows: list[list[Any]] = [list(row) for row in ROWS]
    rows[3][position] = value

    with pytest.raises(InvalidFile, match=rf"t, line 4: {words}"):
        read_table(long(rows))


@pytest.mark.parametrize(("yes", "no"), [("true", "false"), ("True", ""), ("1", "0"), ("yes", None), (1, 0)])
def test_people_are_marked_in_several_ways(yes: object, no: object) -> None:
    """Whether a system is a person may be said in words and numbers."""
    rows = [(*row[:-1], yes if row[-1] else no) for row in ROWS]

    assert frozenset({"H"}) == read_table(long(rows)).human_systems


def test_plain_tables() -> None:
    """One row per segment; the hypothesis is the only system."""
    corpus = read_table(
        plain(source=["eins", "zwei"], reference=["one", "two"], mt=["1", ""], other=[None, 3])
    )

    assert corpus.systems == {"hypothesis": ["1", ""]}
    assert corpus.sources == ["eins", "zwei"]


def test_plain_tables_with_prefixes() -> None:
    """Columns that begin with 'system:' are systems, beside the hypothesis."""
    corpus = read_table(plain(hypothesis=["h"], system__B=["b"], reference=["r"], system__A=["a"]))

    assert corpus.systems == {"hypothesis": ["h"], "B": ["b"], "A": ["a"]}


def test_plain_tables_with_named_columns() -> None:
    """The caller may say which columns are systems."""
    table = plain(hypothesis=["h"], system__B=["b"], reference=["r"], google=["g"])

    assert read_table(table, ["google", "B"]).systems == {"google": ["g"], "B": ["b"]}
    assert read_table(table, ["hypothesis"]).systems == {"hypothesis": ["h"]}
    with pytest.raises(UnknownName, match=r"no column 'gogle'.*Did you mean 'google'"):
        read_table(table, ["gogle"])


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"google": ["g"]},
            "no column for the hypothesis; .* or 'system:NAME' was expected. The columns are: reference, google",
        ),
        ({"system__": ["g"]}, "a column is called 'system:'"),
        ({"system__hypothesis": ["g"], "hypothesis": ["h"]}, "are one system"),
        ({"hypothesis": [None]}, r"t, row 1: hypothesis is missing \(null\)"),
        ({"hypothesis": [["a cat"]]}, "t, row 1: hypothesis is a list"),
    ],
)
def test_strange_plain_tables_are_refused(values: dict[str, list[Any]], words: str) -> None:
    """A plain table without systems, or with strange ones, is refused."""
    with pytest.raises(InvalidFile, match=words):
        read_table(plain(reference=["r"], **values))
