"""Tables with every cell written out."""

from karat.report.sheets import headings, split, write_out
from karat.report.tables import Table


def test_cells_are_texts(systems: Table) -> None:
    """Values have their digits, missing ones a dash, and the best are marked."""
    sheet = write_out(systems, 1)
    assert [cell.text for cell in sheet.lines[1].cells] == ["33.0", "100.0", "–"]
    assert [cell.best for cell in sheet.lines[0].cells] == [True, False, True]


def test_the_direction_is_said_once(systems: Table, groups: Table) -> None:
    """In a heading where columns are metrics, in the title where they are systems."""
    assert headings(write_out(systems, 1)) == ["BLEU", "chrF2", "TER ↓"]
    sheet = write_out(groups, 1)
    assert sheet.title == "TER ↓"
    assert headings(sheet) == ["first", "second_system"]


def test_labels_that_count_are_aligned_as_numbers(groups: Table) -> None:
    """The total's label does not decide."""
    assert write_out(groups, 1).counted == (False, True)


def test_pieces_hold_all_columns_once(systems: Table) -> None:
    """However little room there is, every column is somewhere."""
    sheet = write_out(systems, 1)
    for room in range(30):
        pieces = list(split(sheet, [7, 8, 9], room))
        assert [name for piece in pieces for name in piece.columns] == ["BLEU", "chrF2", "TER"]
        assert all(len(line.cells) == len(piece.columns) for piece in pieces for line in piece.lines)
