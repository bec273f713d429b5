"""Values made comparable between judges: those of a lenient and a strict judge, on one scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.judgements.table import Judgements


def z_scores(judgements: Judgements, dimension: str) -> Floats:
    """For each judgement of a dimension, how many standard deviations it is above its judge's mean.

    The deviation is that of a sample, divided by n − 1, as in WMT. A judge with one judgement, or with the
    same value everywhere, has none: NaN.

    >>> from karat.judgements import Judgement, Judgements, Scale
    >>> given = [("anna", "A", 4), ("ben", "A", 5), ("anna", "B", 2), ("ben", "B", 2)]
    >>> rows = [Judgement(judge, system, "1", "adequacy", value) for judge, system, value in given]
    >>> judgements = Judgements.of(rows, scales={"adequacy": Scale.parse("1-5")})
    >>> z_scores(judgements, "adequacy").round(2).tolist()
    [0.71, 0.71, -0.71, -0.71]
    """
    rows = judgements.rows_of(dimension)
    return standardised(judgements.value[rows], judgements.judge[rows], len(judgements.judges))


def standardised(values: Floats, judge: NDArray[np.int32], judges: int) -> Floats:
    """Values less the mean of their judge, divided by his standard deviation."""
    count = np.bincount(judge, minlength=judges)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(judge, values, minlength=judges) / count
        squares = np.bincount(judge, (values - mean[judge]) ** 2, minlength=judges)
        spread = np.sqrt(squares / (count - 1))
        # Rounding leaves crumbs of values that are all the same.
        spread[spread <= 1e-12 * np.maximum(abs(mean), 1)] = np.nan
        result: Floats = (values - mean[judge]) / spread[judge]
    return result
