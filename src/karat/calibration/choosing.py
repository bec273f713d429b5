"""Which segments to judge next: a sample that stands for the whole text, and where judges are least agreed.

What narrows a prediction interval is how well the judged segments stand for all of them. Segments that
are typical, or in which systems differ most, stand for themselves alone, and shift every mean. So each
segment keeps the same chance, but no two that are alike are taken: the local pivotal method (Grafström,
Lundström & Schelin 2012), over length, metric scores, and how systems differ by the metric.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.errors import InvalidOption
from karat.resampling.draws import generator
from karat.resampling.rounding import rounded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

# Directions in which systems differ most by the metric; each counts half as much as length or mean score.
_DIRECTIONS, _THEIR_WEIGHT = 3, 0.5
# Of more segments, a random part is looked at: every one of them is compared with all others.
_MOST = 5000
# With few judges, the variance within a segment is mostly chance: it is drawn towards that of all segments.
_PRIOR_FREEDOM = 4.0
# A chance nearer to 0 or 1 is decided, but for rounding.
_UNDECIDED = 1e-9


def next_segments(
    scores: Floats, lengths: Sequence[int], among: Sequence[int], number: int, *, seed: int = 12345
) -> list[int]:
    """Segments to judge next: `number` of those `among`, spread over what a metric and lengths tell of them.

    `scores` are those of the metric, systems × segments of the text; `lengths` are in characters or words.
    """
    if number < 1:
        raise InvalidOption(f"{number} segments to judge were asked for; it must be 1 or more.")
    rng = generator(seed)
    places = np.asarray(among, dtype=np.int64)
    if len(places) > _MOST:
        places = np.sort(rng.choice(places, _MOST, replace=False))
    if number >= len(places):
        return [int(place) for place in places]
    features = segment_features(scores[:, places], np.asarray(lengths, dtype=np.float64)[places])
    return [int(place) for place in places[spread_sample(features, number, rng)]]


def segment_features(scores: Floats, lengths: Floats) -> Floats:
    """What is known of segments before they are judged, segments × features, on comparable scales."""
    known = np.where(np.isfinite(scores), scores, np.nanmean(scores, axis=0, keepdims=True))
    known = np.nan_to_num(known)
    mean = known.mean(axis=0)
    differences = known - mean
    differences -= differences.mean(axis=1, keepdims=True)
    _, sizes, directions = np.linalg.svd(differences, full_matrices=False)
    # Systems have as many directions as they differ in; any further ones are chance, on each machine another.
    directions = directions[:_DIRECTIONS][sizes[:_DIRECTIONS] > _UNDECIDED * sizes[0]]
    main = [_standardised(row) for row in (np.log1p(lengths), mean)]
    found = np.column_stack([*main, *(_THEIR_WEIGHT**0.5 * _standardised(row) for row in directions)])
    return rounded(found, axis=0)


def spread_sample(features: Floats, number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A sample in which each row has the same chance, and neighbours keep each other out."""
    chance = np.full(len(features), number / len(features))
    rows = np.arange(len(features))
    while len(rows) > 1:
        place = int(rng.integers(len(rows)))
        far = ((features[rows] - features[rows[place]]) ** 2).sum(axis=1)
        far[place] = np.inf
        neighbours = [place, int(np.argmin(far))]
        one, other = rows[neighbours].tolist()
        _decide(chance, one, other, float(rng.random()))
        rows = np.delete(rows, [n for n in neighbours if not _UNDECIDED < chance[rows[n]] < 1 - _UNDECIDED])
    return np.flatnonzero(chance > 0.5)


def judge_again(values: Floats) -> list[tuple[int, float]]:
    """Segments in which one more judge of every output narrows the means most, the best first.

    `values` is judges × systems × segments. The figure is the share of the judges' part of the variance of a
    mean that goes away. Segments that no two judges have judged are not told.
    """
    there = ~np.isnan(values)
    counts = there.sum(axis=0).astype(np.float64)
    means = np.divide(np.where(there, values, 0.0).sum(axis=0), counts, where=counts > 0, out=counts * 0)
    squares = np.where(there, (values - means) ** 2, 0.0).sum(axis=(0, 1))
    freedom = np.maximum(counts - 1, 0).sum(axis=0)
    if not freedom.sum() or not squares.sum():
        return []
    usual = squares.sum() / freedom.sum()
    variance = (_PRIOR_FREEDOM * usual + squares) / (_PRIOR_FREEDOM + freedom)
    judged = counts > 0
    now = variance * np.divide(1.0, counts, where=judged, out=counts * 0).sum(axis=0)
    gain = now - variance * np.divide(1.0, counts + 1, where=judged, out=counts * 0).sum(axis=0)
    order = np.argsort(-gain, kind="stable")
    return [(int(row), float(gain[row] / now.sum())) for row in order if freedom[row] > 0]


def _standardised(values: Floats) -> Floats:
    spread = values.std()
    return (values - values.mean()) / spread if spread > 0 else values * 0.0


def _decide(chance: Floats, one: int, other: int, luck: float) -> None:
    """Of two neighbours, one takes as much of the chance of both as it may; who, is left to luck."""
    both = float(chance[one] + chance[other])
    if both < 1:
        winner, loser = (one, other) if luck < chance[one] / both else (other, one)
        chance[winner], chance[loser] = both, 0.0
    else:
        winner, loser = (one, other) if luck < (1 - chance[other]) / (2 - both) else (other, one)
        chance[winner], chance[loser] = 1.0, both - 1
