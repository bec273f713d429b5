"""Tables as aligned plain text, by the width that a terminal gives each character."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from karat.report.formats.written_table import split, told_once, write_out
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.formats.written_table import WrittenTable
    from karat.report.tables import Note, Table

# Narrower than this, a column of names cannot be read.
LEAST = 12
BEST = "*"
GAP = 2
RULE, LIGHT_RULE = "─", "┄"
# In less room than this, breaking a sentence does not make it easier to read.
_LEAST_ROOM = 30


def display_width(text: str) -> int:
    """How many places a text takes on a terminal."""
    if text.isascii():
        return len(text)
    # Most names are ASCII, and need no table of widths.
    from wcwidth import wcswidth

    width = wcswidth(text)
    return width if width >= 0 else len(text)  # a text that moves the cursor has no width


def folded(text: str, room: int) -> list[str]:
    """A text in lines of so many places, broken between words, or within one that is longer.

    >>> folded("one reference is enough", 13)
    ['one reference', 'is enough']
    """
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if display_width(longer) <= room:
            lines[-1] = longer
            continue
        lines += [*([] if not lines[-1] else [""])]
        for character in word:
            if lines[-1] and display_width(lines[-1] + character) > room:
                lines.append("")
            lines[-1] += character
    return lines


def narrowed(widths: Sequence[int], labels: int, width: int) -> list[int]:
    """Widths of columns that come to `width` together, as far as the first, which hold labels, can give.

    >>> narrowed([10, 40, 8], 2, 40)
    [10, 22, 8]
    """
    made = list(widths)
    while (over := sum(made) - width) > 0:
        widest = max(range(labels), key=made.__getitem__)
        if made[widest] <= LEAST:
            break
        others = [made[place] for place in range(labels) if place != widest]
        # Columns that are as wide as each other give alike, one place after the other.
        floor = made[widest] - 1 if made[widest] in others else max([LEAST, *others])
        made[widest] = max(made[widest] - over, floor)
    return made


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int, width: int | None = None) -> str:
    """Tables and the notes below them; a table that is wider than `width` goes on below itself."""
    fitting = [piece for table in tables for piece in pieces(write_out(table, digits), width)]
    blocks = [_draw(written, width) for written in fitting]
    blocks += [lines_of_notes(notes, width)] if notes else []
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def pieces(
    written: WrittenTable, width: int | None, *, gap: int = GAP, marks: bool = True
) -> list[WrittenTable]:
    """The table, or as many pieces of it as a terminal of that width needs."""
    if width is None or _width(written, gap, marks) <= width:
        return [written]
    shorter = told_once(written)
    if _folds(shorter, _width(shorter, gap, marks) - width):
        return [shorter]
    widths = [wide + gap for wide in _widths(_grid(shorter, marks=marks))]
    return list(split(shorter, widths, width + gap, title=written.title))


def _folds(written: WrittenTable, over: int) -> bool:
    """Whether a column of names can give what is too much and still be read, rather than cut the table."""
    widest = max(_widths([written.labels, *(line.labels for line in written.rows)]))
    return over <= widest // 2 and widest - over >= LEAST


def _width(written: WrittenTable, gap: int, marks: bool) -> int:
    widths = _widths(_grid(written, marks=marks))
    return sum(widths) + gap * (len(widths) - 1)


def lines_of_notes(notes: Sequence[Note], room: int | None = None) -> list[str]:
    """Each note on a line, the texts below each other; where there is less room, sentences are broken.

    A recipe is there to be copied, so it is not.
    """
    width = max((display_width(printable(note.label)) for note in notes), default=0)
    lines = []
    for note in notes:
        first, *others = _broken(printable(note.with_hint), None if room is None else room - width - 2)
        lines.append(f"{_pad(printable(note.label), width, False)}  {first}".rstrip())
        lines += [f"{'':{width}}  {other}" for other in others]
    return lines


def _broken(text: str, room: int | None) -> list[str]:
    """A text in lines; one that is mostly a single word stays whole."""
    if room is None or room < _LEAST_ROOM or display_width(text) <= room:
        return [text]
    # A word that does not fit is a recipe or a path.
    return [text] if max(map(display_width, text.split(" "))) > room else folded(text, room)


def _draw(written: WrittenTable, width: int | None) -> list[str]:
    grid = _grid(written)
    widths = _widths(grid)
    if width is not None:
        widths = narrowed(widths, len(written.labels), width - GAP * (len(widths) - 1))
    right = (*written.counted, *(True for _ in written.columns))
    header, *rows = [_row(texts, widths, right) for texts in grid]
    across = max(display_width(line) for block in (header, *rows) for line in block)
    lines = [*header, RULE * across]
    last = len(rows) - 1
    for place, block in enumerate(rows):
        if place in written.breaks:
            lines.append(LIGHT_RULE * across)
        if written.has_total and place == last:
            lines.append(RULE * across)
        lines += block
    title = [written.title] if width is None else folded(written.title, width)
    return [*title, *lines] if written.title else lines


def _row(texts: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    """The cells of a row side by side; one that is too long has several lines."""
    cells = [
        [text] if display_width(text) <= width else folded(text, width)
        for text, width in zip(texts, widths, strict=True)
    ]
    return [
        (" " * GAP).join(_pad(*cell) for cell in zip(line, widths, right, strict=True)).rstrip()
        for line in zip_longest(*cells, fillvalue="")
    ]


def _grid(written: WrittenTable, *, marks: bool = True) -> list[list[str]]:
    """Header and rows; where one value is marked, the others have a blank in the same place."""
    marked = marks and any(cell.best for line in written.rows for cell in line.cells)
    blank, mark = (" ", BEST) if marked else ("", "")
    header = [*written.labels, *(name + blank for name in written.headings)]
    rows = (
        [*line.labels, *(cell.text + (mark if cell.best else blank) for cell in line.cells)]
        for line in written.rows
    )
    return [header, *rows]


def _widths(grid: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(display_width, column)) for column in zip(*grid, strict=True)]


def _pad(text: str, width: int, right: bool) -> str:
    blank = " " * (width - display_width(text))
    return blank + text if right else text + blank
