"""An alarm for scores that belong to the segment before or after.

Numbers of segments go wrong by one when a line is added at the start, or when another release counts from
another place. Then values fit the neighbours better than the segments that they are given to.
"""

from __future__ import annotations

import warnings

from karat.readers.files import display_name
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.readers.files import FilePath

    Floats = NDArray[np.float64]

_OFFSETS = (-1, 1)
# Fewer pairs of values say nothing; a smaller advantage may be chance.
_FEWEST = 50
_ADVANTAGE = 0.1


class ShiftedSegments(UserWarning):
    """Scores fit the text better when they are moved by a segment."""


def best_offset(expected: Floats, found: Floats) -> int:
    """By how many segments to move `found` so that it fits; 0 unless a move is clearly better.

    Both are systems by segments; the means of systems say nothing about segments and are taken out.
    """
    here = _fit(expected, found, 0)
    if here != here:  # noqa: PLR0124 (too little to say)
        return 0
    fits = {offset: _fit(expected, found, offset) for offset in _OFFSETS}
    offset = max(fits, key=lambda offset: fits[offset] if fits[offset] == fits[offset] else -1.0)
    return offset if fits[offset] > here + _ADVANTAGE else 0


def _fit(expected: Floats, found: Floats, offset: int) -> float:
    import numpy as np

    length = expected.shape[1]
    first = expected[:, max(offset, 0) : length + min(offset, 0)]
    second = found[:, max(-offset, 0) : length + min(-offset, 0)]
    there = ~(np.isnan(first) | np.isnan(second))
    if there.sum() < _FEWEST:
        return float("nan")
    x, y = (_centred(values, there)[there] for values in (first, second))
    spread = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / spread if spread > 0 else float("nan")


def _centred(values: Floats, there: NDArray[np.bool_]) -> Floats:
    import numpy as np

    kept = np.where(there, values, 0.0)
    counts = np.maximum(there.sum(axis=1, keepdims=True), 1)
    centred: Floats = kept - kept.sum(axis=1, keepdims=True) / counts
    return centred


def warn_of_shift(path: FilePath, judgements: Judgements, corpus: Corpus) -> None:
    """Compare judgements with chrF, and warn where they fit the neighbouring segments better."""
    import numpy as np

    from karat.judgements import aggregate
    from karat.metrics import Chrf

    metric = Chrf()
    counted = metric.count_systems(list(corpus.systems.values()), corpus.references)
    expected = np.array([metric.values(rows) for rows in counted])
    for name in judgements.dimensions:
        values = aggregate(judgements, name, corpus=corpus).scores.values
        if judgements.scales[name].better == "lower":
            values = -values
        if offset := best_offset(expected, values):
            warn_of_offset(display_name(path), name, offset)


def warn_of_offset(file: str, name: str, offset: int) -> None:
    """Say that scores look moved."""
    where = "after" if offset > 0 else "before"
    warnings.warn(
        f"{file}: the scores of {name} fit the segments {where} the ones they are given to better. "
        "Check how the file counts segments: a line at the start, or a count from 0 or 1, shifts them.",
        ShiftedSegments,
        stacklevel=4,
    )
