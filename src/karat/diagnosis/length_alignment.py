"""Which segments of two language versions go together, by their lengths alone.

Gale & Church 1993, with three differences that suit versions which should match line by line. The ratio of
the lengths and its spread are estimated from the texts, robustly. A segment of any length may be missing.
Leaving the line-by-line alignment costs more, because it is the exception. By hand: we know no library that
learns the ratio from the texts. The dynamic program runs row by row in numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from karat.arrays import Floats

# Costs are negative logarithms of probabilities, up to what all alignments share.
_MERGED = 8.0
_MISSING = 11.0
# Less than a merge and a missing segment: a single odd length does not pull the others out of place.
_MOST = 18.0
# Characters by which short segments may differ for no reason.
_SLACK = 12.0
# Between European languages; with more to begin with, a long run of shifted segments would pass for noise.
_USUAL_SPREAD = 1.5
_LEAST_SPREAD = 0.8
# How far from the diagonal segments are looked for, beyond the difference of the numbers of segments.
_REACH = 60
# Segments of the first version, and of the second, that go together; the line-by-line alignment comes first.
_MOVES = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2))
_ROUNDS = 3
# The spread of a normal distribution in units of its median absolute deviation.
_NORMAL = 1.4826
# And the distance from the middle within which 95 % of it lie.
_NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class LengthModel:
    """How long a segment of one version is beside that of the other: `ratio` times, with a `spread`.

    >>> model = LengthModel(1.2, 2.0)
    >>> round(float(model.z(np.array([100.0]), np.array([160.0]))[0]), 1)
    1.6
    """

    ratio: float
    spread: float

    def z(self, first: Floats | float, second: Floats) -> Floats:
        """How far the second length is from the length that the first predicts, in standard deviations."""
        expected = self.ratio * first
        found: Floats = (second - expected) / (self.spread * np.sqrt((expected + second) / 2 + _SLACK))
        return found

    @classmethod
    def of(cls, first: Floats, second: Floats) -> LengthModel:
        """The ratio and the spread of segments that go together; a few that do not change neither much."""
        whole = (first > 0) & (second > 0)
        if not whole.any():
            return cls(1.0, _USUAL_SPREAD)
        ratio = float(np.median(second[whole] / first[whole]))
        residuals = cls(ratio, 1.0).z(first[whole], second[whole])
        away = np.abs(residuals - np.median(residuals))
        # Between scripts many segments are far off for good reasons, such as names in Latin letters.
        spread = max(_NORMAL * float(np.median(away)), float(np.quantile(away, 0.95)) / _NORMAL_95)
        return cls(ratio, max(spread, _LEAST_SPREAD))


class Bead(NamedTuple):
    """Segments that go together, counted from 0; none on one side where they are missing there."""

    first: tuple[int, ...]
    second: tuple[int, ...]


def align_lengths(first: Sequence[int], second: Sequence[int]) -> tuple[list[Bead], LengthModel]:
    """The segments that go together, by their lengths in characters, and the model that says so.

    >>> beads, model = align_lengths([40, 60, 22, 80, 35], [42, 83, 79, 36])
    >>> [bead for bead in beads if len(bead.first) != len(bead.second)]
    [Bead(first=(1, 2), second=(1,))]
    """
    one, two = np.array(first, dtype=float), np.array(second, dtype=float)
    model = LengthModel(float(two.sum() / one.sum()) if one.sum() and two.sum() else 1.0, _USUAL_SPREAD)
    beads: list[Bead] = []
    for _ in range(_ROUNDS):
        found = _align(one, two, model)
        if found == beads:
            break
        beads = found
        pairs = [(one[a[0]], two[b[0]]) for a, b in beads if len(a) == len(b) == 1]
        if pairs:
            model = LengthModel.of(*np.array(pairs).T)
    return beads, model


def _align(first: Floats, second: Floats, model: LengthModel) -> list[Bead]:
    """The cheapest sequence of beads."""
    columns = len(second) + 1
    before = [np.full(columns, np.inf), np.full(columns, np.inf)]
    taken: list[tuple[int, np.ndarray]] = []
    for row in range(len(first) + 1):
        low, high = _band(row, len(first), len(second))
        costs = np.full(columns, np.inf)
        moves = np.zeros(high + 1 - low, dtype=np.int8)
        within = costs[low : high + 1]
        if row == 0:
            costs[0] = 0.0
        for code, (rows, width) in enumerate(_MOVES):
            if rows and rows <= row:
                # The first columns have not enough segments before them for a wide move.
                start = max(low, width)
                lengths = _lengths(second, start, high + 1, width)
                price = _price(float(first[row - rows : row].sum()), lengths, rows, width, model)
                offered = before[-rows][start - width : high + 1 - width] + price
                cheaper = offered < costs[start : high + 1] - 1e-9
                np.copyto(costs[start : high + 1], offered, where=cheaper)
                moves[start - low :][cheaper] = code
        # A segment that only the second version has stays in the row: the cheapest start of such a stretch.
        steps = np.arange(len(within)) * _MISSING
        cheapest = np.minimum.accumulate(within - steps) + steps
        extra = cheapest < within - 1e-9
        moves[extra] = _MOVES.index((0, 1))
        within[extra] = cheapest[extra]
        before = [before[1], costs]
        taken.append((low, moves))
    return list(reversed(list(_back(taken, len(first), len(second)))))


def _band(row: int, rows: int, columns: int) -> tuple[int, int]:
    """The columns that a row may be aligned with."""
    reach = abs(rows - columns) + _REACH
    middle = round(row * columns / max(rows, 1))
    return max(0, middle - reach), min(columns, middle + reach)


def _lengths(second: Floats, start: int, stop: int, width: int) -> Floats:
    """The length of so many segments before each place from `start` on, together."""
    if width == 0:
        return np.zeros(stop - start)
    last = second[start - 1 : stop - 1]
    return last + second[start - 2 : stop - 2] if width == 2 else last


def _price(length: float, others: Floats, rows: int, width: int, model: LengthModel) -> Floats:
    """What it costs that segments of this length together go with others of these lengths."""
    if width == 0:
        return np.full(len(others), _MISSING)
    price = np.minimum(model.z(length, others) ** 2 / 2, _MOST)
    # An empty segment is no short translation: it stands where the translation is missing.
    price[(others != 0) if length == 0 else (others == 0)] = _MISSING
    found: Floats = price + (_MERGED if rows + width == 3 else 0.0)
    return found


def _back(taken: Sequence[tuple[int, np.ndarray]], row: int, column: int) -> Iterator[Bead]:
    """The beads from the end to the beginning."""
    while row or column:
        low, moves = taken[row]
        rows, width = _MOVES[int(moves[column - low])]
        yield Bead(tuple(range(row - rows, row)), tuple(range(column - width, column)))
        row, column = row - rows, column - width
