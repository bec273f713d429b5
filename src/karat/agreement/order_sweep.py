"""Which length of n-grams tells what people say? BLEU of every order against each human dimension.

Papineni et al. (2002) read their figure so: short n-grams go with adequacy, long ones with fluency.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement.agreement_intervals import stretched
from karat.agreement.correlation import pearson
from karat.arrays import rounded
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.resampling import percentile_interval
from karat.resampling.draws import picked, row_weights
from karat.resampling.intervals import expansion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.frames import Columns
    from karat.metrics import Bleu
    from karat.resampling import Interval
    from karat.statistics import Statistics


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrderError(Equal, Shown):
    """The share of people's variance that BLEU of an order leaves unexplained, in percent."""

    order: int
    pearson: float
    prediction_error: float
    interval: Interval


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class DimensionSweep(Equal, Shown):
    """Every order against one dimension; `best` predicts best, `best_interval` is where the best may lie.

    `tilt` is how much the prediction error grows from one order to the next, by least squares: below 0, long
    n-grams predict better.
    """

    human: str
    orders: tuple[OrderError, ...]
    best: int
    best_interval: Interval
    tilt: float
    tilt_interval: Interval

    def _columns(self) -> Columns:
        """A row for each order."""
        return stacked((one._columns() for one in self.orders), human=[self.human] * len(self.orders))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TiltDifference(Equal, Shown):
    """Whether longer n-grams suit the second dimension better than the first: the difference of their tilts.

    Below 0 it does, and the p-value (two-sided) says whether chance is a likely reason.
    """

    first: str
    second: str
    difference: float
    interval: Interval
    p_value: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class OrderSweep(Equal, Shown):
    """BLEU of one unit, of every order, against people.

    >>> import numpy as np
    >>> from karat import Bleu, Corpus, evaluate
    >>> from karat.agreement import Rater, order_sweep
    >>> corpus = Corpus.of({"A": ["a b c d"], "B": ["a b x d"], "C": ["a x c x"]}, ["a b c d"])
    >>> people = Rater("fluency", "made up", ("A", "B", "C"), np.array([5.0, 3.0, 1.0]))
    >>> bleu = Bleu(order=2, smoothing="exp")
    >>> counts = {name: each[bleu.recipe] for name, each in evaluate(corpus, bleu).statistics.items()}
    >>> sweep = order_sweep(bleu, counts, [people], samples=50)
    >>> sweep.drawn, [(one.order, round(one.prediction_error, 1)) for one in sweep.dimensions[0].orders]
    ('3 systems', [(1, 0.0), (2, 5.2)])
    """

    unit: str
    recipe: str
    systems: int
    drawn: str
    dimensions: tuple[DimensionSweep, ...]
    readings: tuple[TiltDifference, ...]

    def to_dict(self) -> dict[str, Any]:
        """The sweep as plain values, in a stable order."""
        return {
            "unit": self.unit,
            "recipe": self.recipe,
            "systems": self.systems,
            "drawn": self.drawn,
            "dimensions": [
                {
                    "human": one.human,
                    "best_order": one.best,
                    "best_order_interval": _ends(one.best_interval),
                    "tilt": one.tilt,
                    "tilt_interval": _ends(one.tilt_interval),
                    "orders": [
                        {
                            "order": each.order,
                            "pearson": each.pearson,
                            "prediction_error": each.prediction_error,
                            "interval": _ends(each.interval),
                        }
                        for each in one.orders
                    ],
                }
                for one in self.dimensions
            ],
            "readings": [
                {
                    "first": one.first,
                    "second": one.second,
                    "tilt_difference": one.difference,
                    "interval": _ends(one.interval),
                    "p": one.p_value,
                }
                for one in self.readings
            ],
        }

    def _columns(self) -> Columns:
        """A row for each dimension and order."""
        return stacked((one._columns() for one in self.dimensions), unit=[self.unit] * len(self.dimensions))


def order_sweep(
    bleu: Bleu,
    statistics: Mapping[str, Statistics],
    humans: Sequence[Rater],
    *,
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> OrderSweep:
    """Prediction errors of BLEU of every order up to its own, from the counts of the highest.

    Systems are drawn, as for other agreement about systems: a system's score holds the noise of its text
    already, and drawing the text as well would count that twice.

    >>> import numpy as np
    >>> from karat import Bleu, Corpus, evaluate
    >>> from karat.agreement import Rater
    >>> corpus = Corpus.of({"A": ["a b c d"], "B": ["a b x d"], "C": ["a x c x"]}, ["a b c d"])
    >>> people = Rater("fluency", "made up", ("A", "B", "C"), np.array([5.0, 3.0, 1.0]))
    >>> bleu = Bleu(order=2, smoothing="exp")
    >>> counts = {name: each[bleu.recipe] for name, each in evaluate(corpus, bleu).statistics.items()}
    >>> order_sweep(bleu, counts, [people], samples=50).dimensions[0].best
    1
    """
    if len(statistics) < 3:
        systems = "is 1 system" if len(statistics) == 1 else f"are {len(statistics)} systems"
        raise InvalidOption(f"There {systems}; a line through fewer than 3 predicts everything.")
    names = tuple(statistics)
    metrics = [bleu.changed(order=order) for order in range(1, bleu.order + 1)]
    tables = list(statistics.values())
    values = np.array([[metric.value(t.total(), t.columns) for t in tables] for metric in metrics])
    chance = _SystemDraws(row_weights(len(names), samples=samples, seed=seed), confidence)
    dimensions, tilts = [], []
    for human in (rater.only(names) for rater in humans):
        found, tilt_draws = chance.dimension(human, values)
        dimensions.append(found)
        tilts.append(tilt_draws)
    readings = [
        _reading(dimensions[a], dimensions[b], tilts[b] - tilts[a], confidence)
        for a, b in combinations(range(len(dimensions)), 2)
    ]
    drawn = f"{len(names)} systems"
    return OrderSweep(bleu.unit, bleu.recipe, len(names), drawn, tuple(dimensions), tuple(readings))


@dataclass(frozen=True, slots=True, eq=False)
class _SystemDraws:
    """How often each system is drawn, draws × systems."""

    weights: Floats
    confidence: float

    def dimension(self, human: Rater, values: Floats) -> tuple[DimensionSweep, Floats]:
        """One dimension, and the tilt in each resample; `values` has orders × systems."""
        there = ~np.isnan(human.whole)
        r = [human.sign * float(pearson(of_order[there], human.whole[there])) for of_order in values]
        drawn = [human.sign * self._correlations(of_order, human.whole) for of_order in values]
        observed, plain = (_errors(np.array(each)) for each in (r, drawn))
        # Resampled values of few systems lie too close: the same stretch as of any agreement about systems.
        number = int(there.sum())
        factor = expansion(number, max(number - 2, 1), self.confidence)
        errors = _errors(np.array([stretched(*both, factor) for both in zip(drawn, r, strict=True)]))
        orders = tuple(
            OrderError(place + 1, r[place], float(error), percentile_interval(errors[place], self.confidence))
            for place, error in enumerate(observed)
        )
        defined = ~np.isnan(errors).any(axis=0)
        best_draws = 1.0 + np.argmin(errors[:, defined], axis=0) if defined.any() else np.empty(0)
        tilt = float(_tilt(observed[:, None])[0])
        tilt_draws = tilt + factor * (_tilt(plain) - tilt)
        found = DimensionSweep(
            human.name,
            orders,
            1 + int(np.argmin(np.where(np.isnan(observed), np.inf, observed))),
            percentile_interval(best_draws.astype(np.float64), self.confidence),
            tilt,
            percentile_interval(tilt_draws, self.confidence),
        )
        return found, tilt_draws

    def _correlations(self, ours: Floats, theirs: Floats) -> Floats:
        return pearson(picked(ours, self.weights), picked(theirs, self.weights))


def _errors(r: Floats) -> Floats:
    """The share of the variance that a correlation leaves unexplained, in percent."""
    return np.asarray(100 * (1 - r**2))


def _tilt(errors: Floats) -> Floats:
    """The slope of prediction errors over orders, of each column."""
    orders = np.arange(1, len(errors) + 1, dtype=np.float64)
    centred = orders - orders.mean()
    # Errors are percentages. Two tilts that are equal on paper must differ by 0: their signs are counted.
    return rounded(centred @ errors / max(float((centred**2).sum()), 1.0), of=100.0)


def _reading(
    first: DimensionSweep, second: DimensionSweep, draws: Floats, confidence: float
) -> TiltDifference:
    draws = draws[~np.isnan(draws)]
    below = (int((draws <= 0).sum()) + 1) / (len(draws) + 1)
    above = (int((draws >= 0).sum()) + 1) / (len(draws) + 1)
    return TiltDifference(
        first.human,
        second.human,
        second.tilt - first.tilt,
        percentile_interval(draws, confidence),
        min(2 * min(below, above), 1.0),
    )


def _ends(interval: Interval) -> dict[str, float]:
    return {"low": interval.low, "high": interval.high, "confidence": interval.confidence}
