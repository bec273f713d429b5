"""Bounds for repeated looks at one difference: Lan and DeMets' (1983) spending of an error rate.

The error rate is spent as information comes in. The spending function is that of O'Brien and Fleming's kind,
which spends next to nothing early, so that the last look costs hardly more than a single test would. By hand:
SciPy has no group-sequential bounds. The recursion over looks is Armitage, McPherson and Rowe's (1969); the
tests compare it with published bounds and with simulated paths.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats

# Gauss–Legendre nodes between the bounds: the density there is smooth.
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(160)
# No difference is ever so many standard errors from 0 by chance.
_FARTHEST = 38.0


def spent(fraction: float, alpha: float) -> float:
    """The error rate that may be spent by the time this fraction of the information is there, two-sided.

    Half of it is spent on each side: 4 Φ(z / √t), with z the quantile of α / 4.

    >>> round(spent(0.5, 0.05), 4), round(spent(1.0, 0.05), 4)
    (0.0031, 0.05)
    """
    if fraction <= 0:
        return 0.0
    return float(4 * ndtr(ndtri(alpha / 4) / sqrt(min(fraction, 1.0))))


def nominal_levels(fractions: Sequence[float], alpha: float) -> tuple[float, ...]:
    """The p-value that a claim needs at each look; together they make a false claim with probability α.

    `fractions` are the shares of the planned information at the looks, ascending.

    >>> [round(level, 5) for level in nominal_levels([0.5, 1.0], 0.05)]
    [0.00305, 0.049]
    """
    return tuple(float(2 * ndtr(-bound)) for bound in bounds(tuple(fractions), alpha))


def bounds(fractions: tuple[float, ...], alpha: float) -> tuple[float, ...]:
    """How many standard errors from 0 a difference must be at each look.

    >>> [round(bound, 2) for bound in bounds((0.2, 0.4, 0.6, 0.8, 1.0), 0.05)]
    [4.88, 3.36, 2.68, 2.29, 2.03]
    """
    return _after_looks(fractions, alpha)[0]


@lru_cache(maxsize=1000)
def _after_looks(fractions: tuple[float, ...], alpha: float) -> tuple[tuple[float, ...], _Path]:
    """The bounds of looks, and the paths within them; a look adds to what was computed of those before it."""
    if not fractions:
        return (), _Path()
    *earlier, fraction = fractions
    found, path = _after_looks(tuple(earlier), alpha)
    level = spent(fraction, alpha) - (spent(earlier[-1], alpha) if earlier else 0.0)
    bound = _bound(path, fraction, level)
    return (*found, bound), path.after(fraction, bound)


def _bound(path: _Path, fraction: float, level: float) -> float:
    """The bound that paths which have not crossed before cross with this probability."""
    if path.crossing(fraction, _FARTHEST) >= level:
        return _FARTHEST
    found: float = brentq(lambda bound: path.crossing(fraction, bound) - level, 0.0, _FARTHEST, xtol=1e-9)
    return found


def crossings(fractions: Sequence[float], limits: Sequence[float], drift: float) -> tuple[float, ...]:
    """The probability that a claim is made at each look, if the standardised difference ends at `drift`.

    >>> fractions = (0.5, 1.0)
    >>> [round(each, 3) for each in crossings(fractions, bounds(fractions, 0.05), 2.8)]
    [0.163, 0.635]
    """
    found: list[float] = []
    path = _Path(drift)
    for fraction, limit in zip(fractions, limits, strict=True):
        found.append(path.crossing(fraction, limit))
        path = path.after(fraction, limit)
    return tuple(found)


class _Path:
    """Where the paths are that have crossed no bound so far: a Brownian motion with this drift."""

    def __init__(
        self,
        drift: float = 0.0,
        time: float = 0.0,
        places: Floats | None = None,
        density: Floats | None = None,
    ) -> None:
        self.drift, self.time = drift, time
        self.places = np.zeros(1) if places is None else places
        self.density = np.ones(1) if density is None else density

    def crossing(self, time: float, bound: float) -> float:
        """The probability to cross at this time for the first time; a bound is in standard errors."""
        step, end = sqrt(max(time - self.time, 1e-12)), bound * sqrt(time)
        middle = self.places + self.drift * (time - self.time)
        outside = ndtr((middle - end) / step) + ndtr((-end - middle) / step)
        return float(self.density @ outside)

    def after(self, time: float, bound: float) -> _Path:
        """The paths that are still within the bounds after this time."""
        step, end = sqrt(max(time - self.time, 1e-12)), bound * sqrt(time)
        # Farther out than a few standard deviations of the move there is nothing to integrate.
        middle = self.places + self.drift * (time - self.time)
        low = max(-end, float(middle.min()) - 9 * step)
        high = min(end, float(middle.max()) + 9 * step)
        places = (low + high) / 2 + (high - low) / 2 * _NODES
        moves = np.exp(-(((places[:, None] - middle[None, :]) / step) ** 2) / 2) / (step * sqrt(2 * np.pi))
        density = (moves @ self.density) * _WEIGHTS * (high - low) / 2
        return _Path(self.drift, time, places, density)
