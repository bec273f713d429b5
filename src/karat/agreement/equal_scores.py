"""Equal scores, unequal judgements: what a metric cannot tell apart, and people can.

Callison-Burch, Osborne & Koehn (2006) show such pairs in their Table 4; here they are found in the data.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement.soft_accuracy import p_values
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import MisalignedCorpus
from karat.resampling import TextUnits, holm, randomization_p, swap_rows, swapped
from karat.resampling.draws import swap_signs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EqualSegments(Equal, Shown):
    """Two translations of one segment with the same value of the metric, of which people prefer one.

    `distance` is the difference of the human scores in standard deviations of such a difference.

    >>> import numpy as np
    >>> from karat import Corpus
    >>> from karat.agreement import Rater, equal_segments
    >>> human = np.tile([[4.0], [4.1]], 40)
    >>> human[:, 7] = 5.0, 1.0
    >>> corpus = Corpus.of({"A": ["one text"] * 40, "B": ["two texts"] * 40}, ["a text"] * 40)
    >>> metric = Rater("BLEU", "made up", ("A", "B"), np.zeros(2), np.zeros((2, 40)))
    >>> people = Rater("adequacy", "made up", ("A", "B"), human.mean(axis=1), human)
    >>> (pair,) = equal_segments(metric, people, corpus)
    >>> pair.segment, pair.better, pair.worse_human
    (8, 'A', 1.0)
    """

    segment: int
    better: str
    worse: str
    metric: float
    better_human: float
    worse_human: float
    distance: float
    p_value: float
    better_text: str
    worse_text: str
    reference: str

    def to_dict(self) -> dict[str, Any]:
        """The pair as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class EqualSystems(Equal, Shown):
    """Two systems that differ significantly by people's scores and not by the metric's, by corrected paired
    permutation tests.

    >>> import numpy as np
    >>> from karat.agreement import Rater, equal_systems
    >>> rng = np.random.default_rng(1)
    >>> ours = rng.normal(size=(2, 60))
    >>> theirs = rng.normal([[0.0], [1.0]], 1.0, (2, 60))
    >>> metric = Rater("BLEU", "made up", ("A", "B"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B"), theirs.mean(axis=1), theirs)
    >>> (pair,) = equal_systems(metric, human, samples=500)
    >>> pair.better, pair.worse, pair.human_p < 0.05 < pair.metric_p
    ('B', 'A', True)
    """

    better: str
    worse: str
    better_metric: float
    worse_metric: float
    metric_p: float
    better_human: float
    worse_human: float
    human_p: float

    def to_dict(self) -> dict[str, Any]:
        """The pair as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


def equal_segments(
    metric: Rater,
    human: Rater,
    corpus: Corpus,
    *,
    tolerance: float = 0.005,
    alpha: float = 0.05,
    limit: int = 10,
) -> Results[EqualSegments]:
    """Pairs of different translations of a segment that the metric does not tell apart, the furthest first.

    Their values differ by at most `tolerance`.

    The deviation of a human score is that of the systems' scores of the same segment, pooled: it holds real
    differences beside the judges' noise, so what is found is found in spite of it. p-values are corrected for
    the number of equal pairs (Bonferroni).

    >>> import numpy as np
    >>> from karat import Corpus
    >>> from karat.agreement import Rater
    >>> human = np.tile([[4.0], [4.1]], 40)
    >>> human[:, 7] = 1.0, 5.0
    >>> corpus = Corpus.of({"A": ["one text"] * 40, "B": ["two texts"] * 40}, ["a text"] * 40)
    >>> metric = Rater("BLEU", "made up", ("A", "B"), np.zeros(2), np.zeros((2, 40)))
    >>> people = Rater("adequacy", "made up", ("A", "B"), human.mean(axis=1), human)
    >>> [(one.segment, one.better, one.worse) for one in equal_segments(metric, people, corpus)]
    [(8, 'B', 'A')]
    """
    human = _beside(metric, human)
    if metric.segment_scores.shape[1] != len(corpus):
        raise MisalignedCorpus(
            f"{metric.name} has scores of {metric.segment_scores.shape[1]} segments, and the corpus has "
            f"{len(corpus)}. Both must be of the same segments."
        )
    theirs = human.sign * human.segment_scores
    error = _pooled_deviation(theirs) * 2**0.5
    pairs = list(_equal_pairs(metric, human, corpus, tolerance))
    if not error > 0:
        return Results()
    apart = sorted(pairs, key=lambda pair: theirs[pair.better, pair.row] - theirs[pair.worse, pair.row])
    found: list[EqualSegments] = []
    for pair in reversed(apart):
        distance = float(theirs[pair.better, pair.row] - theirs[pair.worse, pair.row]) / error
        p = min(2 * NormalDist().cdf(-distance) * len(pairs), 1.0)
        if p > alpha or len(found) == limit:
            break
        found.append(_equal_segments(pair, metric, human, corpus, distance, p))
    return Results(found)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two systems in a segment, by their places."""

    better: int
    worse: int
    row: int


def _equal_pairs(metric: Rater, human: Rater, corpus: Corpus, tolerance: float) -> Iterator[_Pair]:
    """Different translations of a segment with the same value of the metric, both judged."""
    ours, theirs = metric.segment_scores, human.segment_scores
    texts = [list(corpus.system(name)) for name in metric.systems]
    for a, b in combinations(range(len(texts)), 2):
        near = (np.abs(ours[a] - ours[b]) <= tolerance) & ~np.isnan(theirs[a] + theirs[b])
        for row in np.flatnonzero(near).tolist():
            if texts[a][row] != texts[b][row]:
                first = human.sign * (theirs[a, row] - theirs[b, row]) >= 0
                yield _Pair(a, b, row) if first else _Pair(b, a, row)


def _equal_segments(
    pair: _Pair, metric: Rater, human: Rater, corpus: Corpus, distance: float, p: float
) -> EqualSegments:
    ours, theirs = metric.segment_scores, human.segment_scores
    better, worse = metric.systems[pair.better], metric.systems[pair.worse]
    return EqualSegments(
        segment=pair.row + 1,
        better=better,
        worse=worse,
        metric=float(ours[pair.better, pair.row]),
        better_human=float(theirs[pair.better, pair.row]),
        worse_human=float(theirs[pair.worse, pair.row]),
        distance=distance,
        p_value=p,
        better_text=corpus.system(better)[pair.row],
        worse_text=corpus.system(worse)[pair.row],
        reference=corpus.references.of_segment(pair.row)[0],
    )


def equal_systems(
    metric: Rater,
    human: Rater,
    *,
    documents: Sequence[str] | None = None,
    alpha: float = 0.05,
    samples: int = 5000,
    seed: int = 12345,
) -> Results[EqualSystems]:
    """Pairs of systems that people tell apart (corrected by Holm) and the metric does not (not corrected).

    A metric that Karat counted is tested by approximate randomization of its own score, another by the mean
    of its segments. Whole `documents` are exchanged where they are known, one label for each segment.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> rng = np.random.default_rng(1)
    >>> ours = rng.normal(size=(2, 60))
    >>> theirs = rng.normal([[0.0], [1.0]], 1.0, (2, 60))
    >>> metric = Rater("BLEU", "made up", ("A", "B"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B"), theirs.mean(axis=1), theirs)
    >>> [(pair.better, pair.worse) for pair in equal_systems(metric, human, samples=500)]
    [('B', 'A')]
    """
    human = _beside(metric, human)
    theirs = human.segment_scores
    units = TextUnits.of(theirs.shape[1], documents)
    exchanged = swap_signs(units.number, samples=samples, seed=seed)[:, units.places]
    first, second = np.triu_indices(len(theirs), 1)
    corrected = holm([float(p) for p in _two_sided(theirs[first] - theirs[second], exchanged)])
    of_metric = _metric_p(metric, exchanged, units, samples=samples, seed=seed)
    found = []
    for place, (a, b) in enumerate(zip(first, second, strict=True)):
        if not (corrected[place] <= alpha < of_metric[place]):
            continue
        better, worse = (a, b) if human.sign * (human.whole[a] - human.whole[b]) >= 0 else (b, a)
        found.append(
            EqualSystems(
                metric.systems[better],
                metric.systems[worse],
                float(metric.whole[better]),
                float(metric.whole[worse]),
                float(of_metric[place]),
                float(human.whole[better]),
                float(human.whole[worse]),
                corrected[place],
            )
        )
    return Results(sorted(found, key=lambda one: one.human_p))


def _beside(metric: Rater, human: Rater) -> Rater:
    """People's scores of the metric's systems, in its order; refused where the segments are others."""
    ours, theirs = metric.segment_scores.shape[1], human.segment_scores.shape[1]
    if ours != theirs:
        raise MisalignedCorpus(
            f"{metric.name} has scores of {ours} segments, {human.name} of {theirs}. Both must be of the "
            "same segments."
        )
    return human.only(metric.systems)


def _metric_p(metric: Rater, exchanged: Floats, units: TextUnits, *, samples: int, seed: int) -> Floats:
    """The p-value of each pair of systems under the metric."""
    ours = metric.segment_scores
    if metric.counted is None:
        first, second = np.triu_indices(len(ours), 1)
        return _two_sided(ours[first] - ours[second], exchanged)
    counting, tables = metric.counted
    halves = swap_rows([units.summed(table) for table in tables], samples=samples, seed=seed)
    found = []
    for a, b in combinations(range(len(tables)), 2):
        one = counting.values(swapped(tables[a], halves[a], halves[b]))
        other = counting.values(swapped(tables[b], halves[b], halves[a]))
        found.append(randomization_p(float(metric.whole[a] - metric.whole[b]), one - other))
    return np.array(found)


def _two_sided(between: Floats, exchanged: Floats) -> Floats:
    """p-values of both sides, 1 where there is nothing to compare."""
    both = np.minimum(p_values(between, exchanged), p_values(-between, exchanged))
    floor = 1 / (len(exchanged) + 1)
    return np.asarray(np.nan_to_num(np.clip(2 * both, floor, 1.0), nan=1.0))


def _pooled_deviation(human: Floats) -> float:
    """The standard deviation of the systems' scores within a segment."""
    there = ~np.isnan(human)
    count = there.sum(axis=0)
    centre = np.where(there, human, 0.0).sum(axis=0) / np.maximum(count, 1)
    squares = np.where(there, (human - centre) ** 2, 0.0).sum()
    freedom = int(np.maximum(count - 1, 0).sum())
    return float((squares / freedom) ** 0.5) if freedom else float("nan")
