"""Tables as aligned plain text."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from karat.report.formats.sheets import headings, split, told_once, write_out
from karat.report.formats.widths import LEAST, display_width, folded, narrowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.formats.sheets import Sheet
    from karat.report.tables import Note, Table


BEST = "*"
GAP = 2
RULE, LIGHT_RULE = "─", "┄"
# In less room than this, breaking a sentence does not make it easier to read.
_LEAST_ROOM = 30


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int, width: int | None = None) -> str:
    """Tables and the notes below them; a table that is wider than `width` goes on below itself."""
    sheets = [piece for table in tables for piece in pieces(write_out(table, digits), width)]
    blocks = [_draw(sheet, width) for sheet in sheets]
    blocks += [lines_of_notes(notes, width)] if notes else []
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def pieces(sheet: Sheet, width: int | None, *, gap: int = GAP, marks: bool = True) -> list[Sheet]:
    """The sheet, or as many pieces of it as a terminal of that width needs."""
    if width is None or _width(sheet, gap, marks) <= width:
        return [sheet]
    shorter = told_once(sheet)
    if _folds(shorter, _width(shorter, gap, marks) - width):
        return [shorter]
    widths = [wide + gap for wide in _widths(_grid(shorter, marks=marks))]
    return list(split(shorter, widths, width + gap, title=sheet.title))


def _folds(sheet: Sheet, over: int) -> bool:
    """Whether a column of names can give what is too much and still be read, rather than cut the table."""
    widest = max(_widths([sheet.labels, *(line.labels for line in sheet.lines)]))
    return over <= widest // 2 and widest - over >= LEAST


def _width(sheet: Sheet, gap: int, marks: bool) -> int:
    widths = _widths(_grid(sheet, marks=marks))
    return sum(widths) + gap * (len(widths) - 1)


def lines_of_notes(notes: Sequence[Note], room: int | None = None) -> list[str]:
    """Each note on a line, the texts below each other; where there is less room, sentences are broken.

    A recipe is there to be copied, so it is not.
    """
    width = max((display_width(note.label) for note in notes), default=0)
    lines = []
    for note in notes:
        first, *others = _broken(note.text, None if room is None else room - width - 2)
        lines.append(f"{_pad(note.label, width, False)}  {first}".rstrip())
        lines += [f"{'':{width}}  {other}" for other in others]
    return lines


def _broken(text: str, room: int | None) -> list[str]:
    """A text in lines; one that is mostly a single word stays whole."""
    if room is None or room < _LEAST_ROOM or display_width(text) <= room:
        return [text]
    # A word that does not fit is a recipe or a path.
    return [text] if max(map(display_width, text.split(" "))) > room else folded(text, room)


def _draw(sheet: Sheet, width: int | None) -> list[str]:
    grid = _grid(sheet)
    widths = _widths(grid)
    if width is not None:
        widths = narrowed(widths, len(sheet.labels), width - GAP * (len(widths) - 1))
    right = (*sheet.counted, *(True for _ in sheet.columns))
    header, *rows = [_row(texts, widths, right) for texts in grid]
    across = max(display_width(line) for block in (header, *rows) for line in block)
    lines = [*header, RULE * across]
    last = len(rows) - 1
    for place, block in enumerate(rows):
        if place in sheet.breaks:
            lines.append(LIGHT_RULE * across)
        if sheet.has_total and place == last:
            lines.append(RULE * across)
        lines += block
    title = [sheet.title] if width is None else folded(sheet.title, width)
    return [*title, *lines] if sheet.title else lines


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


def _grid(sheet: Sheet, *, marks: bool = True) -> list[list[str]]:
    """Header and rows; where one value is marked, the others have a blank in the same place."""
    marked = marks and any(cell.best for line in sheet.lines for cell in line.cells)
    blank, mark = (" ", BEST) if marked else ("", "")
    header = [*sheet.labels, *(name + blank for name in headings(sheet))]
    rows = (
        [*line.labels, *(cell.text + (mark if cell.best else blank) for cell in line.cells)]
        for line in sheet.lines
    )
    return [header, *rows]


def _widths(grid: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(display_width, column)) for column in zip(*grid, strict=True)]


def _pad(text: str, width: int, right: bool) -> str:
    blank = " " * (width - display_width(text))
    return blank + text if right else text + blank
