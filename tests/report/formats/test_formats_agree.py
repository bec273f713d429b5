"""One table in every format: text, TSV, LaTeX and HTML say the same, cell by cell."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from math import isnan, nan

import pytest
import tests.hypothesis_profile  # noqa: F401
from hypothesis import given, settings
from hypothesis import strategies as st

from karat.report.formats import latex, text, tsv
from karat.report.formats.text import display_width
from karat.report.formats.written_table import write_out
from karat.report.notebook.view_rendering import as_html
from karat.report.tables import Column, Note, Row, Table, View, best_cells

NAMES = (
    "<b>&amp;</b>",
    "]]>\"quoted\"'single'",
    "東京大学機械翻訳システム",
    "مترجم_آلي",
    "a_b&100%{y}\\~^#$|",
    "[2em]",
    "*",
    "🦜",
    "n" * 120,
    "κτ²≥−1→…",
    "online-B",
)
VALUES = st.one_of(st.floats(-1e4, 1e4), st.sampled_from([0.0, -0.0, 1e-9, nan]))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables of one to four rows and columns, with names of every kind; some values are missing."""
    count = draw(st.integers(1, 4))
    columns = tuple(
        Column(
            f"c{place}", draw(st.sampled_from(["higher", "lower", None])), draw(st.sampled_from([None, 0, 4]))
        )
        for place in range(count)
    )
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    values = st.tuples(*[VALUES] * count)
    rows = [Row((name, str(place)), draw(values)) for place, name in enumerate(names)]
    return Table(("system", "segments"), columns, rows, compared="in columns")


def expected(table: Table, missing: str) -> list[list[str]]:
    """Labels and values as they should be written, by a plain loop; no zero has a minus."""
    written = []
    for row in table.rows:
        cells = [
            missing if isnan(value) else f"{value:z.{2 if column.digits is None else column.digits}f}"
            for column, value in zip(table.columns, row.values, strict=True)
        ]
        written.append([*row.labels, *cells])
    return written


class Cells(HTMLParser):
    """The text of every cell of every row in the bodies of tables; everything else is not looked at."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: set[str] = set()
        self._open = False
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 (the parser passes them)
        """A row begins, or a cell."""
        self.tags.add(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._open = True

    def handle_endtag(self, tag: str) -> None:
        """A cell ends."""
        if tag in ("td", "th"):
            self._open = False

    def handle_data(self, data: str) -> None:
        """Text belongs to the cell that is open."""
        if self._open:
            self.rows[-1][-1] += data


@settings(max_examples=60)
@given(table=tables())
def test_tsv(table: Table) -> None:
    """Fields between tabs, nan where nothing is."""
    header, *rows = [line.split("\t") for line in tsv.render([table], digits=2).splitlines()]
    assert header == ["system", "segments", *(column.name for column in table.columns)]
    assert rows == expected(table, "nan")
    bare = [line.split("\t") for line in tsv.render_numbers([table], digits=2).splitlines()]
    assert [len(fields) for fields in bare] == [len(table.columns)] * len(table.rows)


@settings(max_examples=60)
@given(table=tables())
def test_text(table: Table) -> None:
    """Words in columns that end below each other; stars are marks and no part of a value."""
    header, rule, *lines = text.render([table], [], digits=2).splitlines()
    best = best_cells(table, 2)
    for place, (line, cells) in enumerate(zip(lines, expected(table, "–"), strict=True)):
        found = line.split()
        marked = [value.endswith("*") for value in found[2:]]
        assert found[:2] == cells[:2]
        assert [value.rstrip("*") for value in found[2:]] == cells[2:]
        assert marked == [(place, column) in best for column in range(len(table.columns))]
    assert {*rule} == {"─"}
    assert display_width(rule) == max(map(display_width, [header, *lines]))


@settings(max_examples=60)
@given(table=tables(), width=st.integers(20, 90))
def test_text_in_any_width_keeps_every_value(table: Table, width: int) -> None:
    """Pieces and folded names: the values are there, as often as in the table."""
    drawn = text.render([table], [], digits=2, width=width)
    values = sorted(cell for row in expected(table, "–") for cell in row[2:])
    words = [word.rstrip("*") for word in drawn.split()]
    for value in set(values):
        assert words.count(value) >= values.count(value)


@settings(max_examples=60)
@given(table=tables())
def test_latex(table: Table) -> None:
    """As many cells between unescaped ampersands, bold where the value is best."""
    lines = latex.render([table], [], digits=2).splitlines()
    body = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    best = best_cells(table, 2)
    for place, (line, cells) in enumerate(zip(body, expected(table, "--"), strict=True)):
        assert line.endswith(r" \\")
        found = re.split(r"(?<!\\) & ", line.removesuffix(r" \\"))
        assert found[:2] == [latex.escaped(label) for label in cells[:2]]
        wanted = [
            rf"\textbf{{{value}}}" if (place, column) in best else value
            for column, value in enumerate(cells[2:])
        ]
        assert found[2:] == wanted
    # Nothing ends its group early, and nothing opens one that stays open.
    plain = "\n".join(body).replace(r"\{", "").replace(r"\}", "")
    assert plain.count("{") == plain.count("}")


@settings(max_examples=60)
@given(table=tables())
def test_html(table: Table) -> None:
    """The same texts, none of them markup."""
    found = Cells(as_html(View((table,)), digits=2))
    assert [[cell.strip() for cell in row] for row in found.rows[1:]] == expected(table, "–")
    assert "b" not in found.tags


def empty() -> Table:
    """A table without a row."""
    return Table(("system",), (Column("BLEU", "higher"),), [], title="Scores", compared="in columns")


def test_no_rows() -> None:
    """Every format has the header, and nothing below it."""
    assert tsv.render([empty()], digits=2) == "metric\tsystem\tBLEU\n"
    assert tsv.render_numbers([empty()], digits=2) == ""
    assert text.render([empty()], [], digits=2).splitlines() == ["Scores", "system  BLEU", "────────────"]
    assert r"system & BLEU \\" in latex.render([empty()], [], digits=2)
    assert Cells(as_html(View((empty(),)), digits=2)).rows == [["system", "BLEU"]]
    assert write_out(empty(), 2).rows == []


@pytest.mark.parametrize("width", [None, 5, 80])
def test_no_tables(width: int | None) -> None:
    """Notes alone are notes; nothing at all is nothing."""
    assert text.render([], [], digits=2, width=width) == ""
    assert text.render([], [Note("BLEU", "x")], digits=2, width=width) == "BLEU  x\n"
    assert latex.render([], [Note("BLEU", "x")], digits=2).splitlines()[-1] == "% BLEU x"


def test_a_total_is_last_and_apart() -> None:
    """In all formats that show one; TSV leaves it to who reads the file."""
    rows = [Row(("a",), (1.0,)), Row(("b",), (2.0,)), Row(("c",), (3.0,))]
    table = Table(("part",), (Column("x"),), rows, total=Row(("all",), (6.0,)), breaks=frozenset({1}))
    drawn = [line.split()[0][0] for line in text.render([table], [], digits=0).splitlines()]
    assert drawn == ["p", "─", "a", "┄", "b", "c", "─", "a"]
    lines = latex.render([table], [], digits=0).splitlines()
    assert lines[5:12] == [
        r"a & 1 \\",
        r"\addlinespace",
        r"b & 2 \\",
        r"c & 3 \\",
        r"\midrule",
        r"all & 6 \\",
        r"\bottomrule",
    ]
    assert "all" not in tsv.render([table], digits=0)
    assert Cells(as_html(View((table,)), digits=0)).rows[-1] == ["all", "6"]


def test_notes_stay_on_their_line() -> None:
    """A name with a line end neither begins a line of text nor ends a comment of LaTeX."""
    notes = [Note("a\nb", "of x\n\\input{y} and\ttab", "more\r\nhint")]
    drawn = text.render([], notes, digits=2)
    assert drawn == "a\\nb  of x\\n\\input{y} and\\ttab (more\\r\\nhint)\n"
    assert len(latex.render([], notes, digits=2).splitlines()) == 2
