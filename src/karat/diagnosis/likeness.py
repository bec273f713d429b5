"""How alike sentence scores in words and in characters are, for every pair of orders.

There are three measures (Denoual & Lepage 2005):

- Pearson's correlation of the two scores;
- Cohen's kappa, with both scores cut into grades, as if they were two judges;
- behaviour: the share of sentences whose score in characters is at most the score in one word less. A score
  of the same order in words would never be above it.

Each is a function of sums over segments (sufficient statistics). So the bootstrap over segments needs no
scores: a resampled corpus is a weighted sum of rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from karat.arrays import Floats

# Scores that are equal on paper differ in their last bits.
_SAME = 1e-12


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
        self.outputs = words.shape[0]
        self.shape = words.shape[2], characters.shape[2]
        self.statistics = _statistics(dict(_sums(words, characters, grades)))

    def likeness(self, statistics: Statistics | None = None) -> Likeness:
        """The measures of the whole corpus, or of resampled corpora: one for each row of sums."""
        rows = self.statistics.counts.sum(axis=0, keepdims=True) if statistics is None else statistics.counts
        total = float(self.outputs * len(self.statistics))
        count, (n, m) = len(rows), self.shape
        parts = self._parts(rows)
        mean_x, mean_y = parts["x"] / total, parts["y"] / total
        covariance = parts["xy"].reshape(count, n, m) / total - mean_x[:, :, None] * mean_y[:, None, :]
        spread_x, spread_y = parts["xx"] / total - mean_x**2, parts["yy"] / total - mean_y**2
        variance = np.maximum(spread_x, 0)[:, :, None] * np.maximum(spread_y, 0)[:, None, :]
        observed = parts["agree"].reshape(count, n, m) / total
        shares_x = parts["grades_x"].reshape(count, n, self.grades) / total
        shares_y = parts["grades_y"].reshape(count, m, self.grades) / total
        expected = np.einsum("bng,bmg->bnm", shares_x, shares_y, optimize=True)
        behaviour = np.full((count, n, m), np.nan)
        behaviour[:, 1:] = parts["under"].reshape(count, n - 1, m) / total
        return Likeness(
            _ratio(covariance, np.sqrt(np.where(variance > _SAME**2, variance, 0.0))),
            _ratio(observed - expected, np.where(expected < 1 - _SAME, 1 - expected, 0.0)),
            behaviour,
        )

    def _parts(self, rows: Any) -> dict[str, Floats]:
        n, m = self.shape
        widths = {"x": n, "y": m, "xx": n, "yy": m, "xy": n * m, "agree": n * m, "under": (n - 1) * m}
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
