"""An alarm for scores that are off by one segment, as where one side has counted a line that is no text."""

from __future__ import annotations

from math import sqrt

from karat.agreement.correlation import pearson
from karat.types import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from karat.agreement.raters import Rater

    Floats = NDArray[np.float64]

_LEAST_SEGMENTS = 20
# So many standard errors better must a shifted alignment fit: neighbours in a document are alike, too.
_ERRORS = 4.0


def shift_of(metric: Rater, human: Rater) -> int:
    """By how many segments people's scores seem to be late (1) or early (−1); 0 where nothing is wrong."""
    import numpy as np

    if metric.segments is None or human.segments is None or metric.segments.shape[1] < _LEAST_SEGMENTS:
        return 0
    ours, theirs = metric.sign * metric.segments, human.only(metric.systems).segments
    assert theirs is not None
    # The systems' means: their levels are the same at every shift, and tell nothing.
    missing = np.isnan(ours + theirs).any(axis=0)
    x, y = (np.where(missing, np.nan, values.mean(axis=0)) for values in (ours, theirs))
    fits = {shift: _fit(x, np.roll(y, -shift)) for shift in (-1, 0, 1)}
    best = max(fits, key=fits.__getitem__)
    return best if fits[best] - fits[0] > _ERRORS / sqrt(max(int((~missing).sum()), 1)) else 0


def _fit(metric: Floats, human: Floats) -> float:
    """The correlation where both are there; −1 where there is none."""
    import numpy as np

    there = ~np.isnan(metric + human)
    r = float(pearson(metric[there], human[there])) if there.sum() > 1 else -1.0
    return r if r == r else -1.0  # noqa: PLR0124 (only NaN is not itself)
