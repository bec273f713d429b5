"""Is it good enough? Judgements weighted by words.

Babych, Hartley & Elliott (2005): a judge's 5 counts +2, 4 counts +1, 3 −1, 2 −2 and 1 −4, times the words of
the segment. A system whose sum is above 0 is acceptable.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MisalignedCorpus
from karat.frames import stacked
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats
    from karat.calibration.calibration import Calibration
    from karat.calibration.judged_outputs import JudgedOutput
    from karat.calibration.thresholds import HumanThreshold, MetricThreshold
    from karat.corpus import Corpus
    from karat.frames import Columns

WEIGHTS = ((1.0, -4.0), (2.0, -2.0), (3.0, -1.0), (4.0, 1.0), (5.0, 2.0))
WORDS = ("reference", "hypothesis", "source", "none")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Acceptability(Equal, Shown):
    """The sum of one output's weighted judgements, and the verdict.

    `sum` is that of weight × words over all judgements, `mean` the same for one word. Its interval is by
    resampling documents, or segments where documents are not known. `positive` is the share of judged words
    whose weight is above 0.

    >>> import numpy as np
    >>> from karat.calibration import acceptability
    >>> marks = np.repeat([[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 4.0, 4.0], [3.0, 4.0, 5.0, 5.0]], 5, axis=1)
    >>> outputs = acceptability(marks[None], np.full((3, 20), 12.0), ["A", "B", "C"], samples=200)
    >>> [(one.system, one.sum, one.verdict) for one in outputs]
    [('A', -180.0, "can't tell"), ('B', -60.0, "can't tell"), ('C', 240.0, 'pass')]
    """

    cell: str
    system: str
    judgements: int
    human: float
    sum: float
    mean: float
    low: float
    high: float
    positive: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Acceptance(Shown):
    """Acceptability in one dimension: the sum of each output, the human threshold, and the threshold of each
    metric in each cell.

    `judged` has the outputs beside a threshold that was given; `outputs` their sums where none was.

    >>> import numpy as np
    >>> from karat.calibration import Acceptance, HumanThreshold, acceptability
    >>> marks = np.repeat([[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 4.0, 4.0], [3.0, 4.0, 5.0, 5.0]], 5, axis=1)
    >>> outputs = acceptability(marks[None], np.full((3, 20), 12.0), ["A", "B", "C"], samples=200)
    >>> found = Acceptance("adequacy", tuple(outputs), HumanThreshold.given(3.5), (), "reference", True)
    >>> [one.system for one in found.outputs if one.verdict == "pass"]
    ['C']
    """

    human: str
    outputs: tuple[Acceptability, ...]
    threshold: HumanThreshold
    cells: tuple[tuple[Calibration, MetricThreshold], ...]
    words: str
    from_judges: bool
    judged: tuple[JudgedOutput, ...] = ()

    def _columns(self) -> Columns:
        """A row for each cell and metric; `karat.table(….outputs)` has what the judgements add up to."""
        return stacked(
            (at._columns() for _, at in self.cells),
            dimension=[self.human for _ in self.cells],
            language_pair=[cell.language_pair for cell, _ in self.cells],
            text_type=[cell.text_type for cell, _ in self.cells],
            metric=[" + ".join(cell.metrics) for cell, _ in self.cells],
        )


def weigh(values: Floats, table: Sequence[tuple[float, float]] = WEIGHTS) -> Floats:
    """The weight of each value; a mean between two marks gets what lies between their weights.

    >>> import numpy as np
    >>> weigh(np.array([5.0, 1.0, 3.5])).tolist()
    [2.0, -4.0, 0.0]
    """
    marks, weights = zip(*sorted(table), strict=True)
    outside = (values < marks[0]) | (values > marks[-1])
    if outside.any():
        raise InvalidOption(
            f"A human score is {values[outside][0]:g}; the weights are for {marks[0]:g} to {marks[-1]:g}. "
            "Give the weights of this scale, or a threshold."
        )
    return np.where(np.isnan(values), np.nan, np.interp(values, marks, weights))


def acceptability(
    values: Floats,
    words: Floats,
    systems: Sequence[str],
    *,
    documents: Sequence[str] | None = None,
    cell: str = "",
    table: Sequence[tuple[float, float]] = WEIGHTS,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Results[Acceptability]:
    """The sum of every system: `values` is judges × systems × segments, `words` systems × segments.

    `documents` has the document of each segment: whole documents are drawn then.

    >>> import numpy as np
    >>> marks = np.repeat([[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 4.0, 4.0], [3.0, 4.0, 5.0, 5.0]], 5, axis=1)
    >>> outputs = acceptability(marks[None], np.full((3, 20), 12.0), ["A", "B", "C"], samples=200)
    >>> [round(one.positive, 2) for one in outputs]
    [0.5, 0.5, 0.75]
    """
    if values.shape[1:] != words.shape or len(words) != len(systems):
        raise MisalignedCorpus(
            f"The judgements are of {' × '.join(map(str, values.shape[1:]))} systems and segments, the words "
            f"of {' × '.join(map(str, words.shape))}, and there are {len(systems)} names of systems. They "
            "must be of the same."
        )
    weighed = weigh(values, table)
    there = ~np.isnan(weighed)
    counted = np.where(there, weighed, 0.0).sum(axis=0) * words
    size = there.sum(axis=0) * words
    good = (there & (weighed > 0)).sum(axis=0) * words
    units = TextUnits.of(words.shape[1], documents).in_order()
    drawn = units.weights(samples=samples, seed=seed)
    found = []
    for row, system in enumerate(systems):
        total = float(size[row].sum())
        if total == 0:
            continue
        sizes = drawn @ size[row]
        draws = np.divide(drawn @ counted[row], sizes, out=np.full(len(sizes), np.nan), where=sizes > 0)
        mean = float(counted[row].sum()) / total
        interval = units.interval(mean, draws, confidence=confidence, there=size[row] > 0)
        found.append(
            Acceptability(
                cell,
                system,
                int(there[:, row].sum()),
                _mean(values[:, row]),
                float(counted[row].sum()),
                mean,
                interval.low,
                interval.high,
                float(good[row].sum()) / total,
                "pass" if interval.low > 0 else "fail" if interval.high < 0 else "can't tell",
            )
        )
    return Results(found)


def _mean(values: Floats) -> float:
    there = values[values == values]  # noqa: PLR0124 (only NaN is not itself)
    return float(there.mean()) if len(there) else nan


def words_of(corpus: Corpus, whose: str = "reference") -> Floats:
    """How many words each segment counts, systems × segments."""
    if whose == "none":
        return np.ones((len(corpus.systems), len(corpus)))
    if whose == "hypothesis":
        counted = [[len(line.split()) for line in text] for text in corpus.systems.values()]
        return np.array(counted, dtype=np.float64)
    if whose == "source" and corpus.sources is None:
        raise InvalidOption(
            "The corpus has no sources whose words could count. Count those of the reference."
        )
    text = corpus.sources if whose == "source" else corpus.references.streams[0]
    counts = [len((line or "").split()) for line in text or ()]
    return np.tile(np.array(counts, dtype=np.float64), (len(corpus.systems), 1))
