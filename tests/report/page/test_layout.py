"""Which parts of a section stand open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from karat.report.charts import Chart
from karat.report.page.layout import BEHIND, arranged
from karat.report.tables import Column, Note, Row, Table

if TYPE_CHECKING:
    from karat.report.section import Part


def parts(letters: str) -> list[Part]:
    """C is a chart, T a table, N a note; numbers tell them apart."""
    made: dict[str, Part] = {}
    for number, letter in enumerate(letters, 1):
        name = f"{letter}{number}"
        if letter == "C":
            made[name] = Chart(name, name, "", {})
        elif letter == "T":
            made[name] = Table(("x",), (Column("y"),), [Row(("a",), (1.0,))], title=name)
        else:
            made[name] = Note(name, "")
    return list(made.values())


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("", []),
        ("TCN", [(None, 3)]),
        ("CT", [(None, 1), (BEHIND, 1)]),
        ("CTT", [(None, 1), (BEHIND, 1), ("T3", 1)]),
        ("TCCC", [(None, 2), ("C3, C4", 2)]),
        ("CTCTCT", [(None, 1), (BEHIND, 1), ("C3, C5", 4)]),
        ("TTTTTT", [(None, 1), ("T2, T3, T4 and 2 more", 5)]),
        ("TNTN", [(None, 2), ("T3", 1), (None, 1)]),
        ("CNT", [(None, 2), ("T3", 1)]),
        ("CTNCTNCTN", [(None, 1), (BEHIND, 1), (None, 1), ("C4, C7", 5), (None, 1)]),
    ],
)
def test_a_table_and_a_chart_stand_open(letters: str, expected: list[tuple[str | None, int]]) -> None:
    """In their order, with nothing left out."""
    given = parts(letters)
    blocks = arranged(given)
    assert [(block.summary, len(block.parts)) for block in blocks] == expected
    assert [part for block in blocks for part in block.parts] == given


def test_tables_without_titles() -> None:
    """Are counted."""
    tables: list[Part] = [Table(("x",), (), []) for _ in range(3)]
    assert [block.summary for block in arranged(tables)] == [None, "More tables (2)"]
    assert arranged(tables[:2])[1].summary == "Another table"
