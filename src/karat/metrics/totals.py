"""Totals of counts, and the scores that they give; text may come in blocks, whose totals add."""

from __future__ import annotations

from karat.display import Results
from karat.kernel import Counts
from karat.metrics.catalogue import sacrebleu_signature
from karat.metrics.formula import thread_count
from karat.scores import Score

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from karat.corpus import OptionalText, Text
    from karat.metrics.contract import Metric


class Totals:
    """The totals of every system under every metric, over the blocks that were added.

    >>> from karat import Bleu
    >>> totals = Totals([Bleu()])
    >>> for output in ("a b c d", "a b c e"):
    ...     texts, references = {"A": [output]}, [["a b c d"]]
    ...     totals.add(totals.count(texts, references), segments=1, references=1)
    >>> [(score.system, round(score.value, 2), score.segments) for score in totals.scores()]
    [('A', 72.31, 2)]
    """

    def __init__(self, metrics: Sequence[Metric]) -> None:
        self.segments = 0
        self._metrics = metrics
        self._references = 0
        self._labels = set[str]()
        self._of_systems: dict[str, list[list[int]]] = {}

    def count(
        self, systems: Mapping[str, Text], streams: Sequence[OptionalText], *, threads: int | None = None
    ) -> dict[str, list[list[int]]]:
        """The totals of one block, by metrics that need nothing of the corpus before they count."""
        texts = list(systems.values())
        wanted = thread_count(threads, len(streams[0]) * len(texts))
        counted = [metric.rows(texts, streams, wanted) for metric in self._metrics]
        return {name: [_total(rows[place]) for rows in counted] for place, name in enumerate(systems)}

    def add(
        self, block: Mapping[str, list[list[int]]], *, segments: int, references: int, label: str = ""
    ) -> None:
        """Add a block: for each system a total of each metric, and how many references it was counted with.

        `label` is what signatures call that number, where it varies.
        """
        for name, totals in block.items():
            before = self._of_systems.get(name)
            self._of_systems[name] = totals if before is None else list(map(_sum, before, totals))
        self.segments += segments
        self._references = max(self._references, references)
        self._labels.add(label or str(references))

    def scores(self) -> Results[Score]:
        """One score per system and metric."""
        (label,) = self._labels if len(self._labels) == 1 else ("var",)
        return Results(
            score_of(metric, system, total, segments=self.segments, references=self._references, label=label)
            for system, totals in self._of_systems.items()
            for metric, total in zip(self._metrics, totals, strict=True)
        )


def score_of(
    metric: Metric,
    system: str,
    total: list[int],
    *,
    segments: int,
    references: int,
    label: str,
    alignment: str = "",
) -> Score:
    """The score of a total, with what it says of the text that it was counted over."""
    return Score(
        metric=metric.name,
        value=metric.value(total),
        recipe=f"{metric.recipe}|refs:{label}{alignment}",
        system=system,
        references=references,
        segments=segments,
        signature=sacrebleu_signature(metric, label),
        details=metric.details(total),
    )


def _total(rows: Any) -> list[int]:
    if isinstance(rows, Counts):
        return rows.total()
    from karat.statistics import Statistics

    return Statistics((), rows).total()


def _sum(total: list[int], other: list[int]) -> list[int]:
    return [a + b for a, b in zip(total, other, strict=True)]
