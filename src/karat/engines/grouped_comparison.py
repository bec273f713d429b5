"""Systems whose rows lie in any shards: intervals of their scores, and a paired test of every two."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from karat.display import Shown
from karat.engines.poisson import drawn_values
from karat.errors import InvalidOption, MisalignedCorpus
from karat.frames import stacked
from karat.metrics.catalogue import distinct_names
from karat.remedies import either
from karat.resampling import holm
from karat.resampling.intervals import Interval, defined, expanded_interval, expansion
from karat.resampling.p_values import bootstrap_p

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from karat.arrays import Floats
    from karat.engines.adding import GroupedTotals
    from karat.engines.partials import CellTotals, GroupTotals
    from karat.frames import Columns
    from karat.metrics import Metric


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupStanding(Shown):
    """The score of a group under a metric, and where it lies; `units` are the cells that have segments.

    >>> from karat import Bleu, demo
    >>> from karat.engines import compare_totals, evaluate_shards
    >>> found = compare_totals(evaluate_shards(demo.segments_path(), Bleu(), cells=4096))
    >>> found.standings[0].group, round(found.standings[0].value, 2)
    ('aurora', 53.64)
    """

    group: str
    metric: str
    value: float
    interval: Interval
    segments: int
    units: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupContrast(Shown):
    """Two systems of one group of rows: first minus second, and what chance makes of it.

    `corrected` is p after Holm's correction for all pairs of a metric, and decides `winner`.

    >>> from karat import Bleu, demo
    >>> from karat.engines import compare_totals, evaluate_shards
    >>> found = compare_totals(evaluate_shards(demo.segments_path(), Bleu(), cells=4096))
    >>> contrast = found.contrasts[2]
    >>> contrast.first, contrast.second, round(contrast.difference, 2)
    ('aurora', 'dune', 20.14)
    """

    within: str
    metric: str
    first: str
    second: str
    difference: float
    interval: Interval
    p: float
    corrected: float
    winner: str | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GroupedComparison(Shown):
    """Every group with its interval, and every pair of systems with its test.

    >>> from karat import Bleu, demo
    >>> from karat.engines import compare_totals, evaluate_shards
    >>> totals = evaluate_shards(demo.segments_path(), Bleu(), cells=4096)
    >>> found = compare_totals(totals)
    >>> first = found.contrasts[2]
    >>> first.first, first.second, first.winner
    ('aurora', 'dune', 'aurora')
    """

    samples: int
    seed: int
    confidence: float
    identity: tuple[str, ...]
    standings: tuple[GroupStanding, ...]
    contrasts: tuple[GroupContrast, ...]

    def _columns(self) -> Columns:
        """A row for each pair."""
        return stacked(contrast._columns() for contrast in self.contrasts)


def compare_totals(
    totals: GroupedTotals,
    *,
    across: str = "system",
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> GroupedComparison:
    """Compare the groups that differ in the column `across` alone, such as systems within each language.

    The draws depend on the identity of segments and on the seed alone: the same text gives the same figures,
    bit for bit, for any sharding, engine, order and number of threads.

    >>> from karat import Bleu, demo
    >>> from karat.engines import evaluate_shards
    >>> found = compare_totals(evaluate_shards(demo.segments_path(), Bleu(), cells=4096))
    >>> len(found.standings), len(found.contrasts)
    (6, 15)
    """
    if not totals.recipe.cells:
        cells = either("evaluate_shards(…, cells=4096)", "karat count --cells 4096")
        raise InvalidOption(f"The sums have no cells to draw from. Count with them: {cells}.")
    place = totals.recipe.by.index(across) if across in totals.recipe.by else None
    families: dict[tuple[str, ...], list[GroupTotals]] = {}
    for group in totals.groups:
        rest = group.key if place is None else (*group.key[:place], *group.key[place + 1 :])
        families.setdefault(rest, []).append(group)
    standings, contrasts = [], []
    for number, (metric, name) in enumerate(zip(totals.metrics, distinct_names(totals.metrics), strict=True)):
        found: list[GroupContrast] = []
        for rest, groups in families.items():
            drawn = _Drawn(metric, name, number, groups, samples, seed, confidence)
            standings += [drawn.standing(group, totals.name(group)) for group in groups]
            if place is not None:
                names = {group.key[place]: group for group in groups}
                found += drawn.contrasts(" / ".join(rest), names)
        contrasts += _corrected(found, metric, 1 - confidence)
    identity = totals.recipe.identity
    return GroupedComparison(samples, seed, confidence, identity, tuple(standings), tuple(contrasts))


class _Drawn:
    """The samples of some groups under one metric."""

    def __init__(
        self,
        metric: Metric,
        name: str,
        number: int,
        groups: Sequence[GroupTotals],
        samples: int,
        seed: int,
        confidence: float,
    ) -> None:
        self._metric, self._name, self._number, self._confidence = metric, name, number, confidence
        counts = [_cells(group).counts[number] for group in groups]
        drawn = drawn_values(metric, counts, samples=samples, seed=seed)
        self._values = {group.key: values for group, values in zip(groups, drawn, strict=True)}

    def standing(self, group: GroupTotals, name: str) -> GroupStanding:
        """A group and its interval."""
        units = int(np.count_nonzero(_cells(group).segments))
        value = self._value(group)
        interval = self._interval(value, self._values[group.key], units).within(*self._metric.bounds)
        return GroupStanding(name, self._name, value, interval, group.segments, units)

    def contrasts(self, within: str, groups: Mapping[str, GroupTotals]) -> list[GroupContrast]:
        """Every pair, the better first; p-values are not yet corrected."""
        sign = -1 if self._metric.higher_is_better else 1
        values = {name: self._value(group) for name, group in groups.items()}
        ranked = sorted(values, key=lambda name: (isnan(values[name]), sign * values[name], name))
        found = []
        for first, second in combinations(ranked, 2):
            units = _paired(groups[first], groups[second], first, second)
            differences = self._values[groups[first].key] - self._values[groups[second].key]
            difference = values[first] - values[second]
            p = bootstrap_p(difference, self._stretched(differences, units))
            interval = self._interval(difference, differences, units)
            found.append(GroupContrast(within, self._name, first, second, difference, interval, p, p, None))
        return found

    def _value(self, group: GroupTotals) -> float:
        return self._metric.value(list(group.totals[self._number]))

    def _interval(self, observed: float, values: Floats, units: int) -> Interval:
        if units < 2:
            return Interval(float("nan"), float("nan"), self._confidence, "expanded")
        return expanded_interval(observed, values, units=units, confidence=self._confidence)

    def _stretched(self, differences: Floats, units: int) -> Floats:
        """Differences that spread as those of so few units would, were their spread known."""
        draws = defined(differences)
        if units < 2 or not len(draws):
            return draws[:0]
        centre = draws.mean()
        return np.asarray(centre + expansion(units, units - 1, self._confidence) * (draws - centre))


def _cells(group: GroupTotals) -> CellTotals:
    assert group.cells is not None  # checked by compare_totals
    return group.cells


def _paired(one: GroupTotals, other: GroupTotals, first: str, second: str) -> int:
    """How many units both have; a pair must be of the same segments."""
    ours, theirs = _cells(one).segments, _cells(other).segments
    if not np.array_equal(ours, theirs):
        raise MisalignedCorpus(
            f"{first} has {one.segments:,} segments and {second} {other.segments:,}, and they are not the "
            "same. Compare systems on the same segments, and check the columns that identify them."
        )
    return int(np.count_nonzero(ours))


def _corrected(found: Sequence[GroupContrast], metric: Metric, alpha: float) -> list[GroupContrast]:
    from dataclasses import replace

    corrected = holm([contrast.p for contrast in found])
    results = []
    for contrast, p in zip(found, corrected, strict=True):
        better = contrast.first if (contrast.difference > 0) is metric.higher_is_better else contrast.second
        winner = better if p <= alpha and contrast.difference != 0 else None
        results.append(replace(contrast, corrected=p, winner=winner))
    return results
