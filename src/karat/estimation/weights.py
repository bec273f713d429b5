"""Which metric, and with which weight: learnt from judged segments other than those it is used on.

The judgements are cut into folds of whole units. What corrects the judgements of a fold is chosen and
weighted on the other folds, so that neither the choice nor the weight has seen them, and the estimate stays
unbiased however many metrics are tried (cross-fitting; Zrnic & Candès 2024).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.arrays import quotient, rounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

    Places = NDArray[np.int64]

FOLDS = 10
# What ridge adds to the diagonal, as a share of its mean, where all metrics are used together.
_PENALTIES = (0.01, 0.1, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Judged values and metric scores: `human` is systems × segments, `scores` metrics × systems × segments.

    NaN in `human` is what nobody judged. `units` and `text_types` are those of each segment. Scores are
    standardised, so that one penalty suits all.
    """

    human: Floats
    scores: Floats
    units: Places
    text_types: Places

    def within_segments(self) -> Judged:
        """Judgements and scores as differences from the mean of the systems judged on the same segment."""
        there = ~np.isnan(self.human)
        count = np.maximum(there.sum(axis=0), 1)
        human = self.human - np.where(there, self.human, 0.0).sum(axis=0) / count
        scores = self.scores - np.where(there, self.scores, 0.0).sum(axis=1, keepdims=True) / count
        return Judged(human, scores, self.units, self.text_types)


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What corrects the judgements of each fold: `slopes` is folds × systems × metrics, in human points.

    `fold` is that of each segment. `chosen` are the metrics that all judgements together choose, `overall`
    their slopes, systems × metrics.
    """

    fold: Places
    slopes: Floats
    chosen: tuple[int, ...]
    overall: Floats

    @property
    def is_none(self) -> bool:
        """Whether the judgements show no use of any metric, so that nothing is corrected."""
        return not self.slopes.any()


def weights_of(judged: Judged, *, seed: int, by_system: bool = True) -> Weights:
    """The weights of every fold, and those of all judgements together.

    The slope of a metric is learnt from all systems. With `by_system`, that of a system goes towards its own
    as far as systems differ in it beyond chance.
    """
    fold = _folds(judged, seed)
    moments = _Moments.of(judged, fold)
    folds = range(moments.number.shape[0])
    slopes = []
    for out in folds:
        best, _ = _best(moments, out)
        slopes.append(_scaled(judged, fold != out, best, by_system=by_system))
    best, chosen = _best(moments, None)
    overall = _scaled(judged, np.ones(len(fold), dtype=bool), best, by_system=by_system)
    return Weights(fold, np.array(slopes), chosen if overall.any() else (), overall)


def _folds(judged: Judged, seed: int) -> Places:
    """The fold of each segment; units stay whole, and those that were judged are dealt out evenly."""
    there = (~np.isnan(judged.human)).any(axis=0)
    units = np.unique(judged.units[there])
    of_unit = np.zeros(int(judged.units.max()) + 1, dtype=np.int64)
    of_unit[np.random.default_rng(seed).permutation(units)] = np.arange(len(units)) % FOLDS
    return of_unit[judged.units]


@dataclass(frozen=True, slots=True, eq=False)
class _Moments:
    """Sums over the judged values of each fold and cell, which is a system in a text type.

    A vector has the scores of all metrics and, at the end, the human score: `sums` has its sums, `products`
    the sums of its products with itself.
    """

    number: Floats
    sums: Floats
    products: Floats

    @classmethod
    def of(cls, judged: Judged, fold: Places) -> _Moments:
        metrics, systems, _ = judged.scores.shape
        folds, kinds = int(fold.max()) + 1, int(judged.text_types.max()) + 1
        shape = (folds, systems * kinds)
        number, sums = np.zeros(shape), np.zeros((*shape, metrics + 1))
        products = np.zeros((*shape, metrics + 1, metrics + 1))
        for system in range(systems):
            there = ~np.isnan(judged.human[system])
            vectors = np.vstack([judged.scores[:, system, there], judged.human[system, there]])
            group = fold[there] * kinds + judged.text_types[there]
            for label in np.unique(group):
                of_label = vectors[:, group == label]
                place = label // kinds, system * kinds + label % kinds
                number[place] = of_label.shape[1]
                sums[place] = of_label.sum(axis=1)
                products[place] = of_label @ of_label.T
        return cls(number, sums, products)

    def without(self, *left_out: int | None) -> _Moments:
        """Together over folds, but for some."""
        kept = [place for place in range(len(self.number)) if place not in left_out]
        return _Moments(
            self.number[kept].sum(axis=0), self.sums[kept].sum(axis=0), self.products[kept].sum(axis=0)
        )

    def centred(self) -> Floats:
        """The sums of products about the mean of each cell, over all cells."""
        count = np.maximum(self.number, 1)
        return np.asarray(
            self.products.sum(axis=0) - np.einsum("ci,cj->ij", self.sums / count[:, None], self.sums)
        )

    def about(self, others: _Moments, fold: int) -> Floats:
        """The sums of products of a fold about the means of the others, in cells that these have."""
        known = others.number > 0
        mean = others.sums[known] / others.number[known, None]
        number, sums = self.number[fold, known], self.sums[fold, known]
        cross = np.einsum("ci,cj->ij", mean, sums)
        own = np.einsum("c,ci,cj->ij", number, mean, mean)
        return np.asarray(self.products[fold, known].sum(axis=0) - cross - cross.T + own)


def _best(moments: _Moments, out: int | None) -> tuple[Floats, tuple[int, ...]]:
    """The slopes that predict folds left out best, without the fold `out`; and of which metrics they are."""
    folds = [place for place in range(len(moments.number)) if place != out]
    trained = [moments.without(out, inner) for inner in folds]
    loss = np.zeros(len(_candidates(trained[0].centred())))
    for inner, others in zip(folds, trained, strict=True):
        squares = moments.about(others, inner)
        for place, slopes in enumerate(_candidates(others.centred())):
            vector = np.append(-slopes, 1.0)
            loss[place] += vector @ squares @ vector
    place = int(np.argmin(rounded(loss)))
    slopes = _candidates(moments.without(out).centred())[place]
    return slopes, tuple(np.flatnonzero(slopes).tolist())


def _candidates(products: Floats) -> list[Floats]:
    """Slopes of each metric alone, and of all together held back by ridge."""
    metrics = len(products) - 1
    square, cross = products[:-1, :-1], products[:-1, -1]
    alone = np.nan_to_num(quotient(cross, np.diag(square)))
    found = [np.where(np.arange(metrics) == place, alone, 0.0) for place in range(metrics)]
    if metrics > 1 and np.trace(square) > 0:
        size = float(np.trace(square)) / metrics
        found += [np.linalg.solve(square + share * size * np.eye(metrics), cross) for share in _PENALTIES]
    return found


def _scaled(judged: Judged, kept: NDArray[np.bool_], slopes: Floats, *, by_system: bool) -> Floats:
    """The slopes of each system: shrunk towards 0 as far as chance explains them, and towards all systems'.

    A slope that is t standard errors from 0 is taken times 1 − 1/t², or 0 if t is below 1: that gives the
    least expected error of the mean, and with a metric that is of no use leaves the judgements alone.
    """
    predicted = np.tensordot(slopes, judged.scores, axes=1)
    there = ~np.isnan(judged.human) & kept
    x, y = (_centred(values, there, judged.text_types) for values in (predicted, judged.human))
    squares, products = (x * x).sum(axis=1), (x * y).sum(axis=1)
    pooled = float(products.sum() / squares.sum()) if squares.sum() > 0 else 0.0
    units = int(judged.units.max()) + 1
    sums = np.zeros((units, len(x)))
    np.add.at(sums, judged.units, (x * (y - pooled * x)).T)
    variance = float((sums.sum(axis=1) ** 2).sum()) / max(float(squares.sum()) ** 2, 1e-300)
    kept_back = max(1 - variance / pooled**2, 0.0) if pooled else 0.0
    scale = np.full(len(x), pooled)
    if by_system and len(x) > 1:
        scale = _towards_own(x, y, judged.units, pooled)
    return np.asarray(kept_back * scale[:, None] * slopes)


def _towards_own(x: Floats, y: Floats, units: Places, pooled: float) -> Floats:
    """Each system's slope between that of all systems and its own, as variances say (empirical Bayes)."""
    squares = (x * x).sum(axis=1)
    own = np.nan_to_num(quotient((x * y).sum(axis=1), squares), nan=pooled)
    sums = np.zeros((int(units.max()) + 1, len(x)))
    np.add.at(sums, units, (x * (y - own[:, None] * x)).T)
    variance = quotient((sums**2).sum(axis=0), squares**2)
    known = np.isfinite(variance)
    between = max(float(((own - pooled) ** 2 - variance)[known].mean()), 0.0) if known.any() else 0.0
    share = np.nan_to_num(quotient(np.full(len(x), between), between + variance))
    return np.asarray(share * own + (1 - share) * pooled)


def _centred(values: Floats, there: NDArray[np.bool_], text_types: Places) -> Floats:
    """Values minus the mean of their system in their text type; 0 where they are not counted."""
    found = np.where(there, values, 0.0)
    for kind in range(int(text_types.max()) + 1):
        within = text_types == kind
        count = np.maximum(there[:, within].sum(axis=1, keepdims=True), 1)
        found[:, within] -= found[:, within].sum(axis=1, keepdims=True) / count
    return np.where(there, found, 0.0)


def standardised(scores: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Scores of each metric on one scale, metrics × systems × segments, and the scale of each."""
    table = np.array(scores)
    spread = table.reshape(len(table), -1).std(axis=1)
    spread[spread == 0] = 1.0
    centre = table.reshape(len(table), -1).mean(axis=1)
    return (table - centre[:, None, None]) / spread[:, None, None], spread
