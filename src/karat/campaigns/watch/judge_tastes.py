"""How far judges differ about systems, and what that adds to the error of a claim about judges in general.

Documents as units of chance tell what these judges would say of more text. If judges have tastes, so that
each likes some systems more than the others do, other judges might have said something else. The variance of
tastes is estimated by what each judge adds to a difference: the squares of these sums hold noise and tastes,
those of single documents of a judge hold noise alone (Cameron, Gelbach and Miller 2011). Both are compared
with what the design lets them see of tastes, over all pairs of systems together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan
from typing import TYPE_CHECKING

import numpy as np

from karat.campaigns.watch.effects import contrasts_of, inverse_of, pairs, within_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.campaigns.watch.effects import Comparable

# What rounding leaves of nothing.
_NOTHING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class JudgeTastes:
    """The variance of judge × system, what it adds to the variance of each pair, and its degrees of freedom.

    `to_means` is what it adds to the variance of each system's distance from the mean of all. `freedom` is
    infinite where no tastes were found.
    """

    variance: float
    added: Floats
    to_means: Floats
    freedom: float

    @property
    def is_known(self) -> bool:
        """Whether values of this design tell anything of tastes."""
        return not isnan(self.variance)

    @classmethod
    def none(cls, systems: int) -> JudgeTastes:
        """Those of judges who like all systems alike."""
        return cls(0.0, np.zeros(len(pairs(systems))), np.zeros(systems), inf)

    @classmethod
    def of(cls, values: Comparable) -> JudgeTastes:
        """From the values of one dimension; NaN where they cannot tell."""
        judges = int(values.reader.max(initial=-1)) + 1
        unknown = cls(nan, np.full(len(pairs(values.systems)), nan), np.full(values.systems, nan), inf)
        if judges < 2 or values.systems < 2:
            return unknown
        fit = _Fit.of(values)
        cells = np.unique(values.reader * values.documents + values.document, return_inverse=True)[1]
        by_judge, by_cell = fit.squares(values.reader), fit.squares(cells.reshape(-1))
        if not by_cell.noise > _NOTHING * fit.added.sum():  # every value has an effect of its own
            return unknown
        # Cells tell how much noise there is. The same noise enters the squares of judges so much more.
        more = by_judge.noise / by_cell.noise
        seen = by_judge.tastes - more * by_cell.tastes
        if not seen > _NOTHING * fit.added.sum():
            return unknown
        variance = max((by_judge.found - more * by_cell.found) / seen, 0.0)
        freedom = (judges - 1) * (values.systems - 1)
        to_means = variance * fit.to_means
        return cls(variance, variance * fit.added, to_means, float(freedom) if variance > 0 else inf)


@dataclass(frozen=True, slots=True)
class _Squares:
    """The sum of squares of what each group adds to differences: as found, of noise and of tastes alone."""

    found: float
    noise: float
    tastes: float


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """Least squares of the standings: the weight of each value in each pair, and what is left of it.

    `tastes` is what is left of each judge's liking of each system, were it 1.
    """

    values: Comparable
    columns: Floats
    inverse: Floats
    weights: Floats
    residual: Floats
    tastes: Floats
    added: Floats
    to_means: Floats

    @classmethod
    def of(cls, values: Comparable) -> _Fit:
        columns, value = within_blocks(values)
        inverse = inverse_of((columns.T @ columns)[None])[0][0]
        weights = columns @ inverse @ contrasts_of(values.systems, columns.shape[1]).T
        taste = values.reader * values.systems + values.system
        liked = np.zeros((len(value), int(taste.max()) + 1))
        liked[np.arange(len(value)), taste] = 1.0
        liked -= (_sums(liked, values.block) / np.bincount(values.block)[:, None])[values.block]
        left = [one - columns @ (inverse @ (columns.T @ one)) for one in (value, liked)]
        added = np.square(_sums(weights, taste)).sum(axis=0)
        from_mean = np.eye(values.systems, columns.shape[1])
        from_mean[:, : values.systems] -= 1 / values.systems
        to_means = np.square(_sums(columns @ inverse @ from_mean.T, taste)).sum(axis=0)
        return cls(values, columns, inverse, weights, left[0], left[1], added, to_means)

    def squares(self, groups: NDArray[np.int64]) -> _Squares:
        """Over all pairs."""
        found = float(np.square(_sums(self.weights * self.residual[:, None], groups)).sum())
        block = self.values.block
        sizes = np.bincount(block)
        both, where = np.unique(groups * len(sizes) + block, return_inverse=True)
        noise = tastes = 0.0
        for weight in self.weights.T:
            # Noise of variance 1 that is independent between values: Σ wᵍᵀ M wᵍ, M what the fit leaves.
            in_block = np.bincount(where.reshape(-1), weight)
            fitted = _sums(self.columns * weight[:, None], groups)
            noise += float(weight @ weight) - float((in_block**2 / sizes[both % len(sizes)]).sum())
            noise -= float(np.einsum("gi,ij,gj->", fitted, self.inverse, fitted))
            tastes += float(np.square(_sums(self.tastes * weight[:, None], groups)).sum())
        return _Squares(found, noise, tastes)


def _sums(rows: Floats, groups: NDArray[np.int64]) -> Floats:
    """The sum of the rows of each group."""
    order = np.argsort(groups, kind="stable")
    starts = np.flatnonzero(np.r_[True, np.diff(groups[order]) > 0])
    found: Floats = np.add.reduceat(rows[order], starts, axis=0)
    return found
