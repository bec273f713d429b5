"""What tables of scores may look like.

Longest: columns `metric`, `system`, `segment` and `score`. Long: a column `system`, one row per system and
segment, a column for each metric. Wide: one row per segment, a column for each system. Where the corpus has
one system, the columns of such a table may also be metrics.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.errors import InvalidFile, InvalidOption, UnknownName
from karat.readers.files import columns
from karat.readers.files.input_table import InputTable
from karat.readers.files.opening import display_name
from karat.readers.scores.score_files import is_score_file, level_of, name_of, score_lines
from karat.remedies import either

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath


Unknown: TypeAlias = Literal["refuse", "ignore"]

_NOT_SCORES = (
    *(columns.SYSTEM, columns.SEGMENT, columns.DOCUMENT, columns.PARAGRAPH, columns.TEXT_TYPE),
    *(columns.SOURCE, columns.HYPOTHESIS, columns.REFERENCES, columns.REFERENCE, columns.LANGUAGE_PAIR),
    *(columns.SOURCE_LANGUAGE, columns.TARGET_LANGUAGE, columns.IS_HUMAN),
)


@dataclass(frozen=True, slots=True)
class Cells:
    """One metric's column for one system, and its rows there."""

    metric: str
    system: str
    column: str
    rows: Sequence[int]


def with_header(table: InputTable) -> InputTable:
    """The table, unless what should be its header is its first row of numbers."""
    if all(map(_is_number, table.columns)):
        raise InvalidFile.at(
            table.file,
            f"the first line is {' '.join(table.columns)!r}, a score and no header. Put the names of the "
            "columns above the scores: system, segment, and the name of the metric; for one system the name "
            "of the metric will do.",
        )
    return table


def _is_number(text: str) -> bool:
    try:
        columns.as_number(text)
    except ValueError:
        return False
    return True


def named_after(path: FilePath) -> InputTable:
    """The table of a file of mt-metrics-eval's: a system and a score on each line, the metric in its name."""
    name = display_name(path)
    if is_score_file(path) and level_of(path) != "segment":
        raise InvalidFile.at(
            name,
            f"it has scores of a whole {level_of(path).replace('_', ' ')}, and this takes those of segments: "
            f"{name_of(path)}.seg.score. karat agree takes both.",
        )
    lines, metric = score_lines(path), name_of(path)
    by_column: dict[str, list[object]] = {
        "system": [system for system, _ in lines],
        metric: [None if isnan(score) else score for _, score in lines],
    }
    return InputTable(
        name,
        ("system", metric),
        by_column.__getitem__,
        len(lines),
        range(1, len(lines) + 1),
        empty_is_missing=True,
    )


def cells_of(
    table: InputTable, corpus: Corpus, metrics: Sequence[str] | None, unknown: Unknown
) -> list[Cells]:
    """Where the scores of each metric and system stand; every system of the corpus has some."""
    if table.find(columns.METRIC) and table.find(columns.SCORE):
        return _longest(table, corpus, metrics, unknown)
    columns_left = _score_columns(table)
    if table.find(columns.SYSTEM):
        return _long(table, corpus, _chosen(table, columns_left, metrics), unknown)
    rows = range(len(table))
    if any(name in corpus.systems for name in columns_left):
        systems = _known_systems(table, corpus, columns_left, unknown)
        metric = _only_name(table, metrics)
        return [Cells(metric, name, name, rows) for name in systems]
    if len(corpus.systems) == 1:
        (system,) = corpus.systems
        return [Cells(name, system, name, rows) for name in _chosen(table, columns_left, metrics)]
    raise InvalidFile.at(
        table.file,
        f"there is no column 'system', and no column is called as a system. The columns are: "
        f"{', '.join(table.columns)}; the systems are: {', '.join(corpus.systems)}.",
    )


def names_in(table: InputTable, corpus: Corpus) -> list[str]:
    """The metrics that a table has."""
    if (column := table.find(columns.METRIC)) and table.find(columns.SCORE):
        return list(
            dict.fromkeys(table.text(column, row, name) for row, name in enumerate(table.values(column)))
        )
    found = _score_columns(table)
    wide = not table.find(columns.SYSTEM) and any(name in corpus.systems for name in found)
    return [_only_name(table, None)] if wide else found


def _score_columns(table: InputTable) -> list[str]:
    """The columns that tell nothing else."""
    others = {name for role in _NOT_SCORES for name in role.names} | set(columns.references(table.columns))
    found = [name for name in table.columns if name not in others]
    if "" in found:
        raise InvalidFile.at(table.file, "a column has no name. Give it that of its metric or system.")
    if not found:
        raise InvalidFile.at(
            table.file, f"no column holds scores. The columns are: {', '.join(table.columns)}."
        )
    return found


def _chosen(table: InputTable, found: list[str], metrics: Sequence[str] | None) -> list[str]:
    for name in metrics or ():
        if name not in table.columns:
            raise UnknownName.among("column", name, found)
    return found if metrics is None else list(metrics)


def _only_name(table: InputTable, metrics: Sequence[str] | None) -> str:
    if metrics is None:
        base = table.file.replace("\\", "/").rpartition("/")[2]
        return base.removesuffix(".gz").removesuffix(".zst").rpartition(".")[0]
    if len(metrics) != 1:
        raise InvalidOption(
            f"{table.file} has a column for each system, so it holds one metric; {len(metrics)} were named."
        )
    return metrics[0]


def _long(table: InputTable, corpus: Corpus, metrics: list[str], unknown: Unknown) -> list[Cells]:
    rows: dict[str, list[int]] = {}
    for row, value in enumerate(table.values("system")):
        rows.setdefault(table.text("system", row, value), []).append(row)
    systems = _known_systems(table, corpus, list(rows), unknown)
    return [Cells(metric, system, metric, rows[system]) for metric in metrics for system in systems]


def _longest(
    table: InputTable, corpus: Corpus, metrics: Sequence[str] | None, unknown: Unknown
) -> list[Cells]:
    """A row for each metric, system and segment, as in mt-metrics-eval's data."""
    column, score = table.require(columns.METRIC), table.require(columns.SCORE)
    systems = table.values(table.require(columns.SYSTEM))
    rows: dict[str, dict[str, list[int]]] = {}
    for row, (metric, system) in enumerate(zip(table.values(column), systems, strict=True)):
        of_metric = rows.setdefault(table.text(column, row, metric), {})
        of_metric.setdefault(table.text("system", row, system), []).append(row)
    for name in metrics or ():
        if name not in rows:
            raise UnknownName.among("score", name, rows)
    return [
        Cells(metric, system, score, rows[metric][system])
        for metric in (rows if metrics is None else metrics)
        for system in _known_systems(table, corpus, list(rows[metric]), unknown, of=metric)
    ]


def _known_systems(
    table: InputTable, corpus: Corpus, names: list[str], unknown: Unknown, *, of: str = ""
) -> list[str]:
    """The systems of the corpus, all of which must be there, and nothing else unless that is ignored."""
    if missing := [name for name in corpus.systems if name not in names]:
        scores = f"{of} scores" if of else "scores"
        raise UnknownName(
            f"{table.file}: there are no {scores} of the system {missing[0]!r}. The scores are of: "
            f"{', '.join(names)}. Call the systems as the table does, or add what is missing."
        )
    foreign = [name for name in names if name not in corpus.systems]
    if foreign and unknown == "refuse":
        raise UnknownName(
            f"{table.file}: {foreign[0]!r} is no system of the corpus; these are: "
            f"{', '.join(corpus.systems)}. "
            "Correct the name, take it out of the table, or "
            + either("ignore it: unknown_systems='ignore'.", "name the systems to score: --systems.")
        )
    return list(corpus.systems)
