"""What a test set can show: the difference that it would detect, and the segments that a difference needs."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, inf, isnan, log2
from statistics import NormalDist
from typing import Any

from scipy.special import stdtrit

from karat.display import Shown
from karat.errors import InvalidOption


@dataclass(frozen=True, slots=True, repr=False)
class Power(Shown):
    """The power of a two-sided paired comparison over so many units.

    `error` is the standard error of the difference; a true difference of `detectable` is found significant at
    `alpha` with probability `power`. `run_error` is the part of the error that comes from runs; more units do
    not lessen it, and with few runs the error itself is known with so many degrees of `freedom` only.

    >>> power = Power(units=1000, error=0.5, alpha=0.05, power=0.8)
    >>> round(power.detectable, 2), round(power.of(1.0), 2), power.units_for(1.0)
    (1.4, 0.52, 1963)
    """

    units: int
    error: float
    alpha: float
    power: float
    run_error: float = 0.0
    freedom: float = inf

    @property
    def detectable(self) -> float:
        """The smallest difference that is detected with the wanted power."""
        return self._distance * self.error

    @property
    def _distance(self) -> float:
        """Errors between no difference and one that is detected: 2.80 at .05 and .8."""
        if self.power <= self.alpha:
            return 0.0  # chance alone finds that many
        return _distance(_critical(self.alpha, self.freedom), self.power)

    def of(self, difference: float) -> float:
        """The probability that a true difference is found significant."""
        if self.error == 0:
            return 1.0 if difference else self.alpha
        return _found(abs(difference) / self.error, _critical(self.alpha, self.freedom))

    def units_for(self, difference: float) -> int | None:
        """How many units of the same kind detect a difference with the wanted power; None if none do.

        Where runs vary so much that a difference is lost among them, more runs are needed, not more units.
        """
        if difference == 0:
            raise InvalidOption("No number of segments detects a difference of 0.")
        if isnan(self.error) or isnan(difference):
            raise InvalidOption("Where a value is not defined, no number of segments can be told.")
        of_units = self.error**2 - self.run_error**2
        # So few units could all differ one way by chance: no exchange of outputs would be significant.
        least = ceil(1 + log2(1 / self.alpha))
        if self._distance == 0:
            return least
        room = (difference / self._distance) ** 2 - self.run_error**2
        if of_units == 0:
            return least if room >= 0 else None
        return max(ceil(self.units * of_units / room * (1 - 1e-12)), least) if room > 0 else None

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "detectable": self.detectable}


def power_of(
    error: float,
    units: int,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    run_error: float = 0.0,
    freedom: float = inf,
) -> Power:
    """The power that a standard error over so many units gives.

    >>> round(power_of(0.5, 1000).detectable, 2)
    1.4
    """
    for name, value in (("alpha", alpha), ("power", power)):
        if not isinstance(value, int | float) or not 0 < value < 1:
            raise InvalidOption(f"{name} is {value!r}; it must be between 0 and 1.")
    return Power(units, error, alpha, power, run_error, freedom)


def _found(distance: float, critical: float) -> float:
    """How often a difference of so many errors is significant, on either side."""
    normal = NormalDist()
    return normal.cdf(distance - critical) + normal.cdf(-distance - critical)


def _distance(critical: float, power: float) -> float:
    """Where `_found` reaches the power: at most where the side of the difference alone does.

    Halving, as importing scipy.optimize would take longer than everything that is asked of a comparison.
    """
    low, high = 0.0, critical + NormalDist().inv_cdf(power)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _found(middle, critical) < power else (low, middle)
    return high


def _critical(alpha: float, freedom: float) -> float:
    """What a difference must be, in errors, to be significant; a part of a degree of freedom is no help."""
    return float(-stdtrit(max(floor(freedom), 1) if freedom < inf else inf, alpha / 2))
