"""JSON: one object per line, or one list of objects, whose keys are the columns of a table."""

from __future__ import annotations

import json
from functools import lru_cache
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, TypeAlias

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


def read_json(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The corpus of a file with one list of objects; some call JSON lines and Pearmut's results so, too."""
    from karat.readers.people.pearmut import is_pearmut, read_pearmut_corpus

    if is_pearmut(path):
        return read_pearmut_corpus(path, systems=systems, align=align)
    return read_table(known(json_table(path)), systems, align=align)


def json_table(path: FilePath) -> InputTable:
    """The table of a file with one list of objects, or with one JSON object per line."""
    text = read_unmarked(path).strip(_BLANK)
    if not text.startswith("["):
        return json_lines_table(path)
    read = _remembered_list if len(text) <= _MOST_REMEMBERED else _list_table
    return read(display_name(path), text)


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


def _rows_of_list(name: str, text: str) -> list[Row]:
    try:
        rows: Any = _parser()(text)
    except JSONDecodeError as error:
        problem = f"this is not JSON ({error.msg.removesuffix(' at')} at character {error.colno})"
        raise InvalidFile.at(name, f"{problem}. Correct it.", line=error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise InvalidFile.at(name, f"this is not JSON that can be read ({error}). Correct it.") from None
    made: list[Row] = []
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            raise InvalidFile(
                f'{name}, row {number}: an object was expected, such as {{"source": "…"}}. '
                "Put each row in braces."
            )
        made.append(row)
    return made


def _parser() -> Callable[[str], object]:
    return json.JSONDecoder(object_pairs_hook=_object).decode


def _object(pairs: list[tuple[str, object]]) -> Row:
    row = dict(pairs)
    if len(row) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
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
    return _of_rows(name, rows, range(1, len(rows) + 1))


def _list_table(name: str, text: str) -> InputTable:
    # Lines of a list tell nothing: it may be all in one.
    return _of_rows(name, _rows_of_list(name, text), None)


def _of_rows(name: str, rows: list[Row], lines: Sequence[int] | None) -> InputTable:
    # A key may be absent from some rows; a dictionary keeps the order in which keys appear.
    columns: Row = {}
    for row in rows:
        columns.update(row)
    return InputTable(name, list(columns), lambda column: [row.get(column) for row in rows], len(rows), lines)


# One command asks the same file for its texts, for scores and for judgements. What the file says is compared,
# not when it was written, so that one that changed is read anew.
_remembered_table = lru_cache(maxsize=8)(_table)
_remembered_list = lru_cache(maxsize=8)(_list_table)
