"""Signs that an output is broken, whatever it is about: empty, left in the source language, in no order.

Scores do not show it: whole groups of weak systems lie as far from the others as broken output does. Empty
segments are counted. A segment is in the source language if its character trigrams are likelier there than in
the target language, which tells languages of one script and of two apart. And neighbouring words (characters,
where words are not written apart) are likelier neighbours than in the same output with its words shuffled,
unless they were shuffled before.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isnan, nan, sqrt
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.calibration.gram_buckets import BUCKETS, neighbour_buckets, trigram_buckets
from karat.equality import Equal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

# Shorter segments say too little of their language.
_LEAST_TRIGRAMS = 8
# Fewer pairs of words say too little of their order.
_LEAST_NEIGHBOURS = 100
# Of a longer text, so many segments are looked at, evenly spaced: more take long and tell no more.
MOST_SEGMENTS = 300
# The share of all that was never seen.
_UNSEEN = 0.01
# More of the segments than is usual among the systems, and the part of the usual order, from which on an
# output is broken.
_MORE_SEGMENTS = 0.1
_LESS_ORDER = 1 / 3
# Where systems have less order than this, the text is too short to show any.
_LEAST_ORDER = 0.05
# Of the source's own segments, as many must be known as such, or the languages cannot be told apart.
_KNOWN_SOURCE = 0.9


@dataclass(frozen=True, slots=True, eq=False)
class OutputSigns(Equal):
    """What an output shows of itself; NaN where its text is too short, or the source not known.

    `empty` is the share of segments without text, `untranslated` the share of those in the source language,
    and `order` how much likelier neighbouring words are than shuffled ones, as the logarithm of a ratio, with
    its standard error.
    """

    empty: float
    untranslated: float = nan
    order: float = nan
    order_error: float = nan

    def faults(self, usual: OutputSigns) -> tuple[str, ...]:
        """In what the output is broken, beside the signs that are usual."""
        found = []
        if self.empty > usual.empty + _MORE_SEGMENTS:
            found.append(f"{self.empty:.0%} of its segments are empty")
        if self.untranslated > usual.untranslated + _MORE_SEGMENTS:
            found.append(f"{self.untranslated:.0%} of its segments are in the source language")
        limit = _LESS_ORDER * usual.order
        if usual.order > _LEAST_ORDER and self.order + 2 * self.order_error < limit:
            found.append("its words are in no order")
        return tuple(found)

    def to_dict(self) -> dict[str, Any]:
        """The signs as plain values, in a stable order."""
        return {name: getattr(self, name) for name in self.__match_args__}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> OutputSigns:
        """The signs that `to_dict` wrote."""
        given = (values[name] for name in cls.__match_args__)
        return cls(*(nan if value is None or isnan(value) else float(value) for value in given))


def usual_signs(signs: Iterable[OutputSigns]) -> OutputSigns:
    """The median of each sign, which a few broken outputs do not move."""
    columns = zip(
        *([getattr(one, name) for name in OutputSigns.__match_args__] for one in signs), strict=True
    )
    return OutputSigns(*(_median(column) for column in columns))


def _median(values: Sequence[float]) -> float:
    known = [value for value in values if value == value]  # noqa: PLR0124 (only NaN is not itself)
    return median(known) if known else nan


@dataclass(frozen=True, slots=True, eq=False)
class CharacterModel:
    """The share of each bucket in trigrams of the target and the source language, and in neighbours."""

    target: Floats
    source: Floats | None
    neighbours: Floats

    def signs(self, output: Sequence[str]) -> OutputSigns:
        """What an output shows of itself."""
        text = buckets_of(output)
        empty = sum(not line.strip() for line in output) / len(output) if len(output) else nan
        return OutputSigns(empty, self._untranslated(text), *self._order(text))

    def knows_source(self, sources: Sequence[str]) -> bool:
        """Whether segments of the source are told from the target language."""
        return self._untranslated(buckets_of(sources)) >= _KNOWN_SOURCE

    def _untranslated(self, text: TextBuckets) -> float:
        counted = np.diff(text.starts) >= _LEAST_TRIGRAMS
        if self.source is None or not counted.any():
            return nan
        gain = np.log(_smoothed(self.source) / _smoothed(self.target))
        return float((_sums(gain[text.trigrams], text.starts)[counted] > 0).mean())

    def _order(self, text: TextBuckets) -> tuple[float, float]:
        if len(text.neighbours) < _LEAST_NEIGHBOURS:
            return nan, nan
        chance = np.log(_smoothed(self.neighbours))
        gains = _sums(chance[text.neighbours] - chance[text.shuffled], text.pair_starts)
        sizes = np.diff(text.pair_starts)
        mean = float(gains.sum() / sizes.sum())
        return mean, sqrt(float(((gains - mean * sizes) ** 2).sum())) / float(sizes.sum())


@dataclass(frozen=True, slots=True, eq=False)
class TextBuckets:
    """The buckets of a text, and where the segments start in them; of segments, and of words in any order."""

    trigrams: NDArray[np.int64]
    starts: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    shuffled: NDArray[np.int64]
    pair_starts: NDArray[np.int64]

    @property
    def neighbour_shares(self) -> Floats:
        """The share of each bucket in the pairs of neighbours; of nothing, all have as much."""
        if len(self.neighbours) == 0:
            return np.full(BUCKETS, 1 / BUCKETS)
        return np.bincount(self.neighbours, minlength=BUCKETS) / len(self.neighbours)


def buckets_of(output: Iterable[str]) -> TextBuckets:
    """The buckets of an output's trigrams, and of its neighbouring words; of some segments, if it is long."""
    lines = list(output)
    places = np.linspace(0, len(lines) - 1, min(len(lines), MOST_SEGMENTS)).round().astype(int)
    return _buckets_of(tuple(lines[place] for place in places.tolist()))


# Calibrations of several metrics and dimensions are of the same outputs.
@lru_cache(maxsize=64)
def _buckets_of(output: tuple[str, ...]) -> TextBuckets:
    return TextBuckets(*trigram_buckets(output), *neighbour_buckets(output))


def _sums(values: Floats, starts: NDArray[np.int64]) -> Floats:
    """The sum over each segment, 0 of an empty one."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    return np.diff(total[starts])


def _smoothed(shares: Floats) -> Floats:
    """The shares with a little of every bucket, so that nothing is impossible."""
    return (1 - _UNSEEN) * shares + _UNSEEN / len(shares)
