"""Scores of many metrics as the WMT Metrics task's data have them, for systems or for segments.

Wide: a column `metric`, and one for each system. Long: columns `metric`, `system`, `score`, and a column of
segments where the scores are of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidFile, UnknownName
from karat.readers.files import columns
from karat.readers.files.input_table import base_name, checksum, table_of
from karat.readers.scores.wmt_tables import is_wmt_table, wmt_table
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath


METRIC, SCORE = "metric", "score"
# Tables may leave segments out, but there is memory for each number: so many times the rows, at most.
_GAPS = 100


def is_metric_scores(names: Sequence[str]) -> bool:
    """Whether a table with these columns has a row for each metric."""
    return METRIC in names


def read_metric_scores(
    path: FilePath, *, systems: Sequence[str], segments: int | None = None, language_pair: str | None = None
) -> tuple[ScoreTable, ...]:
    """A table for each metric, with the given systems in their order; other systems are passed over.

    What the file does not have is NaN. Segments are numbered from 0, or from 1 where there is no 0;
    `segments` says how many there are. `language_pair` takes the rows of one pair of WMT's files.
    """
    if is_wmt_table(path):
        table = wmt_table(path, language_pair=language_pair)
    else:
        table = table_of(path, what="metric scores")
    return score_tables(path, table, systems, segments)


def score_tables(
    path: FilePath,
    table: InputTable,
    systems: Sequence[str],
    segments: int | None = None,
    *,
    kind: str = "external",
) -> tuple[ScoreTable, ...]:
    """The scores of each metric of a table; `kind` stands at the start of their recipes."""
    if METRIC not in table.columns:
        raise InvalidFile.at(
            table.file,
            f"there is no column {METRIC!r}. The columns are: {', '.join(table.columns)}.",
        )
    origin = f"file:{base_name(path)}[sha256-{checksum(path)}]"
    names = [table.text(METRIC, row, value) for row, value in enumerate(table.values(METRIC))]
    if SCORE in table.columns:
        level, rows, found = _long(table, names, systems, segments)
    else:
        level, rows, found = "system", ("all",), _wide(table, names, systems)
    return tuple(
        ScoreTable(name, f"{kind}|name:{name}|{origin}", level, tuple(systems), rows, values)
        for name, values in found.items()
    )


def _wide(table: InputTable, names: Sequence[str], systems: Sequence[str]) -> dict[str, NDArray[np.float64]]:
    if not any(system in table.columns for system in systems):
        raise UnknownName(
            f"{table.file}: no column is called as a system. The columns are: {', '.join(table.columns)}; "
            f"the systems are: {', '.join(systems)}."
        )
    found = {name: np.full((len(systems), 1), np.nan) for name in names}
    if len(found) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidFile.at(table.file, f"the metric {twice!r} is there twice. Keep one row.")
    for place, system in enumerate(systems):
        if system not in table.columns:
            continue
        for row, value in enumerate(table.values(system)):
            found[names[row]][place, 0] = _number(table, system, row, value)
    return found


def _long(
    table: InputTable, names: Sequence[str], systems: Sequence[str], segments: int | None
) -> tuple[str, tuple[str, ...], dict[str, NDArray[np.float64]]]:
    place = {name: position for position, name in enumerate(systems)}
    whose = [place.get(str(name)) for name in table.values(table.require(columns.SYSTEM))]
    column = table.find(columns.SEGMENT)
    numbers, count = _numbers(table, column, segments)
    found = {name: np.full((len(systems), count), np.nan) for name in dict.fromkeys(names)}
    seen: set[tuple[str, int, int]] = set()
    for row, (name, system, value) in enumerate(zip(names, whose, table.values(SCORE), strict=True)):
        if system is None:
            continue
        if (name, system, numbers[row]) in seen:
            raise table.invalid(row, f"{name} has this text of {systems[system]!r} a second time. Keep one.")
        seen.add((name, system, numbers[row]))
        found[name][system, numbers[row]] = _number(table, SCORE, row, value)
    if column is None:
        return "system", ("all",), found
    return "segment", tuple(str(number) for number in range(1, count + 1)), found


def _numbers(table: InputTable, column: str | None, segments: int | None) -> tuple[list[int], int]:
    """The position of each row's segment, and how many positions there are."""
    if column is None:
        return [0] * len(table), 1
    keys = [table.key(column, row, value) for row, value in enumerate(table.values(column))]
    most = _GAPS * len(table) + _GAPS * _GAPS
    numbers = []
    for row, key in enumerate(keys):
        # Python refuses to convert thousands of digits.
        number = key if isinstance(key, int) else int(key) if key.isdecimal() and len(key) < 19 else -1
        if number < 0:
            raise table.invalid(row, f"{column} is {key!r:.40}; a number was expected.")
        if segments is None and number > most:
            shown = min(number, 10**18)
            raise table.invalid(
                row, f"{column} is {shown:.6g}, in a table of {len(table)} rows. Number the segments."
            )
        numbers.append(number)
    first = 0 if 0 in numbers else 1
    count = max(numbers) - first + 1 if segments is None else segments
    for row, number in enumerate(numbers):
        if number - first >= count:
            raise table.invalid(row, f"{column} is {number}, and there are {count} segments.")
    return [number - first for number in numbers], count


def _number(table: InputTable, column: str, row: int, value: object) -> float:
    if value is None or value == "":
        return float("nan")
    try:
        number = columns.as_number(value)
    except (TypeError, ValueError, OverflowError):
        raise table.invalid(row, f"{column} is {repr(value)[:100]}; a number was expected.") from None
    if isinstance(value, str) and not abs(number) < float("inf"):
        raise table.invalid(row, f"{column} is {value!r}; a finite number was expected.")
    return number
