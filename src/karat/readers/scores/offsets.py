"""Warnings of scores that belong to the segment before or after, as soon as they are read."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.shift import best_offset
from karat.judgements import aggregate
from karat.metrics import Chrf
from karat.readers.files.opening import display_name

if TYPE_CHECKING:
    from karat.corpus import Corpus
    from karat.judgements import Judgements
    from karat.readers.files.opening import FilePath


class ShiftedSegments(UserWarning):
    """Scores fit the text better when they are moved by a segment."""


def warn_of_shift(path: FilePath, judgements: Judgements, corpus: Corpus) -> None:
    """Compare judgements with chrF, and warn where they fit the neighbouring segments better."""
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
