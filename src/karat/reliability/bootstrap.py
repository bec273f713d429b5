"""A statistic of judged items, and its interval by leaving out or drawing documents, segments or items.

A statistic is a function of how often each item counts: once for the value itself, not at all where its unit
is left out, as often as it was drawn for each sample of a bootstrap.

By hand, as are α, κ and ICC: libraries compute them for one table at a time, and an interval needs a
thousand. The tests compare them with plain loops.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.option_checks import check_choice
from karat.reliability.drawn_units import Unit
from karat.reliability.jackknife import jackknife_error, jackknife_interval
from karat.resampling import Interval, bca_interval, bootstrap_weights, percentile_interval
from karat.resampling.draws import check_count, check_seed
from karat.resampling.intervals import check_confidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.jackknife import Link
    from karat.reliability.ratings import Ratings

# From weights, samples by items, to one value for each sample, or one for each sample and judge or system.
Statistic: TypeAlias = Callable[[Any], Any]
Method: TypeAlias = Literal["jackknife-t", "percentile", "bca"]

NAN = float("nan")
# Weights of items that are held at once: 32 MB of them.
_CELLS = 1 << 22
# Leaving out each of more units than this takes longer than it improves: they are left out in so many groups.
_MOST_LEFT_OUT = 1000


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How intervals are made.

    Units are documents where these are known, otherwise segments, each with all its items; `draw` says
    otherwise. A jackknife leaves out each unit once; for the other intervals, `samples` of the units are
    drawn by `seed`.

    >>> from karat.reliability import Bootstrap
    >>> Bootstrap(samples=200, interval="bca").recipe("segment")
    'samples:200|seed:12345|draw:segment|confidence:0.95|interval:bca'
    >>> Bootstrap().recipe("document")
    'draw:document|confidence:0.95|interval:jackknife-t'
    """

    samples: int = 1000
    seed: int = 12345
    confidence: float = 0.95
    interval: Method = "jackknife-t"
    draw: Unit | None = None

    def __post_init__(self) -> None:
        check_count("samples", self.samples)
        check_seed(self.seed)
        check_confidence(self.confidence)
        check_choice("interval", self.interval, Method)
        if self.draw is not None:
            check_choice("draw", self.draw, Unit)

    def recipe(self, unit: str) -> str:
        """Everything that decides an interval, if this is the unit that is drawn."""
        drawn = "" if self.interval == "jackknife-t" else f"samples:{self.samples}|seed:{self.seed}|"
        return f"{drawn}draw:{unit}|confidence:{self.confidence:g}|interval:{self.interval}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Estimate(Equal, Shown):
    """A statistic of how far judges agree, its interval, and over how many items; NaN has its `reason`.

    The interval rests on so many `units`, which are documents, segments or items. `design_effect` is the
    variance by documents ÷ that by segments, NaN where documents are not drawn.

    >>> from karat.reliability import Ratings, fleiss_kappa
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> found = fleiss_kappa(matrix)
    >>> found.name, round(found.value, 2), found.items, found.unit, found.units
    ('Fleiss’ κ', 0.49, 5, 'item', 5)
    """

    name: str
    value: float
    interval: Interval
    items: int
    reason: str = ""
    unit: str = "item"
    units: int = 0
    design_effect: float = NAN

    def to_dict(self) -> dict[str, Any]:
        """The estimate as plain values."""
        return {
            "statistic": self.name,
            "value": self.value,
            "interval": [self.interval.low, self.interval.high],
            "items": self.items,
            "unit": self.unit,
            "units": self.units,
            "design_effect": self.design_effect,
            "reason": self.reason or None,
        }


def undefined(
    name: str, bootstrap: Bootstrap, reason: str, ratings: Ratings, usable: NDArray[np.bool_] | None = None
) -> Estimate:
    """A statistic that cannot be, and why."""
    nothing = Interval(NAN, NAN, bootstrap.confidence, bootstrap.interval)
    items = 0 if usable is None else int(usable.sum())
    units = 0 if usable is None else len(np.unique(ratings.clusters[usable]))
    return Estimate(name, NAN, nothing, items, reason, ratings.unit, units)


def estimate(
    name: str,
    statistic: Statistic,
    ratings: Ratings,
    bootstrap: Bootstrap,
    *,
    usable: NDArray[np.bool_],
    reason: str,
    link: Link,
) -> Estimate:
    """A statistic of the usable items with its interval; `reason` is why it is NaN, if it is."""
    value = float(statistic(np.ones((1, len(ratings.items))))[0])
    if value != value:  # noqa: PLR0124 (only NaN is not itself)
        return undefined(name, bootstrap, reason, ratings, usable)
    sizes = np.bincount(ratings.clusters, usable).astype(np.int64)
    resampled = Resampled.of(statistic, ratings.clusters, bootstrap)
    effect = NAN
    if ratings.segments is not None:
        of_segments = np.bincount(ratings.segments, usable).astype(np.int64)
        plain = jackknife_error(LeaveOneOut.of(statistic, ratings.segments).among(of_segments)[0])
        effect = (jackknife_error(resampled.left_out.among(sizes)[0]) / plain) ** 2 if plain > 0 else NAN
    return Estimate(
        name,
        value,
        resampled.interval(value, sizes, link=link),
        int(usable.sum()),
        "",
        ratings.unit,
        int((sizes > 0).sum()),
        effect,
    )


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """A statistic without each unit; of very many units, several are left out at once, as one `group`."""

    values: Floats
    group: NDArray[np.int64]

    @classmethod
    def of(cls, statistic: Statistic, clusters: NDArray[np.int64]) -> LeaveOneOut:
        """`clusters` has the unit of each item."""
        units = int(clusters.max()) + 1
        groups = min(units, _MOST_LEFT_OUT)
        group = np.arange(units) % groups
        kept = (np.arange(groups)[:, None] != group[None, :]).astype(np.float64)
        return cls(_applied(statistic, kept, clusters), group)

    def among(self, sizes: NDArray[np.int64], place: int | None = None) -> tuple[Floats, NDArray[np.int64]]:
        """Only without units that have items, whose sizes are given; and the sizes of what was left out."""
        total = np.bincount(self.group, sizes).astype(np.int64)
        values = self.values if place is None else self.values[:, place]
        return values[total > 0], total[total > 0]


@dataclass(frozen=True, slots=True, eq=False)
class Resampled:
    """A statistic without each unit, and of each sample of a bootstrap where the interval needs it."""

    left_out: LeaveOneOut
    drawn: Floats
    bootstrap: Bootstrap

    @classmethod
    def of(cls, statistic: Statistic, clusters: NDArray[np.int64], bootstrap: Bootstrap) -> Resampled:
        """`clusters` has the unit of each item."""
        left_out = LeaveOneOut.of(statistic, clusters)
        if bootstrap.interval == "jackknife-t":
            return cls(left_out, left_out.values[:0], bootstrap)
        units = len(left_out.group)
        weights = bootstrap_weights(units, samples=bootstrap.samples, seed=bootstrap.seed)
        drawn = np.concatenate([_applied(statistic, some, clusters) for some in weights])
        return cls(left_out, drawn, bootstrap)

    def interval(
        self, value: float, sizes: NDArray[np.int64], place: int | None = None, *, link: Link
    ) -> Interval:
        """That of the statistic, or of the one in a place; units have so many items that count for it."""
        how, drawn = self.bootstrap, self.drawn if place is None else self.drawn[:, place]
        if how.interval == "percentile":
            return percentile_interval(drawn, how.confidence)
        left_out, sizes = self.left_out.among(sizes, place)
        if how.interval == "bca":
            return bca_interval(value, drawn, left_out, confidence=how.confidence)
        return jackknife_interval(value, left_out, sizes, confidence=how.confidence, link=link)


def _applied(statistic: Statistic, weights: Floats, clusters: NDArray[np.int64]) -> Floats:
    """The statistic of each row of weights of units, so many rows at a time."""
    step = max(_CELLS // len(clusters), 1)
    found: Floats = np.concatenate(
        [statistic(weights[start : start + step][:, clusters]) for start in range(0, len(weights), step)]
    )
    return found
