"""Does a judged output reach the human score that is asked for? Its mean says so: that takes no line."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, nan
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.human_scales import scale_of
from karat.calibration.prediction import check_on_scale
from karat.display import Results, Shown
from karat.equality import Equal
from karat.resampling import Interval, TextUnits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Rater
    from karat.arrays import Floats


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgedOutput(Equal, Shown):
    """An output that people judged, beside the threshold: the mean of its segments, and its interval.

    `units` is what the interval rests on, such as 12 documents; an estimate of `karat.people` rests on its
    standard error. Where only the score of the whole system is
    known, that is the mean; there is no interval then, and the verdict is "can't tell".

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import judged_outputs
    >>> values = np.array([[70.0, 75.0, 80.0, 72.0], [90.0, 95.0, 92.0, 94.0]])
    >>> people = Rater("da", "made up", ("A", "B"), values.mean(axis=1), values)
    >>> [(one.system, one.mean, one.verdict) for one in judged_outputs(people, 85.0)]
    [('A', 74.25, 'fail'), ('B', 92.75, 'pass')]
    """

    cell: str
    system: str
    segments: int
    units: str
    mean: float
    low: float
    high: float
    verdict: str

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


def judged_outputs(
    human: Rater,
    threshold: float,
    *,
    documents: Sequence[str] | None = None,
    cell: str = "",
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Results[JudgedOutput]:
    """Every system that people judged; it passes if its whole interval is at the threshold or better.

    Segments are drawn in whole documents, where these are known.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> people = Rater("da", "made up", ("A",), np.array([80.0]))
    >>> [(one.mean, one.verdict) for one in judged_outputs(people, 70.0)]
    [(80.0, "can't tell")]
    """
    scale = scale_of(human)
    check_on_scale(threshold, human.name, (-inf, inf) if scale is None else (scale.low, scale.high))
    found = []
    drawn = TextUnits.of(0 if human.segments is None else human.segments.shape[1], documents).in_order()
    for place, system in enumerate(human.systems):
        mean = float(human.whole[place])
        if np.isnan(mean):
            continue
        counted, units, interval = 0, "", Interval(nan, nan, confidence, "expanded")
        values = np.empty(0) if human.segments is None else human.segments[place]
        there = ~np.isnan(values)
        if human.errors is not None:
            counted, units = int(there.sum()), "estimated"
            width = NormalDist().inv_cdf((1 + confidence) / 2) * float(human.errors[place])
            interval = Interval(mean - width, mean + width, confidence, "expanded")
        elif there.any():
            # A score of the whole system may come from elsewhere; the interval is that of this mean.
            mean = float(values[there].mean())
            interval = _interval(values, drawn, samples=samples, seed=seed, confidence=confidence)
            counted, units = int(there.sum()), drawn.only(there).counted
        if scale is not None:
            interval = interval.within(scale.low, scale.high)
        low, high = interval.low, interval.high
        verdict = _verdict(low, high, threshold, upward=human.higher_is_better)
        found.append(JudgedOutput(cell, system, counted, units, mean, low, high, verdict))
    return Results(found)


def _interval(values: Floats, units: TextUnits, *, samples: int, seed: int, confidence: float) -> Interval:
    """Of the mean of the segments that have a value, from texts whose units were drawn."""
    there = ~np.isnan(values)
    weights = units.weights(samples=samples, seed=seed)
    with np.errstate(invalid="ignore", divide="ignore"):  # nothing judged was drawn
        drawn = (weights @ np.where(there, values, 0.0)) / (weights @ there)
    return units.interval(float(values[there].mean()), drawn, confidence=confidence, there=there)


def _verdict(low: float, high: float, threshold: float, *, upward: bool) -> str:
    worst, best = (low, high) if upward else (-high, -low)
    limit = threshold if upward else -threshold
    return "pass" if worst >= limit else "fail" if best < limit else "can't tell"
