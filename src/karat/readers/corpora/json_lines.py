"""JSON lines: one object per line, whose keys are the columns of a table."""

from __future__ import annotations

import json
from functools import lru_cache
from json import JSONDecodeError
from typing import TYPE_CHECKING, TypeAlias

from karat.errors import InvalidFile
from karat.readers.corpora.foreign_json_lines import known
from karat.readers.corpora.layouts import read_table
from karat.readers.files.input_table import InputTable
from karat.readers.files.lines import read_unmarked
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath


Row: TypeAlias = dict[str, object]

_BLANK = " \t\r\n"
# Of shorter files a few are remembered as they were read.
_MOST_REMEMBERED = 4_000_000


def read_json_lines(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The corpus of a file with one JSON object per line."""
    table = json_lines_table(path)
    if {"annotation", "item"} <= set(table.columns):
        from karat.readers.people.pearmut import read_pearmut_corpus

        return read_pearmut_corpus(path, systems=systems, align=align)
    return read_table(known(table), systems, align=align)


def json_lines_table(path: FilePath) -> InputTable:
    """The table of a file with one JSON object per line."""
    text = read_unmarked(path).rstrip(_BLANK)
    read = _remembered_table if len(text) <= _MOST_REMEMBERED else _table
    return read(display_name(path), text)


def _rows(name: str, text: str) -> list[Row]:
    if not text:
        raise InvalidFile.at(name, "there is nothing to read. One JSON object per line was expected.")
    parse = _parser()
    rows = []
    # JSON forbids raw line breaks in a text, so LF ends a row.
    for number, line in enumerate(text.split("\n"), 1):
        try:
            row = parse(line)
        except (ValueError, RecursionError) as error:
            raise InvalidFile.at(name, f"{_problem(line, error)}. Correct the line.", line=number) from None
        if not isinstance(row, dict):
            raise InvalidFile.at(
                name, 'an object was expected, such as {"source": "…"}. Put each row in braces.', line=number
            )
        rows.append(row)
    return rows


def _parser() -> Callable[[str], object]:
    return json.JSONDecoder(object_pairs_hook=_object).decode


def _object(pairs: list[tuple[str, object]]) -> Row:
    row = dict(pairs)
    if len(row) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        # ValueError is what the parser's other complaints are.
        raise ValueError(f"the key {twice!r} is there twice")
    return row


def _problem(line: str, error: Exception) -> str:
    if not line.strip(_BLANK):
        return "the line is empty; a JSON object was expected"
    return f"this is not a JSON object ({_complaint(error)})"


def _complaint(error: Exception) -> str:
    if not isinstance(error, JSONDecodeError):
        return str(error)
    # Not the whole message: its line is always 1, because the parser is given one line of the file.
    return f"{error.msg.removesuffix(' at')} at character {error.colno}"


def _table(name: str, text: str) -> InputTable:
    rows = _rows(name, text)
    # A key may be absent from some rows; a dictionary keeps the order in which keys appear.
    columns: Row = {}
    for row in rows:
        columns.update(row)
    lines = range(1, len(rows) + 1)
    return InputTable(name, list(columns), lambda column: [row.get(column) for row in rows], len(rows), lines)


# One command asks the same file for its texts, for scores and for judgements. What the file says is compared,
# not when it was written, so that one that changed is read anew.
_remembered_table = lru_cache(maxsize=8)(_table)
