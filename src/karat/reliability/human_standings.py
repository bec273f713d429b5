"""Systems by what people said of them: raw means and z-scores side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.judgements import aggregate
from karat.reliability.bootstrap import Bootstrap
from karat.resampling import Interval, bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.judgements import Judgements


@dataclass(frozen=True, slots=True, repr=False)
class HumanStanding(Shown):
    """A system: the mean of its judged segments, raw and in z-scores of its judges, and both ranks.

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

    def to_dict(self) -> dict[str, Any]:
        """The standing as plain values."""
        return {
            "system": self.system,
            "segments": self.segments,
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
    """Every judged system, the best first by raw mean; the same segments are drawn for all.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> [(one.system, one.raw) for one in standings(judgements, "adequacy")]
    [('A', 4.5), ('B', 2.0)]
    """
    bootstrap = bootstrap or Bootstrap()
    lower = judgements.scales[dimension].better == "lower"
    raw = aggregate(judgements, dimension, corpus=corpus).scores
    standard = aggregate(judgements, dimension, corpus=corpus, method="z").scores
    raw_means, raw_ends = _means(raw.values, bootstrap)
    z_means, z_ends = _means(standard.values, bootstrap)
    raw_ranks, z_ranks = (_ranks(means, lower=lower) for means in (raw_means, z_means))
    found = [
        HumanStanding(
            name,
            int((~np.isnan(raw.values[place])).sum()),
            *(float(raw_means[place]), raw_ends[place], raw_ranks[place]),
            *(float(z_means[place]), z_ends[place], z_ranks[place]),
        )
        for place, name in enumerate(raw.systems)
        if not np.isnan(raw_means[place])
    ]
    return tuple(sorted(found, key=lambda standing: standing.raw_rank))


def _means(values: Floats, bootstrap: Bootstrap) -> tuple[Floats, list[Interval]]:
    """The mean of each system over its segments, and its interval."""
    there = ~np.isnan(values)
    filled = np.where(there, values, 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = filled.sum(axis=1) / there.sum(axis=1)
        drawn = [
            (weights @ filled.T) / (weights @ there.T.astype(float))
            for weights in bootstrap_weights(values.shape[1], samples=bootstrap.samples, seed=bootstrap.seed)
        ]
    resampled = np.vstack(drawn)
    return means, [percentile_interval(column, bootstrap.confidence) for column in resampled.T]


def _ranks(means: Floats, *, lower: bool) -> list[int]:
    """Place of each system, 1 for the best; equal means share the better place."""
    goodness = -means if lower else means
    return [int((goodness > own + 1e-12).sum()) + 1 for own in goodness]
