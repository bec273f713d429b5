"""How many judgements, and of which segments?

From a pilot's variances to the width of prediction intervals. The scatter of systems around a calibration's
line has two parts: how far systems truly are from the line, which no number of judgements makes smaller, and
the error of each system's human mean, which shrinks with segments and judges:

    around the line = systems' own + between segments / segments + between judges / (segments · judges)

What narrows a prediction interval is how well the judged segments stand for all of them. Segments that
are typical, or in which systems differ most, stand for themselves alone, and shift every mean. So each
segment keeps the same chance, but no two that are alike are taken: the local pivotal method (Grafström,
Lundström & Schelin 2012), over length, metric scores, and how systems differ by the metric.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arrays import rounded
from karat.calibration.standard_errors import t_quantile
from karat.display import Results, Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.resampling.draws import check_count, generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.calibration.calibration import Calibration


# A plan that takes more segments than this is none.
_MOST_SEGMENTS = 100_000
# Directions in which systems differ most by the metric; each counts half as much as length or mean score.
_DIRECTIONS, _THEIR_WEIGHT = 3, 0.5
# Of more segments, a random part is looked at: every one of them is compared with all others.
_MOST_COMPARED = 5000
# With few judges, the variance within a segment is mostly chance: it is drawn towards that of all segments.
_PRIOR_FREEDOM = 4.0
# A chance nearer to 0 or 1 is decided, but for rounding.
_UNDECIDED = 1e-9


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Components(Equal, Shown):
    """The variance components of human scores, in human points squared.

    `systems` is how far systems truly lie from the line, `segments` how far a system's segments differ beyond
    what all systems share, `judges` how far judges of one output differ. `systems` is 0 where the error of
    the means alone explains the scatter.

    >>> from karat.calibration import Components
    >>> pilot = Components(systems=0.01, segments=0.5, judges=0.8, pilot_segments=50, pilot_judges=2.0)
    >>> round(pilot.around_line(50, 2), 3), round(pilot.least_width(), 3)
    (0.167, 0.392)
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


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Need(Equal, Shown):
    """A plan, and the mean width of the prediction intervals that it gives.

    >>> from karat.calibration import Components, needs
    >>> pilot = Components(systems=0.01, segments=0.5, judges=0.8, pilot_segments=50, pilot_judges=2.0)
    >>> cheapest = needs(pilot, 0.8, judges=(1, 2), systems=(8, 12))[0]
    >>> cheapest.judgements == cheapest.systems * cheapest.segments * cheapest.judges, cheapest.width <= 0.8
    (True, True)
    """

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

    >>> import numpy as np
    >>> rng = np.random.default_rng(6)
    >>> outputs = rng.normal(3, 0.7, (5, 60))
    >>> judged = outputs + rng.normal(0, 0.9, (2, 5, 60))
    >>> pilot = components(judged, deviation=0.2)
    >>> round(pilot.segments, 1), round(pilot.judges, 1), pilot.pilot_judges
    (0.6, 0.7, 2.0)
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
    """The mean width of the prediction interval of a new system like those fitted, over simulated pilots.

    >>> from karat.calibration import Components
    >>> pilot = Components(systems=0.01, segments=0.5, judges=0.8, pilot_segments=50, pilot_judges=2.0)
    >>> round(mean_width(pilot, systems=10, segments=100, judges=2), 1)
    0.7
    """
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
) -> Results[Need]:
    """For each number of systems and judges, the fewest segments that give the width; cheapest first.

    >>> from karat.calibration import Components
    >>> pilot = Components(systems=0.01, segments=0.5, judges=0.8, pilot_segments=50, pilot_judges=2.0)
    >>> [(plan.systems, plan.judges) for plan in needs(pilot, 0.8, judges=(1, 2), systems=(8, 12))]
    [(12, 1), (8, 1), (12, 2), (8, 2)]
    """
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

            if wide(_MOST_SEGMENTS) > width:
                continue
            low, high = 0, 1
            while wide(high) > width:
                low, high = high, 2 * high
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if wide(middle) > width else (low, middle)
            plans.append(Need(count, high, each, wide(high)))
    return Results(sorted(plans, key=lambda plan: plan.judgements))


def most_useful(calibration: Calibration, candidates: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Systems not yet judged, by how much judging each would narrow the line: the farthest out first.

    `candidates` are names and metric scores. The figure is the share by which the error of the line at its
    worst place in the range falls.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import fit, most_useful
    >>> systems = ("A", "B", "C", "D", "E", "F")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 30.0, 33.0, 38.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9, 4.1]))
    >>> calibration = fit([metric], human)
    >>> [name for name, gain in most_useful(calibration, [("G", 29.0), ("H", 45.0)])]
    ['H', 'G']
    """
    x = np.array([point.scores[0] for point in calibration.points])

    def worst(scores: Floats) -> float:
        ends = np.append(scores, [score for _, score in candidates])
        spread = ((scores - scores.mean()) ** 2).sum()
        return float(np.sqrt(1 / len(scores) + (ends - scores.mean()) ** 2 / spread).max())

    now = worst(x)
    gains = [(name, 1 - worst(np.append(x, score)) / now) for name, score in candidates]
    return sorted(gains, key=lambda gain: -gain[1])


def next_segments(
    scores: Floats, lengths: Sequence[int], among: Sequence[int], number: int, *, seed: int = 12345
) -> list[int]:
    """Segments to judge next: `number` of those `among`, spread over what a metric and lengths tell of them.

    `scores` are those of the metric, systems × segments of the text; `lengths` are in characters or words.

    >>> import numpy as np
    >>> scores = np.random.default_rng(7).normal(30, 5, (4, 12))
    >>> next_segments(scores, lengths=list(range(5, 17)), among=range(12), number=4)
    [1, 3, 8, 10]
    """
    if number < 1:
        raise InvalidOption(f"{number} segments to judge were asked for; it must be 1 or more.")
    rng = generator(seed)
    places = np.asarray(among, dtype=np.int64)
    if len(places) > _MOST_COMPARED:
        places = np.sort(rng.choice(places, _MOST_COMPARED, replace=False))
    if number >= len(places):
        return [int(place) for place in places]
    features = segment_features(scores[:, places], np.asarray(lengths, dtype=np.float64)[places])
    return [int(place) for place in places[spread_sample(features, number, rng)]]


def segment_features(scores: Floats, lengths: Floats) -> Floats:
    """What is known of segments before they are judged, segments × features, on comparable scales."""
    known = np.where(np.isfinite(scores), scores, np.nanmean(scores, axis=0, keepdims=True))
    known = np.nan_to_num(known)
    mean = known.mean(axis=0)
    differences = known - mean
    differences -= differences.mean(axis=1, keepdims=True)
    _, sizes, directions = np.linalg.svd(differences, full_matrices=False)
    # Systems have as many directions as they differ in; any further ones are chance, on each machine another.
    directions = directions[:_DIRECTIONS][sizes[:_DIRECTIONS] > _UNDECIDED * sizes[0]]
    main = [_standardised(row) for row in (np.log1p(lengths), mean)]
    found = np.column_stack([*main, *(_THEIR_WEIGHT**0.5 * _standardised(row) for row in directions)])
    return rounded(found, axis=0)


def spread_sample(features: Floats, number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A sample in which each row has the same chance, and neighbours keep each other out."""
    chance = np.full(len(features), number / len(features))
    rows = np.arange(len(features))
    while len(rows) > 1:
        place = int(rng.integers(len(rows)))
        far = ((features[rows] - features[rows[place]]) ** 2).sum(axis=1)
        far[place] = np.inf
        neighbours = [place, int(np.argmin(far))]
        one, other = rows[neighbours].tolist()
        _decide(chance, one, other, float(rng.random()))
        rows = np.delete(rows, [n for n in neighbours if not _UNDECIDED < chance[rows[n]] < 1 - _UNDECIDED])
    return np.flatnonzero(chance > 0.5)


def judge_again(values: Floats) -> list[tuple[int, float]]:
    """Segments in which one more judge of every output narrows the means most, the best first.

    `values` is judges × systems × segments. The figure is the share of the judges' part of the variance of a
    mean that goes away. Segments that no two judges have judged are not told.

    >>> import numpy as np
    >>> one, other = np.array([[3.0, 1.0]]), np.array([[3.0, 5.0]])
    >>> [segment for segment, gain in judge_again(np.stack([one, other]))]
    [1, 0]
    """
    there = ~np.isnan(values)
    counts = there.sum(axis=0).astype(np.float64)
    means = np.divide(np.where(there, values, 0.0).sum(axis=0), counts, where=counts > 0, out=counts * 0)
    squares = np.where(there, (values - means) ** 2, 0.0).sum(axis=(0, 1))
    freedom = np.maximum(counts - 1, 0).sum(axis=0)
    if not freedom.sum() or not squares.sum():
        return []
    usual = squares.sum() / freedom.sum()
    variance = (_PRIOR_FREEDOM * usual + squares) / (_PRIOR_FREEDOM + freedom)
    judged = counts > 0
    now = variance * np.divide(1.0, counts, where=judged, out=counts * 0).sum(axis=0)
    gain = now - variance * np.divide(1.0, counts + 1, where=judged, out=counts * 0).sum(axis=0)
    order = np.argsort(-gain, kind="stable")
    return [(int(row), float(gain[row] / now.sum())) for row in order if freedom[row] > 0]


def _standardised(values: Floats) -> Floats:
    spread = values.std()
    return (values - values.mean()) / spread if spread > 0 else values * 0.0


def _decide(chance: Floats, one: int, other: int, luck: float) -> None:
    """Of two neighbours, one takes as much of the chance of both as it may; who, is left to luck."""
    both = float(chance[one] + chance[other])
    if both < 1:
        winner, loser = (one, other) if luck < chance[one] / both else (other, one)
        chance[winner], chance[loser] = both, 0.0
    else:
        winner, loser = (one, other) if luck < (1 - chance[other]) / (2 - both) else (other, one)
        chance[winner], chance[loser] = 1.0, both - 1
