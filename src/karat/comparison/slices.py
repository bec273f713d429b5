"""The same comparison within parts of the corpus, and where its order turns round."""

from __future__ import annotations

from itertools import combinations

from karat.errors import MisalignedCorpus
from karat.records import dataclass
from karat.resampling import bootstrap_rows, percentile_interval
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from karat.comparison.partitions import Partition
    from karat.comparison.procedure import Procedure
    from karat.evaluation import Evaluation
    from karat.metrics import Metric
    from karat.resampling import Interval
    from karat.statistics import Statistics


@dataclass(frozen=True, slots=True)
class Flip:
    """Two systems whose order here is not that of the whole corpus, where `behind` is ahead of `ahead`.

    It is `certain` where the interval of their difference here does not hold 0.
    """

    ahead: str
    behind: str
    difference: float
    interval: Interval

    @property
    def certain(self) -> bool:
        """Whether chance is an unlikely reason."""
        return not self.interval.low <= 0 <= self.interval.high


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of the corpus: its size, the value of each system with its interval, and what turns round."""

    label: str
    segments: int
    values: Mapping[str, float]
    intervals: Mapping[str, Interval]
    flips: tuple[Flip, ...]


def slices(evaluation: Evaluation, metric: Metric, partition: Partition, procedure: Procedure) -> list[Slice]:
    """Every part of the corpus that a partition makes."""
    labels = partition.labels
    if len(labels) != len(evaluation.corpus):
        raise MisalignedCorpus(
            f"There are {len(labels)} labels for {len(evaluation.corpus)} segments; each segment needs one."
        )
    tables = {system: of_metric[metric.recipe] for system, of_metric in evaluation.statistics.items()}
    whole = {system: metric.value(table.total()) for system, table in tables.items()}
    ranked = sorted(whole, key=whole.__getitem__, reverse=metric.higher_is_better)
    rows: dict[str, list[int]] = {}
    for row, label in enumerate(labels):
        rows.setdefault(label, []).append(row)
    return [
        _slice(label, metric, {system: tables[system].take(rows[label]) for system in ranked}, procedure)
        for label in partition.parts
    ]


def _slice(label: str, metric: Metric, tables: Mapping[str, Statistics], procedure: Procedure) -> Slice:
    """One part; its tables are in the order of the whole corpus' ranking."""
    values = {system: metric.value(table.total()) for system, table in tables.items()}
    drawn = bootstrap_rows(list(tables.values()), samples=procedure.samples, seed=procedure.seed)
    resampled = {system: metric.values(part) for system, part in zip(tables, drawn, strict=True)}
    sign = 1 if metric.higher_is_better else -1
    flips = [
        Flip(
            below,
            above,
            values[below] - values[above],
            percentile_interval(resampled[below] - resampled[above], procedure.level),
        )
        for above, below in combinations(tables, 2)
        if sign * (values[below] - values[above]) > 0
    ]
    intervals = {
        system: percentile_interval(of_system, procedure.level) for system, of_system in resampled.items()
    }
    return Slice(label, len(next(iter(tables.values()))), values, intervals, tuple(flips))
