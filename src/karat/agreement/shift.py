"""An alarm for scores that are off by one segment, as where one side has counted a line that is no text."""

from __future__ import annotations

from math import sqrt

from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from karat.agreement.raters import Rater

    Floats = NDArray[np.float64]

_LEAST_SEGMENTS = 20
# So many standard errors better must a shifted alignment fit: neighbours in a document are alike, too.
_ERRORS = 4.0


def shift_of(human: Rater, signals: Sequence[Floats]) -> int:
    """By how many segments people's scores seem to be late (1) or early (−1); 0 where nothing is wrong.

    `signals` are what may tell a segment by its score, each with a number for each segment: its length, the
    mean of a metric over systems. One alone may mislead: chrF is higher in long segments, which have more
    errors.
    """
    import numpy as np

    if human.segments is None or not signals or human.segments.shape[1] < _LEAST_SEGMENTS:
        return 0
    # The systems' means: their levels are the same at every shift, and tell nothing.
    scores = human.segments.mean(axis=0)
    judged = int((~np.isnan(scores)).sum())
    fits = {shift: _fit(np.stack(signals), np.roll(scores, -shift)) for shift in (-1, 0, 1)}
    best = max(fits, key=fits.__getitem__)
    return best if judged and fits[best] - fits[0] > _ERRORS / sqrt(judged) else 0


def _fit(signals: Floats, scores: Floats) -> float:
    """The multiple correlation of the signals with the scores."""
    import numpy as np

    there = ~np.isnan(signals.sum(axis=0) + scores)
    if there.sum() < _LEAST_SEGMENTS:
        return 0.0
    design = np.vstack([np.ones(int(there.sum())), signals[:, there]]).T
    y = scores[there] - scores[there].mean()
    left = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    total = float(y @ y)
    return sqrt(max(1 - float(left @ left) / total, 0.0)) if total > 0 else 0.0
