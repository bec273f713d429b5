"""Lines of several cells fitted together: cells with few systems lean on the others (mixed effects, REML).

Each cell's intercept and slope are its own draw around common ones; how far cells differ, and how far systems
scatter around a cell's line, is estimated from all cells by restricted maximum likelihood (Laird & Ware
1982). What a cell's own systems say is weighed against what the others say.

By hand: statsmodels' mixed models do not give the covariance of a cell's own line, which a prediction
interval needs. The tests compare lines and variances with them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import copysign, inf, log, log1p, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize

from karat.calibration.maps import Map
from karat.display import Shown
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.arrays import Floats

_LEAST_CELLS = 3


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PooledLines(Shown):
    """A map for each cell, the common line, and how far cells differ from it.

    `between` is the covariance of the cells' intercepts (at `centre`, the mean metric score) and slopes.

    >>> import numpy as np
    >>> from karat.calibration import pooled_fit
    >>> rng = np.random.default_rng(8)
    >>> scores = [rng.normal(30, 5, 6) for _ in range(4)]
    >>> cells = [(x, 1 + 0.08 * x + rng.normal(0, 0.1, 6)) for x in scores]
    >>> pooled = pooled_fit(cells)
    >>> round(pooled.common[1], 2), len(pooled.maps)
    (0.08, 4)
    """

    maps: tuple[Map, ...]
    common: tuple[float, float]
    between: tuple[tuple[float, float], tuple[float, float]]
    deviation: float
    centre: float


def pooled_fit(cells: Sequence[tuple[Floats, Floats]]) -> PooledLines:
    """Partially pooled lines of (metric scores, human scores), one pair for each cell.

    >>> import numpy as np
    >>> rng = np.random.default_rng(8)
    >>> scores = [rng.normal(30, 5, 6) for _ in range(4)]
    >>> cells = [(x, 1 + 0.08 * x + rng.normal(0, 0.1, 6)) for x in scores]
    >>> [round(line.slope, 2) for line in pooled_fit(cells).maps]
    [0.08, 0.08, 0.08, 0.08]
    """
    if len(cells) < _LEAST_CELLS:
        raise InvalidOption(
            f"{len(cells)} cells cannot be pooled: how far cells differ takes at least {_LEAST_CELLS}."
        )
    scores = np.concatenate([x for x, _ in cells])
    human = np.concatenate([y for _, y in cells])
    if len(human) < 2 * len(cells) or np.ptp(scores) == 0:
        raise InvalidOption("There are too few systems in these cells, or all have the same score.")
    centre, unit = float(scores.mean()), float(scores.std())
    sums = _LikelihoodSums([((x - centre) / unit, y) for x, y in cells])
    found = _restricted_maximum(sums)
    variance = found.squares / (sums.count - 2)
    freedom = max(sums.count - 2 * len(cells), 1)
    back = np.array([[1.0, -centre / unit], [0.0, 1 / unit]])  # from centred units to those of the metric
    spread, common, between = found.line_spread(), found.common, variance * found.root @ found.root.T
    maps = tuple(
        _map(back @ (common + own), back @ of_cell @ back.T, sqrt(variance), freedom)
        for own, of_cell in zip(found.deviations(), spread, strict=True)
    )
    units = np.diag([1.0, 1 / unit])
    middle, varied = units @ common, units @ between @ units
    return PooledLines(
        maps,
        (float(middle[0] - middle[1] * centre), float(middle[1])),
        ((float(varied[0, 0]), float(varied[0, 1])), (float(varied[1, 0]), float(varied[1, 1]))),
        sqrt(variance),
        centre,
    )


def _map(line: Floats, spread: Floats, deviation: float, freedom: int) -> Map:
    rows = tuple(tuple(map(float, row)) for row in spread)
    return Map("pooled", (float(line[0]), float(line[1])), deviation, float(freedom), rows)


class _LikelihoodSums:
    """The sums that the likelihood needs: z′z, z′y and y′y of each cell, z being (1, score)."""

    def __init__(self, cells: Sequence[tuple[Floats, Floats]]) -> None:
        z = [np.column_stack([np.ones(len(x)), x]) for x, _ in cells]
        self.zz = np.array([each.T @ each for each in z])
        self.zy = np.array([each.T @ y for each, (_, y) in zip(z, cells, strict=True)])
        self._plain = [
            (*map(float, (zz[0, 0], zz[0, 1], zz[1, 1])), *map(float, zy))
            for zz, zy in zip(self.zz, self.zy, strict=True)
        ]
        self.yy = float(sum((y**2).sum() for _, y in cells))
        self.count = sum(len(y) for _, y in cells)

    def criterion(self, point: Sequence[float]) -> float:
        """What restricted maximum likelihood makes small, where `point` is the lower triangle of a root.

        In plain numbers: a search asks a thousand times, and numpy takes twenty times as long for so few.
        """
        first, below, second = point
        level, both, slope = first * first, first * below, below * below + second * second
        logarithm = explained = w00 = w01 = w11 = told0 = told1 = 0.0
        for n, x, xx, y, xy in self._plain:
            m00, m01 = 1 + n * level + x * both, n * both + x * slope
            m10, m11 = x * level + xx * both, 1 + x * both + xx * slope
            size = m00 * m11 - m01 * m10
            logarithm += log(size)
            w00 += (m11 * n - m01 * x) / size
            w01 += (m11 * x - m01 * xx) / size
            w11 += (m00 * xx - m10 * x) / size
            t0, t1 = (m11 * y - m01 * xy) / size, (m00 * xy - m10 * y) / size
            told0, told1 = told0 + t0, told1 + t1
            explained += (level * y + both * xy) * t0 + (both * y + slope * xy) * t1
        size = w00 * w11 - w01 * w01
        common = (w11 * told0**2 - 2 * w01 * told0 * told1 + w00 * told1**2) / size
        squares = max(self.yy - explained - common, 1e-12 * self.yy)
        return (self.count - 2) * log(squares) + logarithm + log(size)


class _Solution:
    """Everything that follows from how far cells differ: `root`·`root`′ times the variance within cells."""

    def __init__(self, sums: _LikelihoodSums, root: Floats) -> None:
        self.sums, self.root = sums, root
        inner = np.eye(2) + root.T @ sums.zz @ root
        # How far a cell's deviation is known, in units of the variance, were the common line known.
        self.alone = root @ np.linalg.inv(inner) @ root.T
        weight = sums.zz - sums.zz @ self.alone @ sums.zz
        told = sums.zy - np.einsum("cij,cjk,ck->ci", sums.zz, self.alone, sums.zy)
        self.known = np.linalg.inv(weight.sum(axis=0))
        self.common = self.known @ told.sum(axis=0)
        explained = float(np.einsum("ci,cij,cj->", sums.zy, self.alone, sums.zy))
        self.squares = max(sums.yy - explained - float(self.common @ told.sum(axis=0)), 1e-12 * sums.yy)

    def deviations(self) -> Floats:
        """Each cell's intercept and slope, less the common ones."""
        left = self.sums.zy - self.sums.zz @ self.common
        deviations: Floats = np.einsum("cij,cj->ci", self.alone, left)
        return deviations

    def line_spread(self) -> Floats:
        """The covariance of cells' lines, in units of the variance.

        An error of the common line is partly made good by the deviation.
        """
        rest = np.eye(2) - self.alone @ self.sums.zz
        spread: Floats = self.alone + rest @ self.known @ rest.transpose(0, 2, 1)
        return spread


def _restricted_maximum(sums: _LikelihoodSums) -> _Solution:
    """The most likely difference between cells, from several starts: the likelihood may have two tops."""

    def criterion(point: Sequence[float]) -> float:
        # On a logarithmic scale, so that the search ends where the criterion is known relative to its size.
        value = sums.criterion(point)
        return copysign(log1p(abs(value)), value)

    found = [_least(criterion, start) for start in ((1.0, 0.0, 0.3), (0.1, 0.0, 0.05), (10.0, 0.0, 3.0))]
    first, below, second = min(found, key=sums.criterion)
    return _Solution(sums, np.array([[first, 0.0], [below, second]]))


def _least(function: Callable[[Sequence[float]], float], start: Sequence[float]) -> Sequence[float]:
    """Where a function is least, near the start (Nelder & Mead 1965), to a billionth of its value."""
    corners = np.array(start) + np.vstack(
        [np.zeros(len(start)), np.diag([abs(x) / 4 or 0.25 for x in start])]
    )
    options = {"initial_simplex": corners, "xatol": inf, "fatol": 1e-9, "maxiter": 400}
    found = minimize(lambda point: function(point.tolist()), start, method="Nelder-Mead", options=options)
    point: list[float] = found.x.tolist()
    return point
