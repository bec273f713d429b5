"""Workbooks of Excel (`.xlsx`, `.xlsm`), read with openpyxl: one sheet is one table.

What a reader would misread is refused: a date that Excel made of a text, an error of a formula, merged cells.
"""

from __future__ import annotations

import io
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from karat.errors import InvalidFile, MissingExtra, UnknownName
from karat.readers.corpora.layouts import read_table
from karat.readers.files.decompression import refuse_archive_bomb
from karat.readers.files.encoding import split_sheet
from karat.readers.files.input_table import InputTable
from karat.readers.files.opening import display_name, read_bytes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from karat.corpus import Alignment, Corpus
    from karat.readers.files.opening import FilePath

# Numbers in these formats are seen as they are stored, so they may be text: a segment that reads "2026".
_PLAIN_FORMATS = ("General", "0", "@")
_DATES = (datetime, date, time, timedelta)


class _Sheet(NamedTuple):
    """What a sheet holds: its header, its rows, and the number of each row."""

    columns: list[str]
    rows: list[list[object]]
    numbers: list[int]


def read_workbook(
    path: FilePath, *, systems: Sequence[str] | None = None, align: Alignment = "segment"
) -> Corpus:
    """The corpus of a sheet: the only one, or that of `BOOK.xlsx#SHEET`."""
    return read_table(workbook_table(path), systems, align=align)


def workbook_table(path: FilePath) -> InputTable:
    """The table of a sheet."""
    name = display_name(path)
    file, sheet = split_sheet(name)
    try:
        import openpyxl  # noqa: F401
    except ImportError:
        raise MissingExtra.of("Reading .xlsx files", "xlsx") from None
    data = read_bytes(file)
    refuse_archive_bomb(data, file)
    found = _read(data, file, sheet)
    columns = dict(zip(found.columns, zip(*found.rows, strict=True), strict=True)) if found.rows else {}
    return InputTable(
        name,
        found.columns,
        columns.__getitem__,
        len(found.rows),
        found.numbers,
        empty_is_missing=True,
        counted="row",
    )


# A table is looked at several times, as segments and for the scores beside them.
@lru_cache(maxsize=4)
def _read(data: bytes, name: str, sheet: str | None) -> _Sheet:
    chosen = _chosen(_opened(data, name, values=True), name, sheet)
    place = f"{name}, sheet {chosen.title!r}"
    if merged := chosen.merged_cells.ranges:
        found = ", ".join(sorted(map(str, merged))[:4])
        raise InvalidFile(
            f"{place}: {found} are merged cells; each row needs its own. Unmerge and fill them."
        )
    cells = _filled(chosen)
    if not cells:
        raise InvalidFile(f"{place}: the sheet is empty. A header and one row per segment were expected.")
    header = _header(cells, place)
    numbers = range(2, max(row for row, _ in cells) + 1)
    empty = {at for at in product(numbers, header) if at not in cells}
    if empty:
        _refuse_uncomputed(_opened(data, name, values=False)[chosen.title], empty, place)
    for row in numbers:
        if all((row, column) in empty for column in header):
            raise InvalidFile(f"{place}, row {row}: the row is empty. Fill it, or delete it.")
    rows = [
        [_value(cells[row, column], place) if (row, column) in cells else "" for column in header]
        for row in numbers
    ]
    return _Sheet(list(header.values()), rows, list(numbers))


def _opened(data: bytes, name: str, *, values: bool) -> Any:
    from openpyxl import load_workbook

    try:
        # Links and macros are left alone; formulas give the values that Excel stored with them.
        return load_workbook(io.BytesIO(data), data_only=values, keep_links=False)
    except Exception as error:  # of a damaged file, openpyxl lets through whatever its parts raise
        problem = " ".join(str(error).split())[:200] or type(error).__name__
        raise InvalidFile.at(
            name,
            f"this is not a sound workbook ({problem}). If it has a password, remove it; or save it again.",
        ) from None


def _filled(sheet: Any) -> dict[tuple[int, int], Any]:
    """The cells with anything in them, by row and column from 1."""
    # Deliberate: what openpyxl offers openly makes a cell for each place of the rectangle, and one space that
    # somebody left in the last row of Excel's million makes that rectangle endless.
    return {at: cell for at, cell in sorted(sheet._cells.items()) if cell.value is not None}


def _chosen(book: Any, name: str, sheet: str | None) -> Any:
    """The sheet that is meant: the one named, or the only one with anything in it."""
    sheets = {one.title: one for one in book.worksheets}
    if sheet is not None:
        if sheet not in sheets:
            raise UnknownName.among("sheet", sheet, sheets)
        return sheets[sheet]
    filled = [one for one in sheets.values() if one.sheet_state == "visible" and _filled(one)]
    if len(filled) > 1:
        names = ", ".join(one.title for one in filled)
        raise InvalidFile.at(
            name, f"there are several sheets: {names}. Say which: '{name}#{filled[0].title}'"
        )
    if not filled:
        raise InvalidFile.at(
            name, "all its sheets are empty. A header and one row per segment were expected."
        )
    return filled[0]


def _header(cells: Mapping[tuple[int, int], Any], place: str) -> dict[int, str]:
    """The name of each column; one without a name must be empty."""
    found = {}
    for (row, column), cell in cells.items():
        if row > 1:
            break
        if not isinstance(cell.value, str) or not cell.value.strip():
            raise InvalidFile(
                f"{place}, {cell.coordinate}: the name of a column was expected, in the first row."
            )
        found[column] = cell.value.strip()
    if not found:
        raise InvalidFile(f"{place}: the first row has no names of columns. Begin the sheet with them.")
    if nameless := next((cell for (_, column), cell in cells.items() if column not in found), None):
        head = f"{nameless.column_letter}1"
        raise InvalidFile(f"{place}, {nameless.coordinate}: the column has no name. Write one into {head}.")
    return found


def _refuse_uncomputed(written: Any, empty: Collection[tuple[int, int]], place: str) -> None:
    """Refuse formulas whose values nobody stored: they seem to be empty."""
    for at, cell in _filled(written).items():
        if at in empty and cell.data_type == "f":
            raise InvalidFile(
                f"{place}, {cell.coordinate}: the value of this formula was never computed. Open and save "
                "the workbook in Excel or LibreOffice, or paste the values."
            )


def _value(cell: Any, place: str) -> object:
    """A cell as a table of text would have it; numbers that are shown otherwise stay numbers."""
    value = cell.value
    if cell.data_type == "e":
        raise InvalidFile(f"{place}, {cell.coordinate}: the cell holds the error {value}. Correct it.")
    if isinstance(value, _DATES):
        raise InvalidFile(
            f"{place}, {cell.coordinate}: the cell holds a date ({value}), which Excel may have made of a "
            "text. Format the column as text and write it again."
        )
    if isinstance(value, str):
        # So Excel writes a CR.
        return value.replace("_x000D_\n", "\n").replace("_x000D_", "\r")
    if isinstance(value, bool) or cell.number_format not in _PLAIN_FORMATS:
        return value
    return str(int(value)) if float(value).is_integer() else repr(value)
