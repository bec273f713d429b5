"""Scores by kinds of segments, with the worst of them behind every number."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from karat.arguments import require_evaluation
from karat.arrays import quotient
from karat.comparison import Partition
from karat.diagnosis.buckets import BucketChance, Bucketing, BucketPart, CountedBucket, Example, valued
from karat.errors import MisalignedCorpus
from karat.resampling.rounding import rounded

if TYPE_CHECKING:
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


def of_segments(
    evaluation: Evaluation,
    metric: Metric,
    partition: Partition,
    *,
    examples: int = 5,
    chance: BucketChance | None = None,
) -> Bucketing:
    """The metric's value over the segments of each part; examples are the worst of them.

    Chance draws other segments of the same part.

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
    parts = [_part(evaluation, metric, part, rows, examples) for part, rows in places.items()]
    return Bucketing(
        partition.name,
        f"{metric.name} by {partition.name}",
        tuple(bucket for part in parts for bucket in valued([part], metric.values, chance)),
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
