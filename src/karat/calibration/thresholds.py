"""The human score from which on output is acceptable, and the metric score at which a line reaches it.

The human threshold is where weighted judgements cross 0, the metric's follows by Fieller's method (1954).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import require, require_list
from karat.calibration.acceptability import WEIGHTS, Acceptability
from karat.calibration.calibration import Calibration
from karat.calibration.maps import Map
from karat.calibration.standard_errors import joint_freedom, t_quantile
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from karat.arrays import Floats


# From as many outputs on, a curve is fitted: weights are uneven, so their means bend.
_LEAST_FOR_CURVE = 6
_STEPS = 400


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HumanThreshold(Equal, Shown):
    """The mean human score of an output whose sum is 0.

    `error` is its standard error, with `freedom` degrees of freedom; `low` and `high` end at the ends of the
    scale. `judged` is the range of mean scores of the outputs: beyond it the threshold is extrapolated.

    >>> from karat.calibration import HumanThreshold
    >>> HumanThreshold.given(3.5).is_extrapolated
    False
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
    """Where the curve through the outputs, from mean human score to mean weight of a word, crosses 0.

    >>> import numpy as np
    >>> from karat.calibration import acceptability
    >>> marks = np.repeat([[1.0, 2.0, 4.0, 5.0], [2.0, 3.0, 4.0, 4.0], [3.0, 4.0, 5.0, 5.0]], 5, axis=1)
    >>> outputs = acceptability(marks[None], np.full((3, 20), 12.0), ["A", "B", "C"], samples=200)
    >>> round(human_threshold(outputs).value, 2)
    3.5
    """
    call = "human_threshold(acceptability(marks, words, systems))"
    require_list(outputs, call)
    for output in outputs:
        require(output, Acceptability, call)
    scores = np.array([each.human for each in outputs])
    if len(outputs) < 3 or np.ptp(scores) == 0:
        raise InvalidOption(
            f"{len(outputs)} outputs do not say at which human score sums cross 0; at least 3 with different "
            "scores are needed. Give the threshold."
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
            "from where on output is acceptable. Give the threshold."
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
    """From which score of its metric on each calibration expects the human one.

    The error of the human threshold is part of the interval.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import HumanThreshold, fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> ((_, found),) = thresholds([calibration], HumanThreshold.given(3.5))
    >>> round(found.value, 1)
    30.2
    """
    call = "thresholds(calibrate(evaluation, judgements), HumanThreshold.given(3.5))"
    require_list(calibrations, call)
    for calibration in calibrations:
        require(calibration, Calibration, call)
    require(human, HumanThreshold, call)
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
        return float(added(n * self.coefficients[n] * off ** (n - 1) for n in range(1, self.degree + 1)))

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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MetricThreshold(Equal, Shown):
    """The metric score at which a line reaches a human score, with its interval.

    `value` is the metric score, `low` and `high` where it lies with the stated confidence; they are infinite
    where the slope may be 0. `low_given` and `high_given` are the same, were the human score known exactly;
    `human_error` is how far it is not. Scores worse than `fails` are of systems below the threshold with that
    confidence, one side each, scores better than `passes` of systems above it; between them neither is
    certain.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, metric_threshold
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> found = metric_threshold(calibration.map, 3.5)
    >>> round(found.value, 1), found.of(38.0), found.of(30.0), found.of(20.0)
    (30.2, 'pass', "can't tell", 'fail')
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
        """The verdict on a system with this metric score: pass, fail or can't tell."""
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

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> found = metric_threshold(calibration.map, 3.5)
    >>> found.low < found.value < found.high
    True
    """
    if isinstance(line, Calibration):
        raise InvalidOption(
            "The line of a calibration was expected, and this is the calibration. Write: "
            "metric_threshold(calibration.map, 3.5)"
        )
    require(line, Map, "metric_threshold(calibration.map, 3.5)")
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
