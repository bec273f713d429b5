"""Judgements as an array, with a layer for each judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from karat.judgements.aggregation import mean_by
from karat.judgements.layout import layout_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from karat.corpus import Corpus
    from karat.judgements.table import Judgements


def by_judge(judgements: Judgements, dimension: str, *, corpus: Corpus | None = None) -> NDArray[np.float64]:
    """The values of a dimension, judges × systems × segments, NaN where a judge gave none.

    A judge who saw an item again has the mean of what he said. Judges who did not judge this dimension have
    no layer; systems and segments are those of the corpus, or those that were judged.
    """
    rows = judgements.rows_of(dimension)
    layout = layout_of(judgements, "segment", corpus)
    _, judge = np.unique(judgements.judge[rows], return_inverse=True)
    system, segment = layout.system[judgements.system[rows]], layout.segment[judgements.segment[rows]]
    shape = (int(judge.max()) + 1, len(layout.systems), len(layout.segments))
    keys, means = mean_by(np.ravel_multi_index((judge, system, segment), shape), judgements.value[rows])
    values = np.full(shape, np.nan)
    values.flat[keys] = means
    return values
