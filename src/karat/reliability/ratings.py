"""Judgements of one dimension as a matrix, items by judges, and each beside what the other judges said."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from karat.display import Shown
from karat.errors import InvalidOption
from karat.reliability.drawn_units import drawn_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.frames import Columns
    from karat.judgements import Judgements
    from karat.reliability.drawn_units import Unit

    Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """What each judge said of each item; items of one cluster depend on each other and are drawn together.

    `unit` is what a cluster is: a document, a segment or an item. Where it is a document, `segments` has the
    number of each item's segment, so that it can be said what documents do to an interval.

    >>> from karat.reliability import Ratings
    >>> three = [[1, 1, 2], [2, 2, 2], [4, 5, 4], [5, 5, 5], [3, 3, 4]]
    >>> matrix = Ratings.of(three, judges=["anna", "ben", "cleo"])
    >>> matrix.judges, len(matrix.items), matrix.different
    (('anna', 'ben', 'cleo'), 5, 5)
    """

    items: tuple[str, ...]
    judges: tuple[str, ...]
    values: Floats
    clusters: NDArray[np.int64]
    unit: str = "item"
    segments: NDArray[np.int64] | None = None

    @classmethod
    def of(
        cls,
        values: Sequence[Sequence[float | None]],
        *,
        judges: Sequence[str] | None = None,
        documents: Sequence[str] | None = None,
    ) -> Ratings:
        """A matrix with a row for each item and a column for each judge; None or NaN where nothing was said.

        `documents` has the document of each item.

        >>> Ratings.of([[1, 2], [3, None]]).judges
        ('1', '2')
        """
        matrix = np.array(
            [[np.nan if value is None else value for value in row] for row in values], dtype=np.float64
        )
        if matrix.ndim != 2:
            raise InvalidOption(
                "Ratings are rows of equal length, one for each item, with a value for each judge."
            )
        names = tuple(judges) if judges is not None else tuple(str(n + 1) for n in range(matrix.shape[1]))
        if len(names) != matrix.shape[1]:
            raise InvalidOption(f"There are {matrix.shape[1]} columns of ratings and {len(names)} judges.")
        items = tuple(str(number + 1) for number in range(len(matrix)))
        if documents is None:
            return cls(items, names, matrix, np.arange(len(matrix)))
        if len(documents) != len(matrix):
            raise InvalidOption(f"There are {len(matrix)} items and {len(documents)} documents of them.")
        _, clusters = np.unique(np.array(documents, dtype=str), return_inverse=True)
        return cls(items, names, matrix, clusters, "document", np.arange(len(matrix)))

    @property
    def present(self) -> NDArray[np.bool_]:
        """Where there is a value."""
        there: NDArray[np.bool_] = ~np.isnan(self.values)
        return there

    @property
    def different(self) -> int:
        """How many different values there are."""
        return len(np.unique(self.values[self.present]))

    @property
    def complete(self) -> NDArray[np.bool_]:
        """The items that all judges judged."""
        by_all: NDArray[np.bool_] = self.present.sum(axis=1) == len(self.judges)
        return by_all

    @property
    def pairable(self) -> NDArray[np.bool_]:
        """The items that at least two judges judged: only these tell of agreement."""
        several: NDArray[np.bool_] = self.present.sum(axis=1) > 1
        return several

    @property
    def units(self) -> int:
        """How many units are drawn."""
        return int(self.clusters.max()) + 1


def ratings(
    judgements: Judgements, dimension: str, *, corpus: Corpus | None = None, draw: Unit | None = None
) -> Ratings:
    """The matrix of a dimension; a judge's repeats of an item are one value, their mean.

    Items are drawn by documents where the judgements or the corpus say them, unless `draw` says otherwise.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> matrix = ratings(judgements, "adequacy")
    >>> matrix.items, matrix.values.tolist()
    (('A, 1', 'B, 1'), [[4.0, 5.0], [2.0, 2.0]])
    """
    rows = judgements.rows_of(dimension)
    judges = np.unique(judgements.judge[rows])
    width = len(judgements.segments)
    keys = judgements.system[rows].astype(np.int64) * width + judgements.segment[rows]
    different, item = np.unique(keys, return_inverse=True)
    column = np.searchsorted(judges, judgements.judge[rows])
    cell = item * len(judges) + column
    count = np.bincount(cell, minlength=len(different) * len(judges))
    total = np.bincount(cell, judgements.value[rows], minlength=len(count))
    with np.errstate(invalid="ignore"):
        values = np.where(count > 0, total / count, np.nan).reshape(len(different), len(judges))
    names = tuple(
        f"{judgements.systems[key // width]}, {judgements.segments[key % width]}" for key in different
    )
    units = drawn_units(judgements, corpus=corpus, draw=draw)
    clusters, segments = units.of_items(judgements.segments, different % width)
    return Ratings(
        names,
        tuple(judgements.judges[code] for code in judges),
        values,
        clusters,
        units.unit,
        segments,
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BesideTheRest(Shown):
    """The judgements of items that several judges judged: item, judge, value, and the mean of the others."""

    item: Whole
    judge: Whole
    value: Floats
    rest: Floats

    def _columns(self) -> Columns:
        return {name: getattr(self, name) for name in ("item", "judge", "value", "rest")}


def beside_the_rest(ratings: Ratings, values: Floats | None = None) -> BesideTheRest:
    """Each judgement and the mean of the others; `values` may be other values in the same places."""
    matrix = ratings.values if values is None else values
    there = ~np.isnan(matrix)
    several = there.sum(axis=1) > 1
    item, judge = np.nonzero(there & several[:, None])
    value = matrix[item, judge]
    return BesideTheRest(item, judge, value, mean_of_others(item, value))


def mean_of_others(item: Whole, value: Floats) -> Floats:
    """For each value, the mean of the other values of its item, of which there is at least one, by rows."""
    count = np.bincount(item)
    others: Floats = _sums(item, value, len(count)).take(item, axis=-1)
    others -= value
    others /= count[item] - 1
    return others


def correlations(judge: Whole, value: Floats, rest: Floats, judges: int) -> Floats:
    """Pearson's r of each judge's values with the mean of the others; NaN where one of them does not vary.

    Values may come in rows, one row for each way to deal them, and so do the correlations.
    """
    rows = prod(value.shape[:-1])
    values, rests = value.reshape(rows, len(judge)), rest.reshape(rows, len(judge))
    found = np.full((len(values), judges), np.nan)
    # Judge by judge: what one said is a small table, which is faster to add up than to sort into places.
    ends = np.bincount(judge, minlength=judges).cumsum()
    of_judge = np.split(judge.argsort(kind="stable"), ends)[:-1]
    for column, places in zip(found.T, of_judge, strict=True):
        if len(places) > 2:
            mine, theirs = _centred(values, places), _centred(rests, places)
            spread = np.sqrt(_products(mine, mine) * _products(theirs, theirs))
            np.divide(_products(mine, theirs), spread, out=column, where=spread > 1e-12)
    return found.reshape(*value.shape[:-1], judges)


def _centred(values: Floats, places: Whole) -> Floats:
    """The values in these places of every row, around their mean."""
    taken: Floats = values.take(places, axis=1)
    taken -= taken.mean(axis=1, keepdims=True)
    return taken


def _products(first: Floats, second: Floats) -> Floats:
    """The sum of the products of every row."""
    found: Floats = np.einsum("ij,ij->i", first, second)
    return found


def _sums(place: Whole, amounts: Floats, places: int) -> Floats:
    """The sum of the amounts in each place, for every row on its own."""
    rows = prod(amounts.shape[:-1])
    bins = place + places * np.arange(rows)[:, None]
    summed = np.bincount(bins.ravel(), amounts.ravel(), minlength=places * rows).astype(np.float64)
    return summed.reshape(*amounts.shape[:-1], places)
