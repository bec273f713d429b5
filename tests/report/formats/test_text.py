"""Tables as plain text."""

import subprocess
import sys

import pytest
from tests.golden import files as golden

from karat.report.formats.text import LEAST, display_width, folded, narrowed, render
from karat.report.tables import Column, Note, Row, Table


def test_plain_tables(systems: Table, groups: Table, notes: list[Note]) -> None:
    """Columns are aligned, the best is marked, totals stand apart, notes follow."""
    golden.check("report.text.txt", render([systems, groups], notes, digits=2))


def test_wide_tables_go_on_below() -> None:
    """Columns that do not fit follow in another piece, which repeats the labels and keeps the marks."""
    columns = tuple(Column(f"system-{number}", "higher") for number in range(7))
    rows = [Row(("news",), (1, 2, 3, 4, 5, 6, 7)), Row(("mail",), (7, 6, 5, 4, 3, 2, 1))]
    text = render([Table(("type",), columns, rows, compared="in rows")], [], digits=1, width=40)
    golden.check("report.text-pieces.txt", text)
    assert max(map(display_width, text.splitlines())) <= 40


@pytest.mark.parametrize("width", [1, 10])
def test_a_table_that_cannot_fit_is_drawn_all_the_same(systems: Table, width: int) -> None:
    """One column is the least."""
    text = render([systems], [], digits=2, width=width)
    assert all(name in text for name in ("BLEU", "chrF2", "TER", "online-B"))


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("日本", 4), ("é", 1), ("e\u0301", 1), ("", 0)])
def test_widths_on_a_terminal(text: str, width: int) -> None:
    """Wide characters take two places, combining ones none."""
    assert display_width(text) == width


def test_no_table_has_trailing_blanks(systems: Table, groups: Table, notes: list[Note]) -> None:
    """Lines end where their text ends."""
    text = render([systems, groups], notes, digits=2)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_a_table_that_is_a_little_too_wide_is_folded() -> None:
    """Names give way before a table is cut in two; every value stays beside its name."""
    rows = [Row(("a name of several words", "pass"), (1.0, 2.0)), Row(("another one", "fail"), (3.0, 4.0))]
    table = Table(("system", "verdict"), (Column("low"), Column("high")), rows)
    assert render([table], [], digits=2, width=38).splitlines() == [
        "system             verdict   low  high",
        "──────────────────────────────────────",
        "a name of several  pass     1.00  2.00",
        "words",
        "another one        fail     3.00  4.00",
    ]


def test_notes_are_broken_between_words() -> None:
    """A sentence goes on below itself; a recipe stays whole, to be copied."""
    notes = [
        Note("error", "the standard error of the difference, in points"),
        Note("BLEU", "BLEU|" + "x" * 60),
    ]
    drawn = render([], notes, digits=2, width=45).splitlines()
    assert drawn == [
        "error  the standard error of the difference,",
        "       in points",
        "BLEU   BLEU|" + "x" * 60,
    ]


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("plain", 5),
        ("Görzfelde", 9),
        ("日本語", 6),
        ("ﾊﾝｶｸ", 4),
        ("e\u0301", 1),  # an accent stands above its letter
        ("नमस्ते", 4),  # vowel signs and joined consonants
        ("👩\u200d👩\u200d👧", 2),  # one picture
        ("❤\ufe0f", 2),  # asked to be a picture
        ("z\u200bw", 2),
        ("–…−", 3),
        ("tab\té", 5),
    ],
)
def test_width_on_a_terminal(text: str, width: int) -> None:
    """As terminals draw them; of what moves the cursor, the number of characters."""
    assert display_width(text) == width


def test_ascii_needs_no_table() -> None:
    """A table of ASCII names does not import one."""
    program = (
        "import sys; from karat.report.formats.text import display_width; display_width('a b'); "
        "print('wcwidth' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize("room", [1, 2, 5, 13, 80])
def test_folded_lines_fit(room: int) -> None:
    """Nothing is lost, and no line is wider than its place, unless a single letter is."""
    text = "one 日本語 reference is enough"
    lines = folded(text, room)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(display_width(line) <= max(room, 2) for line in lines)


def test_columns_of_labels_give_room() -> None:
    """The widest first, down to what can still be read; columns of values never do."""
    assert narrowed([10, 40, 8], 2, 40) == [10, 22, 8]
    assert narrowed([30, 30, 8], 2, 48) == [20, 20, 8]
    assert narrowed([30, 30, 80], 2, 10) == [LEAST, LEAST, 80]
    assert narrowed([5, 5], 1, 100) == [5, 5]


def test_long_words_fill_their_lines() -> None:
    """A word that is longer than a line is cut where the line is full, not before."""
    assert folded("abcdefgh", 4) == ["abcd", "efgh"]
