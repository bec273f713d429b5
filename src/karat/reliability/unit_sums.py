"""Statistics of sums over units of chance, such as documents: a value, its interval and its test."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr

from karat.reliability.bootstrap import Estimate, Resampled
from karat.reliability.jackknife import jackknife_error
from karat.resampling import Interval
from karat.resampling.design_effect import effective_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.bootstrap import Bootstrap
    from karat.reliability.jackknife import Link

    Formula = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class UnitSums:
    """What adds up in each unit, units × sums; formulas take sums along the last axis.

    >>> from karat.reliability import Bootstrap
    >>> sums = UnitSums(np.array([[3.0, 4], [1, 4], [2, 4]]), "document")
    >>> found = sums.estimate("share", lambda of: of[..., 0] / of[..., 1], sums.values[:, 1], Bootstrap())
    >>> found.value, found.units
    (0.5, 3)
    """

    values: Floats
    unit: str

    @classmethod
    def of(cls, rows: Floats, units: NDArray[np.int64], unit: str) -> UnitSums:
        """The sums of rows within their units."""
        found = np.zeros((int(units.max(initial=-1)) + 1, rows.shape[1]))
        np.add.at(found, units, rows)
        return cls(found, unit)

    def estimate(
        self,
        name: str,
        formula: Formula,
        sizes: Floats,
        bootstrap: Bootstrap,
        *,
        link: Link = "plain",
        ends: tuple[float, float] = (-inf, inf),
        reason: str = "nothing varies",
    ) -> Estimate:
        """A formula of all units together, and its interval; `sizes` has how much each unit counts.

        `ends` are those of the scale of a plain statistic.
        """
        total, units = round(float(sizes.sum())), int((sizes > 0).sum())
        value = float(formula(self.values.sum(axis=0)))
        nothing = Interval(nan, nan, bootstrap.confidence, bootstrap.interval)
        if np.isnan(value):
            return Estimate(name, nan, nothing, total, reason, self.unit, units)
        if units < 2:
            return Estimate(name, value, nothing, total, "", self.unit, units)
        resampled = Resampled.of(
            lambda weights: formula(weights @ self.values), np.arange(len(self.values)), bootstrap
        )
        interval = resampled.interval(value, sizes.round().astype(np.int64), link=link)
        return Estimate(name, value, interval.within(*ends), total, "", self.unit, units)

    def p_of_zero(self, formula: Formula, sizes: Floats) -> float:
        """The two-sided p-value of a formula being 0: Student's t of the jackknife, by effective units."""
        kept = self.values[sizes > 0]
        if len(kept) < 2:
            return nan
        value = float(formula(kept.sum(axis=0)))
        error = jackknife_error(np.asarray(formula(kept.sum(axis=0) - kept)))
        if not 0 < error < inf:
            return nan
        freedom = max(effective_number(sizes[sizes > 0].round().astype(np.int64)) - 1, 1.0)
        return float(2 * stdtr(freedom, -abs(value) / error))
