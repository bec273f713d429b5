"""The same comparison within parts of the corpus, and where its order turns round."""

from __future__ import annotations

from itertools import combinations

from karat.comparison.chance import Chance
from karat.comparison.runs import families_of
from karat.comparison.units import sides_of, units_of
from karat.errors import MisalignedCorpus
from karat.records import dataclass
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.comparison.partitions import Partition
    from karat.comparison.procedure import Procedure
    from karat.comparison.runs import Families
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


def slices(
    evaluation: Evaluation,
    metric: Metric,
    partition: Partition,
    procedure: Procedure,
    *,
    runs: Families | None = None,
) -> list[Slice]:
    """Every part of the corpus that a partition makes."""
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
    found = []
    for label in partition.parts:
        units, strata = units_of(evaluation, procedure, rows[label])
        sides = sides_of(evaluation, metric, families, labels=units, rows=rows[label])
        chance = Chance(metric, sides, procedure, strata)
        found.append(_slice(label, len(rows[label]), ranked, chance))
    return found


def _value(metric: Metric, runs: Sequence[Statistics]) -> float:
    return sum(metric.value(table.total(), table.columns) for table in runs) / len(runs)


def _slice(label: str, segments: int, ranked: Sequence[str], chance: Chance) -> Slice:
    """One part; its systems are in the order of the whole corpus' ranking."""
    sign = 1 if chance.metric.higher_is_better else -1
    flips = [
        Flip(below, above, chance.difference(below, above), chance.interval(below, above))
        for above, below in combinations(ranked, 2)
        if sign * chance.difference(below, above) > 0
    ]
    return Slice(
        label,
        segments,
        {system: chance.value(system) for system in ranked},
        {system: chance.interval(system) for system in ranked},
        tuple(flips),
    )
