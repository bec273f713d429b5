"""Tables as text: tab-separated (`.tsv`) and comma-separated (`.csv`), both with a header."""

from __future__ import annotations

import csv
from contextlib import suppress
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.readers.corpora.layouts import read_table
from karat.readers.files.input_table import InputTable
from karat.readers.files.lines import lines_of, read_unmarked
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath

    Record = tuple[int, list[str]]


def read_tsv(path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment") -> Corpus:
    """The corpus of a tab-separated file; a tab always separates, a quotation mark is text."""
    return read_table(tsv_table(path), systems, align=align)


def tsv_table(path: FilePath) -> InputTable:
    """The table of a tab-separated file."""
    name = display_name(path)
    lines = lines_of(read_unmarked(path), name)
    records = ((number, line.split("\t")) for number, line in enumerate(lines, 1))
    return _table(name, records)


def read_csv(path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment") -> Corpus:
    """The corpus of a comma-separated file with quotation marks where a text needs them."""
    return read_table(csv_table(path), systems, align=align)


def csv_table(path: FilePath) -> InputTable:
    """The table of a comma-separated file, or one with semicolons, as Excel writes it in much of Europe."""
    name = display_name(path)
    text = read_unmarked(path)
    return _table(name, _csv_records(text, name, _separator(text)))


def _separator(text: str) -> str:
    """What stands between columns: a comma, unless the header has none and something else cuts it."""
    header = text.partition("\n")[0]
    with suppress(csv.Error):
        for separator in ",;\t":
            if len(next(csv.reader([header], delimiter=separator), ())) > 1:
                return separator
    return ","


def _csv_records(text: str, name: str, separator: str) -> Iterator[Record]:
    # Cut at LF only: `splitlines` would end a record at characters that belong to its text.
    lines = (f"{line}\n" for line in text.removesuffix("\n").split("\n"))
    reader = csv.reader(lines, delimiter=separator, strict=True)
    line = 1
    try:
        for fields in reader:
            yield line, fields
            line = reader.line_num + 1
    except csv.Error as error:
        held = {",": "commas", ";": "semicolons"}.get(separator, "tabs")
        raise InvalidFile.at(
            name, f"this is not CSV ({error}). Quote texts that hold {held} or line breaks.", line=line
        ) from None


def _table(name: str, records: Iterator[Record]) -> InputTable:
    _, header = next(records, (1, []))
    if not any(header):
        raise InvalidFile.at(name, "a header with the names of the columns was expected.", line=1)
    lines, rows = [], []
    for line, fields in records:
        if len(fields) != len(header):
            raise InvalidFile.at(name, _wrong_count(len(fields), len(header)), line=line)
        lines.append(line)
        rows.append(fields)
    columns = dict(zip(header, zip(*rows, strict=True), strict=True)) if rows else {}
    return InputTable(name, header, columns.__getitem__, len(rows), lines, empty_is_missing=True)


def _wrong_count(got: int, expected: int) -> str:
    return (
        f"the line has {got} {'field' if got == 1 else 'fields'}, the header has {expected}. "
        "Each line must have one field for each column."
    )
