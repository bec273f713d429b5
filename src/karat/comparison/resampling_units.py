"""The units of resampling: segments, or clusters of them (paragraphs, documents), with their strata.

Segments of a document depend on each other, so the cluster bootstrap draws whole documents. As statistics
add, the row of a cluster is the sum of its segments' rows.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidOption
from karat.metrics.external import External
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.comparison.procedure import Procedure
    from karat.evaluation import Evaluation
    from karat.metrics import Metric

    Mask = NDArray[np.bool_]
    Side = tuple[str, bytes]


class Sides:
    """The statistics of every system, by itself and beside each other system.

    Human scores may be missing for some segments. Two systems are then compared on the segments that both
    have. So a system has one table of all its segments, and one for each other set of common segments.
    """

    def __init__(
        self, metric: Metric, runs: Mapping[str, Sequence[Statistics]], labels: Sequence[str] | None
    ) -> None:
        self._runs, self._labels = runs, labels
        self._segments = len(next(iter(runs.values()))[0])
        self._places = np.arange(self._segments) if labels is None else numbered(labels)
        self._measured = {system: _measured(metric, tables) for system, tables in runs.items()}
        self.tables: dict[Side, list[Statistics]] = {}
        for system in runs:
            for other in (system, *runs):
                self._add(system, other)

    @property
    def size(self) -> int:
        """The number of units that are resampled, with or without a value."""
        return len(next(iter(self.tables.values()))[0])

    @property
    def segments(self) -> int:
        """The number of segments in which some system has a value."""
        masks = [mask for mask in self._measured.values() if mask is not None]
        if len(masks) < len(self._measured):
            return self._segments
        return int(reduce(or_, masks).sum())

    def side(self, system: str, other: str) -> Side:
        """The key of a system's table beside another; beside itself, of the table of all its segments."""
        mask = self._common(system, other)
        return system, b"" if mask is None else mask.tobytes()

    def beside(self, system: str, other: str) -> list[Statistics]:
        """The table of each run."""
        return self.tables[self.side(system, other)]

    def units(self, system: str, other: str) -> int:
        """The number of units in which both systems have a value."""
        return int((self.sizes(system, other) > 0).sum())

    def sizes(self, system: str, other: str) -> NDArray[np.int64]:
        """How many segments of each unit have a value for both systems."""
        return self.summed(self.measured(system, other)).astype(np.int64)

    def summed(self, of_segments: NDArray[np.float64] | Mask) -> Floats:
        """Values of segments, summed over each unit."""
        return np.bincount(self._places, weights=of_segments).astype(np.float64)

    def measured(self, system: str, other: str) -> Mask:
        """Whether each segment has a value for both systems."""
        mask = self._common(system, other)
        return np.ones(self._segments, dtype=bool) if mask is None else mask

    def segment_rows(self, system: str, other: str) -> list[Statistics]:
        """The rows of single segments of each run, 0 where one of the systems has no value."""
        mask = self._common(system, other)
        return [_masked(table, mask) for table in self._runs[system]]

    def _common(self, system: str, other: str) -> Mask | None:
        masks = [mask for name in (system, other) if (mask := self._measured[name]) is not None]
        return None if not masks else masks[0] if len(masks) == 1 else masks[0] & masks[1]

    def _add(self, system: str, other: str) -> None:
        side = self.side(system, other)
        if side not in self.tables:
            mask = self._common(system, other)
            self.tables[side] = [
                _in_units(_masked(table, mask), self._labels) for table in self._runs[system]
            ]


def units_of(
    evaluation: Evaluation, procedure: Procedure, rows: Sequence[int] | None = None
) -> tuple[Sequence[str] | None, list[str] | None]:
    """The cluster of each segment and the stratum of each unit, of all segments or of those in `rows`.

    Clusters are None where segments are resampled one by one, strata None without stratification.
    """
    corpus = evaluation.corpus
    unit = procedure.unit or "segment"
    labels = None if unit == "segment" else _some(corpus.labels(unit), rows)
    if not procedure.stratify:
        return labels, None
    kinds = _some(corpus.labels("text_type"), rows)
    if labels is None:
        return None, list(kinds)
    of_unit: dict[str, str] = {}
    for label, kind in zip(labels, kinds, strict=True):
        if of_unit.setdefault(label, kind) != kind:
            raise InvalidOption(
                f"{unit.capitalize()} {label!r} has segments of the text types {of_unit[label]!r} "
                f"and {kind!r}; it cannot be drawn within one of them. Leave out the strata, or draw "
                "segments."
            )
    return labels, list(of_unit.values())


def sides_of(
    evaluation: Evaluation,
    metric: Metric,
    families: Mapping[str, Sequence[str]],
    *,
    labels: Sequence[str] | None = None,
    rows: Sequence[int] | None = None,
) -> Sides:
    """The statistics of every system's runs under a metric, summed over the units of resampling."""
    runs = {
        system: [_rows(evaluation.statistics[name][metric.recipe], rows) for name in of_system]
        for system, of_system in families.items()
    }
    return Sides(metric, runs, labels)


def numbered(labels: Sequence[str]) -> NDArray[np.int64]:
    """Labels as numbers from 0, in the order in which they come."""
    places: dict[str, int] = {}
    return np.array([places.setdefault(label, len(places)) for label in labels], dtype=np.int64)


def _some(labels: Sequence[str], rows: Sequence[int] | None) -> Sequence[str]:
    return labels if rows is None else [labels[row] for row in rows]


def _rows(statistics: Statistics, rows: Sequence[int] | None) -> Statistics:
    return statistics if rows is None else statistics.take(rows)


def _measured(metric: Metric, tables: Sequence[Statistics]) -> Mask | None:
    """The segments that have a value in all runs; None if no segment could be without."""
    if not isinstance(metric, External):
        return None
    mask: Mask = tables[0]["segments"] > 0
    for table in tables[1:]:
        mask = mask & (table["segments"] > 0)
    return None if mask.all() else mask


def _masked(statistics: Statistics, mask: Mask | None) -> Statistics:
    if mask is None:
        return statistics
    return Statistics(statistics.columns, statistics.counts * mask[:, None])


def _in_units(statistics: Statistics, labels: Sequence[str] | None) -> Statistics:
    return statistics if labels is None else statistics.grouped(labels)[1]
