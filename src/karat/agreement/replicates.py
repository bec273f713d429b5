"""A statistic and what chance makes of it, so that means, differences and ratios keep their pairs.

Systems, or texts of fixed systems, are drawn; segments and documents are left out in groups of whole
documents, which takes every statistic and needs few values of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtr, stdtrit

from karat.agreement.agreement_intervals import (
    LEAST_DRAWN,
    SystemChance,
    expanded_percentiles,
    from_fisher,
    of_perfect_order,
    to_fisher,
    value_again,
)
from karat.agreement.measures import agree, pair
from karat.agreement.resampled import row_draws
from karat.resampling.intervals import Interval, defined

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from karat.agreement.raters import Rater
    from karat.agreement.study import Plan
    from karat.arrays import Floats
    from karat.resampling import TextUnits
    from karat.score_table import ScoreTable

# Groups of units that are left out: many where that is a product of matrices, else few.
_MOST_GROUPS, _FEW_GROUPS = 100, 20


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """A value, and the same in draws, or without each of so many `groups` of units.

    >>> import numpy as np
    >>> one = Replicates(0.5, np.array([0.4, 0.5, 0.6, 0.5]), groups=4, freedom=3)
    >>> other = Replicates(0.4, np.array([0.3, 0.4, 0.5, 0.4]), groups=4, freedom=3)
    >>> found = together(lambda first, second: first - second, one, other)
    >>> round(found.value, 3), found.values.round(3).tolist()
    (0.1, [0.1, 0.1, 0.1, 0.1])
    """

    value: float
    values: Floats
    groups: int = 0
    units: float = inf
    freedom: float = inf
    systems: int = 0

    def interval(self, confidence: float, *, statistic: str = "") -> Interval | None:
        """Where the truth lies; a statistic that has ends is told by its name."""
        if not self.groups:
            return self._of_draws(confidence, statistic)
        error = self._error(statistic)
        if error is None:
            return None
        reach = -float(stdtrit(self.freedom, (1 - confidence) / 2)) * error
        if not statistic:
            return Interval(self.value - reach, self.value + reach, confidence, "expanded")
        middle = to_fisher(np.array([self.value]), statistic)[0]
        low, high = from_fisher(np.array([middle - reach, middle + reach]), statistic)
        return Interval(float(low), float(high), confidence, "expanded")

    def p_at_most(self, bound: float) -> float:
        """The one-sided p-value of the truth being no more than a bound; NaN where nothing tells."""
        if not self.groups:
            values = defined(self.values)
            return float((1 + (values <= bound).sum()) / (len(values) + 1)) if len(values) else np.nan
        error = self._error("")
        return np.nan if not error else float(stdtr(self.freedom, (bound - self.value) / error))

    def _of_draws(self, confidence: float, statistic: str) -> Interval | None:
        found = expanded_percentiles(
            self.values, units=self.units, freedom=self.freedom, confidence=confidence
        )
        if found is None or found.low < found.high or not statistic:
            return found
        # A mean of ones may end a bit below one.
        return of_perfect_order(found, round(self.value, 12), self.systems, statistic=statistic)

    def _error(self, statistic: str) -> float | None:
        """The jackknife's standard error."""
        values = to_fisher(self.values, statistic) if statistic else self.values
        if not np.isfinite(values).all():
            return None
        spread = float(((values - values.mean()) ** 2).sum())
        return sqrt((self.groups - 1) / self.groups * spread)


def together(formula: Callable[..., Floats], *parts: Replicates) -> Replicates:
    """A formula of several statistics, of which the same was drawn or left out."""
    first = parts[0]
    value = float(formula(*(np.float64(one.value) for one in parts)))
    values = np.asarray(formula(*(one.values for one in parts)), dtype=np.float64)
    return Replicates(value, values, first.groups, first.units, first.freedom, first.systems)


def weighted_mean(parts: Sequence[Replicates], weights: Sequence[float]) -> Replicates | None:
    """The mean of statistics; those that are not defined do not count. None where none is."""
    kept = [(one, weight) for one, weight in zip(parts, weights, strict=True) if one.value == one.value]
    if not kept:
        return None
    shares = np.array([weight for _, weight in kept]) / sum(weight for _, weight in kept)
    return together(
        lambda *values: sum(share * value for share, value in zip(shares, values, strict=True)),
        *(one for one, _ in kept),
    )


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutRows:
    """Rows of a level in groups of whole units: what is left out together."""

    group: NDArray[np.int64]
    number: int
    effective: float

    @classmethod
    def of(cls, units: TextUnits, there: NDArray[np.bool_]) -> LeftOutRows | None:
        """Units that have something; `there` tells of each system and row. None where these are too few."""
        scored = there.any(axis=0)
        places = np.full(len(units.places), -1)
        if scored.any():
            places[scored] = np.unique(units.places[scored], return_inverse=True)[1]
        number = int(places.max(initial=-1)) + 1
        if number < LEAST_DRAWN:
            return None
        return cls(places, number, units.effective(there))

    def replicates(
        self, metric: ScoreTable, human: ScoreTable, statistic: str, grouping: str, *, upwards: bool
    ) -> Replicates:
        """A statistic of segments or documents, and the same without each group."""
        paired = pair(metric, human, higher_is_better=upwards)
        found = agree(paired, statistic, grouping=grouping)  # type: ignore[arg-type]
        groups = min(self.number, _MOST_GROUPS)
        kept = np.arange(groups)[:, None] != np.where(self.group < 0, -1, self.group % groups)
        values = row_draws(paired, found, kept.astype(np.float64))
        if values is None:
            groups = min(self.number, _FEW_GROUPS)
            rows = np.where(self.group < 0, -1, self.group % groups)
            values = np.array(
                [value_again(paired.within(np.flatnonzero(rows != one)), found) for one in range(groups)]
            )
        freedom = max(min(groups, self.effective) - 1, 1.0)
        return Replicates(found.value, values, groups, freedom=freedom)


def of_systems(
    metric: Rater, human: Rater, units: TextUnits | None, plan: Plan, statistic: str, grouping: str
) -> Replicates:
    """A statistic of whole systems, and what chance makes of it."""
    there = [
        name
        for name, total in zip(metric.systems, metric.whole + human.whole, strict=True)
        if total == total  # noqa: PLR0124 (only NaN is not itself)
    ]
    metric, human = metric.only(there), human.only(there)
    chance = SystemChance(
        metric, human, units, draw=plan.draw, samples=plan.samples, seed=plan.seed, confidence=plan.confidence
    )
    level = "segment" if statistic == "soft-accuracy" else "system"
    paired = pair(metric.table(level), human.table(level), higher_is_better=metric.agrees_upwards(human))
    found = agree(paired, statistic, grouping=grouping, samples=plan.samples, seed=plan.seed)  # type: ignore[arg-type]
    draws = chance.draws(found)
    if draws is None or np.isnan(draws).all():
        draws = np.full(plan.samples, np.nan)
    units_worth, freedom = chance.worth(statistic)
    return Replicates(found.value, draws, 0, units_worth, freedom, len(there))
