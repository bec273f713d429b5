"""Tables of segment scores that were computed elsewhere.

Long: a column `system`, one row per system and segment, a column for each metric. Wide: one row per segment,
a column for each system. Where the corpus has one system, the columns of such a table may also be metrics.
"""

from __future__ import annotations

from karat.errors import InvalidFile, InvalidOption, MisalignedCorpus, UnknownName
from karat.metrics.external import LARGEST, External
from karat.readers import columns
from karat.readers.alignment import missing_segments
from karat.readers.numbering import positions
from karat.readers.scales import refuse_two_scales
from karat.readers.table_files import base_name, checksum, table_of
from karat.records import dataclass
from karat.types import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.corpus import Corpus
    from karat.readers.files import FilePath
    from karat.readers.tables import Table

Missing: TypeAlias = Literal["refuse", "allow"]
Unknown: TypeAlias = Literal["refuse", "ignore"]

_MISSING = object()
_NOT_SCORES = (
    *(columns.SYSTEM, columns.SEGMENT, columns.DOCUMENT, columns.PARAGRAPH, columns.TEXT_TYPE),
    *(columns.SOURCE, columns.HYPOTHESIS, columns.REFERENCES, columns.REFERENCE, columns.LANGUAGE_PAIR),
    *(columns.SOURCE_LANGUAGE, columns.TARGET_LANGUAGE, columns.IS_HUMAN),
)


@dataclass(frozen=True, slots=True)
class _Cells:
    """One metric's column for one system: which rows, and the segment of each."""

    metric: str
    system: str
    column: str
    rows: Sequence[int]


def read_scores(
    path: FilePath,
    corpus: Corpus,
    *,
    metrics: Sequence[str] | None = None,
    lower_is_better: Sequence[str] = (),
    missing: Missing = "refuse",
    unknown_systems: Unknown = "refuse",
    mixed_scales: bool = False,
) -> tuple[External, ...]:
    """The metrics of a table of scores: `evaluate(corpus, Bleu(), *read_scores("comet.tsv", corpus))`.

    `metrics` names the columns to take (default: all that hold scores); in a table with a column for each
    system, it is the one name of the metric (default: that of the file). `missing="allow"` leaves segments
    without a score out of the means, `unknown_systems="ignore"` passes over systems that the corpus does not
    have, and `mixed_scales` allows what looks like two scales in one column.
    """
    _check_choices(missing, unknown_systems)
    table = table_of(path, what="scores")
    cells = _cells(table, corpus, metrics, unknown_systems)
    groups = {cell.system: cell.rows for cell in cells}
    segments = positions(table, corpus, list(groups.values()), missing=missing)
    # A column is read once, however many systems it has: of Parquet and JSON lines that takes a while.
    values = {column: table.values(column) for column in dict.fromkeys(cell.column for cell in cells)}
    found: dict[str, dict[str, list[float | None]]] = {}
    for cell in cells:
        scores = _Reading(table, cell, values[cell.column], missing).scores(segments, len(corpus))
        found.setdefault(cell.metric, {})[cell.system] = scores
    for name in lower_is_better:
        if name not in found:
            raise UnknownName.among("score", name, found)
    if not mixed_scales:
        for name, by_system in found.items():
            refuse_two_scales(table.file, name, by_system)
    return tuple(
        External.of(
            name,
            {system: by_system[system] for system in corpus.systems},
            higher_is_better=name not in lower_is_better,
            source=base_name(path),
            checksum=checksum(path),
        )
        for name, by_system in found.items()
    )


def _check_choices(missing: object, unknown_systems: object) -> None:
    if missing not in ("refuse", "allow"):
        raise InvalidOption.choice("missing", missing, ("refuse", "allow"))
    if unknown_systems not in ("refuse", "ignore"):
        raise InvalidOption.choice("unknown_systems", unknown_systems, ("refuse", "ignore"))


def _cells(table: Table, corpus: Corpus, metrics: Sequence[str] | None, unknown: Unknown) -> list[_Cells]:
    columns_left = _score_columns(table)
    if table.find(columns.SYSTEM):
        return _long(table, corpus, _chosen(table, columns_left, metrics), unknown)
    rows = range(len(table))
    if any(name in corpus.systems for name in columns_left):
        systems = _known_systems(table, corpus, columns_left, unknown)
        metric = _only_name(table, metrics)
        return [_Cells(metric, name, name, rows) for name in systems]
    if len(corpus.systems) == 1:
        (system,) = corpus.systems
        return [_Cells(name, system, name, rows) for name in _chosen(table, columns_left, metrics)]
    raise InvalidFile.at(
        table.file,
        f"there is no column 'system', and no column is called as a system. The columns are: "
        f"{', '.join(table.columns)}; the systems are: {', '.join(corpus.systems)}.",
    )


def _score_columns(table: Table) -> list[str]:
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


def _chosen(table: Table, found: list[str], metrics: Sequence[str] | None) -> list[str]:
    for name in metrics or ():
        if name not in table.columns:
            raise UnknownName.among("column", name, found)
    return found if metrics is None else list(metrics)


def _only_name(table: Table, metrics: Sequence[str] | None) -> str:
    if metrics is None:
        base = table.file.replace("\\", "/").rpartition("/")[2]
        return base.removesuffix(".gz").removesuffix(".zst").rpartition(".")[0]
    if len(metrics) != 1:
        raise InvalidOption(
            f"{table.file} has a column for each system, so it holds one metric; {len(metrics)} were named."
        )
    return metrics[0]


def _long(table: Table, corpus: Corpus, metrics: list[str], unknown: Unknown) -> list[_Cells]:
    rows: dict[str, list[int]] = {}
    for row, value in enumerate(table.values("system")):
        rows.setdefault(table.text("system", row, value), []).append(row)
    systems = _known_systems(table, corpus, list(rows), unknown)
    return [_Cells(metric, system, metric, rows[system]) for metric in metrics for system in systems]


def _known_systems(table: Table, corpus: Corpus, names: list[str], unknown: Unknown) -> list[str]:
    """The systems of the corpus, all of which must be there, and nothing else unless that is ignored."""
    if missing := [name for name in corpus.systems if name not in names]:
        raise UnknownName(
            f"{table.file}: there are no scores of the system {missing[0]!r}. The scores are of: "
            f"{', '.join(names)}. Call the systems as the table does, or add what is missing."
        )
    foreign = [name for name in names if name not in corpus.systems]
    if foreign and unknown == "refuse":
        raise UnknownName(
            f"{table.file}: {foreign[0]!r} is no system of the corpus; these are: "
            f"{', '.join(corpus.systems)}. "
            "Correct the name, take it out of the table, or ignore it: unknown_systems='ignore'."
        )
    return list(corpus.systems)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The cells of one metric and system, on their way to numbers."""

    table: Table
    cells: _Cells
    values: Sequence[object]
    missing: Missing

    def scores(self, segments: Sequence[int | None], total: int) -> list[float | None]:
        """One number for each segment."""
        scores: list[object] = [_MISSING] * total
        for row in self.cells.rows:
            segment = segments[row]
            if segment is None:
                continue
            if scores[segment] is not _MISSING:
                raise self.table.invalid(
                    row, f"{self._whose} has segment {segment + 1} a second time. Keep one row."
                )
            scores[segment] = self._number(row, self.values[row])
        absent = [str(segment) for segment, score in enumerate(scores, 1) if score is _MISSING]
        if absent and self.missing == "refuse":
            raise missing_segments(self.table.file, self._whose, absent, total)
        if not any(isinstance(score, float) for score in scores):
            raise MisalignedCorpus(f"{self.table.file}: {self._whose} has no scores at all.")
        return [score if isinstance(score, float) else None for score in scores]

    @property
    def _whose(self) -> str:
        return f"system {self.cells.system!r}"

    def _number(self, row: int, value: object) -> float | None:
        column = self.cells.column
        if value is None or (isinstance(value, str) and not value.strip()):
            if self.missing == "allow":
                return None
            raise self.table.invalid(
                row,
                f"{column} is empty; a score was expected. Add it, or allow missing scores: missing='allow'.",
            )
        try:
            number = float("nan") if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            hint = " Write decimals with a point." if isinstance(value, str) and "," in value else ""
            raise self.table.invalid(row, f"{column} is {value!r}; a number was expected.{hint}") from None
        if not -LARGEST <= number <= LARGEST:
            raise self.table.invalid(
                row,
                f"{column} is {value!r}; a finite number was expected. Leave the cell empty where there is "
                "no score, and allow missing scores: missing='allow'.",
            )
        return number
