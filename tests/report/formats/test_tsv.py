"""Tab-separated tables."""

from karat.report.formats.tsv import render, render_numbers
from karat.report.tables import Table


def test_rows_and_fields(systems: Table) -> None:
    """A header, then a row for each row, whatever the names hold."""
    lines = [line.split("\t") for line in render([systems], digits=1).splitlines()]
    assert lines[0] == ["system", "BLEU", "chrF2", "TER"]
    assert [len(line) for line in lines] == [4, 4, 4, 4]
    assert lines[2] == ["日本語 system", "33.0", "100.0", "nan"]
    assert lines[3][0] == "a_b & 100% <x>\\t{y}\\~^#$|"


def test_titles_become_a_column(groups: Table) -> None:
    """Tables of several metrics are one table, without totals."""
    text = render([groups, groups.changed(title="BLEU")], digits=2)
    assert text.splitlines() == [
        "metric\tdocument\tsegments\tfirst\tsecond_system",
        "TER\tnews.1\t4\t1.00\t2.00",
        "TER\t\t12\t3.00\t2.50",
        "BLEU\tnews.1\t4\t1.00\t2.00",
        "BLEU\t\t12\t3.00\t2.50",
    ]


def test_numbers_alone(systems: Table) -> None:
    """No header and no names."""
    assert render_numbers([systems], digits=0) == "34\t61\t5\n33\t100\tnan\n0\t7\t100\n"
