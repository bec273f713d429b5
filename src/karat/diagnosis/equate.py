"""Which n-gram order in characters is equivalent to an order in words, on one corpus (Denoual & Lepage 2005).

For each order in words, three methods look for the order in characters whose sentence scores are most alike:

- Pearson's correlation of the two scores;
- Cohen's kappa, with both scores cut into grades, as if they were two judges;
- behaviour: the share of sentences whose score in characters is at most the score in one word less. A score
  of the same order in words would never be above it.

The bootstrap gives each result an interval. It draws documents where they are known, otherwise segments, each
with all systems, as scores of the same segment depend on each other. Each measure is a function of sums over
segments (sufficient statistics). So the bootstrap needs no scores: a resampled corpus is a weighted sum of
rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.arguments import require, require_corpus
from karat.arrays import rounded
from karat.diagnosis.order_scores import Units
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption
from karat.frames import stacked
from karat.option_checks import settle_order
from karat.resampling import TextUnits
from karat.resampling.draws import check_count
from karat.resampling.intervals import check_confidence, expanded_tail
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.diagnosis.order_scores import OrderScores
    from karat.frames import Columns
    from karat.resampling import Interval

# Scores that are equal on paper differ in their last bits.
_SAME = 1e-12
Method: TypeAlias = Literal["pearson", "kappa", "behaviour"]
METHODS: tuple[Method, ...] = ("pearson", "kappa", "behaviour")


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Each measure as corpora × word orders × character orders; NaN where it is not defined.

    `behaviour` compares with one word less, so it is NaN for order 1.
    """

    pearson: Floats
    kappa: Floats
    behaviour: Floats


def grades_of(values: Floats, grades: int) -> NDArray[np.int64]:
    """Scores between 0 and 1 as grades from 0 on; the last includes 1.

    >>> import numpy as np
    >>> grades_of(np.array([0.0, 0.435, 0.9, 1.0]), 10).tolist()
    [0, 4, 9, 9]
    """
    return np.minimum((values * grades + _SAME).astype(np.int64), grades - 1)


class LikenessSums:
    """The sufficient statistics of all measures: a row for each segment, summed over the systems."""

    def __init__(self, words: Floats, characters: Floats, *, grades: int) -> None:
        self.grades = grades
        self.shape = words.shape[2], characters.shape[2]
        self.statistics = _statistics(dict(_sums(words, characters, grades)))

    def likeness(self, statistics: Statistics | None = None) -> Likeness:
        """The measures of the whole corpus, or of resampled corpora: one for each row of sums."""
        rows = self.statistics.counts.sum(axis=0, keepdims=True) if statistics is None else statistics.counts
        count, (n, m) = len(rows), self.shape
        # Documents differ in length, so resampled corpora have different numbers of outputs.
        parts = self._parts(rows / rows[:, :1])
        mean_x, mean_y = parts["x"], parts["y"]
        covariance = parts["xy"].reshape(count, n, m) - mean_x[:, :, None] * mean_y[:, None, :]
        spread_x, spread_y = parts["xx"] - mean_x**2, parts["yy"] - mean_y**2
        variance = np.maximum(spread_x, 0)[:, :, None] * np.maximum(spread_y, 0)[:, None, :]
        observed = parts["agree"].reshape(count, n, m)
        shares_x = parts["grades_x"].reshape(count, n, self.grades)
        shares_y = parts["grades_y"].reshape(count, m, self.grades)
        expected = np.einsum("bng,bmg->bnm", shares_x, shares_y, optimize=True)
        behaviour = np.full((count, n, m), np.nan)
        behaviour[:, 1:] = parts["under"].reshape(count, n - 1, m)
        return Likeness(
            _ratio(covariance, np.sqrt(np.where(variance > _SAME**2, variance, 0.0))),
            _ratio(observed - expected, np.where(expected < 1 - _SAME, 1 - expected, 0.0)),
            behaviour,
        )

    def _parts(self, rows: Any) -> dict[str, Floats]:
        n, m = self.shape
        widths = {
            "outputs": 1,
            "x": n,
            "y": m,
            "xx": n,
            "yy": m,
            "xy": n * m,
            "agree": n * m,
            "under": (n - 1) * m,
        }
        widths |= {"grades_x": n * self.grades, "grades_y": m * self.grades}
        parts, start = {}, 0
        for name, width in widths.items():
            parts[name] = rows[:, start : start + width]
            start += width
        return parts


def _sums(words: Floats, characters: Floats, grades: int) -> Iterator[tuple[str, Floats]]:
    """Columns by name, in the order in which they are taken apart again: a row for each segment."""
    segments = words.shape[1]
    # Correlation does not depend on the zero point; near the mean, sums of squares lose no digits.
    x = words - words.mean(axis=(0, 1))
    y = characters - characters.mean(axis=(0, 1))
    yield "outputs", np.full((segments, 1), float(len(words)))
    yield "x", x.sum(axis=0)
    yield "y", y.sum(axis=0)
    yield "xx", (x**2).sum(axis=0)
    yield "yy", (y**2).sum(axis=0)
    yield "xy", np.matmul(x.transpose(1, 2, 0), y.transpose(1, 0, 2)).reshape(segments, -1)
    graded_x, graded_y = (
        grades_of(words, grades).astype(np.int16),
        grades_of(characters, grades).astype(np.int16),
    )
    pairs = range(words.shape[2])
    yield "agree", np.hstack([(graded_x[:, :, n, None] == graded_y).sum(axis=0) for n in pairs])
    bounds = words + _SAME
    yield (
        "under",
        np.hstack([(characters <= bounds[:, :, n, None]).sum(axis=0) for n in pairs][:-1] or [y[0, :, :0]]),
    )
    yield "grades_x", _histograms(graded_x, grades)
    yield "grades_y", _histograms(graded_y, grades)


def _histograms(given: NDArray[np.int16], grades: int) -> Floats:
    """How many systems of each segment have each grade, order by order."""
    counted = np.stack([(given == grade).sum(axis=0) for grade in range(grades)], axis=2)
    return counted.reshape(len(counted), -1).astype(np.float64)


def _statistics(parts: dict[str, Floats]) -> Statistics:
    columns = tuple(f"{name}_{place}" for name, part in parts.items() for place in range(part.shape[1]))
    return Statistics(columns, np.hstack([part.astype(np.float64) for part in parts.values()]))


def _ratio(above: Floats, below: Floats) -> Floats:
    ratio: Floats = np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)
    return ratio


@dataclass(frozen=True, slots=True)
class Criteria:
    """The criteria of equivalence: the grades of kappa, the threshold of behaviour, and the bootstrap.

    >>> Criteria(samples=100).threshold
    0.9
    """

    grades: int = 10
    threshold: float = 0.9
    samples: int = 500
    confidence: float = 0.95
    seed: int = 12345

    def __post_init__(self) -> None:
        settle_order(self, "grades", least=2)
        check_count("samples", self.samples)
        check_confidence(self.confidence)
        if not 0 < self.threshold <= 1:
            raise InvalidOption(
                f"The threshold is {self.threshold!r}; it must be above 0 and at most 1, such as 0.9."
            )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equivalent(Equal, Shown):
    """The order in characters that one method finds for an order in words.

    `characters` is None where no order is equivalent. `value` is what the method measures there. The
    bootstrap interval of the order goes from `least` to `most`; one above the highest order stands for none.

    >>> from karat import demo, equate, read
    >>> from karat.diagnosis.order_scores import Units
    >>> found = equate(read(demo.segments_path()), Units(order=1), criteria=Criteria(samples=100))
    >>> first = found.of(1)["pearson"]
    >>> first.words, first.characters
    (1, 4)
    """

    words: int
    method: Method
    characters: int | None
    value: float
    interval: Interval
    least: int
    most: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equation(Shown):
    """Scores in both units, how alike they are, and what follows for every order in words.

    `drawn` are the documents or segments that the intervals rest on.

    >>> from karat import demo, equate, read
    >>> from karat.diagnosis.order_scores import Units
    >>> found = equate(read(demo.segments_path()), Units(order=2), criteria=Criteria(samples=100))
    >>> found.chosen(1), len(found.equivalents)
    (3, 5)
    """

    units: Units
    criteria: Criteria
    systems: tuple[str, ...]
    words: OrderScores
    characters: OrderScores
    likeness: Likeness
    equivalents: tuple[Equivalent, ...]
    drawn: TextUnits

    def of(self, words: int) -> dict[Method, Equivalent]:
        """What each method finds for an order in words."""
        return {found.method: found for found in self.equivalents if found.words == words}

    def chosen(self, words: int) -> int | None:
        """The order in characters that the methods agree on: the one in the middle of what they find."""
        found = sorted(each.characters for each in self.of(words).values() if each.characters is not None)
        return found[(len(found) - 1) // 2] if found else None

    def found_range(self, words: int) -> tuple[int, int] | None:
        """The least and the most characters that a method finds: the answer, where they differ."""
        found = [each.characters for each in self.of(words).values() if each.characters is not None]
        return (min(found), max(found)) if found else None

    def _columns(self) -> Columns:
        """A row for each order in words and method."""
        return stacked(one._columns() for one in self.equivalents)


def equate(
    corpus: Corpus,
    units: Units | None = None,
    *,
    criteria: Criteria | None = None,
    threads: int | None = None,
) -> Equation:
    """Which order in characters stands for which order in words on this corpus.

    >>> from karat import demo, read
    >>> found = equate(read(demo.segments_path()), Units(order=2), criteria=Criteria(samples=100))
    >>> [(each.words, each.method, each.characters) for each in found.equivalents][:2]
    [(1, 'pearson', 4), (1, 'kappa', 3)]
    """
    require_corpus(corpus, "equate(corpus)")
    units = Units() if units is None else units
    criteria = Criteria() if criteria is None else criteria
    require(units, Units, "equate(corpus, Units(order=2))")
    require(criteria, Criteria, "equate(corpus, criteria=Criteria(samples=1000))")
    words = units.word_scores(corpus, threads=threads)
    characters = units.character_scores(corpus, threads=threads)
    sums = LikenessSums(words.values, characters.values, grades=criteria.grades)
    observed = sums.likeness()
    drawn = TextUnits.of(len(corpus), corpus.documents)
    (rows,) = drawn.resampled([sums.statistics], samples=criteria.samples, seed=criteria.seed)
    resampled = sums.likeness(rows)
    found = tuple(
        _equivalent(n, method, observed, resampled, criteria, drawn)
        for n in range(1, units.order + 1)
        for method in METHODS
        if n > 1 or method != "behaviour"
    )
    return Equation(units, criteria, tuple(corpus.systems), words, characters, observed, found, drawn)


def _equivalent(
    words: int,
    method: Method,
    observed: Likeness,
    resampled: Likeness,
    criteria: Criteria,
    drawn: TextUnits,
) -> Equivalent:
    of_all: Floats = getattr(observed, method)[:, words - 1]
    of_samples: Floats = getattr(resampled, method)[:, words - 1]
    if np.isnan(observed.pearson[:, words - 1]).all():
        # Where scores do not vary, behaviour is trivially fulfilled by every order.
        of_all, of_samples = np.full_like(of_all, np.nan), np.full_like(of_samples, np.nan)
    least_share = criteria.threshold if method == "behaviour" else None
    place = int(_best(of_all, least_share)[0])
    none = place == of_all.shape[1]
    effective = max(drawn.effective(), 2.0)
    tail = expanded_tail(effective, effective - 1, criteria.confidence)
    ends = np.quantile(_best(of_samples, least_share), [tail, 1 - tail], method="inverted_cdf")
    shown = of_all.shape[1] - 1 if none else place
    value = float(of_all[0, shown])
    scale = (0.0, 1.0) if method == "behaviour" else (-1.0, 1.0)
    return Equivalent(
        words,
        method,
        None if none else place + 1,
        value,
        drawn.interval(value, of_samples[:, shown], confidence=criteria.confidence).within(*scale),
        int(ends[0]) + 1,
        int(ends[1]) + 1,
    )


def _best(values: Floats, least_share: float | None) -> NDArray[np.int64]:
    """For each row, the index of the highest value, or of the first that reaches a share; the end if none.

    A correlation or kappa that is not above 0 does not count.
    """
    if least_share is None:
        # Of values that are equal on paper, the first.
        defined = rounded(np.nan_to_num(values, nan=0.0), of=1.0)
        found, places = (defined > 0).any(axis=1), defined.argmax(axis=1)
    else:
        reached = values >= least_share - 1e-12
        found, places = reached.any(axis=1), reached.argmax(axis=1)
    best: NDArray[np.int64] = np.where(found, places, values.shape[1])
    return best
