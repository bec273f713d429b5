"""The two layouts of a table, as a corpus.

Long: a column `system`, one row per segment and system. Plain: one row per segment, the systems in columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.corpus import Corpus
from karat.errors import InvalidFile, UnknownName
from karat.readers.corpora.alignment import checked_names, chosen, missing_segments, or_by_document
from karat.readers.corpora.segments import (
    by_row,
    labels,
    languages,
    read_references,
    read_sources,
    take_segments,
)
from karat.readers.files import columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Alignment, References
    from karat.readers.corpora.segments import Segments
    from karat.readers.files.input_table import InputTable


_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class _Outputs:
    """What the systems wrote, and which of them are people."""

    systems: Mapping[str, Sequence[str]]
    human: frozenset[str]


def read_table(
    table: InputTable,
    systems: Sequence[str] | None = None,
    *,
    align: Alignment = "segment",
    needs_references: bool = True,
) -> Corpus:
    """The corpus of a table; `systems` names the systems to take.

    Without `needs_references` segments may have none, as where people judge by the source.
    """
    if align == "document":
        from karat.readers.corpora.document_tables import read_document_table

        return read_document_table(table, systems)
    if table.find(columns.SYSTEM):
        segments = take_segments(table, table.require(columns.SEGMENT))
        outputs = _long_outputs(table, segments, systems)
    else:
        segments = by_row(table)
        outputs = _plain_outputs(table, systems)
    return _corpus(table, segments, outputs, read_references(table, segments, needed=needs_references))


def _corpus(table: InputTable, segments: Segments, outputs: _Outputs, references: References) -> Corpus:
    source_language, target_language = languages(table)
    return Corpus(
        dict(outputs.systems),
        references,
        sources=read_sources(table, segments),
        documents=labels(table, columns.DOCUMENT, segments),
        paragraphs=labels(table, columns.PARAGRAPH, segments),
        text_types=labels(table, columns.TEXT_TYPE, segments),
        source_language=source_language,
        target_language=target_language,
        human_systems=outputs.human,
    )


def _long_outputs(table: InputTable, segments: Segments, systems: Sequence[str] | None) -> _Outputs:
    names = _system_names(table)
    outputs = _outputs_by_system(table, segments, names)
    taken = chosen(list(outputs), systems)
    complete = {name: _complete(table, segments, name, outputs[name]) for name in taken}
    return _Outputs(complete, human_systems(table, names) & complete.keys())


def _system_names(table: InputTable) -> list[str]:
    names = [table.text("system", row, value) for row, value in enumerate(table.values("system"))]
    if "" in names:
        raise table.invalid(names.index(""), "system is empty; the name of the system was expected.")
    return names


def _outputs_by_system(
    table: InputTable, segments: Segments, names: list[str]
) -> dict[str, list[str | None]]:
    column = table.require(columns.HYPOTHESIS)
    outputs: dict[str, list[str | None]] = {
        name: [None] * len(segments.names) for name in dict.fromkeys(names)
    }
    cells = zip(names, segments.of_row, table.values(column), strict=True)
    for row, (name, segment, value) in enumerate(cells):
        if outputs[name][segment] is not None:
            raise table.invalid(
                row,
                f"system {name!r} has segment {segments.names[segment]} a second time. Keep one row of it; "
                "if the numbers start again in each document, number the segments through.",
            )
        outputs[name][segment] = table.text(column, row, value)
    return outputs


def _complete(table: InputTable, segments: Segments, system: str, output: list[str | None]) -> list[str]:
    texts = [text for text in output if text is not None]
    if len(texts) < len(output):
        missing = [f"{name}" for name, text in zip(segments.names, output, strict=True) if text is None]
        raise missing_segments(table.file, f"system {system!r}", missing, len(output), hint=or_by_document())
    return texts


def human_systems(table: InputTable, names: Sequence[str]) -> frozenset[str]:
    """The systems that are people, by the name of each row's system."""
    column = table.find(columns.IS_HUMAN)
    if column is None:
        return frozenset()
    human: dict[str, bool] = {}
    for row, (name, value) in enumerate(zip(names, table.values(column), strict=True)):
        if not name or human.get(name) is value:
            continue
        truth = _truth(table, column, row, value)
        if human.setdefault(name, truth) != truth:
            raise table.invalid(
                row,
                f"{column} of system {name!r} is {truth}, and {not truth} in a row before. Make them agree.",
            )
    return frozenset(name for name, truth in human.items() if truth)


def _truth(table: InputTable, column: str, row: int, value: object) -> bool:
    if value is None or value == "":
        return False
    truth = _TRUTH.get(str(value).lower())
    if truth is None:
        raise table.invalid(row, f"{column} is {value!r}; true or false was expected.")
    return truth


def _plain_outputs(table: InputTable, systems: Sequence[str] | None) -> _Outputs:
    taken = system_columns(table, systems)
    return _Outputs({name: table.texts(column) for name, column in taken.items()}, frozenset())


def system_columns(table: InputTable, wanted: Sequence[str] | None = None) -> dict[str, str]:
    """The columns that hold the output of a system, by its name: those that are wanted, or all."""
    taken = _named_columns(table)
    if wanted is not None:
        taken = {name: _column_of(table, name, taken) for name in checked_names(wanted)}
    if not taken:
        pattern = f"{columns.SYSTEM_PREFIX}NAME"
        raise columns.missing(table.columns, columns.HYPOTHESIS, table.file, pattern=pattern)
    return taken


def _named_columns(table: InputTable) -> dict[str, str]:
    prefix = columns.SYSTEM_PREFIX
    systems = {name.removeprefix(prefix): name for name in table.columns if name.startswith(prefix)}
    if "" in systems:
        raise InvalidFile.at(table.file, f"a column is called {prefix!r}; the system's name must follow.")
    if column := table.find(columns.HYPOTHESIS):
        if "hypothesis" in systems:
            raise InvalidFile.at(
                table.file, f"{column!r} and 'system:hypothesis' are one system. Rename one."
            )
        systems = {"hypothesis": column, **systems}
    return systems


def _column_of(table: InputTable, name: str, systems: Mapping[str, str]) -> str:
    column = systems.get(name, name)
    if column not in table.columns:
        raise UnknownName.among("column", name, table.columns)
    return column
