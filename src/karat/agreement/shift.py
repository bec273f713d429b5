"""An alarm for scores that belong to the segment before or after.

Numbers of segments go wrong by one when a line is added at the start, or when another release counts from
another place. Then values fit the neighbours better than the segments that they are given to.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np

from karat.errors import caller_level
from karat.judgements import Judgements, aggregate
from karat.metrics.chrf import Chrf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.corpus import Corpus
    from karat.score_table import ScoreTable

_OFFSETS = (-1, 1)
# Fewer pairs of values say nothing; a smaller advantage may be chance, or the likeness of neighbours.
_FEWEST = 50
_ADVANTAGE = 0.03
_STANDARD_ERRORS = 3
# Rounds of taking out means; with few values missing, one or two would do.
_ROUNDS = 5
# Metrics that are asked together; more would not tell more.
_MOST_METRICS = 3


class ShiftedSegments(UserWarning):
    """Scores fit the text better when they are moved by a segment.

    >>> import numpy as np
    >>> import warnings
    >>> from karat.agreement import Rater
    >>> from karat.agreement.shift import warn_of_shift
    >>> scores = np.random.default_rng(4).normal(size=(3, 60))
    >>> late = np.roll(scores, 1, axis=1)
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), scores.mean(axis=1), scores)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), late.mean(axis=1), late)
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     warn_of_shift([metric], [human])
    >>> [one.category.__name__ for one in caught]
    ['ShiftedSegments']
    """


def check_shift(
    human: Judgements | Sequence[ScoreTable], corpus: Corpus, *, dimensions: Sequence[str] | None = None
) -> None:
    """Warn of human scores that fit the neighbouring segments better, as chrF of the corpus sees them.

    `dimensions` are those that are asked about, or all. `agree`, `calibrate` and `study` ask the same of the
    metrics and people that they bring together, and `judge_agreement` where it is given the corpus.

    >>> from karat import demo
    >>> from karat.readers import read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> print(check_shift(read_judgements(demo.judgements_path(), corpus), corpus))
    None
    """
    # A person's translation may be the reference itself.
    machines = [place for place, name in enumerate(corpus.systems) if name not in corpus.human_systems]
    if not machines:
        return
    texts = list(corpus.systems.values())
    metric = Chrf()
    counted = metric.count_systems([texts[place] for place in machines], corpus.references)
    expected = np.array([metric.values(rows) for rows in counted])
    for name, values in _human_values(human, corpus, dimensions):
        if offset := best_offset(expected, values[machines]):
            _warn(name, offset)


def warn_of_shift(metrics: Sequence[Rater], humans: Sequence[Rater]) -> None:
    """Warn of people whose scores fit those of the metrics better at a neighbouring segment."""
    for human in humans:
        if offset := shift_of(metrics, human):
            _warn(human.name, offset)


def _human_values(
    human: Judgements | Sequence[ScoreTable], corpus: Corpus, dimensions: Sequence[str] | None
) -> list[tuple[str, Floats]]:
    """The scores of each dimension, systems by segments, turned so that more is better."""
    if isinstance(human, Judgements):
        return [
            (name, _turned(aggregate(human, name, corpus=corpus).scores.values, human.scales[name].better))
            for name in human.dimensions
            if dimensions is None or name in dimensions
        ]
    return [
        (table.metric, _turned(table.values, "higher" if table.higher_is_better else "lower"))
        for table in human
        if table.level == "segment" and (dimensions is None or table.metric in dimensions)
    ]


def _turned(values: Floats, better: str) -> Floats:
    return -values if better == "lower" else values


def _warn(name: str, offset: int) -> None:
    warnings.warn(
        f"{name} would fit the text better if its scores stood one segment "
        f"{'later' if offset > 0 else 'earlier'}. Check how its segments are numbered: a line at the start, "
        "or a count from 0 or 1, shifts them.",
        ShiftedSegments,
        stacklevel=caller_level(),
    )


def shift_of(metrics: Sequence[Rater], human: Rater) -> int:
    """By how many segments to move people's scores so that they fit the metrics'; 0 where nothing is wrong.

    All are of the same systems. The first few metrics that have scores of segments are asked together, each
    in deviations of its own.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> scores = np.random.default_rng(4).normal(size=(3, 60))
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), scores.mean(axis=1), scores)
    >>> late = np.roll(scores, 1, axis=1)
    >>> shift_of([metric], Rater("adequacy", "made up", ("A", "B", "C"), late.mean(axis=1), late))
    -1
    """
    if human.segments is None:
        return 0
    # Raters of other segments are refused where they are brought together, in words of their own.
    known = [
        metric.sign * metric.segments
        for metric in metrics
        if metric.segments is not None and metric.segments.shape == human.segments.shape
    ]
    if not known:
        return 0
    expected = sum(_deviations(scores) for scores in known[:_MOST_METRICS])
    return best_offset(expected, human.sign * human.segments)  # type: ignore[arg-type]


def _deviations(scores: Floats) -> Floats:
    """Which system is better on which segment, in deviations."""
    there = ~np.isnan(scores)
    left = _centred(scores, there)
    deviation = float(np.sqrt((left * left).sum() / max(int(there.sum()), 1)))
    return np.where(there, left / deviation if deviation > 0 else left, np.nan)


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
    length = expected.shape[1]
    first = expected[:, max(offset, 0) : length + min(offset, 0)]
    second = found[:, max(-offset, 0) : length + min(-offset, 0)]
    there = ~(np.isnan(first) | np.isnan(second))
    x, y = (_centred(values, there) for values in (first, second))
    spread = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return (float((x * y).sum()) / spread if spread > 0 else 0.0), int(there.sum())


def _centred(values: Floats, there: NDArray[np.bool_]) -> Floats:
    """The values less the means of systems and segments, 0 where there is none."""
    kept: Floats = np.where(there, values, 0.0)
    axes = (1, 0) if len(values) > 1 else (1,)
    for _ in range(_ROUNDS):
        for axis in axes:
            counts = np.maximum(there.sum(axis=axis, keepdims=True), 1)
            kept = np.where(there, kept - kept.sum(axis=axis, keepdims=True) / counts, 0.0)
    return kept
