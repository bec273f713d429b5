"""From single judgements to scores of segments, documents and systems."""

from __future__ import annotations

from karat.errors import InvalidOption
from karat.judgements.coverage import Coverage, coverage
from karat.judgements.standardisation import standardised
from karat.records import dataclass
from karat.scores import ScoreTable
from karat.types import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements.table import Judgements

    Floats = NDArray[np.float64]

Level: TypeAlias = Literal["segment", "document", "system"]
Method: TypeAlias = Literal["mean", "z", "median", "judge-mean", "judge-z"]


@dataclass(frozen=True, slots=True, eq=False)
class Aggregate:
    """Scores that people gave, and how much of the material they are of."""

    scores: ScoreTable
    coverage: Coverage


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
    """
    choices: dict[str, Any] = {"level": Level, "method": Method}
    for (option, allowed), value in zip(choices.items(), (level, method), strict=True):
        if value not in allowed:
            raise InvalidOption.choice(option, value, allowed)
    judged = judgements.rows_of(dimension)
    layout = _Layout(judgements, corpus)
    units, rows = _units(judgements, level, layout)
    table = ScoreTable(
        dimension,
        _recipe(judgements, dimension, len(set(judgements.judge[judged].tolist())), level, method),
        level,
        layout.systems,
        rows,
        _values(judgements, dimension, method, layout, units, len(rows), level),
    )
    return Aggregate(table, coverage(judgements, dimension, corpus=corpus))


class _Layout:
    """Where the systems and segments of the judgements stand in the table of scores."""

    def __init__(self, judgements: Judgements, corpus: Corpus | None) -> None:
        import numpy as np

        self.systems = tuple(judgements.systems if corpus is None else corpus.systems)
        self.segments = (
            judgements.segments
            if corpus is None
            else tuple(str(number) for number in range(1, len(corpus) + 1))
        )
        self.labels: Sequence[str] | None = None if corpus is None else corpus.documents
        self.system = np.array([self._place("system", n, self.systems) for n in judgements.systems])
        order = {name: place for place, name in enumerate(self.segments)}
        self.segment = np.array([self._place("segment", name, order) for name in judgements.segments])

    def _place(self, what: str, name: str, known: Sequence[str] | dict[str, int]) -> int:
        if name not in known:
            raise InvalidOption(
                f"The {what} {name!r} was judged, and the corpus does not have it. "
                "Read the judgements with the corpus: read_judgements(path, corpus)."
            )
        return known[name] if isinstance(known, dict) else known.index(name)


def _units(judgements: Judgements, level: str, layout: _Layout) -> tuple[NDArray[np.int64], tuple[str, ...]]:
    """The column that each segment goes into, and what the columns are called."""
    import numpy as np

    if level == "segment":
        return np.arange(len(layout.segments)), layout.segments
    if level == "system":
        return np.zeros(len(layout.segments), dtype=np.int64), ("all",)
    labels = layout.labels
    if labels is None:
        if not judgements.documents:
            raise InvalidOption(
                "Nothing says which document a segment is of. Add a column 'document', or give the corpus."
            )
        labels = [judgements.documents.get(name, "") for name in layout.segments]
    order = {name: place for place, name in enumerate(dict.fromkeys(labels))}
    return np.array([order[label] for label in labels]), tuple(order)


def _values(
    judgements: Judgements,
    dimension: str,
    method: str,
    layout: _Layout,
    units: NDArray[np.int64],
    width: int,
    level: str,
) -> Floats:
    import numpy as np

    rows = judgements.rows_of(dimension)
    judge = judgements.judge[rows]
    values = judgements.value[rows]
    if method.endswith("z"):
        values = standardised(values, judge, len(judgements.judges))
    kept = ~np.isnan(values)
    judge, values = judge[kept], values[kept]
    system = layout.system[judgements.system[rows]][kept]
    segment = layout.segment[judgements.segment[rows]][kept]
    middle = median_by if method == "median" else mean_by
    segments, judges = len(layout.segments), len(judgements.judges)
    if method.startswith("judge-") and level != "segment":
        cell = system * width + units[segment]
        keys, of_judges = mean_by(cell * judges + judge, values)
        keys, means = mean_by(keys // judges, of_judges)
    else:
        keys, of_judges = mean_by((system * segments + segment) * judges + judge, values)
        keys, means = middle(keys // judges, of_judges)
        keys, means = middle(keys // segments * width + units[keys % segments], means)
    table = np.full(len(layout.systems) * width, np.nan)
    table[keys] = means
    return table.reshape(len(layout.systems), width)


def mean_by(keys: NDArray[np.int64], values: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The different keys, and the mean of each one's values."""
    import numpy as np

    different, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return different, np.bincount(place, values, minlength=len(different)) / counts


def median_by(keys: NDArray[np.int64], values: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The different keys, and the median of each one's values."""
    import numpy as np

    order = np.lexsort((values, keys))
    different, start, counts = np.unique(keys[order], return_index=True, return_counts=True)
    sorted_values = values[order]
    low, high = start + (counts - 1) // 2, start + counts // 2
    return different, (sorted_values[low] + sorted_values[high]) / 2


def _recipe(judgements: Judgements, dimension: str, judges: int, level: str, method: str) -> str:
    scale = judgements.scales[dimension]
    return (
        f"human|dimension:{dimension}|scale:{scale.name}[{scale.recipe}]|aggregation:{method}|level:{level}"
        f"|judges:{judges}"
    )
