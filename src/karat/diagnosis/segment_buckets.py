"""Scores by kinds of segments, with the worst of them behind every number."""

from __future__ import annotations

from karat.comparison import Partition
from karat.diagnosis.buckets import Bucket, Bucketing, Cell, Example
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from karat.evaluation import Evaluation
    from karat.metrics import Metric


def of_segments(
    evaluation: Evaluation, metric: Metric, partition: Partition, *, examples: int = 5
) -> Bucketing:
    """The metric's value over the segments of each part; examples are the worst of them."""
    import numpy as np

    places: dict[str, list[int]] = {part: [] for part in partition.parts}
    for row, label in enumerate(partition.labels):
        places[label].append(row)
    texts = evaluation.corpus.systems
    table = evaluation.table(metric, "segment")
    sign = 1 if metric.higher_is_better else -1
    cells: dict[str, dict[str, Cell]] = {part: {} for part in partition.parts}
    for name in texts:
        statistics = evaluation.statistics[name][metric.recipe]
        values = table[name]
        for part, rows in places.items():
            worst = sorted(rows, key=lambda row: sign * np.nan_to_num(values[row], nan=np.inf))[:examples]
            cells[part][name] = Cell(
                metric.value(statistics.take(rows).total()),
                {"segments": len(rows)},
                tuple(Example(row + 1, f"{values[row]:.1f}", texts[name][row]) for row in worst),
            )
    made = [Bucket(part, len(places[part]), cells[part]) for part in partition.parts]
    measure = f"{metric.name} by {partition.name}"
    return Bucketing(partition.name, measure, tuple(made), metric.higher_is_better)


def difficulty(evaluation: Evaluation, metric: Metric) -> Partition:
    """Segments in four parts by what systems have on average, the hardest first."""
    import numpy as np

    table = evaluation.table(metric, "segment")
    means = np.nan_to_num(np.mean([table[name] for name in evaluation.corpus.systems], axis=0))
    order = np.argsort(means if metric.higher_is_better else -means, kind="stable")
    parts = ("hardest quarter", "second", "third", "easiest quarter")
    labels = [""] * len(order)
    for rank, row in enumerate(order.tolist()):
        labels[row] = parts[min(4 * rank // len(order), 3)]
    there = set(labels)
    return Partition("difficulty", tuple(labels), tuple(part for part in parts if part in there))
