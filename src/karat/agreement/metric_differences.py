"""Statistics of many metrics, and the p-values of all their differences."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from karat.agreement.measures import OF_VECTORS, agree
from karat.agreement.pairing import pair
from karat.agreement.permutation import (
    Exchange,
    correlation_differences,
    mean_differences,
    pair_weights,
    standardized,
)
from karat.agreement.soft_accuracy_permutation import soft_differences
from karat.agreement.ties import calibrate_ties
from karat.errors import InvalidOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement.permutation import Design
    from karat.agreement.raters import Rater
    from karat.arrays import Floats


_OF_SEGMENTS = ("pearson", "accuracy", "calibrated-accuracy")


def check_ranking(level: str, statistic: str) -> None:
    """Refuse what metrics cannot be ranked by."""
    if level not in ("system", "segment"):
        raise InvalidOption.choice("level", level, ("system", "segment"))
    allowed = _OF_SEGMENTS if level == "segment" else (*OF_VECTORS, "soft-accuracy")
    if statistic not in allowed:
        raise InvalidOption.choice(f"The statistic to rank by at {level} level", statistic, allowed)


def statistics_of(
    metrics: Sequence[Rater], human: Rater, level: str, statistic: str, *, samples: int, seed: int
) -> list[float]:
    """The statistic of each metric with people, as `agree` gives it."""
    grouping = "item" if level == "segment" and statistic != "pearson" else "none"
    table = "segment" if level == "segment" or statistic == "soft-accuracy" else "system"
    people = human.table(table)
    return [
        agree(
            pair(metric.table(table), people, higher_is_better=metric.agrees_upwards(human)),
            statistic,  # type: ignore[arg-type]
            grouping,  # type: ignore[arg-type]
            samples=samples,
            seed=seed,
        ).value
        for metric in metrics
    ]


def differences_of(
    metrics: Sequence[Rater],
    human: Rater,
    level: str,
    statistic: str,
    *,
    design: Design,
    samples: int,
    seed: int,
) -> list[float]:
    """The two-sided p-value of each pair of metrics, in the order of `combinations`."""
    if len(metrics) < 2:
        return []
    if statistic == "soft-accuracy":
        return soft_differences(
            [metric.sign * human.sign * _segments(metric) for metric in metrics],
            _segments(human),
            design=design,
            samples=samples,
            seed=seed,
        )
    # Whole systems that are exchanged are cells too: systems × 1.
    as_cells = level == "system" and design == "systems"
    scores = [
        standardized(metric.sign * human.sign * (metric.whole[:, None] if as_cells else _segments(metric)))
        for metric in metrics
    ]
    exchange = Exchange.of(design, *scores[0].shape, samples=samples, seed=seed)
    pairs = list(combinations(range(len(scores)), 2))
    by_cells = level == "segment" or as_cells
    if by_cells and statistic in ("accuracy", "calibrated-accuracy"):
        people = human.whole[:, None] if as_cells else _segments(human)
        epsilons = [0.0] * len(scores)
        if statistic == "calibrated-accuracy":
            epsilons = [_threshold(of_metric, people) for of_metric in scores]
        weights = [pair_weights(scores[a], scores[b], people, (epsilons[a], epsilons[b])) for a, b in pairs]
        return _linear(weights, exchange)
    both = [(scores[a], scores[b]) for a, b in pairs]
    if by_cells and statistic == "pearson":
        people = human.whole[:, None] if as_cells else _segments(human)
        return exchange.two_sided(*correlation_differences(both, people, exchange))
    return exchange.two_sided(*mean_differences(both, human.whole, statistic, exchange))


def _linear(weights: Sequence[Floats], exchange: Exchange) -> list[float]:
    """p-values of differences that are sums of weights with signs."""
    together = np.stack(weights)
    return exchange.two_sided(together.sum(axis=(1, 2)), exchange.moved(together))


def _threshold(metric: Floats, human: Floats) -> float:
    missing = np.isnan(metric) | np.isnan(human)
    found = calibrate_ties(np.where(missing, np.nan, metric).T, np.where(missing, np.nan, human).T)
    return found.epsilon


def _segments(rater: Rater) -> Floats:
    if rater.segments is None:
        raise InvalidOption(f"{rater.name} has scores of whole systems only; this takes scores of segments.")
    return rater.segments
