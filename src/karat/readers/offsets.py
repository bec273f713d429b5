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
# Fewer pairs of values say nothing; a smaller advantage may be chance, or the likeness of neighbours.
_FEWEST = 50
_ADVANTAGE = 0.03
_STANDARD_ERRORS = 3
# Rounds of taking out means; with few values missing, one or two would do.
_ROUNDS = 5


class ShiftedSegments(UserWarning):
    """Scores fit the text better when they are moved by a segment."""


def best_offset(expected: Floats, found: Floats) -> int:
    """By how many segments to move `found` so that it fits; 0 unless a move is clearly better.

    Both are systems by segments. The means of systems and of segments are taken out, so that only which
    system is better on which segment counts: neighbours are alike in length and difficulty, not in that.
    """
    here, count = _fit(expected, found, 0)
    if count < _FEWEST:
        return 0
    fits = {offset: _fit(expected, found, offset)[0] for offset in _OFFSETS}
    offset = max(fits, key=fits.__getitem__)
    needed = max(_ADVANTAGE, _STANDARD_ERRORS * (2 / count) ** 0.5)
    return offset if fits[offset] > here + needed else 0


def _fit(expected: Floats, found: Floats, offset: int) -> tuple[float, int]:
    """The correlation at an offset, and over how many values it is."""
    import numpy as np

    length = expected.shape[1]
    first = expected[:, max(offset, 0) : length + min(offset, 0)]
    second = found[:, max(-offset, 0) : length + min(-offset, 0)]
    there = ~(np.isnan(first) | np.isnan(second))
    x, y = (_centred(values, there) for values in (first, second))
    spread = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return (float((x * y).sum()) / spread if spread > 0 else 0.0), int(there.sum())


def _centred(values: Floats, there: NDArray[np.bool_]) -> Floats:
    """The values less the means of systems and segments, 0 where there is none."""
    import numpy as np

    kept: Floats = np.where(there, values, 0.0)
    axes = (1, 0) if len(values) > 1 else (1,)
    for _ in range(_ROUNDS):
        for axis in axes:
            counts = np.maximum(there.sum(axis=axis, keepdims=True), 1)
            kept = np.where(there, kept - kept.sum(axis=axis, keepdims=True) / counts, 0.0)
    return kept


def warn_of_shift(path: FilePath, judgements: Judgements, corpus: Corpus) -> None:
    """Compare judgements with chrF, and warn where they fit the neighbouring segments better."""
    import numpy as np

    from karat.judgements import aggregate
    from karat.metrics import Chrf

    # A person's translation may be the reference itself.
    machines = [place for place, name in enumerate(corpus.systems) if name not in corpus.human_systems]
    if not machines:
        return
    texts = list(corpus.systems.values())
    metric = Chrf()
    counted = metric.count_systems([texts[place] for place in machines], corpus.references)
    expected = np.array([metric.values(rows) for rows in counted])
    for name in judgements.dimensions:
        values = aggregate(judgements, name, corpus=corpus).scores.values[machines]
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
