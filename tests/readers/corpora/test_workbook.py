"""Workbooks: a sheet is a table, and whatever Excel made of a text is refused."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hypothesis_profile import examples

from karat import demo, evaluate, read, read_judgements, read_scores
from karat.errors import InvalidFile, KaratError, UnknownName

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

openpyxl = pytest.importorskip("openpyxl", reason="openpyxl reads workbooks")

HEADER = ("source", "reference", "system:A", "system:B")
ROWS = [HEADER, ("eins", "one", "one", "won"), ("zwei", "two", "too", "two")]


def book(path: Path, **sheets: Sequence[Sequence[object]]) -> Path:
    """A workbook of these sheets."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    made.save(path)
    return path


def changed(path: Path, cell: str, value: object, number_format: str | None = None) -> Path:
    """The workbook with another value in one cell of its first sheet."""
    made = openpyxl.load_workbook(path)
    made.worksheets[0][cell] = value
    if number_format is not None:
        made.worksheets[0][cell].number_format = number_format
    made.save(path)
    return path


def test_a_sheet_is_read_as_csv_is(tmp_path: Path) -> None:
    """The long layout of the demo data, with its human scores, from the cells of a sheet."""
    rows = [json.loads(line) for line in demo.segments_path().read_text(encoding="utf-8").splitlines()]
    names = list(rows[0])
    rows = [[row[name][0] if name == "references" else row[name] for name in names] for row in rows]
    header = ["reference" if name == "references" else name for name in names]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([header, *rows])
    plain = tmp_path / "segments.csv"
    plain.write_text(text.getvalue(), encoding="utf-8")
    corpus, expected = read(book(tmp_path / "segments.xlsx", Segments=[header, *rows])), read(plain)
    assert corpus.systems == expected.systems
    assert corpus.references == expected.references
    assert list(corpus.labels("document")) == list(expected.labels("document"))
    assert corpus.human_systems == expected.human_systems


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn")), min_size=1),
        min_size=1,
        max_size=5,
    )
)
@examples(1 / 2)
def test_texts_come_back_as_they_are(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """Whatever a cell can hold, such as what looks like a formula, when it was written as text."""
    made = openpyxl.Workbook()
    made.active.append(["reference", "system:A"])
    for row, text in enumerate(texts, 2):
        for column in (1, 2):
            made.active.cell(row, column).value = text
            made.active.cell(row, column).data_type = "s"
    path = tmp_path_factory.mktemp("books") / "a.xlsx"
    made.save(path)
    assert read(path).systems["A"] == texts


def test_numbers_that_are_texts(tmp_path: Path) -> None:
    """A segment that is a number is its digits; where Excel shows it otherwise, nobody knows what was meant."""
    path = book(tmp_path / "a.xlsx", S=[*ROWS, (2026, 2026, 2026.0, 2.5)])
    assert read(path).systems["B"] == ["won", "two", "2.5"]
    assert read(path).systems["A"][-1] == "2026"
    with pytest.raises(InvalidFile, match="row 4: system:A is the int 2026; text was expected"):
        read(changed(path, "C4", 2026, "#,##0"))


def test_a_sheet_is_named_where_there_are_several(tmp_path: Path) -> None:
    """By # and its name; empty and hidden sheets do not count."""
    path = book(tmp_path / "a.xlsx", Text=ROWS, Empty=[], Other=[HEADER, ("drei", "three", "tree", "three")])
    with pytest.raises(InvalidFile, match=r"several sheets: Text, Other. Say which: '.*a.xlsx#Text'"):
        read(path)
    assert read(f"{path}#Other").systems["A"] == ["tree"]
    with pytest.raises(UnknownName, match=r"no sheet 'other'\. Known: Text, Empty, Other"):
        read(f"{path}#other")
    with pytest.raises(InvalidFile, match="sheet 'Empty': the sheet is empty"):
        read(f"{path}#Empty")
    made = openpyxl.load_workbook(path)
    made["Other"].sheet_state = "hidden"
    made.save(path)
    assert read(path).systems["A"] == ["one", "too"]


@pytest.mark.parametrize(
    ("cell", "value", "words"),
    [
        (
            "C2",
            date(2026, 1, 2),
            "C2: the cell holds a date .2026-01-02.* which Excel may have made of a text",
        ),
        ("C2", "#N/A", "C2: the cell holds the error #N/A"),
        ("C2", "=B2", "C2: the value of this formula was never computed"),
        ("E3", "what is this", "E3: the column has no name. Write one into E1"),
        ("B1", 7, "B1: the name of a column was expected"),
        ("A5", "vier", "row 4: the row is empty"),
    ],
)
def test_what_is_refused(tmp_path: Path, cell: str, value: object, words: str) -> None:
    """Each with the cell, and what to do."""
    path = changed(book(tmp_path / "a.xlsx", S=ROWS), cell, value)
    with pytest.raises(InvalidFile, match=words):
        read(path)


def test_merged_cells(tmp_path: Path) -> None:
    """All but the first would be empty."""
    path = book(tmp_path / "a.xlsx", S=ROWS)
    made = openpyxl.load_workbook(path)
    made.active.merge_cells("B2:B3")
    made.save(path)
    with pytest.raises(InvalidFile, match="B2:B3 are merged cells; each row needs its own"):
        read(path)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"\xd0\xcf\x11\xe0 a password", b"source\treference\n"])
def test_what_is_no_workbook(tmp_path: Path, data: bytes) -> None:
    """Damaged, locked by a password, or a table of another kind."""
    path = tmp_path / "a.xlsx"
    path.write_bytes(data)
    with pytest.raises(InvalidFile, match="this is not a sound workbook"):
        read(path)


def test_damaged_workbooks(tmp_path: Path) -> None:
    """Any byte may be wrong: that is told, and never a fault of Karat."""
    whole = book(tmp_path / "a.xlsx", S=ROWS).read_bytes()
    path = tmp_path / "b.xlsx"
    for at in range(0, len(whole), 23):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            read(path)
        except KaratError:
            continue


def test_a_workbook_that_unpacks_to_too_much(tmp_path: Path) -> None:
    """300 MB of rows in a few kilobytes are refused before any of them is unpacked."""
    path = book(tmp_path / "bomb.xlsx", Sheet=[["reference", "hypothesis"], ["a", "b"]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image.xml", b" " * 300_000_000)
    with pytest.raises(
        InvalidFile, match=r"bomb\.xlsx: .* unpack to 28\d MB and more, over 200 times its size"
    ):
        read(path)


def test_a_forgotten_space_at_the_end_of_excel(tmp_path: Path) -> None:
    """The last row of a million, or an empty one with a colour, is no work and no memory."""
    path = changed(book(tmp_path / "a.xlsx", S=ROWS), "XFD1048576", None, "0.00")
    assert len(read(path)) == 2
    with pytest.raises(InvalidFile, match="XFD1048576: the column has no name"):
        read(changed(path, "XFD1048576", " "))


def test_judgements_and_scores(tmp_path: Path) -> None:
    """Tables of people and of other metrics may be sheets of the same workbook."""
    judgements: list[tuple[object, ...]] = [("judge", "system", "segment", "dimension", "value", "scale")]
    judgements += [("anna", system, at, "quality", 70 + at, "0..100") for system in "AB" for at in (1, 2)]
    scores = [("system", "segment", "COMET"), *((system, at, 0.25 * at) for system in "AB" for at in (1, 2))]
    path = book(tmp_path / "a.xlsx", Text=ROWS, People=judgements, Scores=scores)
    corpus = read(f"{path}#Text")
    found = read_judgements(f"{path}#People", corpus)
    assert found.dimensions == ("quality",)
    (comet,) = read_scores(f"{path}#Scores", corpus)
    assert evaluate(corpus, comet).table("COMET", "segment")["A"].tolist() == [0.25, 0.5]


def test_without_openpyxl(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The extra is named."""
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(KaratError, match=r"Reading .xlsx files needs .* 'karat-mt\[xlsx\]'"):
        read(book_bytes(tmp_path))


def book_bytes(folder: Path) -> Path:
    """Any workbook."""
    path = folder / "a.xlsx"
    path.write_bytes(b"PK\x03\x04")
    return path
