"""What a test set can show: the difference that it would detect, and the units that a difference needs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, inf, isnan, log2, nan, sqrt
from statistics import NormalDist
from typing import Any

from scipy.special import chdtri, nctdtr, stdtrit

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption

# From here on Student's t is the normal distribution, and scipy's noncentral t is not exact for more.
_MANY = 1000
# More units than anybody has: where so many are needed, runs hide the difference.
_MOST = 10**12
# The share of pilots whose interval of a standard error holds the true one.
PILOT_CONFIDENCE = 0.8


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Power(Equal, Shown):
    """The power of a two-sided paired comparison over so many units.

    `error` is the standard error of the difference; a true difference of `detectable` is found significant at
    `alpha` with probability `power`. `run_error` is the part of the error that comes from runs; more units do
    not reduce it. An error from few units or few runs is itself known with so many degrees of freedom only:
    `freedom` those of the units, `run_freedom` those of the runs. So tests need larger differences, and what
    follows from the error is uncertain: `detectable_interval` and the others are 80 % intervals. Where a few
    units have most of the variance, even less is known of the error: it has `pilot_freedom` only.

    >>> power = Power(units=1000, error=0.5, alpha=0.05, power=0.8)
    >>> round(power.detectable, 2), round(power.of(1.0), 2), power.units_for(1.0)
    (1.4, 0.52, 1963)
    >>> few = Power(units=20, error=0.5, alpha=0.05, power=0.8, freedom=19)
    >>> low, high = few.detectable_interval
    >>> round(few.detectable, 2), round(low, 2), round(high, 2)
    (1.48, 1.23, 1.89)
    """

    units: int
    error: float
    alpha: float
    power: float
    run_error: float = 0.0
    freedom: float = inf
    run_freedom: float = inf
    pilot_freedom: float = inf

    @property
    def detectable(self) -> float:
        """The smallest difference that is detected with the wanted power."""
        if self.power <= self.alpha:
            return 0.0  # chance alone finds that many
        return _distance(self.alpha, self.power, self._all_freedom) * self.error

    def of(self, difference: float) -> float:
        """The probability that a true difference is found significant."""
        if self.error == 0:
            return 1.0 if difference else self.alpha
        return _found(abs(difference) / self.error, self.alpha, self._all_freedom)

    def units_for(self, difference: float) -> int | None:
        """How many units of the same kind detect a difference with the wanted power; None if none do.

        Where runs vary so much that a difference is lost among them, more runs are needed, not more units.
        """
        if difference == 0:
            raise InvalidOption("No number of segments detects a difference of 0.")
        if isnan(self.error) or isnan(difference):
            raise InvalidOption("Where a value is not defined, no number of segments can be computed.")
        # So few units could all differ one way by chance: no exchange of outputs would be significant.
        least = ceil(1 + log2(1 / self.alpha))
        if self.power <= self.alpha or self._with(least)._finds(difference):
            return least
        if not self._with(inf)._finds(difference):
            return None
        low, high = least, 2 * least
        while not self._with(high)._finds(difference):
            low, high = high, 2 * high
            if high > _MOST:
                return None
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._with(middle)._finds(difference) else (middle, high)
        return high

    @property
    def error_interval(self) -> tuple[float, float]:
        """Where the true error lies with 80 % confidence, by χ²: the error is an estimate like any other."""
        return self._at_ends[0].error, self._at_ends[1].error

    @property
    def detectable_interval(self) -> tuple[float, float]:
        """Where the detectable difference lies with 80 % confidence."""
        return self._at_ends[0].detectable, self._at_ends[1].detectable

    def interval_of(self, difference: float) -> tuple[float, float]:
        """Where the probability to find a difference lies with 80 % confidence."""
        return self._at_ends[1].of(difference), self._at_ends[0].of(difference)

    def units_interval_for(self, difference: float) -> tuple[int | None, int | None]:
        """Between how many units it takes with 80 % confidence; None where no number may be enough."""
        return self._at_ends[0].units_for(difference), self._at_ends[1].units_for(difference)

    @property
    def _at_ends(self) -> tuple[Power, Power]:
        """The same with the smallest and with the largest error that the pilot leaves open."""
        tail = (1 - PILOT_CONFIDENCE) / 2
        freedom = self._freedom_with(min(self.freedom, self.pilot_freedom))
        if freedom == inf or isnan(self.error):
            return self, self
        low, high = (sqrt(freedom / float(chdtri(freedom, above))) for above in (tail, 1 - tail))
        return self._times(low), self._times(high)

    def _times(self, factor: float) -> Power:
        return replace(self, error=factor * self.error, run_error=factor * self.run_error)

    @property
    def _of_units(self) -> float:
        """The variance that comes from units."""
        return max(self.error**2 - self.run_error**2, 0.0)

    @property
    def _all_freedom(self) -> float:
        return self._freedom_with(self.freedom)

    def _freedom_with(self, of_units: float) -> float:
        """Satterthwaite's approximation for the sum of both variances."""
        below = self._of_units**2 / of_units + self.run_error**4 / self.run_freedom
        return max(self.error**4 / below, 1.0) if below > 0 else inf

    def _with(self, units: float) -> Power:
        """The same with another number of units, whose effective number grows alike."""
        share = units / self.units
        return replace(
            self,
            units=self.units if units == inf else int(units),
            error=sqrt(self._of_units / share + self.run_error**2),
            freedom=max((self.freedom + 1) * share - 1, 1.0),
        )

    def _finds(self, difference: float) -> bool:
        return self.of(difference) >= self.power - 1e-12

    def _row(self) -> dict[str, Any]:
        low, high = self.detectable_interval
        return {
            **Shown._row(self),
            "detectable": self.detectable,
            "detectable_low": low,
            "detectable_high": high,
        }


def power_of(
    error: float,
    units: int,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    run_error: float = 0.0,
    freedom: float = inf,
    run_freedom: float = inf,
    pilot_freedom: float = inf,
) -> Power:
    """The power that a standard error over so many units gives.

    >>> round(power_of(0.5, 1000).detectable, 2)
    1.4
    """
    for name, value in (("alpha", alpha), ("power", power)):
        if not isinstance(value, int | float) or not 0 < value < 1:
            raise InvalidOption(f"{name} is {value!r}; it must be between 0 and 1.")
    return Power(units, error, alpha, power, run_error, freedom, run_freedom, pilot_freedom)


def _found(distance: float, alpha: float, freedom: float) -> float:
    """How often a difference of so many errors is significant, on either side: by the noncentral t."""
    critical = _critical(alpha, freedom)
    if freedom >= _MANY:
        normal = NormalDist()
        return normal.cdf(distance - critical) + normal.cdf(-distance - critical)
    above = 1 - float(nctdtr(freedom, distance, critical))
    below = float(nctdtr(freedom, distance, -critical))
    # scipy gives NaN far out, where a difference is always found.
    return above + (0.0 if isnan(below) else below) if not isnan(above) else 1.0


# Every pair of systems in one comparison asks for the same.
@lru_cache(maxsize=1024)
def _distance(alpha: float, power: float, freedom: float) -> float:
    """Where `_found` reaches the power.

    Halving, as importing scipy.optimize would take longer than everything that is asked of a comparison.
    """
    low, high = 0.0, 2 * (_critical(alpha, freedom) + NormalDist().inv_cdf(max(power, 0.5)))
    if isnan(high):
        return nan
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _found(middle, alpha, freedom) < power else (low, middle)
    return high


@lru_cache(maxsize=1024)
def _critical(alpha: float, freedom: float) -> float:
    """What a difference must be, in errors, to be significant."""
    return float(-stdtrit(freedom, alpha / 2))
