"""Cells of a table of judgements: values, times and occasions."""

from __future__ import annotations

from datetime import UTC, datetime
from math import nan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.readers.files.input_table import InputTable


def number(table: InputTable, column: str, row: int, value: object) -> float | None:
    """The number in a cell, None where nothing is there; NaN and infinity are no judgements."""
    # Binary tables have NaN for what is missing; a text that says so is a slip of some program.
    if value is None or value == "" or (isinstance(value, float) and value != value):  # noqa: PLR0124
        return None
    if isinstance(value, str) and not value.strip():
        return None
    try:
        found = float("" if isinstance(value, bool) else value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        hint = " Write decimals with a point." if isinstance(value, str) and "," in value else ""
        raise table.invalid(row, f"{column} is {value!r}; a number was expected.{hint}") from None
    if found - found != 0:
        raise table.invalid(
            row,
            f"{column} is {value!r}; a finite number was expected. Leave the cell empty if none was given.",
        )
    return found


def seconds(table: InputTable, column: str, row: int, value: object) -> float:
    """A time in seconds since 1970, from such a number or from a date as ISO 8601 writes it."""
    if value is None or value == "":
        return nan
    if hasattr(value, "timestamp"):
        return float(value.timestamp())
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        pass

    try:
        moment = datetime.fromisoformat(str(value))
    except ValueError:
        raise table.invalid(
            row, f"{column} is {value!r}; a time was expected, such as 2024-05-31T14:30:00Z, or seconds."
        ) from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def occasion(table: InputTable, column: str, row: int, value: object) -> int:
    """Which time it is that a judge sees an item, from 0."""
    try:
        found = int(str(value or 0))
    except (TypeError, ValueError):
        found = -1
    if found < 0:
        raise table.invalid(row, f"{column} is {value!r}; a whole number from 0 was expected.")
    return found
