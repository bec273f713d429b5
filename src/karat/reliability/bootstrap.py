"""A statistic of judged items, and its interval by drawing items again.

A statistic is a function of how often each item counts: once for the value itself, as often as it was drawn
for each sample of the bootstrap.

By hand, as are α, κ and ICC: libraries compute them for one table at a time, and the bootstrap needs a
thousand. The tests compare them with plain loops.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from karat.display import Shown
from karat.options import check_choice
from karat.resampling import Interval, bca_interval, bootstrap_weights, percentile_interval
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import IntervalMethod, check_confidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.reliability.ratings import Ratings

# From weights, samples by items, to one value for each sample.
Statistic: TypeAlias = Callable[[Any], Any]

NAN = float("nan")
# Weights of items that are held at once: 32 MB of them.
_CELLS = 1 << 22
# Leaving out each of more clusters than this takes longer than it improves.
_MOST_LEFT_OUT = 2000


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How intervals are made: `samples` of the segments, each with all its items, are drawn by `seed`.

    >>> from karat.reliability import Bootstrap
    >>> Bootstrap(samples=200, interval="bca").recipe
    'samples:200|seed:12345|draw:segment|confidence:0.95|interval:bca'
    """

    samples: int = 1000
    seed: int = 12345
    confidence: float = 0.95
    interval: IntervalMethod = "percentile"

    def __post_init__(self) -> None:
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)
        check_choice("interval", self.interval, IntervalMethod)

    @property
    def recipe(self) -> str:
        """Everything that decides an interval."""
        drawn = f"samples:{self.samples}|seed:{self.seed}|draw:segment"
        return f"{drawn}|confidence:{self.confidence:g}|interval:{self.interval}"


@dataclass(frozen=True, slots=True, repr=False)
class Estimate(Shown):
    """A statistic of how far judges agree, its interval, and over how many items; NaN has its `reason`.

    >>> from karat.reliability import Ratings, fleiss_kappa
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> found = fleiss_kappa(matrix)
    >>> found.name, round(found.value, 2), found.items
    ('Fleiss’ κ', 0.49, 5)
    """

    name: str
    value: float
    interval: Interval
    items: int
    reason: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The estimate as plain values."""
        return {
            "statistic": self.name,
            "value": self.value,
            "interval": [self.interval.low, self.interval.high],
            "items": self.items,
            "reason": self.reason or None,
        }


def undefined(name: str, bootstrap: Bootstrap, reason: str, items: int = 0) -> Estimate:
    """A statistic that cannot be, and why."""
    return Estimate(name, NAN, Interval(NAN, NAN, bootstrap.confidence, bootstrap.interval), items, reason)


def estimate(
    name: str, statistic: Statistic, ratings: Ratings, bootstrap: Bootstrap, *, items: int, reason: str
) -> Estimate:
    """The value of a statistic with its interval; `reason` is why it is NaN, if it is."""
    value = float(statistic(np.ones((1, len(ratings.items))))[0])
    if value != value:  # noqa: PLR0124 (only NaN is not itself)
        return undefined(name, bootstrap, reason, items)
    return Estimate(name, value, interval_of(value, statistic, ratings.clusters, bootstrap), items)


def interval_of(
    value: float, statistic: Statistic, clusters: NDArray[np.int64], bootstrap: Bootstrap
) -> Interval:
    """The interval of a statistic, by drawing clusters of items."""
    count = int(clusters.max()) + 1
    drawn = bootstrap_weights(count, samples=bootstrap.samples, seed=bootstrap.seed)
    values = np.concatenate(
        [
            statistic(weights[start : start + step][:, clusters])
            for weights in drawn
            for step in [max(_CELLS // len(clusters), 1)]
            for start in range(0, len(weights), step)
        ]
    )
    if bootstrap.interval == "percentile" or count > _MOST_LEFT_OUT:
        return percentile_interval(values, bootstrap.confidence)
    left_out = statistic((1 - np.eye(count))[:, clusters])
    return bca_interval(value, values, left_out, confidence=bootstrap.confidence)
