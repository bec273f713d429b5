"""Buckets: words, entities or segments of one kind, and how systems do on them, with confidence intervals.

Every number comes from counts of segments that add, so another corpus that chance might have given is again a
weighted sum of them, the same for all systems. Whole documents are drawn where they are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from karat.arguments import require_evaluation
from karat.arrays import quotient, rounded
from karat.comparison import Partition
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MisalignedCorpus
from karat.frames import stacked
from karat.resampling import TextUnits
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.arrays import Floats
    from karat.evaluation import Evaluation
    from karat.frames import Columns
    from karat.metrics import Metric
    from karat.resampling import Interval
    from karat.resampling.text_units import TextUnit

NAN = float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Example(Equal, Shown):
    """An example behind a number; `segment` counts from 1.

    >>> Example(3, "missed", "the cat").segment
    3
    """

    segment: int
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class BucketCell:
    """What one system has in one bucket: a value, the counts behind it, and examples.

    Examples are of what went wrong; where nothing did, of what went right.

    >>> BucketCell(0.5, {"matched": 6}, ()).counts["matched"]
    6
    """

    value: float
    counts: Mapping[str, float]
    examples: tuple[Example, ...]
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class BucketDifference:
    """How far the first of two systems is above the second in one bucket.

    >>> from karat.resampling import Interval
    >>> BucketDifference(0.1, Interval(-0.02, 0.2, 0.95, "percentile")).value
    0.1
    """

    value: float
    interval: Interval


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bucket(Equal, Shown):
    """Words, entities or segments of one kind, and how each system does on them.

    They are in so many `units`, of which intervals draw others: documents where these are known.

    >>> Bucket("1", 12, {"A": BucketCell(0.5, {"matched": 6}, ())}).systems["A"].value
    0.5
    """

    label: str
    size: int
    systems: Mapping[str, BucketCell]
    difference: BucketDifference | None = None
    unit: TextUnit = "segment"
    units: int = 0

    def _columns(self) -> Columns:
        """A row for each system."""
        cells = self.systems.values()
        return {
            "bucket": [self.label] * len(cells),
            "size": [self.size] * len(cells),
            "system": list(self.systems),
            "value": [cell.value for cell in cells],
            "low": [cell.interval and cell.interval.low for cell in cells],
            "high": [cell.interval and cell.interval.high for cell in cells],
            "unit": [self.unit] * len(cells),
            "units": [self.units] * len(cells),
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bucketing(Equal, Shown):
    """One way to sort, what is measured, and the buckets in order; differences are those of the pair.

    >>> from karat import Corpus
    >>> from karat.diagnosis.word_buckets import by_frequency
    >>> found = by_frequency(Corpus.of(["a cat sat"], ["a cat lay"]))
    >>> found.by, found.measure, [bucket.label for bucket in found.buckets][:2]
    ('frequency', 'F of words by frequency in the references', ['never', '1'])
    """

    by: str
    measure: str
    buckets: tuple[Bucket, ...]
    higher_is_better: bool = True
    pair: tuple[str, str] | None = None

    def _columns(self) -> Columns:
        """A row for each bucket and system."""
        rows = stacked(bucket._columns() for bucket in self.buckets)
        count = len(rows["bucket"])
        return {"by": [self.by] * count, "measure": [self.measure] * count, **rows}


@dataclass(frozen=True, slots=True)
class BucketChance:
    """How intervals are resampled, and which two systems are compared.

    >>> BucketChance(samples=200, pair=("A", "B")).pair_of(["A", "B", "C"])
    ('A', 'B')
    """

    samples: int = 1000
    confidence: float = 0.95
    seed: int = 12345
    pair: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        check_count("samples", self.samples)
        check_confidence(self.confidence)
        check_seed(self.seed)
        if self.pair is not None and (len(self.pair) != 2 or self.pair[0] == self.pair[1]):
            raise InvalidOption(f"The pair is {' '.join(self.pair)}; two different systems were expected.")

    def pair_of(self, systems: Sequence[str]) -> tuple[str, str] | None:
        """The pair that was named, or the two systems where there are two."""
        if self.pair is None and len(systems) == 2:
            return systems[0], systems[1]
        return self.pair


@dataclass(frozen=True, slots=True, eq=False)
class CountedBucket:
    """What was counted of one system in one bucket: a row for each segment, the counts to show, examples."""

    rows: Statistics
    counts: Mapping[str, float]
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BucketPart:
    """What belongs in one bucket, before it is valued."""

    label: str
    size: int
    systems: Mapping[str, CountedBucket]


def valued(
    parts: Sequence[BucketPart],
    values: Callable[[Statistics], Floats],
    chance: BucketChance,
    documents: Sequence[str] | None,
    *,
    bounds: tuple[float, float] = (0.0, 100.0),
) -> tuple[Bucket, ...]:
    """Parts of the same segments as buckets, all of them drawn together.

    Values lie between the `bounds`; `documents` has the document of each segment, where these are known.
    """
    tables = [counted.rows for part in parts for counted in part.systems.values()]
    if not tables:
        return ()
    units = TextUnits.of(len(tables[0]), documents)
    drawn = iter(units.resampled(tables, samples=chance.samples, seed=chance.seed))
    low, high = bounds
    made = []
    for part in parts:
        there = np.any([counted.rows.counts.any(axis=1) for counted in part.systems.values()], axis=0)
        interval = partial(units.interval, confidence=chance.confidence, there=there)
        observed, resampled, cells = {}, {}, {}
        for name, counted in part.systems.items():
            whole = Statistics(counted.rows.columns, np.array([counted.rows.total()]))
            observed[name], resampled[name] = float(values(whole)[0]), values(next(drawn))
            spread = interval(observed[name], resampled[name]).within(low, high)
            cells[name] = BucketCell(observed[name], counted.counts, counted.examples, spread)
        pair = chance.pair_of(list(part.systems))
        difference = None
        if pair is not None:
            first, second = pair
            by = observed[first] - observed[second]
            spread = interval(by, resampled[first] - resampled[second]).within(low - high, high - low)
            difference = BucketDifference(by, spread)
        number = len(np.unique(units.places[there]))
        made.append(Bucket(part.label, part.size, cells, difference, units.unit, number))
    return tuple(made)


def of_segments(
    evaluation: Evaluation,
    metric: Metric,
    partition: Partition,
    *,
    examples: int = 5,
    chance: BucketChance | None = None,
) -> Bucketing:
    """The metric's value over the segments of each part; examples are the worst of them.

    Chance draws other segments of the same part: whole documents, as far as they belong to it, where these
    are known.

    >>> from karat import Bleu, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> from karat.comparison import partition
    >>> types = partition(evaluation.corpus, "text-type")
    >>> found = of_segments(evaluation, Bleu(), types)
    >>> [(bucket.label, bucket.size) for bucket in found.buckets]
    [('news', 16), ('email', 16), ('manual', 16)]
    """
    require_evaluation(evaluation, "of_segments(evaluation, Bleu(), partition)")
    if len(partition.labels) != len(evaluation.corpus):
        raise MisalignedCorpus(
            f"There are {len(partition.labels)} labels for {len(evaluation.corpus)} segments; each segment "
            "needs one."
        )
    chance = chance or BucketChance()
    places: dict[str, list[int]] = {part: [] for part in partition.parts}
    for row, label in enumerate(partition.labels):
        places[label].append(row)
    labels = evaluation.corpus.documents
    buckets: list[Bucket] = []
    for part, rows in places.items():
        documents = labels and [labels[row] for row in rows]
        made = _part(evaluation, metric, part, rows, examples)
        buckets += valued([made], metric.values, chance, documents, bounds=metric.bounds)
    return Bucketing(
        partition.name,
        f"{metric.name} by {partition.name}",
        tuple(buckets),
        metric.higher_is_better,
        chance.pair_of(list(evaluation.corpus.systems)),
    )


def _part(evaluation: Evaluation, metric: Metric, label: str, rows: list[int], examples: int) -> BucketPart:
    """Some of the segments, with the worst that each system has among them."""
    table = evaluation.table(metric, "segment")
    sign = 1 if metric.higher_is_better else -1
    systems = {}
    for name, texts in evaluation.corpus.systems.items():
        values = table[name]
        goodness = sign * rounded(values)
        worst = sorted((row for row in rows if not isnan(values[row])), key=goodness.__getitem__)[:examples]
        shown = tuple(Example(row + 1, f"{values[row]:.1f}", texts[row]) for row in worst)
        statistics = evaluation.statistics[name][metric.recipe].take(rows)
        systems[name] = CountedBucket(statistics, {"segments": len(rows)}, shown)
    return BucketPart(label, len(rows), systems)


def difficulty(evaluation: Evaluation, metric: Metric) -> Partition:
    """Segments in four parts by what systems have on average, the hardest first.

    >>> from karat import Bleu, demo, evaluate, read
    >>> evaluation = evaluate(read(demo.segments_path()), Bleu())
    >>> difficulty(evaluation, Bleu()).parts
    ('hardest quarter', 'second', 'third', 'easiest quarter')
    """
    require_evaluation(evaluation, "difficulty(evaluation, Bleu())")
    table = evaluation.table(metric, "segment")
    values = np.array([table[name] for name in evaluation.corpus.systems])
    there = ~np.isnan(values)
    means = rounded(np.nan_to_num(quotient(np.where(there, values, 0.0).sum(axis=0), there.sum(axis=0))))
    order = np.argsort(means if metric.higher_is_better else -means, kind="stable")
    parts = ("hardest quarter", "second", "third", "easiest quarter")
    labels = [""] * len(order)
    for rank, row in enumerate(order.tolist()):
        labels[row] = parts[min(4 * rank // len(order), 3)]
    there = set(labels)
    return Partition("difficulty", tuple(labels), tuple(part for part in parts if part in there))
