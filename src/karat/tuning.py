"""Choosing from n-best lists: minimum Bayes risk, the best selection, and weights of features.

A candidate is counted once, into a row of whole numbers. The score of any selection, one candidate for each
segment, is that of the sum of its rows. So no text is counted again while selections are compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.arguments import is_metric, no_metric
from karat.arrays import rounded
from karat.corpus import References
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, InvalidText, MisalignedCorpus
from karat.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.metrics.contract import AnyReferences, Metric

__all__ = ["Selection", "TunedWeights", "best_selection", "minimum_bayes_risk", "tune", "utilities"]

# Intervals of a line search that are narrower are between events at the same place.
_NARROWEST = 1e-9


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Selection(Equal, Shown):
    """One candidate for each segment, counted from 0, and the corpus score that they have together.

    >>> from karat import Chrf
    >>> best_selection([["a dog", "a cat"]], ["a cat"], Chrf()).value
    100.0
    """

    metric: str
    recipe: str
    value: float
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TunedWeights(Equal, Shown):
    """Weights of features, what the candidates that they put first score, and what they scored before.

    >>> from karat import Chrf
    >>> tune([["a dog", "a cat"]], [[[1.0], [-1.0]]], ["a cat"], Chrf()).weights
    (-1.0,)
    """

    metric: str
    recipe: str
    weights: tuple[float, ...]
    value: float
    before: float
    choices: tuple[int, ...]


def utilities(
    candidates: Sequence[Sequence[str]], metric: Metric, *, threads: int | None = None
) -> list[Floats]:
    """The score of every candidate of a segment against every other as its reference.

    One matrix for each segment: candidates × references.

    >>> from karat import Chrf
    >>> utilities([["a cat", "a cat", "dogs"]], Chrf())[0].round().tolist()
    [[100.0, 100.0, 0.0], [100.0, 100.0, 0.0], [0.0, 0.0, 100.0]]
    """
    columns, sizes = _columns(candidates, metric)
    values = np.empty((len(columns), len(columns), len(sizes)))
    for place, column in enumerate(columns):
        # The kernel reads a reference once, and counts every candidate against it.
        counted = metric.count_systems(columns, References((column,)), threads=threads)
        rows = np.concatenate([statistics.counts for statistics in counted])
        values[:, place] = _values(metric.for_segments, rows).reshape(len(columns), len(sizes))
    return [values[:size, :size, segment].copy() for segment, size in enumerate(sizes)]


def minimum_bayes_risk(
    candidates: Sequence[Sequence[str]],
    metric: Metric,
    *,
    probabilities: Sequence[Sequence[float]] | None = None,
    threads: int | None = None,
) -> tuple[int, ...]:
    """The candidate of each segment that is closest to all others, counted from 0; of equal ones the first.

    Others count by their `probabilities`, which need not add up to 1; without them all count the same.

    >>> from karat import Chrf
    >>> minimum_bayes_risk([["a dog ran", "the cat sat", "the cat sits"]], Chrf())
    (2,)
    """
    sign = 1 if metric.higher_is_better else -1
    chosen = []
    for segment, matrix in enumerate(utilities(candidates, metric, threads=threads)):
        weights = (
            np.ones(len(matrix)) if probabilities is None else _weights(probabilities, segment, len(matrix))
        )
        expected = matrix @ weights / weights.sum()
        chosen.append(int(np.argmax(rounded(sign * expected))))
    return tuple(chosen)


def best_selection(
    candidates: Sequence[Sequence[str]],
    references: AnyReferences,
    metric: Metric,
    *,
    threads: int | None = None,
) -> Selection:
    """The candidates with the best corpus score that one change at a time can find: an oracle.

    It starts from the best candidate of each segment by itself, and goes through the segments until no
    change helps. What no n-best list has, no weights can choose: this is about the highest score in reach.

    >>> from karat import Bleu
    >>> best_selection([["a b c d", "a b c x"], ["e f g", "e f g h"]], ["a b c d", "e f g h"], Bleu()).choices
    (0, 1)
    """
    rows, sizes = _rows(candidates, references, metric, threads)
    sign = 1 if metric.higher_is_better else -1
    alone = sign * _values(metric.for_segments, rows.reshape(-1, rows.shape[2])).reshape(rows.shape[:2])
    listed = np.arange(rows.shape[1]) < sizes[:, None]
    choices = np.where(listed, rounded(np.nan_to_num(alone, nan=-np.inf)), -np.inf).argmax(axis=1)
    segments = np.arange(len(sizes))
    total = rows[segments, choices].sum(axis=0)
    best = sign * metric.value(total.tolist())
    changed = True
    while changed:
        changed = False
        for segment, size in enumerate(sizes.tolist()):
            others = total - rows[segment, choices[segment]]
            found = sign * _values(metric, others + rows[segment, :size])
            place = int(np.nanargmax(rounded(found)))
            if _is_more(found[place], best):
                choices[segment], best, changed = place, found[place], True
                total = others + rows[segment, place]
    return Selection(metric.name, metric.recipe, metric.value(total.tolist()), tuple(choices.tolist()))


def tune(
    candidates: Sequence[Sequence[str]],
    features: Sequence[Sequence[Sequence[float]]],
    references: AnyReferences,
    metric: Metric,
    *,
    weights: Sequence[float] | None = None,
    threads: int | None = None,
) -> TunedWeights:
    """Weights of features under which the first candidates have the best corpus score (MERT).

    `features` has the numbers of each candidate. Along each weight the search is exact (Och 2003): between
    two places where a candidate overtakes another, the selection and so the score stay the same. Weights
    are changed one after the other, from `weights` on (default: 1 each), until no change helps.

    >>> from karat import Chrf
    >>> lists, features = [["a cat", "a dog"], ["it rains", "it snows"]], [[[1, 0], [2, 3]], [[1, 0], [2, 2]]]
    >>> tuned = tune(lists, features, ["a cat", "it rains"], Chrf())
    >>> tuned.choices, round(tuned.before, 1), tuned.value
    ((0, 0), 9.4, 100.0)
    """
    rows, sizes = _rows(candidates, references, metric, threads)
    table = _features(features, sizes)
    current = np.ones(table[0].shape[1]) if weights is None else np.array(weights, dtype=np.float64)
    if current.shape != (table[0].shape[1],) or not np.isfinite(current).all():
        raise InvalidOption(f"There are {table[0].shape[1]} features; each needs one weight.")
    sign = 1 if metric.higher_is_better else -1
    before = best = sign * _value_of(metric, rows, _first(table, current))
    changed = True
    while changed:
        changed = False
        for place in range(len(current)):
            found, step = _line_search(metric, rows, table, current, place)
            if _is_more(found, best):
                current[place] += step
                best, changed = found, True
    choices = _first(table, current)
    return TunedWeights(
        metric.name,
        metric.recipe,
        tuple(current.tolist()),
        _value_of(metric, rows, choices),
        sign * before,
        tuple(choices.tolist()),
    )


def _line_search(
    metric: Metric, rows: NDArray[np.int64], table: list[Floats], weights: Floats, place: int
) -> tuple[float, float]:
    """The best score when one weight changes, better being more, and by how much it has to change."""
    places, changes = [], []
    total = np.zeros(rows.shape[2], dtype=np.int64)
    for of_segment, features in zip(rows, table, strict=True):
        order, starts = _envelope(features @ weights, features[:, place])
        total += of_segment[order[0]]
        places += starts
        changes += [of_segment[b] - of_segment[a] for a, b in pairwise(order)]
    if not places:
        sign = 1 if metric.higher_is_better else -1
        return sign * metric.value(total.tolist()), 0.0
    sequence = np.argsort(places, kind="stable")
    sums = total + np.vstack([np.zeros_like(total), np.cumsum(np.array(changes)[sequence], axis=0)])
    edges = np.array(places)[sequence]
    left, right = np.concatenate([[edges[0] - 2.0], edges]), np.concatenate([edges, [edges[-1] + 2.0]])
    values = _values(metric, sums) * (1 if metric.higher_is_better else -1)
    values = np.where(right - left > _NARROWEST, rounded(values), -np.inf)
    best = int(np.nanargmax(values))
    return float(values[best]), float((left[best] + right[best]) / 2)


def _envelope(heights: Floats, slopes: Floats) -> tuple[list[int], list[float]]:
    """The lines that are on top somewhere, from left to right, and where each overtakes the one before."""
    # Of parallel lines the highest counts, of equal ones the first.
    order = np.lexsort((np.arange(len(slopes)), -heights, slopes)).tolist()
    top: list[int] = []
    starts: list[float] = []
    for line in order:
        if top and slopes[line] == slopes[top[-1]]:
            continue
        while top:
            over = float((heights[top[-1]] - heights[line]) / (slopes[line] - slopes[top[-1]]))
            if starts and over <= starts[-1]:
                top.pop()
                starts.pop()
                continue
            starts.append(over)
            break
        top.append(line)
    return top, starts


def _is_more(found: float, best: float) -> bool:
    """Whether a value is larger, and not only by the last bits of a sum."""
    one, other = rounded(np.array([found, best]))
    return bool(one > other)


def _first(table: list[Floats], weights: Floats) -> NDArray[np.int64]:
    """The candidate of each segment that the weights put first."""
    return np.array([int(np.argmax(features @ weights)) for features in table])


def _value_of(metric: Metric, rows: NDArray[np.int64], choices: NDArray[np.int64]) -> float:
    total: list[int] = rows[np.arange(len(rows)), choices].sum(axis=0).tolist()
    return metric.value(total)


def _values(metric: Metric, rows: NDArray[Any]) -> Floats:
    return metric.values(Statistics(metric.columns, rows))


def _rows(
    candidates: Sequence[Sequence[str]], references: AnyReferences, metric: Metric, threads: int | None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Segments × candidates × counts, and how many candidates each segment has."""
    columns, sizes = _columns(candidates, metric)
    counted = metric.count_systems(columns, References.of(references), threads=threads)
    return np.stack([statistics.counts for statistics in counted], axis=1).astype(np.int64), np.array(sizes)


def _columns(candidates: Sequence[Sequence[str]], metric: Metric) -> tuple[list[list[str]], list[int]]:
    """The first candidates of all segments, the second ones and so on: texts as systems have them.

    Where a segment has fewer candidates than another, the rest is empty, and is not looked at.
    """
    if not is_metric(metric):
        raise no_metric(metric)
    if metric.needs_corpus:
        raise InvalidOption(
            f"{metric.name} must see the whole corpus before it counts: choose another metric."
        )
    sizes = []
    for number, of_segment in enumerate(candidates, 1):
        if isinstance(of_segment, str) or not len(of_segment):
            raise InvalidText(f"Segment {number} needs a list of at least one candidate: [['…', '…'], …].")
        sizes.append(len(of_segment))
    if not sizes:
        raise InvalidText("There is no segment. Give a list of candidates for each.")
    most = max(sizes)
    return [[one[n] if n < len(one) else "" for one in candidates] for n in range(most)], sizes


def _weights(probabilities: Sequence[Sequence[float]], segment: int, count: int) -> Floats:
    weights = np.array(probabilities[segment] if segment < len(probabilities) else [], dtype=np.float64)
    if len(weights) != count:
        raise MisalignedCorpus(
            f"Segment {segment + 1} has {count} candidates and {len(weights)} probabilities; each needs one."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.sum() > 0):
        raise InvalidOption(f"The probabilities of segment {segment + 1} must be 0 or more, and not all 0.")
    return weights


def _features(features: Sequence[Sequence[Sequence[float]]], sizes: NDArray[np.int64]) -> list[Floats]:
    if len(features) != len(sizes):
        raise MisalignedCorpus.from_lengths("The list of features", got=len(features), expected=len(sizes))
    table: list[Any] = []
    for number, (of_segment, size) in enumerate(zip(features, sizes.tolist(), strict=True), 1):
        try:
            numbers = np.array(of_segment, dtype=np.float64)
        except (TypeError, ValueError):
            numbers = np.empty(0)
        width = table[0].shape[1] if table else (numbers.shape[1] if numbers.ndim == 2 else 0)
        if numbers.shape != (size, width) or not width or not np.isfinite(numbers).all():
            raise MisalignedCorpus(
                f"Segment {number} has {size} candidates; each needs a list of numbers, as long as those of "
                "the others."
            )
        table.append(numbers)
    return table
