"""Tables for summaries of CI."""

import pytest
from tests.golden import files as golden

from karat.report.formats.markdown import escaped, render
from karat.report.tables import Column, Note, Row, Table


def test_tables_for_summaries(systems: Table, groups: Table, notes: list[Note]) -> None:
    """A heading, GitHub's tables, bold for the best, notes as a list."""
    golden.check("report.markdown.txt", render([systems, groups], notes, digits=2, title="karat: <done>"))


@pytest.mark.parametrize("character", list("|*_`[]<>#~\\&$"))
def test_signs_are_escaped(character: str) -> None:
    """No character of a name is a sign of Markdown or HTML."""
    assert escaped(f"a{character}b") == f"a\\{character}b"


def test_a_name_calls_nobody_and_breaks_no_line() -> None:
    """An @ is no mention of a user, and a name stays in its cell."""
    table = Table(("system",), (Column("BLEU"),), [Row(("@some\n|one",), (1.0,))])
    shown = render([table], [], digits=1)
    assert "@some" not in shown
    assert len(shown.splitlines()) == 3
