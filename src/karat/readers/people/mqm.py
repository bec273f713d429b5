"""MQM: errors that judges marked in translations, with category and severity, as Google gives them out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.errors import InvalidFile, InvalidJudgement
from karat.judgements import Judgements
from karat.judgements.error_weights import WEIGHTS, ErrorWeights
from karat.judgements.scale import SCALES
from karat.readers.files import columns
from karat.readers.files.input_table import InputTable, table_of
from karat.readers.people.judgement_rows import (
    Unknown,
    judge_groups,
    judged_segments,
    judged_systems,
    of_known_systems,
)
from karat.remedies import either, option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.corpus import Corpus
    from karat.readers.files.opening import FilePath


# Releases call the same columns differently: in that of 2020, doc_id numbers the segment within its document.
_NAMES = {"globalSegId": "seg_id", "doc": "doc_id", "doc_id": "segment_of_document"}
_MARK = re.compile(r"</?v>")


@dataclass(frozen=True, slots=True)
class MqmError:
    """An error that a judge marked; `span` is the marked text, empty where nothing was marked."""

    judge: str
    system: str
    segment: str
    category: str
    severity: str
    weight: float
    span: str


@dataclass(frozen=True, slots=True)
class Mqm:
    """Judgements, each minus the weight of what was marked in its item, and the errors themselves."""

    judgements: Judgements
    errors: tuple[MqmError, ...]

    def counts(self) -> dict[tuple[str, str, str], int]:
        """How many errors each system has of each category and severity."""
        return dict(Counter((error.system, error.category, error.severity) for error in self.errors))


def is_mqm(table: InputTable) -> bool:
    """Whether a table has errors in its rows."""
    return {"category", "severity"} <= set(table.columns)


def read_mqm(
    path: FilePath,
    corpus: Corpus | None = None,
    *,
    weights: Mapping[str, float] | None = None,
    first_segment: int | None = None,
    unknown_systems: Unknown = "refuse",
    aliases: Mapping[str, str] | None = None,
) -> Mqm:
    """The judgements of MQM's table of errors; an item in which none was marked has the value 0.

    `weights` are by severity, and by severity and category: `{"Major": 5, "Minor/Style": 0.5}`.
    `unknown_systems="ignore"` passes over systems that the corpus does not have.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> head = "system\\tdoc\\tdoc_id\\tseg_id\\trater\\tsource\\ttarget\\tcategory\\tseverity\\n"
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "mqm.tsv"
    ...     _ = path.write_text(head + "A\\td\\t1\\t1\\tr1\\tzwei\\ttoo\\tAccuracy\\tMajor\\n")
    ...     mqm = read_mqm(path)
    >>> [(one.system, one.value) for one in mqm.judgements]
    [('A', -5.0)]
    """
    named = renamed(table_of(path, what="errors"))
    for column in ("category", "severity"):
        if column not in named.columns:
            raise InvalidFile.at(
                named.file, f"there is no column {column!r}. MQM's tables have a row for each error."
            )
    table = of_known_systems(named, corpus, unknown_systems, aliases)
    weigh = ErrorWeights(WEIGHTS if weights is None else weights)
    systems = judged_systems(table, corpus)
    first = _first_number(table) if first_segment is None else first_segment
    segments, documents = judged_segments(table, corpus, systems, first=first)
    judge_column = table.require(columns.JUDGE)
    judges = [table.label(judge_column, row, value) for row, value in enumerate(table.values(judge_column))]
    if corpus is not None:
        _check_targets(table, corpus, systems, segments)
    errors = _errors(table, judges, systems, segments, weigh)
    totals: dict[tuple[str, str, str], float] = {}
    rows: list[int] = []
    for row, error in enumerate(errors):
        key = (error.judge, error.system, error.segment)
        if key not in totals:
            rows.append(row)
        totals[key] = totals.get(key, 0.0) - error.weight
    judgements = Judgements.of_columns(
        judges=[judge for judge, _, _ in totals],
        systems=[system for _, system, _ in totals],
        segments=[segment for _, _, segment in totals],
        dimensions=["MQM"] * len(totals),
        values=[value + 0.0 for value in totals.values()],
        scales={"MQM": SCALES["MQM"]},
        documents=documents,
        groups=judge_groups(table, judges),
        place=lambda place: f"{table.file}, {table.place(rows[place])}",
    )
    return Mqm(judgements, tuple(error for error in errors if error.severity.lower() != "no-error"))


def _errors(
    table: InputTable,
    judges: Sequence[str],
    systems: Sequence[str],
    segments: Sequence[str],
    weigh: ErrorWeights,
) -> list[MqmError]:
    targets = table.values("target") if "target" in table.columns else [""] * len(table)
    found = []
    cells = zip(table.values("category"), table.values("severity"), targets, strict=True)
    for row, (category, severity, target) in enumerate(cells):
        kind, degree = table.label("category", row, category), table.label("severity", row, severity)
        weight = weigh.of(degree or kind, kind)
        if weight is None:
            raise table.invalid(
                row,
                f"the severity {degree!r} has no weight; these have: {', '.join(weigh.names)}. "
                "Give a weight to each: " + either("weights={'Major': 5, …}.", "--weights Major=5 …."),
            )
        span = _marked(str(target or ""))
        found.append(MqmError(judges[row], systems[row], segments[row], kind, degree, weight, span))
    return found


def _marked(target: str) -> str:
    """What stands between the first <v> and the </v> that follows."""
    span, end, _ = target.partition("<v>")[2].partition("</v>")
    return span if end else ""


def renamed(table: InputTable) -> InputTable:
    """The table with the names of columns that Karat has."""
    known = _NAMES if "doc" in table.columns else {"globalSegId": "seg_id"}
    names = {known.get(name, name): name for name in table.columns}

    def values(column: str) -> Sequence[object]:
        return table.values(names[column])

    return InputTable(table.file, list(names), values, len(table), table.lines, table.empty_is_missing)


def _first_number(table: InputTable) -> int:
    """Releases count segments from 1; one that has a 0 does not. The texts are compared in any case."""
    numbers = {str(value) for value in table.values(table.require(columns.SEGMENT))}
    return 0 if "0" in numbers else 1


def _check_targets(
    table: InputTable, corpus: Corpus, systems: Sequence[str], segments: Sequence[str]
) -> None:
    """What was judged must be what the corpus has, but for spaces that a release may have changed."""
    if "target" not in table.columns:
        return
    differing = []
    for row, target in enumerate(table.values("target")):
        output = corpus.systems[systems[row]][int(segments[row]) - 1]
        if _MARK.sub("", str(target)).split() != output.split():
            differing.append(row)
    # Some segments may have been cleaned; where most differ, they are other segments.
    if len(differing) * 2 > len(table):
        row = differing[0]
        raise InvalidJudgement(
            f"{table.file}, {table.place(row)}: the target is not what system {systems[row]!r} has in "
            f"segment {segments[row]} of the corpus, nor are most others. Say from where the file counts "
            f"segments: {option('first_segment', 0)} or {option('first_segment', 1)}."
        )
