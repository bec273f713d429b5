"""The same comparison within parts of the corpus, and where its order turns round."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

from karat.arguments import require_evaluation
from karat.comparison.chance import Chance
from karat.comparison.resampling_units import sides_of
from karat.comparison.run_families import families_of
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import MisalignedCorpus
from karat.frames import Tabular, stacked
from karat.ordered_sums import added
from karat.resampling import holm, student_p

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.comparison.partitions import Partition
    from karat.comparison.procedure import Procedure, Unit
    from karat.comparison.run_families import Families
    from karat.evaluation import Evaluation
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.resampling import Interval
    from karat.statistics import Statistics


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Flip(Equal, Shown):
    """Two systems whose order here is not that of the whole corpus, where `behind` is ahead of `ahead`.

    Among many parts and pairs some turn round by chance. `p` is corrected for all of them (Student's t over
    the units of the part, Holm's correction); the flip is `certain` where it is at most what the level
    leaves.

    >>> from karat.resampling import Interval
    >>> flip = Flip("B", "A", 1.5, Interval(0.2, 2.8, 0.95, "percentile"), 0.02, True)
    >>> flip.ahead, flip.certain
    ('B', True)
    """

    ahead: str
    behind: str
    difference: float
    interval: Interval
    p: float
    certain: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Slice(Equal, Shown):
    """A part of the corpus: the value of each system with its interval, and what turns round.

    `segments` are those in which there is something to measure, such as a human score, for any system. They
    are in so many `units`, of which intervals draw others.

    >>> from karat import Bleu, Procedure, demo, evaluate, read
    >>> from karat.comparison import partition, slices
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> types = partition(evaluation.corpus, "text-type")
    >>> news = slices(evaluation, Bleu(), types, Procedure(samples=100))[0]
    >>> news.label, round(news.values["aurora"], 1)
    ('news', 45.0)
    """

    label: str
    segments: int
    values: Mapping[str, float]
    intervals: Mapping[str, Interval]
    flips: tuple[Flip, ...]
    unit: Unit = "segment"
    units: int = 0

    def _columns(self) -> Columns:
        """A row for each system."""
        count = len(self.values)
        return {
            "part": [self.label] * count,
            "segments": [self.segments] * count,
            "system": list(self.values),
            "value": list(self.values.values()),
            "low": [self.intervals[system].low for system in self.values],
            "high": [self.intervals[system].high for system in self.values],
            "unit": [self.unit] * count,
            "units": [self.units] * count,
        }


@dataclass(frozen=True, slots=True)
class PartitionSlices(Tabular):
    """The parts that a partition of the corpus has, under one metric.

    >>> PartitionSlices("BLEU", "text-type", ()).partition
    'text-type'
    """

    metric: str
    partition: str
    slices: Sequence[Slice]

    def _columns(self) -> Columns:
        """A row for each part and system."""
        rows = stacked(one._columns() for one in self.slices)
        count = len(rows["part"])
        return {"metric": [self.metric] * count, "partition": [self.partition] * count, **rows}


def slices(
    evaluation: Evaluation,
    metric: Metric,
    partition: Partition,
    procedure: Procedure,
    *,
    runs: Families | None = None,
) -> Results[Slice]:
    """Every part of the corpus that a partition makes.

    >>> from karat import Bleu, Procedure, demo, evaluate, read
    >>> from karat.comparison import partition
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> types = partition(evaluation.corpus, "text-type")
    >>> found = slices(evaluation, Bleu(), types, Procedure(samples=100))
    >>> [(part.label, part.segments) for part in found]
    [('news', 16), ('email', 16), ('manual', 16)]
    """
    require_evaluation(evaluation, "slices(evaluation, Bleu(), partition, procedure)")
    labels = partition.labels
    if len(labels) != len(evaluation.corpus):
        raise MisalignedCorpus(
            f"There are {len(labels)} labels for {len(evaluation.corpus)} segments; each segment needs one."
        )
    families = families_of(list(evaluation.corpus.systems), runs)
    whole = sides_of(evaluation, metric, families)
    values = {system: _value(metric, whole.beside(system, system)) for system in families}
    ranked = sorted(families, key=values.__getitem__, reverse=metric.higher_is_better)
    rows: dict[str, list[int]] = {}
    for row, label in enumerate(labels):
        rows.setdefault(label, []).append(row)
    chances = {
        label: Chance.of(evaluation, metric, families, procedure, rows=rows[label])
        for label in partition.parts
    }
    pairs = list(combinations(ranked, 2))
    corrected = iter(holm([_p(chance, *pair) for chance in chances.values() for pair in pairs]))
    return Results(
        _slice(label, chance, ranked, {pair: next(corrected) for pair in pairs})
        for label, chance in chances.items()
    )


def _p(chance: Chance, above: str, below: str) -> float:
    """How surely two systems differ in a part; 1 where that cannot be told, as of a single unit.

    Exchanging outputs at random gives so many units the same signs in 1 of 2ⁿ⁻¹ cases: no p-value is below.
    """
    difference, error = chance.difference(above, below), chance.error(above, below)
    units = chance.sides.units(above, below)
    if units < 2 or isnan(error) or difference == 0:
        return 1.0
    least = 2.0 ** (1 - units)
    return max(student_p(difference / error, chance.freedom(above, below)), least) if error else least


def _value(metric: Metric, runs: Sequence[Statistics]) -> float:
    return added(metric.value(table.total(), table.columns) for table in runs) / len(runs)


def _slice(
    label: str,
    chance: Chance,
    ranked: Sequence[str],
    p_values: Mapping[tuple[str, str], float],
) -> Slice:
    """One part; its systems are in the order of the whole corpus' ranking."""
    sign = 1 if chance.metric.higher_is_better else -1
    alpha = chance.procedure.alpha
    flips = [
        Flip(
            below,
            above,
            chance.difference(below, above),
            chance.interval(below, above),
            p,
            p <= alpha,
        )
        for (above, below), p in p_values.items()
        if sign * chance.difference(below, above) > 0
    ]
    return Slice(
        label,
        chance.sides.segments,
        {system: chance.value(system) for system in ranked},
        {system: chance.interval(system) for system in ranked},
        tuple(flips),
        chance.unit,
        max(chance.sides.units(system, system) for system in ranked),
    )
