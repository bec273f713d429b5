"""Tables with every cell written out."""

from karat.report.formats.written_table import WrittenTable, split, telling, told_once, write_out
from karat.report.tables import Column, Row, Table


def test_cells_are_texts(systems: Table) -> None:
    """Values have their digits, missing ones a dash, and the best are marked."""
    written = write_out(systems, 1)
    assert [cell.text for cell in written.rows[1].cells] == ["33.0", "100.0", "–"]
    assert [cell.best for cell in written.rows[0].cells] == [True, False, True]


def test_the_direction_is_said_once(systems: Table, groups: Table) -> None:
    """In a heading where columns are metrics, in the title where they are systems."""
    assert write_out(systems, 1).headings == ["BLEU", "chrF2", "TER ↓"]
    written = write_out(groups, 1)
    assert written.title == "TER ↓"
    assert written.headings == ["first", "second_system"]


def test_labels_that_count_are_aligned_as_numbers(groups: Table) -> None:
    """The total's label does not decide."""
    assert write_out(groups, 1).counted == (False, True)


def test_pieces_hold_all_columns_once(systems: Table) -> None:
    """However little room there is, every column is somewhere."""
    written = write_out(systems, 1)
    for room in range(30):
        pieces = list(split(written, [9, 7, 8, 9], room))
        assert [name for piece in pieces for name in piece.columns] == ["BLEU", "chrF2", "TER"]
        assert all(len(line.cells) == len(piece.columns) for piece in pieces for line in piece.rows)


def test_a_value_stays_with_its_interval() -> None:
    """The cut moves to the left; where three columns do not fit, nothing is kept together."""
    columns = tuple(map(Column, ("r", "low", "high", "τ", "τ low", "τ high", "n")))
    written = write_out(Table(("metric",), columns, [Row(("BLEU",), (0.5,) * len(columns))]), 1)
    widths = [6] * (len(columns) + 1)
    for room in (30, 36, 41):
        pieces = [piece.columns for piece in split(written, widths, room)]
        assert [name for piece in pieces for name in piece] == list(written.columns)
        assert all(piece[0] in ("r", "τ", "n") for piece in pieces)
    assert [piece.columns for piece in split(written, widths, 18)][:2] == [("r", "low"), ("high",)]


def _pairs(*labels: tuple[str, ...]) -> WrittenTable:
    """Rows of such labels, with two values each."""
    names = ("languages", "system", "beside", "verdict")
    rows = [Row(of_row, (1.0, 2.0)) for of_row in labels]
    return write_out(Table(names, (Column("p"), Column("q")), rows, title="Pairs"), 2)


def test_what_every_row_has_is_told_once() -> None:
    """A label that is the same in all rows goes to the title; the rows keep what tells them apart."""
    written = told_once(_pairs(("de-en", "a", "b", "open"), ("de-en", "a", "c", "first")))
    assert written.title == "Pairs (languages: de-en, system: a)"
    assert written.labels == ("beside", "verdict")
    alone = _pairs(("de-en", "a", "b", "open"))
    assert told_once(alone) == alone


def test_later_pieces_have_the_labels_that_tell_rows_apart() -> None:
    """The verdict is read beside the first values; a system's name never goes."""
    written = _pairs(("de-en", "a", "b", "open"), ("de-en", "a", "c", "open"), ("de-en", "b", "c", "open"))
    assert telling(written) == [1, 2]
    first, second = split(written, [10, 10, 10, 10, 5, 5], 45, title="Pairs")
    assert first.labels == written.labels
    assert (second.labels, second.columns, second.title) == (
        ("system", "beside"),
        ("q",),
        "Pairs (continued)",
    )


def test_labels_that_leave_no_room_stand_alone() -> None:
    """Rather than a column that nobody can read."""
    written = _pairs(("de-en", "a", "b", "open"), ("en-de", "a", "b", "no evidence against it"))
    first, second = split(written, [10, 10, 10, 30, 5, 5], 60)
    assert first.columns == ()
    assert second.columns == ("p", "q")
    assert "verdict" not in second.labels
