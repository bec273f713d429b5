"""Is a line within natural variation? The way of Babych, Hartley & Elliott (2005).

A baseline text is cut into chunks of the size of the text in question. Correlation, slope and intercept of
each chunk show how far they vary without a reason; how many standard deviations another text's are from their
mean is its z-score.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.agreement.correlation import pearson
from karat.agreement.regression import least_squares
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement import Rater


# 95, 99 and 99.9 % of a normal distribution are within these.
MARKS = (1.96, 2.576, 3.09)
PARAMETERS = ("r", "slope", "intercept")
# As many as the paper cut.
CHUNKS = 10


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChunkVariation(Equal, Shown):
    """Mean and standard deviation of correlation, slope and intercept over chunks.

    `segments` and `words` are how many a chunk has on average (words of the first reference, 0 where they are
    not known), and `each` has r, slope and intercept of every chunk.

    >>> baseline = ChunkVariation((0.67, 0.46, -0.1), (0.19, 0.25, 0.17))
    >>> [round(z, 1) for z in baseline.z_scores((0.77, 1.33, -0.77))]
    [0.5, 3.5, -3.9]
    """

    means: tuple[float, float, float]
    deviations: tuple[float, float, float]
    chunks: int = 0
    segments: float = 0.0
    words: float = 0.0
    each: tuple[tuple[float, float, float], ...] = ()

    def z_scores(self, tested: Sequence[float]) -> tuple[float, float, float]:
        """How many deviations r, slope and intercept of a text are from those of the chunks.

        >>> darpa = ChunkVariation((0.6709, 0.4611, -0.096), (0.1873, 0.2479, 0.1676))
        >>> [round(z, 3) for z in darpa.z_scores((0.7694, 1.3301, -0.7663))]
        [0.526, 3.505, -3.999]
        """
        first, second, third = (
            (value - mean) / deviation if deviation > 0 else float("nan")
            for value, mean, deviation in zip(tested, self.means, self.deviations, strict=True)
        )
        return first, second, third

    def to_dict(self) -> dict[str, Any]:
        """The variation as plain values, in a stable order."""
        return {
            "chunks": self.chunks,
            "segments": self.segments,
            "words": self.words,
            "means": dict(zip(PARAMETERS, self.means, strict=True)),
            "deviations": dict(zip(PARAMETERS, self.deviations, strict=True)),
            "each": [dict(zip(PARAMETERS, values, strict=True)) for values in self.each],
        }


def marks_beyond(z: float) -> int:
    """How many of the marks 1.96, 2.576 and 3.09 a z-score is beyond."""
    return sum(abs(z) > mark for mark in MARKS)


def cut(documents: Sequence[str] | None, segments: int, chunks: int) -> list[list[int]]:
    """The segments of each chunk: like sizes, in the order of the text, documents kept whole.

    >>> cut(["a", "a", "b", "c", "c", "d"], 6, 3)
    [[0, 1], [2], [3, 4, 5]]
    """
    groups: dict[object, list[int]] = {}
    for row in range(segments):
        groups.setdefault(row if documents is None else documents[row], []).append(row)
    if not 2 <= chunks <= len(groups):
        raise InvalidOption(
            f"{len(groups)} {'segments' if documents is None else 'documents'} cannot be cut into {chunks} "
            f"chunks; their number must be between 2 and {len(groups)}."
        )
    found: list[list[int]] = [[] for _ in range(chunks)]
    done, units = 0, list(groups.values())
    for place, rows in enumerate(units):
        # Where the middle of the document falls; but the last chunks must not be left empty.
        middle = int((done + len(rows) / 2) * chunks / segments)
        earliest = max(0, chunks - (len(units) - place))
        filled = next((number for number, chunk in enumerate(found) if not chunk), chunks)
        found[min(max(middle, earliest), filled, chunks - 1)] += rows
        done += len(rows)
    return found


def variation(metric: Rater, human: Rater, chunks: Sequence[Sequence[int]]) -> ChunkVariation:
    """Correlation and line of people's scores on the metric's in each chunk, over the same systems.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.calibration import cut
    >>> rng = np.random.default_rng(5)
    >>> ours = rng.normal(30, 5, (6, 40)) + np.arange(6)[:, None]
    >>> theirs = ours / 10 + rng.normal(0, 0.2, ours.shape)
    >>> metric = Rater("BLEU", "made up", tuple("ABCDEF"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", tuple("ABCDEF"), theirs.mean(axis=1), theirs)
    >>> found = variation(metric, human, cut(None, 40, 4))
    >>> found.chunks, [round(mean, 1) for mean in found.means]
    (4, [1.0, 0.1, -0.2])
    """
    return variation_of([(metric, human, chunks)])


def variation_of(
    members: Sequence[tuple[Rater, Rater, Sequence[Sequence[int]]]],
    *,
    words: Sequence[Sequence[float] | None] = (),
) -> ChunkVariation:
    """The variation over chunks of several texts: the first of each make one chunk, and so on.

    A member is a metric, people, and the chunks of their text; `words` has how many each segment has.
    """
    count = len(members[0][2])
    found = []
    for place in range(count):
        sides = [
            (metric.within(chunks[place]).whole, human.within(chunks[place]).whole)
            for metric, human, chunks in members
        ]
        ours, theirs = (np.concatenate(side) for side in zip(*sides, strict=True))
        there = np.isfinite(ours) & np.isfinite(theirs)
        line = least_squares(ours[there], theirs[there])
        found.append((float(pearson(ours[there], theirs[there])), line.slope, line.intercept))
    values = np.array(found)
    values = values[np.isfinite(values).all(axis=1)]
    if len(values) < 2:
        raise InvalidOption("Fewer than two chunks have judged systems with different scores. Cut fewer.")
    means, deviations = values.mean(axis=0), values.std(axis=0, ddof=1)
    return ChunkVariation(
        tuple(map(float, means)),  # type: ignore[arg-type]
        tuple(map(float, deviations)),  # type: ignore[arg-type]
        len(values),
        sum(len(chunk) for _, _, chunks in members for chunk in chunks) / count,
        sum(sum(of_member) for of_member in words if of_member is not None) / count,
        tuple((float(r), float(slope), float(intercept)) for r, slope, intercept in values),
    )


def natural_variation(
    metric: Rater,
    human: Rater,
    documents: Sequence[str] | None,
    segments: int,
    *,
    chunks: int | None = None,
    words: Sequence[float] | None = None,
) -> ChunkVariation | None:
    """The variation over so many chunks, or over as many as a text has up to ten; None without chunks."""
    found = chunked(metric, human, documents, segments, chunks=chunks)
    return None if found is None else variation_of([(metric, human, found)], words=[words])


def chunked(
    metric: Rater,
    human: Rater,
    documents: Sequence[str] | None,
    segments: int,
    *,
    chunks: int | None = None,
) -> list[list[int]] | None:
    """The segments of so many chunks, or of as many as a text has up to ten.

    None where scores are of whole systems, or where nobody asked for chunks and there are no two.
    """
    if metric.segments is None or human.segments is None:
        return None
    most = segments if documents is None else len(set(documents))
    if chunks is None and most < 2:
        return None
    return cut(documents, segments, min(CHUNKS, most) if chunks is None else chunks)
