"""Rows of a table of judgements: the segment that each is about, its value, time and occasion."""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from math import nan
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.errors import InvalidJudgement, InvalidOption, caller_level
from karat.readers.files import columns
from karat.readers.scores.numbering import document_positions, first_by_documents, positions
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.input_table import InputTable

Unknown: TypeAlias = Literal["refuse", "ignore", "tell"]


class UnknownSystemsLeftOut(UserWarning):
    """A file has rows of systems that the corpus does not have, which were left out."""


def of_known_systems(
    table: InputTable, corpus: Corpus | None, unknown: Unknown, aliases: Mapping[str, str] | None = None
) -> InputTable:
    """The table with systems called as in the corpus, and without those that it has not, if so chosen.

    `aliases` has the corpus's name for names of the table. Rows of other systems are left in to be refused,
    left out silently (`ignore`), or left out with a warning that lists them (`tell`).
    """
    if unknown not in ("refuse", "ignore", "tell"):
        raise InvalidOption.choice("unknown_systems", unknown, ("refuse", "ignore", "tell"))
    if aliases:
        table = with_aliases(table, aliases)
    if corpus is None or unknown == "refuse":
        return table
    column = table.require(columns.SYSTEM)
    kept, others = [], Counter[str]()
    for row, value in enumerate(table.values(column)):
        name = table.label(column, row, value)
        if name in corpus.systems or not name:
            kept.append(row)
        else:
            others[name] += 1
    if others and unknown == "tell":
        warn_of_unknown_systems(table.file, others)
    if not kept:
        raise InvalidJudgement(
            f"{table.file}: no row is of a system of the corpus; these are: {', '.join(corpus.systems)}."
        )
    return table.rows(kept)


def warn_of_unknown_systems(file: str, rows: Mapping[str, int]) -> None:
    """List the systems whose rows were left out, with how many there were."""
    listed = ", ".join(f"{name} ({count:,})" for name, count in rows.items())
    warnings.warn(
        f"{file}: rows of systems that the corpus does not have were left out: {listed}.",
        UnknownSystemsLeftOut,
        stacklevel=caller_level(),
    )


def with_aliases(table: InputTable, aliases: Mapping[str, str]) -> InputTable:
    """The table with the corpus's names of systems."""
    column = table.require(columns.SYSTEM)
    names = [aliases.get(str(name), name) for name in table.values(column)]

    def values(asked: str) -> Sequence[object]:
        return names if asked == column else table.values(asked)

    return replace(table, values=values)


def judged_systems(table: InputTable, corpus: Corpus | None) -> list[str]:
    """The system of each row, which the corpus must have."""
    column = table.require(columns.SYSTEM)
    names = [table.label(column, row, value) for row, value in enumerate(table.values(column))]
    for row, name in enumerate(names):
        if not name:
            raise table.invalid(row, f"{column} is empty; the name of the system was expected.")
        if corpus is not None and name not in corpus.systems:
            raise InvalidJudgement(
                f"{table.file}, {table.place(row)}: {name!r} is no system of the corpus; these are: "
                f"{', '.join(corpus.systems)}. Correct the name; systems may be renamed between releases. Or "
                + either(
                    "say what it is called here, aliases={…}, or leave it out: unknown_systems='tell'.",
                    "say what it is called here, --system-aliases NAME=SYSTEM, or leave it out: "
                    "--known-systems.",
                )
            )
    return names


def judged_segments(
    table: InputTable, corpus: Corpus | None, systems: Sequence[str], *, first: int | None
) -> tuple[list[str], dict[str, str]]:
    """The name of each row's segment, and the document of each segment as far as it is known.

    With a corpus a segment is called by its number in it, from 1. `first` is the number that the file gives
    to the first segment of the corpus; if it is not given, the file may say it, or its documents do.
    """
    if first not in (None, 0, 1):
        raise InvalidOption(f"The number of the first segment is {first!r}; it must be 0 or 1.")
    if corpus is not None and corpus.align == "document":
        found = document_positions(table, corpus)
        names = ["" if place is None else str(place + 1) for place in found]
        return names, {str(number): label for number, label in enumerate(corpus.documents or (), 1)}
    column = table.require(columns.SEGMENT)
    if corpus is None:
        return _as_named(table, column)
    rows: dict[str, list[int]] = {}
    for row, system in enumerate(systems):
        rows.setdefault(system, []).append(row)
    if first is None:
        first = _stated_first(table)
    if first is None:
        first = first_by_documents(table, corpus)
    _refuse_unclear_start(table, corpus, column, first)
    found = positions(table, corpus, list(rows.values()), missing="allow", first=first)
    names = ["" if segment is None else str(segment + 1) for segment in found]
    documents = corpus.documents
    if documents is None:
        return names, {}
    return names, {str(number): label for number, label in enumerate(documents, 1)}


def _as_named(table: InputTable, column: str) -> tuple[list[str], dict[str, str]]:
    keys = [str(table.key(column, row, value)) for row, value in enumerate(table.values(column))]
    of_document = table.find(columns.DOCUMENT)
    if of_document is None:
        return keys, {}
    labels = [table.label(of_document, row, value) for row, value in enumerate(table.values(of_document))]
    pairs = dict.fromkeys(zip(labels, keys, strict=True))
    if len(pairs) > len(set(keys)):  # the numbers start again in each document
        names = [f"{label}:{key}" for label, key in zip(labels, keys, strict=True)]
        return names, dict(zip(names, labels, strict=True))
    return keys, dict(zip(keys, labels, strict=True))


def _stated_first(table: InputTable) -> int | None:
    """What the file says itself, in every row."""
    column = table.find(columns.FIRST_SEGMENT)
    if column is None:
        return None
    said = [str(table.key(column, row, value)) for row, value in enumerate(table.values(column))]
    for row, text in enumerate(said):
        if text not in ("0", "1") or text != said[0]:
            raise table.invalid(row, f"{column} is {text!r}; 0 or 1 was expected, the same in every row.")
    return int(said[0]) if said else None


def _refuse_unclear_start(table: InputTable, corpus: Corpus, column: str, first: int | None) -> None:
    """People judge a part of a text, so the numbers alone may not tell from where they count."""
    if first is not None:
        return
    # Where numbers start again in each document, these names are no numbers.
    keys = set(_as_named(table, column)[0])
    if all(key.isdecimal() for key in keys) and not keys & {"0", str(len(corpus))}:
        raise InvalidJudgement(
            f"{table.file}: {column} has neither 0 nor {len(corpus)}, so it is not clear whether it counts "
            "segments from 0 or from 1. Say it: "
            f"{option('first_segment', 0)} or {option('first_segment', 1)}."
        )


def judge_groups(table: InputTable, judges: Sequence[str]) -> dict[str, str]:
    """The group of each judge, where the table has a column for it; nobody is in two groups."""
    column = table.find(columns.GROUP)
    if column is None:
        return {}
    found: dict[str, tuple[str, int]] = {}
    for row, (judge, value) in enumerate(zip(judges, table.values(column), strict=True)):
        group = table.label(column, row, value).strip()
        if not group:
            continue
        before, first = found.setdefault(judge, (group, row))
        if before != group:
            raise InvalidJudgement(
                f"{table.file}, {table.place(row)}: the judge {judge!r} is in the group {group!r} here, and "
                f"in {before!r} in {table.place(first)}. A judge belongs to one group: correct it, or give "
                "the judge a name for each."
            )
    return {judge: group for judge, (group, _) in found.items()}


def number(table: InputTable, column: str, row: int, value: object) -> float | None:
    """The number in a cell, None where nothing is there; NaN and infinity are no judgements."""
    # Binary tables have NaN for what is missing; a text that says so is a slip of some program.
    if value is None or value == "" or (isinstance(value, float) and value != value):  # noqa: PLR0124
        return None
    if isinstance(value, str) and not value.strip():
        return None
    try:
        found = columns.as_number("" if isinstance(value, bool) else value)
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
        return columns.as_number(value)
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


def page(table: InputTable, column: str, row: int, value: object) -> str:
    """What stood side by side with others of its name before the judge; empty where nobody knows."""
    return table.label(column, row, value)
