"""Standard output: the format of tables and notes, whether a person reads them, and writing all at once."""

from __future__ import annotations

import os
import sys

# Not from typing, which `karat --version` does not need.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from karat.report.tables import Note, Table

_PIECE = 1 << 16
# How a document of LaTeX begins: with comments, or with its first table.
_LATEX = ("% ", "\\begin{")
# For terminals that know no better; what programs read keeps its characters.
_PLAIN = str.maketrans({"─": "-", "–": "-", "…": "...", "↓": "(low)", "≤": "<=", "’": "'"})
# Rich takes a second for a few thousand rows, and nobody looks for colours in so many.
_MOST_STYLED = 1000


def write(text: str, *, for_people: bool = False) -> None:
    """Print everything that a command has to say, once nothing can go wrong any more.

    `for_people` is for words: programs would take a plainer sign in a name for another name.
    """
    if sys.stdout is None:
        raise _unwritable("it is closed")
    _allow_every_character(sys.stdout, text)
    if (for_people or is_terminal(sys.stdout)) and not _is_unicode(sys.stdout):
        text = text.translate(_PLAIN)
    try:
        # In pieces: an unbuffered stream tells of a closed pipe only when the next piece is written.
        for start in range(0, len(text), _PIECE):
            sys.stdout.write(text[start : start + _PIECE])
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _unwritable(error.strerror or str(error)) from None


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads this stream."""
    return stream is not None and stream.isatty()


def shows_styles() -> bool:
    """Whether standard output may have colours, by the conventions of no-color.org and force-color.org."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def terminal_width() -> int:
    """How many characters fit on a line of standard output."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (OSError, ValueError):
        return 80


def _allow_every_character(stream: TextIO, text: str) -> None:
    """A name that the encoding cannot write is escaped; it must not cost the user the figures."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    from codecs import register_error

    is_latex = text.startswith(_LATEX)
    register_error("karat", _in_latex if is_latex else _in_json)
    reconfigure(errors="karat")


def _in_json(error: UnicodeError) -> tuple[str, int]:
    """Characters as JSON escapes them, which other formats show as well: é is \\u00e9 everywhere."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    units = (lacking[at : at + 2].hex() for at in range(0, len(lacking), 2))
    return "".join(f"\\u{unit}" for unit in units), error.end


def _in_latex(error: UnicodeError) -> tuple[str, int]:
    """Characters by their numbers, as LuaLaTeX and XeLaTeX take them; \\u would be an accent."""
    assert isinstance(error, UnicodeEncodeError)
    lacking = error.object[error.start : error.end]
    return "".join(f"\\symbol{{{ord(each)}}}" for each in lacking), error.end


def _is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "utf-8").lower().startswith("utf")


def abandon() -> None:
    """Let go of standard output: Python would write to it once more on its way out, and complain."""
    from contextlib import suppress
    from io import UnsupportedOperation

    # There may be no such stream, or no file behind it.
    with suppress(AttributeError, UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _unwritable(problem: str) -> Exception:
    from karat.errors import UnreadableFile

    abandon()
    return UnreadableFile(f"standard output: it cannot be written ({problem}).")


def render(form: str, tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables and notes in a format that is made of these."""
    match form:
        case "tsv":
            from karat.report.formats import tsv
            from karat.report.tables import RecipeNote

            recipes = {note.label: note.text for note in notes if isinstance(note, RecipeNote)}
            return tsv.render(tables, digits=digits, recipes=recipes)
        case "latex":
            from karat.report.formats import latex

            return latex.render(tables, notes, digits=digits)
    return draw(tables, notes, digits=digits)


def untitled(table: Table) -> Table:
    """A table alone in its file, which needs no title."""
    return table.changed(title="")


def draw(tables: Sequence[Table], notes: Sequence[Note], *, digits: int) -> str:
    """Tables for people: with styles where the terminal shows them."""
    width = terminal_width() if is_terminal(sys.stdout) else None
    if shows_styles() and sum(len(table.rows) for table in tables) <= _MOST_STYLED:
        from karat.report.formats import terminal

        shown = terminal.render(tables, notes, digits=digits, width=width)
    else:
        from karat.report.formats import text

        shown = text.render(tables, notes, digits=digits, width=width)
    return shown if sys.stdout is None or _is_unicode(sys.stdout) else shown.translate(_PLAIN)


def form_for(asked: str | None, *, several: bool = False) -> str:
    """The format that was asked for; else a table for people, TSV for programs, JSON for several tables."""
    if asked is not None:
        return asked
    return "table" if is_terminal(sys.stdout) else "json" if several else "tsv"
