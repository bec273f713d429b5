"""From the agreement of few judges to that of as many as are behind the human score.

The human score of an item is truth plus the noise of its judges; with more judges there is less noise. Two
means of m and n judges, of whom any two correlate at ρ, correlate at
ρ √(mn) / √((1 + (m − 1)ρ)(1 + (n − 1)ρ)) (Spearman 1910, Brown 1910). That is all that Pearson's r needs.

Other statistics have no such formula, because ties and groups matter. For them judges are simulated. The
scores of one judge become normal scores; of what varies in them a share ρ is truth, and the rest is noise,
which other judges have anew. A simulated judge gives the same values, as often, as the judge gave, and so
ties and floors stay. At some ρ, means of such judges agree as the halves do; with this ρ, means of all judges
say how far two panels would agree.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from karat.agreement.measures import agree, pair
from karat.resampling.draws import generator

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from karat.agreement.measures import PairedScores
    from karat.agreement.raters import Rater
    from karat.arrays import Floats

_FROM_R = {"pearson", "r-squared", "prediction-error"}
# Shares of truth at which judges are simulated; between them lines are drawn.
_GRID = np.array([0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.93, 1.0])
# Few scores need many simulated panels: so many scores are enough. Each comes with its twins of opposite
# noise, which take most of the simulation's own error away.
_SCORES, _MOST_PANELS = 12_000, 100
# Of soft accuracy one value takes as long as a hundred of other statistics.
_SHUFFLES = 200


def of_more_judges(r: Floats | float, judges: tuple[float, float], wanted: float) -> Floats:
    """The correlation of two means of `wanted` judges, from that of means of so many judges on either side.

    >>> round(float(of_more_judges(0.5, (1, 1), 2)), 3), round(float(of_more_judges(0.5, (2, 2), 1)), 3)
    (0.667, 0.333)
    >>> single = 0.4
    >>> two_and_one = single * 2**0.5 / (1 + single) ** 0.5
    >>> round(float(of_more_judges(two_and_one, (2, 1), 1)), 3)
    0.4
    """
    r = np.asarray(r, dtype=np.float64)
    m, n = judges
    square = np.minimum(r**2, 1.0)
    # The positive root of r² (1 + (m − 1)ρ)(1 + (n − 1)ρ) = ρ² mn.
    linear = square * (m + n - 2)
    quadratic = m * n - square * (m - 1) * (n - 1)
    single = (linear + np.sqrt(linear**2 + 4 * square * quadratic)) / (2 * quadratic)
    return np.asarray(np.sign(r) * wanted * single / (1 + (wanted - 1) * single))


def to_all_judges(
    single: Rater,
    *,
    halves: tuple[float, float],
    judges: float,
    statistic: str,
    grouping: str,
    level: str,
    documents: list[str] | None,
    seed: int,
) -> Callable[[Floats], Floats]:
    """A function from the agreement of halves to that of two panels like the one behind the human score.

    `single` has for each item what one of its judges gave, `halves` how many judges stand on either side, and
    `judges` how many are behind the score.
    """
    if statistic in _FROM_R and grouping == "none":

        def by_formula(values: Floats) -> Floats:
            r = _to_r(np.asarray(values), statistic)
            return _from_r(of_more_judges(r, halves, judges), statistic)

        return by_formula

    of_level = "segment" if statistic == "soft-accuracy" else level
    table = single.table(of_level, documents)
    simulated = _SimulatedJudges(pair(table, table))
    one, other, all_of_them = (max(round(count), 1) for count in (*halves, judges))

    def along_grid(*sides: tuple[int, int]) -> Floats:
        found = [
            [simulated.agreement(share, each, statistic, grouping, seed) for share in _GRID] for each in sides
        ]
        return np.asarray(np.mean(found, axis=0))

    # Uneven halves were set against each other both ways, which is not the same to some statistics.
    few = along_grid((one, other)) if one == other else along_grid((one, other), (other, one))
    many = along_grid((all_of_them, all_of_them))
    rising = np.maximum.accumulate(few), np.maximum.accumulate(many)

    def by_simulation(values: Floats) -> Floats:
        unknown = np.isnan(values) | np.isnan(rising[0]).any() | np.isnan(rising[1]).any()
        return np.where(unknown, np.nan, np.interp(values, *rising))

    return by_simulation


def _to_r(values: Floats, statistic: str) -> Floats:
    if statistic == "pearson":
        return values
    square = values if statistic == "r-squared" else 1 - values / 100
    return np.sqrt(np.clip(square, 0.0, 1.0))


def _from_r(r: Floats, statistic: str) -> Floats:
    if statistic == "pearson":
        return r
    return r**2 if statistic == "r-squared" else 100 * (1 - r**2)


class _SimulatedJudges:
    """Judges like one, systems × rows: with the same values, as often, and another noise."""

    def __init__(self, paired: PairedScores) -> None:
        self.paired = paired
        self.there = ~np.isnan(paired.metric)
        self.values = np.sort(paired.metric[self.there])

    def agreement(
        self, share: float, judges: tuple[int, int], statistic: str, grouping: str, seed: int
    ) -> float:
        """How far two panels of so many judges agree, of whose scores such a share is truth; on average."""
        rng = generator(seed)
        if not len(self.values):
            return float("nan")
        count = 1
        if statistic != "soft-accuracy":
            count = min(max(_SCORES // len(self.values), 1), _MOST_PANELS)
        both = [one for _ in range(count) for one in self._panels(share, judges, grouping, rng)]
        if grouping == "none" and len(self.paired.rows) == 1:
            # Panels that scored whole systems stand in the rows of systems: all are measured at once.
            ours, theirs = (np.array([pair[side][:, 0] for pair in both]) for side in (0, 1))
            stacked = _named(replace(self.paired, metric=ours, human=theirs))
            return agree(stacked, statistic, grouping="system").value  # type: ignore[arg-type]
        found = [
            agree(
                replace(self.paired, metric=ours, human=theirs),
                statistic,  # type: ignore[arg-type]
                grouping=grouping,  # type: ignore[arg-type]
                samples=_SHUFFLES,
                seed=seed,
            )
            for ours, theirs in both
        ]
        return float(np.mean([one.value for one in found]))

    def _panels(
        self, share: float, judges: tuple[int, int], grouping: str, rng: np.random.Generator
    ) -> list[tuple[Floats, Floats]]:
        """The scores of two panels, for each sign of the noise of either."""
        scores = _normal(self.paired.metric, self.there, rng)
        middle, spread = self._middle(scores, grouping)
        truth = share * (scores - middle) + sqrt(share * (1 - share)) * spread * rng.normal(size=scores.shape)
        sides = []
        for count in judges:
            noise = sqrt(1 - share) * spread * rng.normal(size=(count, *scores.shape))
            sides.append(
                [
                    np.mean([self._placed(middle + truth + sign * one) for one in noise], axis=0)
                    for sign in (1, -1)
                ]
            )
        return [(ours, theirs) for ours in sides[0] for theirs in sides[1]]

    def _placed(self, latent: Floats) -> Floats:
        """The values that a judge gives, in the order of these scores."""
        found = np.full(latent.shape, np.nan)
        order = np.argsort(latent[self.there], kind="stable")
        placed = np.empty(len(order))
        placed[order] = self.values
        found[self.there] = placed
        return found

    def _middle(self, scores: Floats, grouping: str) -> tuple[Floats, float]:
        """What is not compared, and the spread about it."""
        axis = {"none": None, "item": 0, "system": 1}[grouping]
        counts = self.there.sum(axis=axis, keepdims=True)
        filled = np.where(self.there, scores, 0.0)
        middle = filled.sum(axis=axis, keepdims=True) / np.maximum(counts, 1)
        away = np.where(self.there, scores - middle, 0.0)
        return middle, sqrt(float((away**2).sum()) / max(int(self.there.sum()), 1))


def _named(stacked: PairedScores) -> PairedScores:
    names = tuple(map(str, range(len(stacked.metric))))
    rows = tuple(map(str, range(stacked.metric.shape[1])))
    return replace(stacked, systems=names, rows=rows)


def _normal(values: Floats, there: NDArray[np.bool_], rng: np.random.Generator) -> Floats:
    """Normal scores; equal values have any order, as if each hid what the scale cannot tell."""
    found = np.zeros(values.shape)
    known = values[there]
    order = np.lexsort((rng.random(len(known)), known))
    ranks = np.empty(len(known))
    ranks[order] = np.arange(len(known))
    found[there] = ndtri((ranks + 0.5) / max(len(known), 1))
    return found
