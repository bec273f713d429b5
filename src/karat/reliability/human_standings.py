"""Systems by what people said of them: raw means and z-scores side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.judgements import aggregate
from karat.reliability.bootstrap import Bootstrap, Resampled
from karat.reliability.drawn_units import drawn_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.resampling import Interval


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HumanStanding(Equal, Shown):
    """A system: the mean of its judged segments, raw and in z-scores of its judges, and both ranks.

    The segments are in so many `units`, on which the intervals rest.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> from karat.reliability import standings
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> best = standings(judgements, "adequacy")[0]
    >>> best.system, best.raw, best.raw_rank
    ('A', 4.5, 1)
    """

    system: str
    segments: int
    raw: float
    raw_interval: Interval
    raw_rank: int
    z: float
    z_interval: Interval
    z_rank: int
    units: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The standing as plain values."""
        return {
            "system": self.system,
            "segments": self.segments,
            "units": self.units,
            "raw": self.raw,
            "raw_interval": [self.raw_interval.low, self.raw_interval.high],
            "raw_rank": self.raw_rank,
            "z": self.z,
            "z_interval": [self.z_interval.low, self.z_interval.high],
            "z_rank": self.z_rank,
        }


def standings(
    judgements: Judgements,
    dimension: str,
    *,
    corpus: Corpus | None = None,
    bootstrap: Bootstrap | None = None,
) -> tuple[HumanStanding, ...]:
    """Every judged system, the best first by raw mean; intervals are by documents where these are known.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> [(one.system, one.raw) for one in standings(judgements, "adequacy")]
    [('A', 4.5), ('B', 2.0)]
    """
    bootstrap = bootstrap or Bootstrap()
    scale = judgements.scales[dimension]
    lower = scale.better == "lower"
    raw = aggregate(judgements, dimension, corpus=corpus).scores
    standard = aggregate(judgements, dimension, corpus=corpus, method="z").scores
    segments = judgements.segments if corpus is None else [str(place) for place in range(1, len(corpus) + 1)]
    units = drawn_units(judgements, corpus=corpus, draw=bootstrap.draw).numbers(segments)
    raw_means, raw_ends = _means(raw.values, units, bootstrap)
    z_means, z_ends = _means(standard.values, units, bootstrap)
    raw_ranks, z_ranks = (_ranks(means, lower=lower) for means in (raw_means, z_means))
    found = [
        HumanStanding(
            name,
            int((~np.isnan(raw.values[place])).sum()),
            *(float(raw_means[place]), raw_ends[place].within(scale.low, scale.high), raw_ranks[place]),
            *(float(z_means[place]), z_ends[place], z_ranks[place]),
            len(np.unique(units[~np.isnan(raw.values[place])])),
        )
        for place, name in enumerate(raw.systems)
        if not np.isnan(raw_means[place])
    ]
    return tuple(sorted(found, key=lambda standing: standing.raw_rank))


def _means(values: Floats, units: NDArray[np.int64], bootstrap: Bootstrap) -> tuple[Floats, list[Interval]]:
    """The mean of each system over its segments, and its interval."""
    there = (~np.isnan(values)).T.astype(np.float64)
    filled = np.where(np.isnan(values), 0.0, values).T

    def statistic(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            found: Floats = (weights @ filled) / (weights @ there)
        return found

    means: Floats = statistic(np.ones((1, len(units))))[0]
    resampled = Resampled.of(statistic, units, bootstrap)
    sizes = [np.bincount(units, column).astype(np.int64) for column in there.T]
    ends = [
        resampled.interval(float(mean), sizes[place], place, link="plain") for place, mean in enumerate(means)
    ]
    return means, ends


def _ranks(means: Floats, *, lower: bool) -> list[int]:
    """Place of each system, 1 for the best; equal means share the better place."""
    goodness = -means if lower else means
    return [int((goodness > own + 1e-12).sum()) + 1 for own in goodness]
