"""The human score at which weighted judgements cross 0, with its interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.acceptability import WEIGHTS
from karat.calibration.distributions import t_quantile
from karat.calibration.inverse import metric_threshold
from karat.display import Shown
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.arrays import Floats
    from karat.calibration.acceptability import Acceptability
    from karat.calibration.calibration import Calibration
    from karat.calibration.inverse import MetricThreshold

# From as many outputs on, a curve is fitted: weights are uneven, so their means bend.
_LEAST_FOR_CURVE = 6
_STEPS = 400


@dataclass(frozen=True, slots=True, repr=False)
class HumanThreshold(Shown):
    """The mean human score of an output whose sum is 0.

    `error` is its standard error, with `freedom` degrees of freedom; `low` and `high` end at the ends of the
    scale. `judged` is the range of mean scores of the outputs: beyond it the threshold is extrapolated.
    """

    value: float
    low: float
    high: float
    error: float
    freedom: float
    confidence: float
    judged: tuple[float, float]

    @classmethod
    def given(cls, value: float, confidence: float = 0.95) -> HumanThreshold:
        """A threshold that is known."""
        return cls(value, value, value, 0.0, inf, confidence, (value, value))

    @property
    def is_extrapolated(self) -> bool:
        """Whether no output, or every output, has a higher mean score."""
        return not self.judged[0] <= self.value <= self.judged[1]

    def to_dict(self) -> dict[str, Any]:
        """The threshold as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        return {**plain, "extrapolated": self.is_extrapolated}


def human_threshold(
    outputs: Sequence[Acceptability],
    *,
    confidence: float = 0.95,
    table: Sequence[tuple[float, float]] = WEIGHTS,
) -> HumanThreshold:
    """Where the curve through the outputs, from mean human score to mean weight of a word, crosses 0."""
    scores = np.array([each.human for each in outputs])
    if len(outputs) < 3 or np.ptp(scores) == 0:
        raise InvalidOption(
            f"{len(outputs)} outputs do not say at which human score sums cross 0; at least 3 with different "
            "scores are needed. Give the threshold: --threshold."
        )
    (first, worst), *_, (last, best) = sorted(table)
    # Marks that count errors have their good weights at the low end.
    sign = 1 if best >= worst else -1
    weights = np.array([sign * each.mean for each in outputs])
    curve = _Curve(scores, weights, 2 if len(outputs) >= _LEAST_FOR_CURVE else 1)
    value = curve.crossing((first, last))
    if value is None:
        # A parabola through few outputs may turn before it is at 0.
        curve = _Curve(scores, weights, 1)
        value = curve.crossing((first, last))
    if value is None:
        raise InvalidOption(
            "The sums of these outputs do not rise through 0 at any score of the scale, so they do not say "
            "from where on output is acceptable. Give the threshold: --threshold."
        )
    t = t_quantile((1 + confidence) / 2, curve.freedom)

    def apart(score: float) -> bool:
        return abs(curve.height(score)) > t * curve.error(score)

    return HumanThreshold(
        value,
        _first_apart(apart, value, first),
        _first_apart(apart, value, last),
        curve.error(value) / curve.steepness(value),
        curve.freedom,
        confidence,
        (float(scores.min()), float(scores.max())),
    )


def thresholds(
    calibrations: Sequence[Calibration], human: HumanThreshold
) -> tuple[tuple[Calibration, MetricThreshold], ...]:
    """From which score of its metric on each calibration expects the human one; its error is carried."""
    return tuple(
        (
            each,
            metric_threshold(
                each.map_of("least-squares"),
                human.value,
                confidence=human.confidence,
                rising=each.higher_is_better[0] == each.human_higher_is_better,
                human_error=human.error,
                human_freedom=human.freedom,
            ),
        )
        for each in calibrations
    )


class _Curve:
    """A line or parabola through points, and how far its height at any place is known."""

    def __init__(self, x: Floats, y: Floats, degree: int) -> None:
        self.centre = float(x.mean())
        self.degree = min(degree, len(np.unique(x)) - 1)
        self.freedom = float(len(y) - self.degree - 1)
        design = np.vander(x - self.centre, self.degree + 1, increasing=True)
        inverse = np.linalg.pinv(design)
        self.coefficients = inverse @ y
        scatter = float(((y - design @ self.coefficients) ** 2).sum()) / self.freedom
        self.spread = scatter * (inverse @ inverse.T)

    def height(self, x: float) -> float:
        """The value of the curve."""
        return float(self._powers(x) @ self.coefficients)

    def error(self, x: float) -> float:
        """The standard error of its height."""
        powers = self._powers(x)
        return sqrt(max(float(powers @ self.spread @ powers), 0.0))

    def steepness(self, x: float) -> float:
        """How fast it rises."""
        off = x - self.centre
        return float(sum(n * self.coefficients[n] * off ** (n - 1) for n in range(1, self.degree + 1)))

    def crossing(self, ends: tuple[float, float]) -> float | None:
        """Where it rises through 0 between the ends, nearest to the middle of the points."""
        roots = np.roots(self.coefficients[::-1])
        real = [self.centre + float(root.real) for root in roots if abs(root.imag) < 1e-12]
        rising = [root for root in real if ends[0] <= root <= ends[1] and self.steepness(root) > 0]
        return min(rising, key=lambda root: abs(root - self.centre), default=None)

    def _powers(self, x: float) -> Floats:
        return np.asarray((x - self.centre) ** np.arange(self.degree + 1))


def _first_apart(apart: Callable[[float], bool], start: float, end: float) -> float:
    """The score nearest to the start, towards the end, that is apart; the end where none is."""
    near, step = start, (end - start) / _STEPS
    for number in range(1, _STEPS + 1):
        far = start + number * step
        if apart(far):
            for _ in range(40):
                middle = (near + far) / 2
                near, far = (near, middle) if apart(middle) else (middle, far)
            return far
        near = far
    return end
