"""Verdicts on two outputs side by side: who judged, what stood first, what second, and which won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.judgements.pair_verdicts import PairVerdict
from karat.readers.files import columns
from karat.readers.files.input_table import table_of

if TYPE_CHECKING:
    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath

_TIES = ("tie", "both", "equal", "none", "")
_COLUMNS = ("first", "second", "winner")


def is_pair_verdicts(table: InputTable) -> bool:
    """Whether a table has verdicts on pairs."""
    return set(_COLUMNS) <= set(table.columns)


def read_pair_verdicts(path: FilePath) -> list[PairVerdict]:
    """The verdicts of a table with the columns judge, segment, first, second and winner.

    `winner` names a system, or says `first`, `second` or `tie`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> line = '{"judge": "llm", "segment": 1, "first": "A", "second": "B", "winner": "B"}'
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "verdicts.jsonl"
    ...     _ = file.write_text(line)
    ...     read_pair_verdicts(file)[0].preference
    -1
    """
    table = table_of(path, what="verdicts")
    names = {role: table.require(role) for role in (columns.JUDGE, columns.SEGMENT)}
    document = table.find(columns.DOCUMENT)
    for name in _COLUMNS:
        table.require(columns.Role(f"the {name} of a pair", (name,)))

    def cells(name: str | None) -> list[str]:
        if name is None:
            return [""] * len(table)
        return [table.label(name, row, value) for row, value in enumerate(table.values(name))]

    judges, segments = (cells(names[role]) for role in (columns.JUDGE, columns.SEGMENT))
    firsts, seconds, winners, documents = (cells(name) for name in (*_COLUMNS, document))
    found = []
    for row, (judge, segment, first, second, winner) in enumerate(
        zip(judges, segments, firsts, seconds, winners, strict=True)
    ):
        for name, value in (("judge", judge), ("segment", segment), ("first", first), ("second", second)):
            if not value:
                raise table.invalid(row, f"{name} is empty; a name was expected.")
        if winner.lower() in _TIES:
            preference = 0
        elif winner in (first, "first"):
            preference = 1
        elif winner in (second, "second"):
            preference = -1
        else:
            raise table.invalid(
                row, f"the winner is {winner!r}; {first!r}, {second!r}, first, second or tie was expected."
            )
        found.append(PairVerdict(judge, segment, first, second, preference, documents[row]))
    return found
