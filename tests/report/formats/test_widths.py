"""How wide texts are on a terminal."""

import subprocess
import sys

import pytest

from karat.report.formats.widths import LEAST, display_width, folded, narrowed


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
        "import sys; from karat.report.formats.widths import display_width; display_width('a b'); "
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
