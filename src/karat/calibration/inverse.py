"""From a human score back to a metric's: at which score a line reaches a threshold (Fieller 1954)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any

from karat.calibration.distributions import joint_freedom, t_quantile
from karat.display import Shown
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from karat.calibration.maps import Map


@dataclass(frozen=True, slots=True, repr=False)
class MetricThreshold(Shown):
    """Where a line reaches a human score.

    `value` is the metric score, `low` and `high` where it lies with the stated confidence; they are infinite
    where the slope may be 0. `low_given` and `high_given` are the same, were the human score known exactly;
    `human_error` is how far it is not. Scores worse than `fails` are of systems below the threshold with that
    confidence, one side each, scores better than `passes` of systems above it; between them it can't be told.
    """

    human: float
    value: float
    low: float
    high: float
    fails: float
    passes: float
    confidence: float
    human_error: float
    low_given: float
    high_given: float

    def to_dict(self) -> dict[str, Any]:
        """The threshold as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}

    def of(self, score: float) -> str:
        """What can be said of a system with this metric score."""
        rising = not self.passes < self.fails
        if (score >= self.passes) if rising else (score <= self.passes):
            return "pass"
        return "fail" if ((score <= self.fails) if rising else (score >= self.fails)) else "can't tell"


def metric_threshold(
    line: Map,
    human: float,
    *,
    confidence: float = 0.95,
    rising: bool = True,
    human_error: float = 0.0,
    human_freedom: float = inf,
) -> MetricThreshold:
    """The metric score at which a line of one metric reaches a human score, with Fieller's interval.

    `rising` says whether more of the metric should mean more of the human score, `human_error` is the
    standard error of the human score where it was estimated, with so many degrees of freedom.
    """
    if len(line.coefficients) != 2 or not line.spread:
        raise InvalidOption("Only a line of one metric, by least squares or pooled, leads back to it.")
    value = (human - line.intercept) / line.slope if line.slope else nan
    known = 0.0, inf
    estimated = human_error**2, human_freedom
    given = _where(line, human, (1 + confidence) / 2, 0.0, known)
    low, high = _wider(given, _where(line, human, (1 + confidence) / 2, 0.0, estimated))
    below, above = _wider(
        *(_where(line, human, confidence, line.deviation**2, of_human) for of_human in (known, estimated))
    )
    if (line.slope > 0) != rising:
        below, above = -inf, inf  # the line goes the wrong way: no score tells anything
    fails, passes = (below, above) if rising else (above, below)
    return MetricThreshold(human, value, low, high, fails, passes, confidence, human_error, *given)


def _where(
    line: Map, human: float, below: float, scatter: float, of_human: tuple[float, float]
) -> tuple[float, float]:
    """The scores for which the line is within t errors of the threshold: roots of a quadratic.

    t is the quantile that lies above this share. `scatter` is a variance on top of the line's, `of_human` the
    variance of the threshold, with its degrees of freedom.
    """
    (constant, cross), (_, square) = line.spread
    off = line.intercept - human
    value = -off / line.slope if line.slope else nan
    of_line = line.error_of_mean((value,)) ** 2 + scatter, line.freedom
    t = t_quantile(below, joint_freedom(of_line, of_human))
    width = (t * line.deviation) ** 2
    a = line.slope**2 - width * square
    b = line.slope * off - width * cross
    c = off**2 - width * constant - t**2 * (scatter + of_human[0])
    inside = b * b - a * c
    if a <= 0 or inside < 0:
        return -inf, inf
    root = sqrt(inside)
    return (-b - root) / a, (-b + root) / a


def _wider(first: tuple[float, float], second: tuple[float, float]) -> tuple[float, float]:
    """All that is in either: two errors have more degrees of freedom than one, but are not known better."""
    return min(first[0], second[0]), max(first[1], second[1])
