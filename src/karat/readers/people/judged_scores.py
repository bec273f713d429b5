"""Human scores of files that have no column of them: test sets, files of scores, and judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.judgements import aggregate
from karat.readers.corpora.evaluation_set import is_evaluation_set, read_evaluation_set
from karat.readers.files.columns import JUDGE
from karat.readers.files.opening import display_name
from karat.readers.files.table_files import table_of
from karat.readers.people.appraise import is_appraise
from karat.readers.people.judgements import read_judgements
from karat.readers.scores.score_files import read_score_file

if TYPE_CHECKING:
    from karat.corpus import Corpus
    from karat.judgements.aggregation import Method
    from karat.readers.files.opening import FilePath
    from karat.readers.people.judged_segments import Unknown
    from karat.scores import ScoreTable


_TABLES = ("tsv", "csv", "jsonl", "ndjson", "parquet")


def read_judged_scores(
    path: FilePath,
    corpus: Corpus,
    *,
    method: Method = "mean",
    unknown_systems: Unknown = "refuse",
    first_segment: int | None = None,
) -> tuple[ScoreTable, ...] | None:
    """Human scores by segment and by system, in the order of the corpus; None where a file has none of these.

    A folder in mt-metrics-eval's layout has its human scores, a file `NAME.LEVEL.score` its own, and
    judgements are made scores by `method`; `first_segment` is the number of their first segment, 0 or 1,
    where it is unclear. A table without judges is something else.
    """
    if is_evaluation_set(path):
        return read_evaluation_set(path, metrics=False).human
    if display_name(path).endswith(".score"):
        return (read_score_file(path, corpus, kind="human"),)
    if not is_judgements(path):
        return None
    judgements = read_judgements(path, corpus, unknown_systems=unknown_systems, first_segment=first_segment)
    return tuple(
        aggregate(judgements, dimension, level=level, method=method, corpus=corpus).scores
        for dimension in judgements.dimensions
        for level in ("segment", "system")
    )


def is_judgements(path: FilePath) -> bool:
    """Whether a file is a table of single judgements, which says who judged."""
    name = display_name(path)
    if name.removesuffix(".gz").removesuffix(".zst").rpartition(".")[2].lower() not in _TABLES:
        return False
    return is_appraise(path) or any(column in JUDGE.names for column in table_of(path, what="scores").columns)
