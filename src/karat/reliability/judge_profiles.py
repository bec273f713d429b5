"""Each judge beside the others: leaning, spread, and agreement with the rest."""

from __future__ import annotations

from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.reliability.bootstrap import Bootstrap, Resampled
from karat.reliability.careless import SIMULATED, Suspicion, suspicions
from karat.reliability.ratings import BesideTheRest, beside_the_rest, correlations
from karat.resampling import Interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.ratings import Ratings


NAN = float("nan")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgeProfile(Equal, Shown):
    """A judge: the number of items, the mean difference from the others (`bias`), the spread, and the
    agreement with the others.

    `agreement` is Pearson's r with the mean of the other judges over `shared` items, which others judged too;
    these are in so many `units`, on which the intervals rest.

    >>> from karat.reliability import Ratings, profiles
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> anna = profiles(matrix)[0]
    >>> anna.judge, anna.shared, round(anna.bias, 2), round(anna.agreement, 2)
    ('anna', 5, -0.3, 0.99)
    """

    judge: str
    items: int
    shared: int
    mean: float
    spread: float
    bias: float
    bias_interval: Interval
    agreement: float
    agreement_interval: Interval
    suspicion: Suspicion
    units: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values."""
        return {
            "judge": self.judge,
            "items": self.items,
            "shared": self.shared,
            "units": self.units,
            "mean": self.mean,
            "spread": self.spread,
            "bias": self.bias,
            "bias_interval": [self.bias_interval.low, self.bias_interval.high],
            "agreement": self.agreement,
            "agreement_interval": [self.agreement_interval.low, self.agreement_interval.high],
            "careless": self.suspicion.careless,
            "flat": self.suspicion.flat,
            "p": self.suspicion.p,
            "power": self.suspicion.power,
        }

    def _row(self) -> dict[str, Any]:
        return {**Shown._row(self), "careless": self.suspicion.careless, "reason": self.suspicion.reason}


def profiles(
    ratings: Ratings, *, bootstrap: Bootstrap | None = None, simulated: int = SIMULATED
) -> tuple[JudgeProfile, ...]:
    """Every judge beside the others; `simulated` is how much is simulated for the power of suspicions.

    >>> from karat.reliability import Bootstrap, Ratings
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> {one.judge: round(one.bias, 2) for one in profiles(matrix, bootstrap=Bootstrap(samples=50))}
    {'anna': -0.3, 'ben': 0.0, 'cleo': 0.3}
    """
    bootstrap = bootstrap or Bootstrap()
    pairs = beside_the_rest(ratings)
    judges = len(ratings.judges)
    agreement = correlations(pairs.judge, pairs.value, pairs.rest, judges)
    sizes, resampled = _resampled(ratings, pairs, bootstrap)
    found = []
    for place, suspicion in enumerate(suspicions(ratings, seed=bootstrap.seed, simulated=simulated)):
        column = ratings.values[:, place]
        values = column[~np.isnan(column)]
        mine = pairs.judge == place
        bias = float((pairs.value[mine] - pairs.rest[mine]).mean()) if mine.any() else NAN
        r = float(agreement[place])
        nothing = Interval(NAN, NAN, bootstrap.confidence, bootstrap.interval)
        found.append(
            JudgeProfile(
                judge=ratings.judges[place],
                items=len(values),
                shared=int(mine.sum()),
                mean=float(values.mean()) if len(values) else NAN,
                spread=float(values.std(ddof=1)) if len(values) > 1 else NAN,
                bias=bias,
                bias_interval=resampled.interval(bias, sizes[:, place], place, link="plain"),
                agreement=r,
                # Where r itself is not defined, chance must not define it.
                agreement_interval=nothing
                if isnan(r)
                else resampled.interval(r, sizes[:, place], judges + place, link="correlation"),
                suspicion=suspicion,
                units=int((sizes[:, place] > 0).sum()),
            )
        )
    return tuple(found)


def _resampled(
    ratings: Ratings, pairs: BesideTheRest, bootstrap: Bootstrap
) -> tuple[NDArray[np.int64], Resampled]:
    """Bias, then agreement of each judge, from sums over units that add; and the items in each unit."""
    units, judges = ratings.units, len(ratings.judges)
    cell = ratings.clusters[pairs.item] * judges + pairs.judge
    x, y = (values - values.mean() if len(values) else values for values in (pairs.value, pairs.rest))
    amounts = (np.ones(len(x)), pairs.value - pairs.rest, x, y, x * x, y * y, x * y)
    sums = [np.bincount(cell, of, minlength=units * judges).reshape(units, judges) for of in amounts]

    def statistics(weights: Floats) -> Floats:
        count, difference, sum_x, sum_y, xx, yy, xy = (weights @ of for of in sums)
        with np.errstate(invalid="ignore", divide="ignore"):
            bias = difference / count
            together = xy - sum_x * sum_y / count
            spread = (xx - sum_x**2 / count) * (yy - sum_y**2 / count)
            agreement = np.where(spread > 1e-12, together / np.sqrt(np.maximum(spread, 0)), np.nan)
        return np.concatenate([bias, agreement], axis=1)

    return sums[0].astype(np.int64), Resampled.of(statistics, np.arange(units), bootstrap)
