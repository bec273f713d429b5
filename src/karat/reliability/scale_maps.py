"""One scale on another, from items that were judged on both: is a 4 on 1–5 a 6 on 1–7?

The equipercentile map gives each mark the value that as many judgements of the same items lie below; the
linear map gives both scales the same mean and deviation (Kolen & Brennan 2014, single-group design). By
hand: SciPy has no equating, and the bootstrap needs a thousand maps at once. Frequencies of marks add over
units, so a resample is a weighted sum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, isnan, nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.agreement.correlation import pearson
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.judgements import Conversion
from karat.option_checks import check_choice
from karat.reliability.bootstrap import Bootstrap
from karat.reliability.drawn_units import Unit, drawn_units
from karat.resampling import Interval, bootstrap_weights, percentile_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.judgements import Judgements, Scale

MapMethod: TypeAlias = Literal["equipercentile", "linear"]

# Of fewer items no distribution is known.
_LEAST_ITEMS = 10
# Marks of a scale that has no steps.
_POINTS = 11
# What rounding leaves of a share of 0.
_NOTHING = 1e-12


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MappedMark(Equal, Shown):
    """A mark of one scale on the other: by equal percentiles, by the linear map, and from end to end.

    Beyond what judges gave, `equipercentile` is not known: NaN. `straight` is the line from worst to worst
    and best to best, NaN where an end is not known.

    >>> from karat.resampling import Interval
    >>> ends = Interval(5.1, 5.9, 0.95, "percentile")
    >>> MappedMark(4.0, 120, 5.5, ends, 5.4, ends, 5.5).differs
    False
    """

    mark: float
    judgements: int
    equipercentile: float
    equipercentile_interval: Interval
    linear: float
    linear_interval: Interval
    straight: float

    @property
    def differs(self) -> bool:
        """Whether the line from end to end is significantly off the equipercentile map."""
        low, high = self.equipercentile_interval.low, self.equipercentile_interval.high
        return self.straight < low or self.straight > high

    def to_dict(self) -> dict[str, Any]:
        """The mark as plain values."""
        return {
            "mark": self.mark,
            "judgements": self.judgements,
            "equipercentile": self.equipercentile,
            "equipercentile_interval": [
                self.equipercentile_interval.low,
                self.equipercentile_interval.high,
            ],
            "linear": self.linear,
            "linear_interval": [self.linear_interval.low, self.linear_interval.high],
            "straight": self.straight,
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScaleMap(Equal, Shown):
    """The scale of one dimension on that of another, and how far both agree about the items (r).

    `linear` is a conversion, as `karat.calibration.rescaled` takes it.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> rows = [
    ...     Judgement("anna", "A", str(item), dimension, value)
    ...     for item in range(20)
    ...     for dimension, value in (("five", item % 5 + 1), ("percent", 25 * (item % 5)))
    ... ]
    >>> scales = {"five": Scale.parse("1-5"), "percent": Scale.parse("0-100")}
    >>> found = map_scale(Judgements.of(rows, scales=scales), "five", target="percent")
    >>> found(4.0), found(4.0, method="linear"), found.items
    (75.0, 75.0, 20)
    """

    source: str
    target: str
    source_scale: Scale
    target_scale: Scale
    items: int
    correlation: float
    correlation_interval: Interval
    linear: Conversion
    marks: tuple[MappedMark, ...]
    bootstrap: Bootstrap
    unit: Unit
    units: int

    def __call__(self, value: float, *, method: MapMethod = "equipercentile") -> float:
        """A value on the other scale; between marks of the equipercentile map a straight line leads."""
        check_choice("method", method, MapMethod)
        if method == "linear":
            return self.linear(value)
        known = [(one.mark, one.equipercentile) for one in self.marks if not isnan(one.equipercentile)]
        marks, values = zip(*known, strict=True) if known else ((), ())
        if not known or not marks[0] <= value <= marks[-1]:
            return nan
        return float(np.interp(value, marks, values))

    def to_dict(self) -> dict[str, Any]:
        """The map as plain values."""
        return {
            "from": self.source,
            "to": self.target,
            "from_scale": {"name": self.source_scale.name, "recipe": self.source_scale.recipe},
            "to_scale": {"name": self.target_scale.name, "recipe": self.target_scale.recipe},
            "items": self.items,
            "correlation": self.correlation,
            "correlation_interval": [self.correlation_interval.low, self.correlation_interval.high],
            "linear": {"shift": self.linear.shift, "factor": self.linear.factor},
            "marks": [one.to_dict() for one in self.marks],
            "unit": self.unit,
            "units": self.units,
            "intervals": replace(self.bootstrap, interval="percentile").recipe(self.unit),
        }

    def _columns(self) -> Columns:
        """A row for each mark."""
        rows = [one.to_dict() for one in self.marks]
        plain = ("mark", "judgements", "equipercentile", "linear", "straight", "differs")
        ends = {
            f"{method}_{end}": [row[f"{method}_interval"][place] for row in rows]
            for method in ("equipercentile", "linear")
            for place, end in enumerate(("low", "high"))
        }
        return {**{name: [row[name] for row in rows] for name in plain}, **ends}


def map_scale(
    judgements: Judgements,
    source: str,
    *,
    target: str,
    corpus: Corpus | None = None,
    bootstrap: Bootstrap | None = None,
) -> ScaleMap:
    """The scale of the dimension `source` on that of `target`, over the items that were judged on both.

    Every item counts the same, however many judges it has. Where the good ends lie apart, the map goes down.
    Intervals are by drawing documents where these are known, or segments, each with all its items.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> rows = [
    ...     Judgement("anna", "A", str(item), dimension, value)
    ...     for item in range(20)
    ...     for dimension, value in (("five", item % 5 + 1), ("stars", 5 - item % 5))
    ... ]
    >>> scales = {"five": Scale.parse("1-5"), "stars": Scale.parse("1..5:ordinal:lower")}
    >>> found = map_scale(Judgements.of(rows, scales=scales), "five", target="stars")
    >>> [round(one.equipercentile, 6) for one in found.marks]
    [5.0, 4.0, 3.0, 2.0, 1.0]
    """
    bootstrap = bootstrap or Bootstrap()
    if source == target:
        raise InvalidOption(f"{source!r} is mapped on itself. Name two dimensions, one for each scale.")
    first, second = judgements.scales.get(source), judgements.scales.get(target)
    shared = _shared(judgements, source, target)
    if first is None or second is None or len(shared) < _LEAST_ITEMS:
        raise InvalidOption(
            f"{len(shared)} {'item was' if len(shared) == 1 else 'items were'} judged on both {source!r} and "
            f"{target!r}; a map takes {_LEAST_ITEMS} or more. An item is a system's translation of a segment."
        )
    drawn_unit = drawn_units(judgements, corpus=corpus, draw=bootstrap.draw)
    clusters, _ = drawn_unit.of_items(judgements.segments, shared % len(judgements.segments))
    ours, theirs = (_Marks.of(judgements, name, shared, clusters) for name in (source, target))
    for name, marks in ((source, ours), (target, theirs)):
        if len(marks.given) < 2:
            raise InvalidOption(
                f"Every shared item has the same {name} ({marks.given[0]:g}), so no other mark can be mapped."
            )
    units = int(ours.by_unit.shape[0])
    upward = first.better == second.better
    points = _points(first, ours)
    drawn = np.vstack([*bootstrap_weights(units, samples=bootstrap.samples, seed=bootstrap.seed)])
    once = np.ones((1, units))

    def ends(values: Floats) -> list[Interval]:
        return [percentile_interval(column, bootstrap.confidence) for column in values.T]

    shift, factor = (float(one[0]) for one in _linear(ours, theirs, once, upward=upward))
    shifts, factors = _linear(ours, theirs, drawn, upward=upward)
    equal = _equipercentile(ours, theirs, once, points, scale=second, upward=upward)[0]
    of_equal = ends(_equipercentile(ours, theirs, drawn, points, scale=second, upward=upward))
    of_linear = ends(shifts[:, None] + factors[:, None] * points)
    straight = Conversion.between(first, second) if first.is_bounded and second.is_bounded else None
    r, of_r = _correlation(ours, theirs, drawn, upward=upward)
    return ScaleMap(
        source,
        target,
        first,
        second,
        len(shared),
        r,
        percentile_interval(of_r, bootstrap.confidence),
        Conversion(first, second, shift, factor),
        tuple(
            MappedMark(
                float(point),
                ours.judgements_at(float(point)),
                float(equal[place]),
                of_equal[place],
                shift + factor * float(point),
                of_linear[place],
                nan if straight is None else straight(float(point)),
            )
            for place, point in enumerate(points)
        ),
        bootstrap,
        drawn_unit.unit,
        units,
    )


def _shared(judgements: Judgements, *dimensions: str) -> NDArray[np.int64]:
    """The items, as one number for system and segment, that have judgements in both dimensions."""
    width = len(judgements.segments)
    items = [
        np.unique(judgements.system[rows].astype(np.int64) * width + judgements.segment[rows])
        for rows in map(judgements.rows_of, dimensions)
    ]
    return np.intersect1d(items[0], items[1])


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """The marks of one dimension: how often each was given in each unit, each item counting once.

    `edges` lie halfway between marks; the judgements of a mark are spread evenly between its edges, as
    percentiles of discrete marks take it.
    """

    given: Floats
    edges: Floats
    counts: NDArray[np.int64]
    by_unit: Floats
    means: Floats
    unit_of_item: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        judgements: Judgements,
        dimension: str,
        shared: NDArray[np.int64],
        unit_of_item: NDArray[np.int64],
    ) -> _Marks:
        rows = judgements.rows_of(dimension)
        width = len(judgements.segments)
        keys = judgements.system[rows].astype(np.int64) * width + judgements.segment[rows]
        kept = np.isin(keys, shared)
        values, item = judgements.value[rows][kept], np.searchsorted(shared, keys[kept])
        given, place, counts = np.unique(values, return_inverse=True, return_counts=True)
        scale = judgements.scales[dimension]
        if scale.kind == "ordinal":
            whole = np.arange(given[0], given[-1] + 1)
            place = np.searchsorted(whole, given)[place]
            counts, given = np.bincount(place, minlength=len(whole)), whole
        share = 1 / np.bincount(item, minlength=len(shared))[item]
        by_unit = np.zeros((int(unit_of_item.max()) + 1, len(given)))
        np.add.at(by_unit, (unit_of_item[item], place), share)
        means: Floats = np.bincount(item, values * share, minlength=len(shared)).astype(np.float64)
        return cls(given, _edges(given), counts, by_unit, means, unit_of_item)

    def shares(self, weights: Floats) -> Floats:
        """The share of each mark in each resample, draws × marks."""
        counts = weights @ self.by_unit
        found: Floats = counts / counts.sum(axis=1, keepdims=True)
        return found

    def judgements_at(self, mark: float) -> int:
        """How often a mark was given."""
        return int(self.counts[self.given == mark].sum())


def _edges(given: Floats) -> Floats:
    """Halfway between values; beyond the first and last as far as on their inner side."""
    if len(given) < 2:
        return np.array([given[0] - 0.5, given[0] + 0.5])
    middle = (given[1:] + given[:-1]) / 2
    return np.concatenate([[2 * given[0] - middle[0]], middle, [2 * given[-1] - middle[-1]]])


def _points(scale: Scale, marks: _Marks) -> Floats:
    """The marks of a scale: its whole steps, or some places spread evenly over it."""
    low, high = (
        end if isfinite(end) else found
        for end, found in ((scale.low, float(marks.given[0])), (scale.high, float(marks.given[-1])))
    )
    return np.arange(low, high + 1) if scale.kind == "ordinal" else np.linspace(low, high, _POINTS)


def _moments(marks: _Marks, weights: Floats) -> tuple[Floats, Floats]:
    shares = marks.shares(weights)
    mean = shares @ marks.given
    squares = shares @ marks.given**2
    return mean, np.sqrt(np.maximum(squares - mean**2, 0))


def _linear(ours: _Marks, theirs: _Marks, weights: Floats, *, upward: bool) -> tuple[Floats, Floats]:
    """Shift and factor that give both the same mean and deviation; NaN where a resample does not vary."""
    (mean, spread), (other, other_spread) = _moments(ours, weights), _moments(theirs, weights)
    with np.errstate(invalid="ignore", divide="ignore"):
        factor = np.where((spread > _NOTHING) & (other_spread > _NOTHING), other_spread / spread, np.nan)
    factor = factor if upward else -factor
    return other - factor * mean, factor


def _equipercentile(
    ours: _Marks, theirs: _Marks, weights: Floats, points: Floats, *, scale: Scale, upward: bool
) -> Floats:
    """For each resample and point, the value of the other scale at the same percentile."""
    own, other = (
        np.concatenate([np.zeros((len(weights), 1)), marks.shares(weights).cumsum(axis=1)], axis=1)
        for marks in (ours, theirs)
    )
    found = np.empty((len(weights), len(points)))
    for draw in range(len(weights)):
        percentile = np.interp(points, ours.edges, own[draw])
        beyond = (percentile < _NOTHING) | (percentile > 1 - _NOTHING)
        percentile = percentile if upward else 1 - percentile
        found[draw] = np.where(beyond, np.nan, _inverse(percentile, theirs.edges, other[draw]))
    return np.clip(found, scale.low, scale.high)


def _inverse(percentile: Floats, edges: Floats, cumulative: Floats) -> Floats:
    """The values at percentiles; where a range of values has the same percentile, its middle."""
    values = []
    for side in ("left", "right"):
        # Sums of shares end in other bits: a hair's breadth is no distance.
        nudge = -_NOTHING if side == "left" else _NOTHING
        after = np.clip(np.searchsorted(cumulative, percentile + nudge), 1, len(edges) - 1)
        low, high = cumulative[after - 1], cumulative[after]
        with np.errstate(invalid="ignore", divide="ignore"):
            part = np.clip((percentile - low) / (high - low), 0, 1)
        values.append(edges[after - 1] + np.where(high > low, part, 0.5) * (edges[after] - edges[after - 1]))
    middle: Floats = (values[0] + values[1]) / 2
    return middle


def _correlation(ours: _Marks, theirs: _Marks, weights: Floats, *, upward: bool) -> tuple[float, Floats]:
    """Pearson's r of the items' means on both scales, and of each resample."""
    sign = 1 if upward else -1
    x, y = ours.means - ours.means.mean(), sign * (theirs.means - theirs.means.mean())
    # Sums over items add over units.
    by_unit = np.zeros((weights.shape[1], 6))
    columns = np.stack([np.ones_like(x), x, y, x * x, y * y, x * y], axis=1)
    np.add.at(by_unit, ours.unit_of_item, columns)
    total, *added = (weights @ by_unit).T
    sums = [column / total for column in added]
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.sqrt(np.maximum(sums[2] - sums[0] ** 2, 0) * np.maximum(sums[3] - sums[1] ** 2, 0))
        values = np.where(spread > _NOTHING, (sums[4] - sums[0] * sums[1]) / spread, np.nan)
    return float(pearson(x, y)), np.clip(values, -1, 1)
