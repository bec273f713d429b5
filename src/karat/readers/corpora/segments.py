"""What a table says of its segments, whichever system a row is of: references, source, labels, languages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.corpus import References
from karat.errors import MissingReference
from karat.readers.files import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.readers.files.columns import Role
    from karat.readers.files.input_table import InputTable


@dataclass(frozen=True, slots=True)
class Segments:
    """The segments of a table in order of appearance, and the rows that each has."""

    names: Sequence[int | str]
    first_row: Sequence[int]
    of_row: Sequence[int]

    @property
    def are_rows(self) -> bool:
        """Whether each row is a segment of its own."""
        return isinstance(self.of_row, range)


def take_segments(table: InputTable, column: str) -> Segments:
    """The segments that a column names; rows with the same name are of the same segment."""
    positions: dict[int | str, int] = {}
    first_row: list[int] = []
    of_row: list[int] = []
    for row, value in enumerate(table.values(column)):
        # Plain numbers are what most tables have, and need no further look.
        key = value if type(value) is int else table.key(column, row, value)
        position = positions.setdefault(key, len(positions))
        if position == len(first_row):
            first_row.append(row)
        of_row.append(position)
    return Segments(list(positions), first_row, of_row)


def by_row(table: InputTable) -> Segments:
    """The segments of a table that has one row for each."""
    rows = range(len(table))
    column = table.find(columns.SEGMENT)
    if column is None:
        return Segments([row + 1 for row in rows], rows, rows)
    segments = take_segments(table, column)
    for row, position in enumerate(segments.of_row):
        if segments.first_row[position] != row:
            raise table.invalid(
                row,
                f"segment {segments.names[position]} is there a second time ({column}); it is first in "
                f"{table.place(segments.first_row[position])}. Keep one row, or add a column 'system'.",
            )
    return Segments(segments.names, rows, rows)


def read_sources(table: InputTable, segments: Segments) -> Sequence[str] | None:
    """The source of each segment, if the table has it."""
    column = table.find(columns.SOURCE)
    if column is None:
        return None
    if segments.are_rows:
        return table.texts(column)
    values = agreed(table, column, segments)
    return [table.text(column, row, value) for row, value in zip(segments.first_row, values, strict=True)]


def labels(table: InputTable, role: Role, segments: Segments) -> list[str] | None:
    """The label of each segment, empty where there is none; None where no segment has one."""
    column = table.find(role)
    if column is None:
        return None
    values = agreed(table, column, segments)
    found = [table.label(column, row, value) for row, value in zip(segments.first_row, values, strict=True)]
    return found if any(found) else None


def languages(table: InputTable) -> tuple[str | None, str | None]:
    """Source and target language, as far as the table says."""
    source, target = (_only(table, role) for role in (columns.SOURCE_LANGUAGE, columns.TARGET_LANGUAGE))
    pair = _only(table, columns.LANGUAGE_PAIR)
    if pair is None:
        return source, target
    first, _, second = pair.partition("-")
    if not first or not second or "-" in second:
        raise table.invalid(
            0,
            f"the language pair is {pair!r}; two languages with one hyphen were expected, such as 'en-de'. "
            "For other names use the columns 'source_language' and 'target_language'.",
        )
    return source or first, target or second


def read_references(table: InputTable, segments: Segments, *, needed: bool = True) -> References:
    """The references of each segment; where none is `needed`, a segment may have none."""
    if column := table.find(columns.REFERENCES):
        listed = _listed_references(table, column, segments, needed=needed)
        return References.of(listed) if any(listed) else no_references(len(listed))
    names = columns.references(table.columns)
    if not names and needed:
        raise columns.missing(table.columns, columns.REFERENCE, table.file)
    streams = {name: _reference_stream(table, name, segments) for name in names}
    if needed and all(None in stream for stream in streams.values()):
        for segment, texts in enumerate(zip(*streams.values(), strict=True)):
            if all(text is None for text in texts):
                raise _without_reference(table, segments, segment)
    used = {name: stream for name, stream in streams.items() if any(text is not None for text in stream)}
    return References(tuple(used.values()), tuple(used)) if used else no_references(len(segments.names))


def no_references(segments: int) -> References:
    """Those of segments that have none."""
    return References(((None,) * segments,))


def _listed_references(
    table: InputTable, column: str, segments: Segments, *, needed: bool
) -> list[list[str]]:
    references: list[list[str]] = []
    for segment, value in enumerate(agreed(table, column, segments)):
        row = segments.first_row[segment]
        if not value:
            if needed:
                raise _without_reference(table, segments, segment)
            references.append([])
            continue
        if not isinstance(value, list):
            raise table.invalid(
                row,
                f"{column} must be a list of texts. A single reference goes into a column 'reference', "
                "several into 'reference_1', 'reference_2' and so on.",
            )
        references.append([table.text(f"an item of {column}", row, text) for text in value])
    return references


def _reference_stream(table: InputTable, column: str, segments: Segments) -> Sequence[str | None]:
    if segments.are_rows and (sound := table.sound(column)) is not None:
        return sound
    values = agreed(table, column, segments)
    return [
        None
        if value is None or (table.empty_is_missing and value == "")
        else table.text(column, segments.first_row[segment], value)
        for segment, value in enumerate(values)
    ]


def _without_reference(table: InputTable, segments: Segments, segment: int) -> MissingReference:
    return MissingReference(
        f"{table.file}, {table.place(segments.first_row[segment])}: segment {segments.names[segment]} has no "
        "reference. Give at least one reference for each segment, or leave the segment out."
    )


def agreed(table: InputTable, column: str, segments: Segments) -> list[object]:
    """A column by segment, when all rows of a segment say the same of it."""
    values = table.values(column)
    for row, segment in enumerate(segments.of_row):
        first = segments.first_row[segment]
        if values[row] != values[first]:
            raise table.invalid(
                row,
                f"{column} of segment {segments.names[segment]} is not the same as in {table.place(first)}. "
                "The data of a segment must be the same in all its rows.",
            )
    return [values[row] for row in segments.first_row]


def _only(table: InputTable, role: Role) -> str | None:
    """The one value of a column that says something of the whole corpus."""
    column = table.find(role)
    if column is None:
        return None
    found: str | None = None
    for row, value in enumerate(table.values(column)):
        if found is not None and value == found:
            continue
        name = table.label(column, row, value)
        if name and found and name != found:
            raise table.invalid(
                row,
                f"{column} is {name!r}, before it was {found!r}. Put each language pair into its own file.",
            )
        found = found or name or None
    return found
