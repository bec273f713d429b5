"""Tables that every format must draw, and charts that are drawn once."""

import pytest

from karat.report.tables import Column, Note, Row, Table


@pytest.fixture(autouse=True)
def _drawn_once(drawn_once: None, suspected_once: None) -> None:
    """Pages, notebooks and tests show the same charts again and again."""


@pytest.fixture
def systems() -> Table:
    """Systems with wide, long and hostile names, and a missing value."""
    rows = [
        Row(("online-B",), (34.256, 61.0, 5.4)),
        Row(("日本語 system",), (33.0, 100.0, float("nan"))),
        Row(("a_b & 100% <x>\t{y}\\~^#$|",), (0.0, 7.125, 99.5)),
    ]
    columns = (Column("BLEU", "higher"), Column("chrF2", "higher"), Column("TER", "lower"))
    return Table(("system",), columns, rows, compared="in columns")


@pytest.fixture
def groups() -> Table:
    """Documents as rows and systems as columns, with a total and a label that is missing."""
    rows = [Row(("news.1", "4"), (1.0, 2.0)), Row(("", "12"), (3.0, 2.5))]
    columns = (Column("first", "lower"), Column("second_system", "lower"))
    total = Row(("all", "16"), (2.0, 2.25))
    return Table(("document", "segments"), columns, rows, title="TER", total=total, compared="in rows")


@pytest.fixture
def notes() -> list[Note]:
    """Notes with and without a label."""
    return [Note("segments", "16"), Note("BLEU", "BLEU|order:4"), Note("", "more")]
