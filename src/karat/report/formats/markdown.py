"""Tables as Markdown in GitHub's flavour, for summaries of CI and comments on changes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from karat.report.formats.written_table import write_out
from karat.report.tables import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.report.formats.written_table import WrittenCell, WrittenTable
    from karat.report.tables import Note, Table

# Everything that Markdown or HTML could take for a sign of its own; a name with @ would call somebody.
_SIGNS = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
_CALLS = re.compile(r"@(?=\w)")


def render(tables: Sequence[Table], notes: Sequence[Note], *, digits: int, title: str = "") -> str:
    """A heading, the tables, and the notes as a list."""
    blocks = [[f"## {escaped(title)}"]] if title else []
    blocks += [_table(write_out(table, digits)) for table in tables]
    if notes:
        blocks.append([_item(note) for note in notes])
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def escaped(text: str) -> str:
    r"""A text in which Markdown sees no signs.

    >>> escaped("a|b *c* <d>")
    'a\\|b \\*c\\* \\<d\\>'
    """
    plain = _SIGNS.sub(lambda found: f"\\{found[0]}", printable(text))
    return _CALLS.sub("@\N{ZERO WIDTH SPACE}", plain)


def _item(note: Note) -> str:
    label = f"**{escaped(note.label)}** " if note.label else ""
    return f"- {label}{escaped(note.with_hint)}"


def _table(written: WrittenTable) -> list[str]:
    marks = [*("--:" if counted else ":--" for counted in written.counted), *("--:" for _ in written.columns)]
    return [
        *([f"### {escaped(written.title)}", ""] if written.title else []),
        _row([*map(escaped, (*written.labels, *written.headings))]),
        _row(marks),
        *(_row([*map(escaped, row.labels), *map(_value, row.cells)]) for row in written.rows),
    ]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _value(cell: WrittenCell) -> str:
    return f"**{escaped(cell.text)}**" if cell.best else escaped(cell.text)
