"""A table: named columns of values, in which every row knows its place in the file, and who reads it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from os import fspath
from typing import TYPE_CHECKING

from karat.errors import InvalidFile
from karat.readers.files import columns
from karat.readers.files.encoding import is_workbook, split_sheet, workbook
from karat.readers.files.opening import display_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.kernel import Texts
    from karat.readers.files.columns import Role
    from karat.readers.files.opening import FilePath


@dataclass(frozen=True, slots=True)
class InputTable:
    """The rows of a file by column; `values` gives a column only when it is looked at.

    `lines` has the line of each row, or None where a file has rows but no lines; `counted` is what a message
    calls them. `empty_is_missing` is for formats that cannot tell an empty text from none. `in_place` gives a
    column as the kernel reads it, where each of its cells is sound text, and None of other columns.
    """

    file: str
    columns: Sequence[str]
    values: Callable[[str], Sequence[object]]
    length: int
    lines: Sequence[int] | None = None
    empty_is_missing: bool = False
    counted: str = "line"
    in_place: Callable[[str], Texts | None] | None = None

    def __post_init__(self) -> None:
        if len(set(self.columns)) < len(self.columns):
            twice = next(name for name in self.columns if self.columns.count(name) > 1)
            raise InvalidFile.at(self.file, f"two columns are called {twice!r}. Rename or remove one.")
        if self.length == 0:
            raise InvalidFile.at(self.file, "there are no rows. One row per segment was expected.")

    def __len__(self) -> int:
        return self.length

    def find(self, role: Role) -> str | None:
        """The column of a role, if there is one."""
        return columns.find(self.columns, role, self.file)

    def require(self, role: Role) -> str:
        """The column of a role, which must be there."""
        return columns.require(self.columns, role, self.file)

    def texts(self, column: str) -> Sequence[str]:
        """A column in which each cell must hold text."""
        if (found := self.sound(column)) is not None:
            return found
        return [self.text(column, row, value) for row, value in enumerate(self.values(column))]

    def sound(self, column: str) -> Texts | None:
        """A column as the kernel reads it, where no cell needs a look."""
        return None if self.in_place is None else self.in_place(column)

    def rows(self, kept: Sequence[int]) -> InputTable:
        """A table of some rows, which keep their lines."""

        def values(column: str) -> list[object]:
            whole = self.values(column)
            return [whole[row] for row in kept]

        # Where a file has no lines, its rows are counted.
        lines = None if self.lines is None else [self.lines[row] for row in kept]
        return InputTable(
            self.file, self.columns, values, len(kept), lines, self.empty_is_missing, self.counted
        )

    def place(self, row: int) -> str:
        """Where a row stands, as a message says it."""
        return f"row {row + 1}" if self.lines is None else f"{self.counted} {self.lines[row]}"

    def invalid(self, row: int, problem: str) -> InvalidFile:
        """A problem of one row."""
        return InvalidFile(f"{self.file}, {self.place(row)}: {problem}")

    def text(self, column: str, row: int, value: object) -> str:
        """A cell that must hold text."""
        if not isinstance(value, str):
            raise self.invalid(row, f"{column} is {_kind(value)}; text was expected. Put the text there.")
        if "\0" in value:
            raise self.invalid(row, f"{column} holds a NUL character, which no text holds. Take it out.")
        if not (value.isascii() or _has_utf8(value)):
            raise self.invalid(row, f"{column} holds half a surrogate pair. Write the whole character.")
        return value

    def label(self, column: str, row: int, value: object) -> str:
        """A cell that names a document, paragraph or text type; nothing there is an empty name."""
        if value is None:
            return ""
        return str(value) if _is_whole(value) else self.text(column, row, value)

    def key(self, column: str, row: int, value: object) -> int | str:
        """A cell that names a segment."""
        if isinstance(value, int) and _is_whole(value):
            return value
        if name := self.text(column, row, value):
            return name
        raise self.invalid(row, f"{column} is empty; the name or number of the segment was expected.")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _has_utf8(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _kind(value: object) -> str:
    names = {type(None): "missing (null)", list: "a list", dict: "an object", bool: "true or false"}
    return names.get(type(value)) or f"the {type(value).__name__} {value!r}"


def table_of(path: FilePath, *, what: str) -> InputTable:
    """The table of a file; `what` says what it should hold, for the message if it is none."""
    name = display_name(path)
    match ending_of(name):
        case "tsv":
            from karat.readers.corpora.tsv import tsv_table as read
        case "csv":
            from karat.readers.corpora.tsv import csv_table as read
        case "json":
            from karat.readers.corpora.json_lines import json_table as read
        case "jsonl" | "ndjson":
            from karat.readers.corpora.json_lines import json_lines_table as read
        case "parquet":
            from karat.readers.corpora.parquet import parquet_table as read
        case "xlsx" | "xlsm":
            from karat.readers.corpora.workbook import workbook_table as read
        case _ if is_workbook(name):
            raise workbook(name)
        case _:
            raise InvalidFile.at(
                name,
                f"a table of {what} was expected: .tsv, .csv, .json, .jsonl, .ndjson or .parquet "
                "(also .gz or .zst), or .xlsx. Give it that ending, and a header that names its columns.",
            )
    return read(path)


def is_table(name: str) -> bool:
    """Whether a file of that name is a table, which may have columns beside the texts."""
    return ending_of(name) in ("tsv", "csv", "json", "jsonl", "ndjson", "parquet", "xlsx", "xlsm")


def base_name(path: FilePath) -> str:
    """The name of a file without its folders."""
    return display_name(path).replace("\\", "/").rpartition("/")[2]


def checksum(path: FilePath) -> str:
    """The start of the checksum that tells whether a file is still the same."""
    return sha256(read_bytes(split_sheet(fspath(path))[0])).hexdigest()[:12]


def ending_of(name: str) -> str:
    """What tells the format of a file, whether compressed or not."""
    name, _ = split_sheet(name)
    return name.removesuffix(".gz").removesuffix(".zst").rpartition(".")[2].lower()
