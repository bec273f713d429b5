"""What each judge gave: tables with a row for each judge, system, segment and dimension."""

from __future__ import annotations

from karat.readers.files import display_name
from karat.readers.numbering import positions
from karat.readers.table_files import base_name, checksum, ending_of, table_of
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.readers.files import FilePath
    from karat.readers.score_layouts import Unknown
    from karat.readers.tables import Table


@dataclass(frozen=True, slots=True, eq=False)
class JudgeValues:
    """The values of one dimension, judges × systems × segments of a corpus, NaN where a judge gave none."""

    dimension: str
    scale: str | None
    recipe: str
    judges: tuple[str, ...]
    systems: tuple[str, ...]
    values: NDArray[np.float64]


def is_judge_values(path: FilePath) -> bool:
    """Whether a file is a table with a row for each judgement."""
    if ending_of(display_name(path)) not in ("tsv", "csv", "jsonl", "ndjson", "parquet"):
        return False
    names = table_of(path, what="judgements").columns
    return "dimension" in names and "value" in names


def read_judge_values(
    path: FilePath, corpus: Corpus, *, unknown_systems: Unknown = "refuse"
) -> tuple[JudgeValues, ...]:
    """The values of every dimension, in the order of the corpus.

    Columns: `judge`, `system`, `seg_id`, `dimension`, `value`, and `scale` where it is known.
    """
    from karat.readers.human_scores import number, system_of_rows

    table = table_of(path, what="judgements")
    systems = system_of_rows(table, corpus, unknown_systems)
    dimensions, judges = _texts(table, "dimension"), _texts(table, "judge")
    scales = _texts(table, "scale")
    groups: dict[tuple[object, ...], list[int]] = {}
    for row, key in enumerate(zip(judges, systems, dimensions, strict=True)):
        groups.setdefault(key, []).append(row)
    segments = positions(table, corpus, list(groups.values()))
    values = [number(table, "value", row, value) for row, value in enumerate(table.values("value"))]
    found = []
    for dimension in dict.fromkeys(dimensions):
        rows = [row for row, name in enumerate(dimensions) if name == dimension]
        of_scale = dict.fromkeys(scales[row] for row in rows)
        if len(of_scale) > 1:
            raise table.invalid(
                rows[0], f"{dimension} is on the scales {' and '.join(of_scale)}. Bring them to one."
            )
        found.append(
            JudgeValues(
                dimension,
                next(iter(of_scale)) or None,
                f"human|name:{dimension}|{_scale_entry(next(iter(of_scale)))}file:{base_name(path)}[sha256-{checksum(path)}]|mean:judges",
                *_placed(table, rows, judges, (systems, segments, values), corpus),
            )
        )
    return tuple(found)


def _scale_entry(scale: str) -> str:
    return f"scale:{scale}|" if scale else ""


def _texts(table: Table, column: str) -> list[str]:
    if column not in table.columns:
        return [""] * len(table)
    return [table.label(column, row, value) for row, value in enumerate(table.values(column))]


def _placed(
    table: Table,
    rows: Sequence[int],
    judges: Sequence[str],
    found: tuple[Sequence[int | None], Sequence[int | None], Sequence[float]],
    corpus: Corpus,
) -> tuple[tuple[str, ...], tuple[str, ...], NDArray[np.float64]]:
    import numpy as np

    systems, segments, values = found
    names = tuple(dict.fromkeys(judges[row] for row in rows))
    placed = np.full((len(names), len(corpus.systems), len(corpus)), np.nan)
    for row in rows:
        place = (names.index(judges[row]), systems[row], segments[row])
        if place[1] is None or place[2] is None:
            continue
        if not np.isnan(placed[place]):
            raise table.invalid(row, "the same judge has judged this already. Keep one row.")
        placed[place] = values[row]
    return names, tuple(corpus.systems), placed
