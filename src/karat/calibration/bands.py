"""A line with its bands: where the line itself lies, and where a new system does."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from karat.calibration.estimators import least_squares
from karat.calibration.standard_errors import t_quantile
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.calibration.maps import Map


@dataclass(frozen=True, slots=True)
class BandPoint:
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


def line_of(metric: Sequence[float], human: Sequence[float]) -> Map | None:
    """The line of people's scores on the metric's by least squares; None where points determine none."""
    scores = np.array(metric, dtype=np.float64)[:, None]
    try:
        return least_squares(scores, np.array(human, dtype=np.float64))
    except InvalidOption:
        return None
