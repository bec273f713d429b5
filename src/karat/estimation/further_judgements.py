"""How many more judgements, and of what, for intervals of a wanted width.

The variance of a mean is a sum over strata of share² · spread² / units. Each further unit takes the most from
it, for its cost, in the stratum in which (share · spread)² · (1/units − 1/(units + 1)) / cost is largest.
Taking one after the other there is the cheapest plan (Neyman's allocation, in whole units).
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heapreplace
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.estimation.dimension import Estimation
    from karat.estimation.sample_design import Stratum

_MOST_UNITS = 100_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StratumPlan(Equal, Shown):
    """What to judge of a stratum: units so far, units to add, and the segments drawn for it, from 1.

    `spread` is the standard deviation of units about the mean, with the metric, averaged over systems.
    """

    stratum: str
    judged: int
    population: int | None
    spread: float
    more: int
    segments: tuple[int, ...]
    documents: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JudgementPlan(Equal, Shown):
    """How many further units give intervals of a width, on average over systems or pairs.

    `now` is the width today, `reached` that of the plan. `alone` is how many further units it would take
    without the metric; None where no number of them is enough.
    """

    human: str
    of: str
    unit: str
    width: float
    now: float
    reached: float
    systems: int
    strata: tuple[StratumPlan, ...]
    alone: int | None

    @property
    def more(self) -> int:
        """How many further units."""
        return sum(one.more for one in self.strata)

    @property
    def segments(self) -> list[int]:
        """The segments to judge, from 1, in the order of the text."""
        return sorted(number for one in self.strata for number in one.segments)

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        plain["strata"] = [one.to_dict() for one in self.strata]
        return {**plain, "more": self.more, "segments": self.segments}


@dataclass(frozen=True, slots=True)
class _Allocated:
    """Units to add in each stratum, and the variance then."""

    more: tuple[int, ...]
    variance: float


def further_judgements(
    estimation: Estimation,
    width: float,
    *,
    of: str = "system",
    documents: Sequence[str] | None = None,
    costs: Sequence[float] | None = None,
) -> JudgementPlan:
    """A plan for one dimension: `of` systems or differences; `costs` are those of each segment, as its words.

    Units are drawn at random from those that nobody judged; `documents` are their names.
    """
    if not 0 < width < inf:
        raise InvalidOption(
            f"A width of {width:g} is not above 0 and finite; no number of judgements gives it."
        )
    if estimation.choices.target != "this-text":
        raise InvalidOption("Further judgements are planned for this text, not for texts like it.")
    if of not in ("system", "difference"):
        raise InvalidOption.choice("of", of, ("system", "difference"))
    judged = estimation.judged_by_most()
    strata = estimation.design.strata(judged)
    alone, corrected = estimation.values_of(of, strata)
    if not alone.shape[1]:
        raise InvalidOption("One system was judged, so there is no difference to plan for.")
    found = estimation.found()
    figures = found.systems if of == "system" else found.differences
    now = float(np.mean([one.with_metric.width for one in figures]))
    error = float(np.sqrt(np.mean([one.with_metric.error**2 for one in figures])))
    factor = now / error if error > 0 else 3.92
    sizes = [float(one.sizes.mean()) for one in strata]
    cost = [_cost(one, costs) for one in strata]
    plan = _allocated(strata, _spreads(strata, corrected), sizes, cost, (width / factor) ** 2)
    without = _allocated(strata, _spreads(strata, alone), sizes, cost, (width / factor) ** 2)
    if plan is None:
        raise InvalidOption(
            f"No number of further {estimation.design.unit}s gives intervals of {width:g} here: they are "
            f"{now:.3g} wide on average now. Ask for a wider one."
        )
    rng = np.random.default_rng(estimation.choices.seed)
    return JudgementPlan(
        found.human,
        of,
        estimation.design.unit,
        width,
        now,
        factor * float(np.sqrt(plan.variance)),
        len(estimation.systems),
        tuple(
            _of_stratum(one, more, spread, judged, estimation.design.units, documents, rng)
            for one, more, spread in zip(strata, plan.more, _spreads(strata, corrected), strict=True)
        ),
        None if without is None else sum(without.more),
    )


def _spreads(strata: Sequence[Stratum], values: Floats) -> list[float]:
    """The standard deviation of units about the mean of their stratum, in sums of segments, over columns."""
    found = []
    for one in strata:
        totals, sizes = one.totals(values), one.sizes
        off = totals - (totals.sum(axis=0) / sizes.sum()) * sizes[:, None]
        freedom = max(one.drawn - 1, 1)
        found.append(float(np.sqrt(np.mean((off**2).sum(axis=0) / freedom))))
    return found


def _cost(one: Stratum, costs: Sequence[float] | None) -> float:
    """What a unit of the stratum costs on average: the costs of its segments, or their number."""
    of_segment = 1.0 if costs is None else float(np.mean(np.asarray(costs)[one.everyone]))
    return max(of_segment, 1e-9) * float(one.sizes.mean())


def _allocated(
    strata: Sequence[Stratum],
    spreads: Sequence[float],
    sizes: Sequence[float],
    costs: Sequence[float],
    variance: float,
) -> _Allocated | None:
    """The units to add, one after the other where they take most; None where all are not enough."""
    weight = [
        (one.share * spread / size) ** 2 for one, spread, size in zip(strata, spreads, sizes, strict=True)
    ]
    units = [one.drawn for one in strata]
    most = [_MOST_UNITS if one.population is None else one.population for one in strata]

    def part(place: int, number: int) -> float:
        left = 0.0 if strata[place].population is None else 1 / most[place]
        return weight[place] * max(1 / number - left, 0.0)

    def gain(place: int) -> float:
        if units[place] >= most[place]:
            return 0.0
        return (part(place, units[place]) - part(place, units[place] + 1)) / costs[place]

    reached = sum(part(place, number) for place, number in enumerate(units))
    queue = [(-gain(place), place) for place in range(len(strata))]
    heapify(queue)
    while reached > variance:
        negative, place = queue[0]
        if negative == 0:
            return None
        reached += negative * costs[place]
        units[place] += 1
        heapreplace(queue, (-gain(place), place))
    return _Allocated(
        tuple(now - one.drawn for now, one in zip(units, strata, strict=True)), max(reached, 0.0)
    )


def _of_stratum(
    one: Stratum,
    more: int,
    spread: float,
    judged: NDArray[np.bool_],
    units: NDArray[np.int64],
    documents: Sequence[str] | None,
    rng: np.random.Generator,
) -> StratumPlan:
    left = np.unique(units[one.everyone[~judged[one.everyone]]])
    left = np.setdiff1d(left, units[one.rows])
    taken = rng.choice(left, min(more, len(left)), replace=False)
    rows = np.flatnonzero(np.isin(units, taken)).tolist()
    names = () if documents is None else tuple(dict.fromkeys(documents[row] for row in rows))
    segments = tuple(row + 1 for row in rows)
    return StratumPlan(one.name, one.drawn, one.population, spread, more, segments, names)
