"""Tables of segment scores that were computed elsewhere; `score_layouts` has what they may look like."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeAlias

from karat.errors import InvalidFile, MisalignedCorpus, UnknownName
from karat.metrics.external import LARGEST, TOO_LARGE, External
from karat.option_checks import check_choice
from karat.readers.corpora.alignment import missing_segments
from karat.readers.files.columns import as_number
from karat.readers.files.input_table import base_name, checksum, ending_of, table_of
from karat.readers.files.opening import display_name
from karat.readers.scores.numbering import positions
from karat.readers.scores.score_files import is_score_file
from karat.readers.scores.score_layouts import Unknown, cells_of, named_after, names_in, with_header
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.input_table import InputTable
    from karat.readers.files.opening import FilePath
    from karat.readers.scores.score_layouts import Cells

Missing: TypeAlias = Literal["refuse", "allow"]

_MISSING = object()
_LEAST_SHARE = 0.2
_LEAST = 2


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

    `metrics` names those to take (default: all); in a table with a column for each system, it is the one name
    of the metric (default: that of the file). `missing="allow"` leaves segments
    without a score out of the means, `unknown_systems="ignore"` passes over systems that the corpus does not
    have, and `mixed_scales` allows what looks like two scales in one column.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from karat import Corpus
    >>> corpus = Corpus.of({"A": ["one"], "B": ["won"]}, ["one"])
    >>> rows = ["system,seg_id,metric,score", "A,1,comet,0.9", "B,1,comet,0.4"]
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "comet.csv"
    ...     _ = path.write_text("\\n".join(rows))
    ...     (comet,) = read_scores(path, corpus)
    >>> comet.name
    'comet'
    """
    _check_choices(missing, unknown_systems)
    table = _table(path)
    cells = cells_of(table, corpus, metrics, unknown_systems)
    # Metrics that share their rows share their segments.
    groups = {id(cell.rows): cell.rows for cell in cells}
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


def names_of_scores(path: FilePath, corpus: Corpus) -> list[str]:
    """The metrics that a table of scores has."""
    return names_in(_table(path), corpus)


def _check_choices(missing: object, unknown_systems: object) -> None:
    check_choice("missing", missing, ("refuse", "allow"))
    check_choice("unknown_systems", unknown_systems, ("refuse", "ignore"))


def _table(path: FilePath) -> InputTable:
    if is_score_file(path) or ending_of(display_name(path)) == "score":
        return named_after(path)
    return with_header(table_of(path, what="scores"))


@dataclass(frozen=True, slots=True)
class _Reading:
    """The cells of one metric and system, on their way to numbers."""

    table: InputTable
    cells: Cells
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
            remedy = f", or allow missing scores: {_allowed()}"
            raise missing_segments(self.table.file, self._whose, absent, total, remedy=remedy)
        if not any(isinstance(score, float) for score in scores):
            raise MisalignedCorpus(f"{self.table.file}: {self._whose} has no scores at all.")
        return [score if isinstance(score, float) else None for score in scores]

    @property
    def _whose(self) -> str:
        metric = f"{self.cells.metric} of " if self.cells.column != self.cells.metric else ""
        return f"{metric}system {self.cells.system!r}"

    def _number(self, row: int, value: object) -> float | None:
        column = self.cells.column
        if value is None or (isinstance(value, str) and value.strip() in ("", "None")):
            if self.missing == "allow":
                return None
            raise self.table.invalid(
                row,
                f"{column} is empty; a score was expected. Add it, or allow missing scores: {_allowed()}.",
            )
        try:
            number = float("nan") if isinstance(value, bool) else as_number(value)
        except (TypeError, ValueError, OverflowError):
            hint = " Write decimals with a point." if isinstance(value, str) and "," in value else ""
            raise self.table.invalid(row, f"{column} is {value!r}; a number was expected.{hint}") from None
        if not isfinite(number):
            raise self.table.invalid(
                row,
                f"{column} is {value!r}; a finite number was expected. Leave the cell empty where there is "
                f"no score, and allow missing scores: {_allowed()}.",
            )
        if abs(number) > LARGEST:
            raise self.table.invalid(row, f"{column} is {value!r}; {TOO_LARGE}")
        return number


def _allowed() -> str:
    """The option that lets scores be missing, which the command line calls by another name."""
    return either("missing='allow'", "--missing-scores")


def refuse_two_scales(file: str, name: str, by_system: Mapping[str, Sequence[float | None]]) -> None:
    """Refuse scores of which many are at most 1, many at least 10, and none is between."""
    scores = [
        (score, system, segment)
        for system, of_system in by_system.items()
        for segment, score in enumerate(of_system, 1)
        if score
    ]
    low = [found for found in scores if abs(found[0]) <= 1]
    high = [found for found in scores if abs(found[0]) >= 10]
    if len(low) + len(high) < len(scores) or min(len(low), len(high)) < max(
        _LEAST, _LEAST_SHARE * len(scores)
    ):
        return
    (small, one, first), (large, other, second) = low[0], high[0]
    raise InvalidFile.at(
        file,
        f"{name} seems to be on two scales: {small:g} (system {one!r}, segment {first}) and "
        f"{large:g} (system "
        f"{other!r}, segment {second}), and nothing between 1 and 10. Bring all scores to one "
        f"scale, or say that they are: {option('mixed_scales', True)}.",
    )
