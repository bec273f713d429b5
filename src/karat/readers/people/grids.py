"""Human scores as people write them down: a row for each segment, and a column for each system.

Such a grid becomes the long table that readers know, a row for each system and segment. What was judged is
called as the file, unless it says so itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, UnknownName
from karat.readers.files import columns
from karat.readers.files.encoding import split_sheet
from karat.readers.files.input_table import InputTable, base_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.people.judgement_rows import Unknown

_HUMAN = "human_"
# What a grid may say of a row beside the scores.
_ROLES = (
    *(columns.SEGMENT, columns.DOCUMENT, columns.JUDGE, columns.GROUP, columns.DIMENSION, columns.SCALE),
    *(columns.TIME, columns.OCCASION, columns.PAGE, columns.SOURCE, columns.REFERENCE, columns.REFERENCES),
    *(columns.TEXT_TYPE, columns.PARAGRAPH, columns.LANGUAGE_PAIR),
)


def named_after(file: str) -> str:
    """What was judged, where only the name of the file or sheet tells.

    >>> named_after("from-maria/quality.csv.gz"), named_after("book.xlsx#Adequacy")
    ('quality', 'Adequacy')
    """
    _, sheet = split_sheet(file)
    return sheet or base_name(file).removesuffix(".gz").removesuffix(".zst").rpartition(".")[0]


def in_rows(
    table: InputTable, corpus: Corpus | None, unknown: Unknown, aliases: Mapping[str, str] | None = None
) -> InputTable:
    """A grid as a table of rows; any other table as it is."""
    if corpus is None or any(map(table.find, (columns.SYSTEM, columns.VALUE, columns.HYPOTHESIS))):
        return table
    aliases = aliases or {}
    found = {name: aliases.get(name, name) for name in table.columns}
    systems = {name: system for name, system in found.items() if system in corpus.systems}
    if not systems or any(name.startswith(_HUMAN) for name in table.columns):
        return table
    _check_others(table, systems, corpus, unknown)
    return _melted(table, systems, corpus)


def _check_others(table: InputTable, systems: Mapping[str, str], corpus: Corpus, unknown: Unknown) -> None:
    """Refuse columns of numbers that are no system's; remarks may stand anywhere."""
    known = {name for role in _ROLES for name in role.names}
    for name in table.columns:
        if name in systems or name in known or unknown != "refuse":
            continue
        if any(_is_number(value) for value in table.values(name)):
            raise UnknownName(
                f"{table.file}: the column {name!r} has numbers, and is no system of the corpus; these are: "
                f"{', '.join(corpus.systems)}. Correct the name, or leave the column out."
            )


def _is_number(value: object) -> bool:
    if isinstance(value, str):
        try:
            columns.as_number(value)
        except ValueError:
            return False
        return True
    return isinstance(value, int | float) and not isinstance(value, bool) and value == value  # noqa: PLR0124


def _melted(table: InputTable, systems: Mapping[str, str], corpus: Corpus) -> InputTable:
    """A row for each row and system, those of a system together."""
    count, length = len(systems), len(table)
    kept = [name for role in _ROLES for name in role.names if name in table.columns]
    made: dict[str, list[object]] = {name: list(table.values(name)) * count for name in kept}
    made["system"] = [*(system for system in systems.values() for _ in range(length))]
    # Not `score`: that may be the name of a dimension.
    made["value"] = [value for name in systems for value in table.values(name)]
    if table.find(columns.SEGMENT) is None and table.find(columns.DOCUMENT) is None:
        if length != len(corpus):
            raise InvalidFile.at(
                table.file,
                f"there is no column for the segment, and there are {length} rows for {len(corpus)} "
                "segments. Add a column 'segment' with their numbers, from 1.",
            )
        made["segment"] = [*map(str, range(1, length + 1))] * count
    lines = list(table.lines if table.lines is not None else range(1, length + 1)) * count
    return InputTable(
        table.file, list(made), made.__getitem__, length * count, lines, table.empty_is_missing, table.counted
    )


def with_human_name(table: InputTable) -> InputTable:
    """A table of systems, segments and one value for each, with the name of what was judged."""
    column = table.find(columns.VALUE)
    if (
        column is None
        or table.find(columns.SYSTEM) is None
        or any(table.find(role) for role in (columns.DIMENSION, columns.METRIC, columns.JUDGE))
        or any(name.startswith(_HUMAN) for name in table.columns)
    ):
        return table
    name = f"{_HUMAN}{named_after(table.file)}"
    names = [name if one == column else one for one in table.columns]

    def values(asked: str) -> Sequence[object]:
        return table.values(column if asked == name else asked)

    return replace(table, columns=names, values=values)
