"""From single judgements to scores of segments, documents and systems, or to one layer for each judge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from karat.display import Shown
from karat.errors import InvalidOption
from karat.judgements.coverage import Coverage, coverage
from karat.judgements.standardisation import standardised
from karat.option_checks import check_choice
from karat.remedies import either
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.judgements.table import Judgements

    Places = NDArray[np.int64]

Level: TypeAlias = Literal["segment", "document", "system"]
Method: TypeAlias = Literal["mean", "z", "median", "judge-mean", "judge-z"]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """Systems by columns, which are segments, documents, or one for all.

    `system` and `segment` say where the systems and segments of the judgements stand, `column` which column
    each segment goes into.
    """

    systems: tuple[str, ...]
    segments: tuple[str, ...]
    columns: tuple[str, ...]
    system: Places
    segment: Places
    column: Places


def layout_of(judgements: Judgements, level: str, corpus: Corpus | None) -> Layout:
    """The layout of scores at a level: that of the corpus, or of what was judged."""
    if corpus is None:
        systems, segments = judgements.systems, judgements.segments
    else:
        systems = tuple(corpus.systems)
        segments = tuple(str(number) for number in range(1, len(corpus) + 1))
    labels = _labels(judgements, level, corpus, segments)
    columns = tuple(dict.fromkeys(labels))
    return Layout(
        systems,
        segments,
        columns,
        _places("system", judgements.systems, systems),
        _places("segment", judgements.segments, segments),
        _places("document", labels, columns),
    )


def _places(what: str, names: Sequence[str], known: Sequence[str]) -> Places:
    """Where each name stands among the known ones."""
    order = {name: place for place, name in enumerate(known)}
    for name in names:
        if name not in order:
            raise InvalidOption(
                f"The {what} {name!r} was judged, and the corpus does not have it. "
                + either(
                    "Read the judgements with the corpus: read_judgements(path, corpus).",
                    "Name the corpus with --data.",
                )
            )
    return np.array([order[name] for name in names], dtype=np.int64)


def _labels(
    judgements: Judgements, level: str, corpus: Corpus | None, segments: Sequence[str]
) -> Sequence[str]:
    """The column of each segment, by name."""
    if level == "segment":
        return segments
    if level == "system":
        return ["all"] * len(segments)
    if corpus is not None and corpus.documents is not None:
        return list(corpus.documents)
    if not judgements.documents:
        raise InvalidOption(
            "The documents of the segments are not known. Add a column 'document', or give the corpus."
        )
    return [judgements.documents.get(name, "") for name in segments]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Aggregate(Shown):
    """Scores that people gave, and how much of the material was judged.

    >>> from karat.judgements import Judgement, Judgements, Scale, aggregate
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> found = aggregate(judgements, "adequacy", level="system")
    >>> found.scores.systems, found.scores.values.tolist(), found.coverage.share
    (('A', 'B'), [[4.5], [2.0]], 1.0)
    """

    scores: ScoreTable
    coverage: Coverage

    def _columns(self) -> Columns:
        return self.scores._columns()


def aggregate(
    judgements: Judgements,
    dimension: str,
    *,
    level: Level = "segment",
    method: Method = "mean",
    corpus: Corpus | None = None,
) -> Aggregate:
    """The human scores of a dimension: systems by segments, documents, or one value for each system.

    An item's value is the mean over judges of each judge's mean, and that of a document or system the mean
    over its judged segments. `z` takes z-scores of each judge instead of raw values, `median` medians in both
    steps. `judge-mean` and `judge-z` weigh judges alike instead of segments: the mean over judges of each
    judge's mean over the document or system. What nobody judged is NaN.

    With a corpus, systems and segments are those of the corpus, in its order; judgements must have been read
    with it.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> aggregate(judgements, "adequacy", level="system").scores.values.tolist()
    [[4.5], [2.0]]
    """
    check_choice("level", level, Level)
    check_choice("method", method, Method)
    rows = judgements.rows_of(dimension)
    layout = layout_of(judgements, level, corpus)
    recipe = _recipe(judgements, dimension, rows, f"aggregation:{method}|level:{level}")
    values = _values(judgements, rows, method, layout)
    upward = judgements.scales[dimension].better == "higher"
    table = ScoreTable(dimension, recipe, level, layout.systems, layout.columns, values, upward)
    return Aggregate(table, coverage(judgements, dimension, corpus=corpus))


def _values(judgements: Judgements, rows: NDArray[np.int64], method: str, layout: Layout) -> Floats:
    """Systems by columns: means or medians, first within and then between."""
    judge = judgements.judge[rows]
    values = judgements.value[rows]
    if method.endswith("z"):
        values = standardised(values, judge, len(judgements.judges))
    kept = ~np.isnan(values)
    judge, values = judge[kept], values[kept]
    system = layout.system[judgements.system[rows]][kept]
    segment = layout.segment[judgements.segment[rows]][kept]
    middle = median_by if method == "median" else mean_by
    width, segments, judges = len(layout.columns), len(layout.segments), len(judgements.judges)
    if method.startswith("judge-"):
        keys, of_judges = mean_by((system * width + layout.column[segment]) * judges + judge, values)
        keys, means = mean_by(keys // judges, of_judges)
    else:
        keys, of_judges = mean_by((system * segments + segment) * judges + judge, values)
        keys, of_segments = middle(keys // judges, of_judges)
        keys, means = middle(keys // segments * width + layout.column[keys % segments], of_segments)
    table = np.full(len(layout.systems) * width, np.nan)
    table[keys] = means
    return table.reshape(len(layout.systems), width)


def mean_by(keys: NDArray[np.int64], values: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The different keys, and the mean of each one's values."""
    different, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return different, np.bincount(place, values, minlength=len(different)) / counts


def median_by(keys: NDArray[np.int64], values: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The different keys, and the median of each one's values."""
    order = np.lexsort((values, keys))
    different, start, counts = np.unique(keys[order], return_index=True, return_counts=True)
    sorted_values = values[order]
    low, high = start + (counts - 1) // 2, start + counts // 2
    return different, (sorted_values[low] + sorted_values[high]) / 2


def _recipe(judgements: Judgements, dimension: str, rows: NDArray[np.int64], how: str) -> str:
    scale = judgements.scales[dimension]
    judges = len(set(judgements.judge[rows].tolist()))
    return f"human|dimension:{dimension}|scale:{scale.name}[{scale.recipe}]|{how}|judges:{judges}"


def by_judge(judgements: Judgements, dimension: str, *, corpus: Corpus | None = None) -> NDArray[np.float64]:
    """The values of a dimension, judges × systems × segments, NaN where a judge gave none.

    A judge who saw an item again has the mean of what he said. Judges who did not judge this dimension have
    no layer; systems and segments are those of the corpus, or those that were judged.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> by_judge(judgements, "adequacy")[:, :, 0].tolist()
    [[4.0, 2.0], [5.0, 2.0]]
    """
    rows = judgements.rows_of(dimension)
    layout = layout_of(judgements, "segment", corpus)
    _, judge = np.unique(judgements.judge[rows], return_inverse=True)
    system, segment = layout.system[judgements.system[rows]], layout.segment[judgements.segment[rows]]
    shape = (int(judge.max()) + 1, len(layout.systems), len(layout.segments))
    keys, means = mean_by(np.ravel_multi_index((judge, system, segment), shape), judgements.value[rows])
    values = np.full(shape, np.nan)
    values.flat[keys] = means
    return values
