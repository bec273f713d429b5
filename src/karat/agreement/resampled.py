"""Agreement in resampled texts and among resampled systems: what a bootstrap makes of each statistic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.measures import OF_VECTORS, group_weights, grouped
from karat.agreement.pair_counts import count_pairs, right_pairs
from karat.arrays import quotient, rounded
from karat.resampling.draws import picked

if TYPE_CHECKING:
    from karat.agreement.measures import Agreement, PairedScores
    from karat.agreement.raters import Rater
    from karat.arrays import Floats


# A resample may hold a system twice, and a pair of it with itself, which no evaluation does.
_OF_PAIRS = ("accuracy", "calibrated-accuracy", "tau-23")
# What is left of equal sums of squares.
_ROUNDING = 1e-12
_FROM_MOMENTS = ("pearson", "r-squared", "prediction-error")


@dataclass(frozen=True, slots=True, eq=False)
class ResampledAgreement:
    """Scores of whole systems in resampled texts, draws × systems, NaN in both where one is missing.

    `drawn` has how often each system is in each resample, where systems were drawn.
    """

    metric: Floats
    human: Floats
    drawn: Floats | None


def resample(
    metric: Rater, human: Rater, *, segments: Floats | None, systems: Floats | None
) -> ResampledAgreement | None:
    """Both raters' scores in each resample; None where there are no segments to draw from.

    `segments` has how often each segment is drawn, `systems` the same of systems; None keeps all once.
    """
    ours: Floats | None = metric.whole[None]
    theirs: Floats | None = human.whole[None]
    if segments is not None:
        ours, theirs = metric.drawn(segments), human.drawn(segments)
    if ours is None or theirs is None:
        return None
    missing = np.isnan(ours + theirs)
    both = [np.where(missing, np.nan, scores) for scores in (metric.sign * human.sign * ours, theirs)]
    if systems is not None:
        both = [picked(scores, systems) for scores in both]
    return ResampledAgreement(both[0], both[1], systems)


def system_draws(resampled: ResampledAgreement, statistic: str, *, epsilon: float = 0.0) -> Floats:
    """The statistic in each resample; `epsilon` is the threshold of ties, where it has one."""
    if statistic == "calibrated-accuracy":
        values = count_pairs(resampled.metric, resampled.human, epsilon=epsilon).accuracy
    else:
        values = OF_VECTORS[statistic](resampled.metric, resampled.human)
    return values if resampled.drawn is None else _without_selves(values, resampled.drawn, statistic)


def row_draws(paired: PairedScores, agreement: Agreement, weights: Floats) -> Floats | None:
    """The statistic of segments or documents in each resample of these; None where that would take too long.

    The threshold of ties is kept.
    """
    if agreement.grouping == "item":
        values, counts = _item_values(paired, agreement)
        return quotient(weights @ (counts * values), weights @ counts)
    if agreement.grouping == "none" and agreement.statistic in _FROM_MOMENTS:
        r = _pearson_of_moments(paired, weights)
        if agreement.statistic == "pearson":
            return r
        return r**2 if agreement.statistic == "r-squared" else 100 * (1 - r**2)
    return None


def row_influences(paired: PairedScores, agreement: Agreement) -> Floats | None:
    """What each segment or document adds to a statistic of these; None where that would take too long."""
    if agreement.grouping == "item":
        values, counts = _item_values(paired, agreement)
        mean = quotient((counts * values).sum(), counts.sum())
        return np.asarray(counts * (values - mean))
    if agreement.grouping == "none" and agreement.statistic in _FROM_MOMENTS:
        # The influence function of r; those of r² and of the prediction error are multiples of it.
        there = ~np.isnan(paired.metric)
        x, y = (_standard(np.where(there, scores, np.nan)) for scores in (paired.metric, paired.human))
        r = float(np.nanmean(x * y)) if there.any() else 0.0
        return np.asarray(np.nansum(x * y - r * (x**2 + y**2) / 2, axis=0))
    return None


def _standard(scores: Floats) -> Floats:
    """With mean 0 and deviation 1, NaN where nothing varies."""
    if np.isnan(scores).all():
        return scores
    return np.asarray(quotient(scores - np.nanmean(scores), np.full(scores.shape, np.nanstd(scores))))


def _item_values(paired: PairedScores, agreement: Agreement) -> tuple[Floats, Floats]:
    """The statistic of each item, 0 where it has none, and how much the item counts."""
    metric, human = grouped(paired, "item")
    if agreement.statistic == "calibrated-accuracy":
        right, pairs = right_pairs(metric, human, agreement.epsilon or 0.0)
        values = quotient(right, pairs)
    else:
        values = OF_VECTORS[agreement.statistic](metric, human)
    counts = np.where(np.isnan(values), 0.0, group_weights(agreement.statistic, metric, human))
    return np.nan_to_num(values), counts


def _pearson_of_moments(paired: PairedScores, weights: Floats) -> Floats:
    """Pearson's r of all scores together: its sums add over rows, so a resample is a weighted sum."""
    # Centred first: sums of squares of large numbers would lose their digits.
    there = ~np.isnan(paired.metric)
    if not there.any():
        return np.full(len(weights), np.nan)
    x = np.where(there, paired.metric - np.nanmean(paired.metric), 0.0)
    y = np.where(there, paired.human - np.nanmean(paired.human), 0.0)
    columns = np.stack([there.astype(np.float64), x, y, x * x, y * y, x * y]).sum(axis=1)
    count, sum_x, sum_y, sum_xx, sum_yy, sum_xy = columns @ weights.T
    spreads = [_spread(count * sum_xx, sum_x**2), _spread(count * sum_yy, sum_y**2)]
    r = quotient(count * sum_xy - sum_x * sum_y, np.sqrt(spreads[0] * spreads[1]))
    return np.clip(rounded(r, of=1.0), -1.0, 1.0)


def _spread(squares: Floats, squared: Floats) -> Floats:
    """The difference of both, or 0 where it is nothing but rounding."""
    return np.where(squares - squared > _ROUNDING * squares, squares - squared, 0.0)


def _without_selves(values: Floats, drawn: Floats, statistic: str) -> Floats:
    """The share of right pairs without those of a system with itself, which are always right."""
    if statistic not in _OF_PAIRS:
        return values
    systems = drawn.shape[1]
    pairs = systems * (systems - 1) / 2
    selves = (drawn * (drawn - 1)).sum(axis=1) / 2
    accuracy = (values + 1) / 2 if statistic == "tau-23" else values
    left = pairs - selves
    right = quotient(np.rint(accuracy * pairs) - selves, left)
    return 2 * right - 1 if statistic == "tau-23" else right
