"""A map from metric scores to a human score, with the error of what it predicts, and its bands."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite, nan, sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from karat.calibration.standard_errors import StandardError, t_quantile
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.ordered_sums import added

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Kind: TypeAlias = Literal["least-squares", "theil-sen", "isotonic", "ridge", "pooled"]


@dataclass(frozen=True, slots=True, eq=False)
class Map(Equal):
    """human = coefficients · (1, scores), or for `isotonic` a line through `knots`.

    A new system's human score lies around the map's value with `deviation` · √(1 + z′ · spread · z), where z
    is (1, scores): the first part is the scatter of systems, the second what is not known of the map. Where
    there is no `spread`, `deviation` is that of predictions for systems that were left out of the fit.

    >>> line = Map("least-squares", (1.0, 0.08), 0.2, 8.0)
    >>> line.value([25.0]), [round(end, 2) for end in line.interval([25.0], 0.95)]
    (3.0, [2.54, 3.46])
    """

    kind: Kind
    coefficients: tuple[float, ...]
    deviation: float
    freedom: float
    spread: tuple[tuple[float, ...], ...] = ()
    knots: tuple[tuple[float, float], ...] = ()

    def value(self, scores: Sequence[float]) -> float:
        """The human score that is predicted."""
        if self.knots:
            return _through(self.knots, scores[0])
        if len(scores) != len(self.coefficients) - 1:
            raise InvalidOption(
                f"There are {len(scores)} scores, and the map takes {len(self.coefficients) - 1}, one for "
                "each metric."
            )
        return self.coefficients[0] + added(
            coefficient * score for coefficient, score in zip(self.coefficients[1:], scores, strict=True)
        )

    def error(self, scores: Sequence[float]) -> float:
        """The standard error of a prediction for one new system."""
        return self.deviation * sqrt(1 + self._leverage(scores))

    def error_of_mean(self, scores: Sequence[float]) -> float:
        """The standard error of the map itself, without the scatter of systems around it."""
        return self.deviation * sqrt(self._leverage(scores))

    def _leverage(self, scores: Sequence[float]) -> float:
        z = (1.0, *scores)
        return max(
            added(
                a * b * cell
                for a, row in zip(z, self.spread, strict=False)
                for b, cell in zip(z, row, strict=True)
            ),
            0.0,
        )

    def interval(
        self, scores: Sequence[float], confidence: float, more: tuple[float, float] = (0.0, inf)
    ) -> tuple[float, float]:
        """The prediction interval: where the human score of one new system lies.

        `more` is a variance that comes on top, with its degrees of freedom.
        """
        middle, width = self.value(scores), self._errors(scores, more).width(confidence)
        return middle - width, middle + width

    def probability_above(
        self, threshold: float, scores: Sequence[float], more: tuple[float, float] = (0.0, inf)
    ) -> float:
        """The probability that the human score of one new system is above a threshold."""
        return self._errors(scores, more).share_below(self.value(scores) - threshold)

    def _errors(self, scores: Sequence[float], more: tuple[float, float]) -> StandardError:
        return StandardError((self.error(scores) ** 2, self.freedom), more)

    def coefficient_interval(self, place: int, confidence: float) -> tuple[float, float]:
        """Where a coefficient lies, 0 being the intercept; NaN where the map has no spread."""
        if not self.spread:
            return nan, nan
        width = (
            t_quantile((1 + confidence) / 2, self.freedom) * self.deviation * sqrt(self.spread[place][place])
        )
        return self.coefficients[place] - width, self.coefficients[place] + width

    @property
    def slope(self) -> float:
        """Human points for one point of the (first) metric; NaN for `isotonic`, which has no single slope."""
        return self.coefficients[1] if len(self.coefficients) > 1 else nan

    @property
    def intercept(self) -> float:
        """The human score at a metric score of 0."""
        return self.coefficients[0] if self.coefficients else nan

    def to_dict(self) -> dict[str, Any]:
        """The map as plain values, in a stable order."""
        return {
            "kind": self.kind,
            "coefficients": list(self.coefficients),
            "deviation": self.deviation,
            "freedom": self.freedom,
            "spread": [list(row) for row in self.spread],
            "knots": [list(knot) for knot in self.knots],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Map:
        """The map that `to_dict` wrote."""
        return cls(
            values["kind"],
            tuple(map(float, values["coefficients"])),
            _number(values["deviation"]),
            _number(values["freedom"]),
            tuple(tuple(map(float, row)) for row in values["spread"]),
            tuple((float(score), float(human)) for score, human in values["knots"]),
        )


def _number(value: float | None) -> float:
    return nan if value is None else float(value)


def _through(knots: Sequence[tuple[float, float]], score: float) -> float:
    """Straight lines between knots, level beyond the ends."""
    if score <= knots[0][0]:
        return knots[0][1]
    for (left, low), (right, high) in pairwise(knots):
        if score <= right:
            return low if right == left else low + (high - low) * (score - left) / (right - left)
    return knots[-1][1]


@dataclass(frozen=True, slots=True, eq=False)
class BandPoint(Equal):
    """At one score of the metric: the line, the confidence band of the line, and the prediction band.

    The bands are NaN where the map does not know its error.
    """

    score: float
    value: float
    low: float
    high: float
    new_low: float
    new_high: float


def band(
    line: Map, low: float, high: float, *, confidence: float = 0.95, points: int = 25
) -> list[BandPoint]:
    """A map of one metric between two scores.

    >>> from karat.calibration.estimators import line_of
    >>> line = line_of([1, 2, 3, 4], [1, 3, 2, 4])
    >>> [round(one.value, 1) for one in band(line, 1, 4, points=2)]
    [1.3, 3.7]
    """
    scores = [low + (high - low) * place / (points - 1) for place in range(points)]
    t = t_quantile((1 + confidence) / 2, line.freedom)
    found = []
    for score in scores:
        value, width = line.value([score]), t * line.error_of_mean([score])
        new_low, new_high = line.interval([score], confidence)
        # A map without a spread knows how far it errs, but not how far the line itself may be off.
        known = bool(line.spread) and isfinite(width)
        ends = (value - width, value + width) if known else (float("nan"), float("nan"))
        found.append(BandPoint(score, value, *ends, new_low, new_high))
    return found
