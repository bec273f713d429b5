"""The judges of one dimension, and ways to set some of them against others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.raters import Rater
from karat.arrays import quotient, row_means
from karat.judgements import by_judge
from karat.resampling.draws import generator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.judgements import Judgements

    Chosen = NDArray[np.bool_]

# More ways to halve the judges than this add little.
_MOST_SPLITS = 10
# A judge who shares fewer items with others is not set against them: an agreement over these says nothing.
LEAST_ITEMS = 10


@dataclass(frozen=True, slots=True, eq=False)
class JudgeSides:
    """Judges on one side and judges on the other, as raters of the items that both judged.

    `judges` has how many judges an item has on either side, on average. `items` is how many there are.
    """

    name: str
    one: Rater
    other: Rater
    judges: tuple[float, float]
    items: int

    @property
    def rows(self) -> list[int]:
        """The segments of these items."""
        return self.one.scored_segments

    def swapped(self) -> JudgeSides:
        """The same sides, each in the place of the other."""
        return replace(self, one=self.other, other=self.one, judges=self.judges[::-1])


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """What each judge of a dimension gave: judges × systems × segments, NaN where a judge gave nothing.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2), ("anna", "C", 1)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> (panel,) = panels(judgements)
    >>> panel.judges, panel.items, panel.shared, round(panel.judges_per_item, 2)
    (('anna', 'ben'), 3, 2, 1.67)
    """

    dimension: str
    judges: tuple[str, ...]
    systems: tuple[str, ...]
    values: Floats
    higher_is_better: bool = True

    @property
    def counts(self) -> Floats:
        """How many judges each item has."""
        return np.asarray((~np.isnan(self.values)).sum(axis=0), dtype=np.float64)

    @property
    def items(self) -> int:
        """How many items were judged."""
        return int((self.counts > 0).sum())

    @property
    def shared(self) -> int:
        """How many items several judges judged."""
        return int((self.counts > 1).sum())

    @property
    def judges_per_item(self) -> float:
        """How many judges are behind the human score of an item, on average."""
        counts = self.counts
        return float(counts.sum() / max((counts > 0).sum(), 1))

    def only(self, systems: Sequence[str]) -> Panel:
        """What the judges said of some of the systems."""
        rows = [self.systems.index(name) for name in systems]
        return replace(self, systems=tuple(systems), values=self.values[:, rows])

    def within(self, rows: Sequence[int]) -> Panel:
        """What the judges said of some of the segments."""
        return replace(self, values=self.values[:, :, rows])

    def left_out(self) -> list[JudgeSides]:
        """Each judge who shares enough items with others, beside the mean of these others."""
        everyone = np.arange(len(self.judges))
        found = [
            self._sides(name, everyone == place, everyone != place) for place, name in enumerate(self.judges)
        ]
        return [sides for sides in found if sides.items >= LEAST_ITEMS]

    def halves(self, *, seed: int) -> list[JudgeSides]:
        """The judges in two halves, in all ways if these are few, else in some that are drawn by the seed."""
        found = [self._sides("half", half, ~half) for half in self._split(seed)]
        return [sides for sides in found if sides.items >= LEAST_ITEMS]

    def _split(self, seed: int) -> Iterator[Chosen]:
        number = len(self.judges)
        if comb(number, number // 2) / (2 - number % 2) <= _MOST_SPLITS:
            for chosen in combinations(range(number), number // 2):
                # Of an even number, both halves are chosen; the one without the last judge stands for both.
                if number % 2 or number - 1 not in chosen:
                    yield np.isin(np.arange(number), chosen)
            return
        rng = generator(seed)
        for _ in range(_MOST_SPLITS):
            yield np.isin(np.arange(number), rng.permutation(number)[: number // 2])

    def _sides(self, name: str, one: Chosen, other: Chosen) -> JudgeSides:
        there = ~np.isnan(self.values)
        filled = np.where(there, self.values, 0.0)
        counts = [there[side].sum(axis=0).astype(np.float64) for side in (one, other)]
        both = (counts[0] > 0) & (counts[1] > 0)
        means = [
            np.where(both, quotient(filled[side].sum(axis=0), count), np.nan)
            for side, count in zip((one, other), counts, strict=True)
        ]
        items = int(both.sum())
        sizes = [float(count[both].mean()) if items else 0.0 for count in counts]
        return JudgeSides(name, self._rater(means[0]), self._rater(means[1]), (sizes[0], sizes[1]), items)

    def single(self, *, seed: int) -> Rater:
        """What one judge gave of each item that several judged, drawn by the seed."""
        there = ~np.isnan(self.values) & (self.counts > 1)
        drawn = np.where(there, generator(seed).random(self.values.shape), -1.0).argmax(axis=0)
        chosen = np.take_along_axis(self.values, drawn[None], axis=0)[0]
        return self._rater(np.where(there.any(axis=0), chosen, np.nan))

    def whole(self) -> Rater:
        """All judges together: the human score."""
        there = ~np.isnan(self.values)
        return self._rater(quotient(np.where(there, self.values, 0.0).sum(axis=0), self.counts))

    def _rater(self, segments: Floats) -> Rater:
        return Rater(self.dimension, "", self.systems, row_means(segments), segments, self.higher_is_better)


def panels(judgements: Judgements, *, corpus: Corpus | None = None) -> tuple[Panel, ...]:
    """The judges of each dimension; systems and segments are those of the corpus, or those judged.

    >>> from karat import demo
    >>> from karat.agreement.panels import panels
    >>> from karat.readers import read_judgements
    >>> [(one.dimension, len(one.judges)) for one in panels(read_judgements(demo.judgements_path()))]
    [('adequacy', 3), ('fluency', 3)]
    """
    found = []
    for dimension in judgements.dimensions:
        rows = judgements.rows_of(dimension)
        judges = tuple(judgements.judges[code] for code in np.unique(judgements.judge[rows]).tolist())
        systems = judgements.systems if corpus is None else tuple(corpus.systems)
        upward = judgements.scales[dimension].better == "higher"
        values = by_judge(judgements, dimension, corpus=corpus)
        found.append(Panel(dimension, judges, systems, values, upward))
    return tuple(found)
