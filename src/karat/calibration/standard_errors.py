"""Standard errors of predictions: Student's t, for few systems, and sums of variances."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, nan, sqrt

from scipy.special import stdtr, stdtrit

from karat.equality import Equal
from karat.errors import InvalidOption
from karat.ordered_sums import added


def t_quantile(probability: float, freedom: float) -> float:
    """The t that a value lies below with this probability.

    >>> round(t_quantile(0.975, 10), 6)
    2.228139
    """
    if not 0 < probability < 1:
        raise InvalidOption(f"A probability of {probability!r} has no quantile; it must be between 0 and 1.")
    return float(stdtrit(freedom, probability))


def joint_freedom(*parts: tuple[float, float]) -> float:
    """The degrees of freedom of a sum of variances, each with its own (Satterthwaite 1946, Welch 1947).

    >>> joint_freedom((2.0, 10), (2.0, 10)), joint_freedom((2.0, 10), (0.0, 3))
    (20.0, 10.0)
    """
    known = added(variance**2 / freedom for variance, freedom in parts)
    return added(variance for variance, _ in parts) ** 2 / known if known > 0 else parts[0][1]


@dataclass(frozen=True, slots=True, eq=False)
class StandardError(Equal):
    """A standard error of two parts, each a variance with its degrees of freedom.

    Together they have more degrees of freedom than the first alone, but nothing is known better for it: what
    is said is never surer than without the second.
    """

    first: tuple[float, float]
    second: tuple[float, float] = (0.0, inf)

    def width(self, confidence: float) -> float:
        """Half of the interval of this confidence."""
        return max(t_quantile((1 + confidence) / 2, freedom) * error for error, freedom in self._each())

    def share_below(self, distance: float) -> float:
        """The probability of an error of less than a distance."""
        return min(
            (_share_below(distance, *each) for each in self._each()), key=lambda share: abs(share - 0.5)
        )

    def _each(self) -> tuple[tuple[float, float], ...]:
        both = self.first[0] + self.second[0]
        return (sqrt(self.first[0]), self.first[1]), (sqrt(both), joint_freedom(self.first, self.second))


def _share_below(distance: float, error: float, freedom: float) -> float:
    if error == 0:
        return 1.0 if distance > 0 else 0.0 if distance < 0 else 0.5
    return nan if isnan(error) else float(stdtr(freedom, distance / error))
