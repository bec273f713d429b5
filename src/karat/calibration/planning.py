"""How many judgements? From a pilot's variances to the width of prediction intervals.

The scatter of systems around a calibration's line has two parts: how far systems truly are from the line,
which no number of judgements makes smaller, and the error of each system's human mean, which shrinks with
segments and judges:

    around the line = systems' own + between segments / segments + between judges / (segments · judges)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.distributions import t_quantile
from karat.display import Shown
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.calibration.calibration import Calibration

_MOST = 100_000


@dataclass(frozen=True, slots=True, repr=False)
class Components(Shown):
    """What people's scores vary by, in human points squared.

    `systems` is how far systems truly lie from the line, `segments` how far a system's segments differ beyond
    what all systems share, `judges` how far judges of one output differ. `systems` is 0 where the error of
    the means alone explains the scatter.
    """

    systems: float
    segments: float
    judges: float
    pilot_segments: int
    pilot_judges: float

    def around_line(self, segments: float, judges: float) -> float:
        """The standard deviation around the line, with so many segments and judges of each."""
        return sqrt(self.systems + self.of_mean(segments, judges))

    def of_mean(self, segments: float, judges: float) -> float:
        """The variance of a system's human mean."""
        return (self.segments + self.judges / judges) / segments

    def least_width(self, confidence: float = 0.95) -> float:
        """The width of prediction intervals that no number of systems and judgements gets below."""
        return 2 * NormalDist().inv_cdf((1 + confidence) / 2) * sqrt(self.systems)

    def to_dict(self) -> dict[str, Any]:
        """The components as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True, repr=False)
class Need(Shown):
    """A plan, and the mean width of the prediction intervals that it gives."""

    systems: int
    segments: int
    judges: int
    width: float

    @property
    def judgements(self) -> int:
        """How many values judges must give."""
        return self.systems * self.segments * self.judges

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain values, in a stable order."""
        return {**{name: getattr(self, name) for name in self.__match_args__}, "judgements": self.judgements}


def components(values: Floats, deviation: float) -> Components:
    """The variance components of a pilot: `values` is judges × systems × segments, NaN where none was given.

    `deviation` is that of systems around the line of the calibration.
    """
    there = ~np.isnan(values)
    counts = there.sum(axis=0)
    means = np.divide(
        np.where(there, values, 0.0).sum(axis=0), counts, out=np.full(counts.shape, np.nan), where=counts > 0
    )
    judges = _within(values, means, counts)
    judged = counts[counts > 0]
    if not len(judged) or (counts > 0).sum(axis=1).min() < 2:
        raise InvalidOption("Each system needs at least two judged segments before a plan can be made.")
    each = float(1 / np.mean(1 / judged))  # judges of a segment, as they count for the error of a mean
    # What all systems share in a segment moves all of them alike, not one against the others.
    kept = means[:, (counts > 0).any(axis=0)]
    kept = kept - np.nanmean(kept, axis=0)
    left = kept - np.nanmean(kept, axis=1, keepdims=True)
    freedom = float((counts > 0).sum()) - kept.shape[0] - kept.shape[1] + 1
    within = float(np.nansum(left**2)) / max(freedom, 1.0)
    segments = round(float((counts > 0).sum(axis=1).mean()))
    of_segments = max(within - judges / each, 0.0)
    systems = max(deviation**2 - (of_segments + judges / each) / segments, 0.0)
    return Components(systems, of_segments, judges, segments, each)


def _within(values: Floats, means: Floats, counts: NDArray[np.int64]) -> float:
    """The variance of judges around the mean of each output; 0 where every output had one judge."""
    freedom = float(np.maximum(counts - 1, 0).sum())
    return float(np.nansum((values - means) ** 2)) / freedom if freedom else 0.0


def mean_width(
    found: Components,
    *,
    systems: int,
    segments: int,
    judges: int,
    confidence: float = 0.95,
    samples: int = 400,
    seed: int = 12345,
) -> float:
    """The mean width of the prediction interval of a new system like those fitted, over simulated pilots."""
    check_count("segments", segments)
    check_count("judges", judges)
    if systems < 3:
        return inf
    scale = found.around_line(segments, judges)
    rng = generator(seed)
    x = rng.standard_normal((samples, systems))
    new = rng.standard_normal(samples)
    residual = np.sqrt(rng.chisquare(systems - 2, samples) / (systems - 2))
    off = (new - x.mean(axis=1)) ** 2 / ((x - x.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    error = scale * residual * np.sqrt(1 + 1 / systems + off)
    return float(2 * t_quantile((1 + confidence) / 2, systems - 2) * error.mean())


def needs(
    found: Components,
    width: float,
    *,
    judges: Sequence[int] = (1, 2, 3, 5),
    systems: Sequence[int] = (6, 8, 10, 12, 16, 20, 30),
    confidence: float = 0.95,
    seed: int = 12345,
) -> list[Need]:
    """For each number of systems and judges, the fewest segments that give the width; cheapest first."""
    if not 0 < width < inf:
        raise InvalidOption(
            f"A width of {width:g} is not above 0 and finite; no number of judgements gives it."
        )
    plans = []
    for count in systems:
        for each in judges:

            def wide(segments: int, count: int = count, each: int = each) -> float:
                return mean_width(
                    found, systems=count, segments=segments, judges=each, confidence=confidence, seed=seed
                )

            if wide(_MOST) > width:
                continue
            low, high = 0, 1
            while wide(high) > width:
                low, high = high, 2 * high
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if wide(middle) > width else (low, middle)
            plans.append(Need(count, high, each, wide(high)))
    return sorted(plans, key=lambda plan: plan.judgements)


def most_useful(calibration: Calibration, candidates: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Systems not yet judged, by how much judging each would narrow the line: the farthest out first.

    `candidates` are names and metric scores. The figure is the share by which the error of the line at its
    worst place in the range falls.
    """
    x = np.array([point.scores[0] for point in calibration.points])

    def worst(scores: Floats) -> float:
        ends = np.append(scores, [score for _, score in candidates])
        spread = ((scores - scores.mean()) ** 2).sum()
        return float(np.sqrt(1 / len(scores) + (ends - scores.mean()) ** 2 / spread).max())

    now = worst(x)
    gains = [(name, 1 - worst(np.append(x, score)) / now) for name, score in candidates]
    return sorted(gains, key=lambda gain: -gain[1])
