"""Each judge beside the others: leaning, spread, and agreement with the rest."""

from __future__ import annotations

from karat.records import dataclass
from karat.reliability.bootstrap import Bootstrap, interval_of
from karat.reliability.careless import Suspicion, suspicions
from karat.reliability.pairs import BesideTheRest, beside_the_rest, correlations
from karat.resampling import Interval
from karat.types import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.reliability.bootstrap import Statistic
    from karat.reliability.ratings import Ratings

    Floats = NDArray[np.float64]

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Profile:
    """A judge: how many items, how far above the others (`bias`), how spread out, how near the others.

    `agreement` is Pearson's r with the mean of the other judges over `shared` items, which others judged too.
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

    def to_dict(self) -> dict[str, Any]:
        """The profile as plain values."""
        return {
            "judge": self.judge,
            "items": self.items,
            "shared": self.shared,
            "mean": self.mean,
            "spread": self.spread,
            "bias": self.bias,
            "bias_interval": [self.bias_interval.low, self.bias_interval.high],
            "agreement": self.agreement,
            "agreement_interval": [self.agreement_interval.low, self.agreement_interval.high],
            "careless": self.suspicion.careless,
            "flat": self.suspicion.flat,
            "p": self.suspicion.p,
        }


def profiles(ratings: Ratings, bootstrap: Bootstrap | None = None) -> tuple[Profile, ...]:
    """Every judge beside the others."""
    import numpy as np

    bootstrap = bootstrap or Bootstrap()
    pairs = beside_the_rest(ratings)
    shared = np.bincount(pairs.judge, minlength=len(ratings.judges))
    agreement = correlations(pairs.judge, pairs.value, pairs.rest, len(ratings.judges))
    found = []
    for place, suspicion in enumerate(suspicions(ratings, seed=bootstrap.seed)):
        column = ratings.values[:, place]
        values = column[~np.isnan(column)]
        mine = pairs.judge == place
        bias = float((pairs.value[mine] - pairs.rest[mine]).mean()) if shared[place] else NAN
        found.append(
            Profile(
                judge=ratings.judges[place],
                items=len(values),
                shared=int(shared[place]),
                mean=float(values.mean()) if len(values) else NAN,
                spread=float(values.std(ddof=1)) if len(values) > 1 else NAN,
                bias=bias,
                bias_interval=_interval(bias, _bias(pairs, mine), ratings, bootstrap),
                agreement=float(agreement[place]),
                agreement_interval=_interval(
                    float(agreement[place]), _agreement(pairs, mine), ratings, bootstrap
                ),
                suspicion=suspicion,
            )
        )
    return tuple(found)


def _interval(value: float, statistic: Statistic, ratings: Ratings, bootstrap: Bootstrap) -> Interval:
    if value != value:  # noqa: PLR0124 (only NaN is not itself)
        return Interval(NAN, NAN, bootstrap.level, bootstrap.interval)
    return interval_of(value, statistic, ratings.clusters, bootstrap)


def _bias(pairs: BesideTheRest, mine: NDArray[np.bool_]) -> Statistic:
    import numpy as np

    item, difference = pairs.item[mine], (pairs.value - pairs.rest)[mine]

    def bias(weights: Floats) -> Floats:
        of_mine = weights[:, item]
        with np.errstate(invalid="ignore"):
            mean: Floats = of_mine @ difference / of_mine.sum(axis=1)
        return mean

    return bias


def _agreement(pairs: BesideTheRest, mine: NDArray[np.bool_]) -> Statistic:
    import numpy as np

    item = pairs.item[mine]
    x, y = (values[mine] - values[mine].mean() for values in (pairs.value, pairs.rest))
    rows = np.column_stack([np.ones(len(x)), x, y, x * x, y * y, x * y])

    def agreement(weights: Floats) -> Floats:
        count, sum_x, sum_y, xx, yy, xy = (weights[:, item] @ rows).T
        with np.errstate(invalid="ignore", divide="ignore"):
            together = xy - sum_x * sum_y / count
            spread = (xx - sum_x**2 / count) * (yy - sum_y**2 / count)
            r: Floats = np.where(spread > 1e-12, together / np.sqrt(np.maximum(spread, 0)), np.nan)
        return r

    return agreement
