"""Judges who may have judged without care, by two rules whose false alarms and power are known.

Flat: a judge gave every item the same score, where others did not. Apart: a judge agrees less with the others
than chance allows if all judges were alike. How often the second rule finds a judge who answers at random
depends on the number of items and on how far the others agree, so it is simulated for the ratings at hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.reliability.ratings import beside_the_rest, correlations, mean_of_others
from karat.resampling.draws import generator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.reliability.ratings import BesideTheRest, Ratings

NAN = float("nan")
# With judges who differ in how they use a scale, false alarms are more frequent than this, up to 0.03.
ALARM = 0.01
# A judge with fewer shared items is not suspected: his agreement says next to nothing.
FEWEST_ITEMS = 10
# So many judges who answer at random are simulated to tell the power, of each judge within these limits.
SIMULATED = 600
_FEWEST_SIMULATED, _MOST_SIMULATED = 20, 200
# So many deals of each order tell its middle and spread, fewer where there are many judgements, and the power
# is close to 1 anyway. Where the alarm is given, in spreads, the deals of all orders tell together.
_FEWEST_DEALS, _MOST_DEALS, _DEALT = 20, 100, 2_000_000
_AT_ONCE = 200_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Suspicion(Equal, Shown):
    """Whether the rules suspect a judge of carelessness; `p` allows for the number of judges, NaN where it is
    not known.

    `power` is the probability that the second rule would find this judge if all answers had been given at
    random.

    >>> import numpy as np
    >>> from karat.reliability import Ratings, suspicions
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.normal(3, 1, 60)
    >>> values = truth[:, None] + rng.normal(0, 0.3, (60, 4))
    >>> values[:, 3] = rng.normal(3, 1, 60)
    >>> matrix = Ratings.of(values.tolist(), judges=["anna", "ben", "cleo", "dan"])
    >>> dan = suspicions(matrix, shuffles=199)[3]
    >>> dan.judge, dan.careless, dan.reason
    ('dan', True, 'agrees significantly less with the others (p = .005)')
    """

    judge: str
    flat: bool
    p: float
    alarm: float = ALARM
    power: float = NAN

    @property
    def careless(self) -> bool:
        """Whether a rule gives an alarm."""
        return self.flat or self.p < self.alarm

    @property
    def reason(self) -> str:
        """The rule that gives it, in words."""
        if self.flat:
            return "gave every item the same score"
        if not self.careless:
            return ""
        return f"agrees significantly less with the others (p = {self.p:.3f})".replace("0.", ".")


def suspicions(
    ratings: Ratings,
    *,
    shuffles: int = 999,
    seed: int = 12345,
    alarm: float = ALARM,
    simulated: int = SIMULATED,
) -> tuple[Suspicion, ...]:
    """What the rules say of each judge.

    Every judge's values are made z-scores, so that leaning and spread do not count. If judges were alike,
    the values of an item could be dealt to its judges in any way. So they are dealt at random, `shuffles`
    times; p is the share of deals in which some judge agrees as little with the others as this one, or less.
    Where items have but two judges, judgements are dealt to any judges instead. All judges together are
    suspected wrongly with a probability of about `alarm`. With two judges it is not known which one is
    careless.

    For the power, the answers of one judge are given to this judge's items in another order, and the rule is
    applied again; the power is the share of such orders in which it gives an alarm. About `simulated` orders
    are tried over all judges; with 0 the power stays unknown.

    >>> import numpy as np
    >>> from karat.reliability import Ratings
    >>> rng = np.random.default_rng(0)
    >>> truth = rng.normal(3, 1, 60)
    >>> values = truth[:, None] + rng.normal(0, 0.3, (60, 4))
    >>> values[:, 3] = rng.normal(3, 1, 60)
    >>> matrix = Ratings.of(values.tolist(), judges=["anna", "ben", "cleo", "dan"])
    >>> [one.judge for one in suspicions(matrix, shuffles=199) if one.careless]
    ['dan']
    """
    flat = _flat(ratings)
    values = _z_scores(np.where(flat, np.nan, ratings.values))
    test = _Apart.of(ratings, values)
    rng = generator(seed)
    # The power is simulated last: the p-values of a seed do not depend on it.
    p = test.p_values(shuffles, rng)
    power = test.power(alarm, simulated, rng)
    return tuple(
        Suspicion(name, bool(flat[place]), float(p[place]), alarm, float(power[place]))
        for place, name in enumerate(ratings.judges)
    )


def _flat(ratings: Ratings) -> NDArray[np.bool_]:
    there = ratings.present
    shared = there & ratings.pairable[:, None]
    high = np.where(there, ratings.values, -np.inf).max(axis=0)
    low = np.where(there, ratings.values, np.inf).min(axis=0)
    same = (high == low) & (shared.sum(axis=0) >= FEWEST_ITEMS)
    # Where the others saw no difference either, there was none to see.
    rest = beside_the_rest(ratings)
    varies = np.array(
        [len(set(rest.rest[rest.judge == place])) > 1 for place in range(len(ratings.judges))], dtype=bool
    )
    found: NDArray[np.bool_] = same & varies
    return found


def _beside_others(values: Floats) -> Floats:
    """How far each value of a row is from the middle of the row's others, in their standard deviations."""
    count = values.shape[-1] - 1
    middle = (values.sum(axis=-1, keepdims=True) - values) / count
    squares = np.square(values).sum(axis=-1, keepdims=True) - np.square(values) - count * middle**2
    found: Floats = (values - middle) / np.sqrt(np.maximum(squares / (count - 1), 1e-24))
    return found


def _z_scores(values: Floats) -> Floats:
    there = ~np.isnan(values)
    count = there.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        centred = values - np.where(there, values, 0).sum(axis=0) / count
        spread = np.sqrt(np.where(there, centred**2, 0).sum(axis=0) / (count - 1))
        scores: Floats = centred / np.where(spread > 0, spread, np.nan)
    return scores


@dataclass(frozen=True, slots=True, eq=False)
class _Apart:
    """The second rule: z-scores beside those of the others, and the judges with enough of them."""

    found: BesideTheRest
    count: NDArray[np.int64]
    tested: NDArray[np.bool_]
    # Whether values are dealt within items; between two judges of an item nothing is dealt anew.
    several: bool

    @classmethod
    def of(cls, ratings: Ratings, values: Floats) -> _Apart:
        found = beside_the_rest(ratings, values)
        count = np.bincount(found.judge, minlength=len(ratings.judges))
        tested = count >= FEWEST_ITEMS
        if tested.sum() < 3:
            return cls(found, count, np.zeros_like(tested), several=False)
        return cls(found, count, tested, bool(np.median(np.bincount(found.item)[found.item]) > 2))

    def p_values(self, shuffles: int, rng: np.random.Generator) -> Floats:
        """Of each judge; NaN of those who are not tested."""
        if not self.tested.any():
            return np.full(len(self.count), NAN)
        value, rest = self.found.value, self.found.rest
        observed = self._distances(value, rest)
        least = np.empty(shuffles)
        for part in self._parts(shuffles):
            orders = self._orders(len(least[part]), rng)
            least[part] = self._least(value[None], rest[None], orders)
        p = (1 + (least[None, :] <= observed[:, None] + 1e-12).sum(axis=1)) / (shuffles + 1)
        return np.where(self.tested & ~np.isnan(observed), p, NAN)

    def power(self, alarm: float, simulated: int, rng: np.random.Generator) -> Floats:
        """The share of orders of each judge's answers in which the rule gives an alarm."""
        judges = np.flatnonzero(self.tested)
        found: Floats = np.full(len(self.count), NAN)
        if not len(judges) or not simulated:
            return found
        each = min(max(simulated // len(judges), _FEWEST_SIMULATED), _MOST_SIMULATED)
        deals = _DEALT // (len(judges) * each * len(self.found.item))
        deals = min(max(deals, _FEWEST_DEALS), _MOST_DEALS)
        distances, least = np.empty((len(judges), each)), np.empty((len(judges), each, deals))
        for row, judge in enumerate(judges.tolist()):
            for part in self._parts(each, deals):
                value, orders = self._at_random(judge, len(distances[row, part]), deals, rng)
                rest = mean_of_others(self.found.item, value)
                distances[row, part] = self._distances(value, rest)[:, judge]
                least[row, part] = self._least(value[:, None], rest[:, None], orders)
        # A judge at random lowers the agreement of all, and so how far deals of these values reach. The rule
        # compares values with deals of the same values; here those of all orders have to tell the tail.
        reached = np.sort(_beside_others(least).ravel())
        middle, spread = least.mean(axis=2), np.maximum(least.std(axis=2, ddof=1), 1e-12)
        below = np.searchsorted(reached, (distances - middle) / spread + 1e-12, side="right")
        found[judges] = ((1 + below) / (least.size + 1) < alarm).mean(axis=1)
        return found

    def _parts(self, count: int, deals: int = 1) -> Iterator[slice]:
        """So many at a time as are computed fast together: arrays of some hundred thousand numbers."""
        step = max(1, _AT_ONCE // (len(self.found.item) * deals))
        return (slice(start, min(start + step, count)) for start in range(0, count, step))

    def _at_random(
        self, judge: int, count: int, deals: int, rng: np.random.Generator
    ) -> tuple[Floats, NDArray[np.int64]]:
        """The same judgements, but one judge's in another order, so many times; some deals of each."""
        values = np.tile(self.found.value, (count, 1))
        orders = np.empty((count, deals, len(self.found.item)), dtype=np.int64)
        mine = self.found.judge == judge
        for value, order in zip(values, orders, strict=True):
            value[mine] = rng.permutation(value[mine])
            order[:] = self._orders(deals, rng)
        return values, orders

    def _orders(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """So many random orders of the judgements."""
        item = self.found.item
        if self.several:
            return _within(item, rng.random((count, len(item))))
        return np.array([rng.permutation(len(item)) for _ in range(count)])

    def _least(self, value: Floats, rest: Floats, orders: NDArray[np.int64]) -> Floats:
        """How far the judge who agrees least is below all, once the values are dealt anew."""
        dealt = np.take_along_axis(value, orders, axis=-1)
        if self.several:
            beside = mean_of_others(self.found.item, dealt)
        else:  # judgements, each with the mean of the others, are given to any judges
            beside = np.take_along_axis(rest, orders, axis=-1)
        least: Floats = np.nanmin(self._distances(dealt, beside), axis=-1)
        return least

    def _distances(self, value: Floats, rest: Floats) -> Floats:
        """How far each judge's agreement (Fisher's z) is from that of all, in standard errors."""
        r = correlations(self.found.judge, value, rest, len(self.count))
        z = np.arctanh(np.clip(r, -0.999999, 0.999999))
        weight = np.where(self.tested & ~np.isnan(z), self.count - 3, 0)
        middle = np.nansum(z * weight, axis=-1, keepdims=True) / np.maximum(
            weight.sum(axis=-1, keepdims=True), 1
        )
        distance: Floats = np.where(
            self.tested, (z - middle) * np.sqrt(np.maximum(self.count - 3, 0)), np.nan
        )
        return distance


def _within(item: NDArray[np.int64], fractions: Floats) -> NDArray[np.int64]:
    """For each row of fractions the order in which they rise within each item; items are in order.

    >>> _within(np.array([0, 0, 1, 1]), np.array([[0.7, 0.2, 0.1, 0.3]])).tolist()
    [[1, 0, 2, 3]]
    """
    # A whole number holds item, fraction and place, in this order: such numbers are sorted in half the time
    # that it takes to find the order of numbers.
    places = (len(item) - 1).bit_length()
    bits = 63 - int(item[-1]).bit_length() - places
    numbers = (fractions * 2.0**bits).astype(np.int64)
    numbers <<= places
    numbers |= (item << bits + places) + np.arange(len(item))
    numbers.sort(axis=-1)
    numbers &= (1 << places) - 1
    return numbers
