"""Which values of a table are best, and how values and names are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat.report.tables import Column, Row, Table, best_cells, number, printable

if TYPE_CHECKING:
    from karat.report.tables import Compared

NAN = float("nan")


def table(*rows: tuple[float, ...], compared: Compared = "in columns", total: Row | None = None) -> Table:
    """A table whose first column is better high and whose second is better low."""
    columns = (Column("up", "higher"), Column("down", "lower"), Column("neither"))
    return Table(("system",), columns, [Row(("x",), row) for row in rows], compared=compared, total=total)


def test_best_in_columns() -> None:
    """Each column has its own direction, and a column without one has no best."""
    assert best_cells(table((1, 1, 1), (2, 2, 2)), 2) == {(1, 0), (0, 1)}


def test_values_that_look_alike_are_best_together() -> None:
    """Two equal figures on paper cannot be told apart by their mark."""
    assert best_cells(table((1.001, 5, 0), (1.002, 6, 0)), 2) == {(0, 0), (1, 0), (0, 1)}
    assert best_cells(table((1.001, 5, 0), (1.002, 6, 0)), 3) == {(1, 0), (0, 1)}


def test_a_missing_value_is_never_best() -> None:
    """NaN stands for nothing."""
    assert best_cells(table((NAN, 1, 0), (1, 1, 0), (0, 2, 0)), 2) == {(1, 0), (0, 1), (1, 1)}


def test_one_value_is_no_contest() -> None:
    """A single system is not the best of anything."""
    assert best_cells(table((1, 1, 1)), 2) == set()
    assert best_cells(table((1, 1, 1), (2, 2, 2), compared="nowhere"), 2) == set()


def test_best_in_rows_counts_the_total() -> None:
    """Where systems are columns, every row has its best, the total too."""
    columns = (Column("a", "lower"), Column("b", "lower"))
    rows = [Row(("news",), (1, 2)), Row(("mail",), (4, 3))]
    by_row = Table(("type",), columns, rows, compared="in rows", total=Row(("all",), (5, 6)))
    assert best_cells(by_row, 2) == {(0, 0), (1, 1), (2, 0)}


def test_a_total_takes_no_part_in_columns() -> None:
    """The total of a column is not one of its systems."""
    assert best_cells(table((1, 1, 1), (2, 2, 2), total=Row(("all",), (9, 0, 9))), 2) == {(1, 0), (0, 1)}


@pytest.mark.parametrize(
    ("value", "digits", "text"), [(1.005, 2, "1.00"), (99.999, 2, "100.00"), (12.5, 0, "12"), (NAN, 2, "nan")]
)
def test_numbers(value: float, digits: int, text: str) -> None:
    """A fixed number of digits; missing is nan."""
    assert number(value, digits) == text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("online-B", "online-B"),
        ("日本", "日本"),
        ("a\tb\nc", "a\\tb\\nc"),
        ("\x1b[31m", "\\x1b[31m"),
        ("", ""),
    ],
)
def test_names_stay_on_their_line(name: str, text: str) -> None:
    """Control characters are written out."""
    assert printable(name) == text
