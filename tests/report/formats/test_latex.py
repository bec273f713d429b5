"""Tables for papers."""

import pytest
from tests.golden import files as golden

from karat.report.formats.latex import escaped, render
from karat.report.tables import Column, Note, Row, Table


def test_tables_for_papers(systems: Table, groups: Table, notes: list[Note]) -> None:
    """Booktabs, bold for the best, recipes as comments."""
    golden.check("report.latex.txt", render([systems, groups], notes, digits=2))


@pytest.mark.parametrize("character", list("&%$#_{}~^\\<>|"))
def test_commands_are_escaped(character: str) -> None:
    """No character of a name is a command of LaTeX."""
    text = escaped(f"a{character}b")
    assert text != f"a{character}b"
    assert text.startswith("a\\")
    assert text.endswith("b")


def test_symbols_are_commands() -> None:
    """pdfLaTeX knows no Greek letters and few signs; those of Karat's own headings are maths."""
    assert escaped("κ τ² Δ ≥ −1 → …") == r"$\kappa$ $\tau$$^2$ $\Delta$ $\geq$ $-$1 $\rightarrow$ \ldots{}"


@pytest.mark.parametrize("name", ["[2em]x", "*x"])
def test_a_name_is_no_option_of_the_row_before(name: str) -> None:
    """A row may not begin with what \\\\ would take for its option."""
    assert escaped(name).startswith("{")


def test_comments_stay_on_their_line(groups: Table) -> None:
    """A title cannot end its comment."""
    text = render([groups.changed(title="x\n\\input{y}")], [], digits=2)
    assert "\n\\input" not in text


def test_groups_stand_apart() -> None:
    """A space stands before each row with which a group begins, wherever the other ones are."""
    rows = [Row((name,), (1.0,)) for name in "abcd"]
    table = Table(("system",), (Column("BLEU", "higher"),), rows, breaks=frozenset({1, 3}))
    body = render([table], [], digits=1).split("\\midrule\n")[1].splitlines()
    assert [line[0] if line[0] != "\\" else line for line in body[:6]] == [
        "a",
        "\\addlinespace",
        "b",
        "c",
        "\\addlinespace",
        "d",
    ]
