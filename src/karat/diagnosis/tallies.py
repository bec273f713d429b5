"""Counts of one system in one bucket, segment by segment, and examples from all over the text."""

from __future__ import annotations

from random import Random

import numpy as np

from karat.diagnosis.buckets import NAN, CountedBucket, Example
from karat.statistics import Statistics

_COLUMNS = ("wanted", "found", "offered", "right")


class Tally:
    """Words that a reference wants, and those that an output offers, unless only recall is asked for.

    Examples are of what does not fit, or, where all does, of what is found.
    """

    def __init__(self, examples: int, *, of_recall: bool) -> None:
        self.rows: dict[int, list[int]] = {}
        self.wrong = _Sample(examples)
        self.fitting = _Sample(examples)
        self.columns = _COLUMNS[:2] if of_recall else _COLUMNS

    def want(self, row: int, word: str, count: int, found: int) -> None:
        """A word that the reference has so often, and that is found so often."""
        counts = self.rows.setdefault(row, [0, 0, 0, 0])
        counts[0] += count
        counts[1] += found
        if found < count:
            self.wrong.add(row, "missed", word)
        else:
            self.fitting.add(row, "found", word)

    def offer(self, row: int, word: str, count: int, right: int) -> None:
        """A word that the output has so often, and that is right so often."""
        counts = self.rows.setdefault(row, [0, 0, 0, 0])
        counts[2] += count
        counts[3] += right
        if not right:
            self.wrong.add(row, "wrong", word)

    def counted(self, segments: int) -> CountedBucket:
        """A row for each segment of the corpus."""
        rows = np.zeros((segments, 4), dtype=np.int64)
        if self.rows:
            rows[list(self.rows)] = list(self.rows.values())
        statistics = Statistics(_COLUMNS, rows)
        totals = dict(zip(_COLUMNS, statistics.total(), strict=True))
        counts: dict[str, float] = {name: totals[name] for name in self.columns}
        for name, above, below in (("recall", "found", "wanted"), ("precision", "right", "offered")):
            if below in self.columns:
                counts[name] = 100 * totals[above] / totals[below] if totals[below] else NAN
        return CountedBucket(statistics, counts, self.wrong.taken() or self.fitting.taken())


class _Sample:
    """So many examples of all that come by, each as likely as any other (Vitter 1985, algorithm R)."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.seen = 0
        self.examples: list[Example] = []
        self.random = Random(0)

    def add(self, row: int, what: str, word: str) -> None:
        self.seen += 1
        if len(self.examples) < self.most:
            self.examples.append(Example(row + 1, what, word))
        elif (place := self.random.randrange(self.seen)) < self.most:
            self.examples[place] = Example(row + 1, what, word)

    def taken(self) -> tuple[Example, ...]:
        return tuple(sorted(self.examples, key=lambda example: example.segment))
