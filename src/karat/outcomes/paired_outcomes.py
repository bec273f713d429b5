"""Comparing systems by outcomes on the same items.

Right or wrong, item by item: McNemar's exact test, which asks only the items on which two systems differ.
With groups of items, and for graded outcomes: paired randomization, which exchanges the outcomes of two
systems within whole groups; all possible exchanges where these are few.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import bdtr

from karat.arguments import require
from karat.errors import InvalidOption
from karat.outcomes.outcome_comparison import OutcomeComparison, OutcomeMean, OutcomePair, PairTest
from karat.outcomes.outcome_intervals import mean_interval, paired_interval, share_interval
from karat.outcomes.outcome_table import OutcomeTable
from karat.resampling.draws import check_count, check_seed, is_exhaustive, swap_signs
from karat.resampling.intervals import check_confidence
from karat.resampling.p_values import exhaustive_p, holm, randomization_p

if TYPE_CHECKING:
    from karat.arrays import Floats

__all__ = ["compare_outcomes"]

_FEWEST_GROUPS = 2


def compare_outcomes(
    table: OutcomeTable,
    *,
    confidence: float = 0.95,
    samples: int = 10_000,
    seed: int = 12345,
    baseline: str | None = None,
) -> OutcomeComparison:
    """Means with intervals, best first, and every pair of systems; with `baseline` only its pairs.

    >>> right = {"small": [1] * 60 + [0] * 40, "large": [1] * 75 + [0] * 25}
    >>> found = compare_outcomes(OutcomeTable.of(right))
    >>> pair = found.pairs[0]
    >>> pair.first, round(pair.difference, 2), pair.first_better, pair.p < 0.001
    ('large', 0.15, 15, True)
    """
    require(
        table, OutcomeTable, "compare_outcomes(OutcomeTable.of({'small': [1, 0, …], 'large': [1, 1, …]}))"
    )
    check_confidence(confidence)
    check_count("samples", samples)
    check_seed(seed)
    if baseline is not None and baseline not in table.systems:
        raise InvalidOption(f"There is no system {baseline!r} among {', '.join(map(repr, table.systems))}.")
    places = table.group_places
    number = int(places.max()) + 1
    if number < _FEWEST_GROUPS:
        raise InvalidOption(
            f"There is one {'item' if table.groups is None else 'group of items'}. Chance can be told from "
            "two on."
        )
    ranked = sorted(table.systems, key=lambda name: (-table.means[name], name))
    chosen = [pair for pair in combinations(ranked, 2) if baseline in (None, *pair)]
    found = [_pair(table, *pair, places, confidence, samples, seed) for pair in chosen]
    corrected = holm([pair.p for pair in found])
    return OutcomeComparison(
        table.metric,
        len(table.items),
        None if table.groups is None else number,
        table.is_binary,
        confidence,
        tuple(_mean(table, name, places, confidence) for name in ranked),
        tuple(replace(pair, corrected=p) for pair, p in zip(found, corrected, strict=True)),
    )


def _mean(table: OutcomeTable, name: str, places: np.ndarray, confidence: float) -> OutcomeMean:
    values = table.systems[name]
    if table.is_binary and table.groups is None:
        low, high = share_interval(int(values.sum()), len(values), confidence)
    else:
        low, high = mean_interval(values, places, confidence)
    if table.is_binary:
        low, high = max(low, 0.0), min(high, 1.0)
    return OutcomeMean(name, float(values.mean()), low, high)


def _pair(
    table: OutcomeTable,
    first: str,
    second: str,
    places: np.ndarray,
    confidence: float,
    samples: int,
    seed: int,
) -> OutcomePair:
    differences = table.systems[first] - table.systems[second]
    better, worse = int((differences > 0).sum()), int((differences < 0).sum())
    if table.is_binary and table.groups is None:
        test: PairTest = "McNemar's exact test"
        p = mcnemar_p(better, worse)
        low, high = paired_interval(better, worse, len(differences), confidence)
    else:
        test, p = _randomization(differences, places, samples, seed)
        low, high = mean_interval(differences, places, confidence)
        if table.is_binary:
            low, high = max(low, -1.0), min(high, 1.0)
    mean = float(differences.mean())
    return OutcomePair(first, second, mean, low, high, better, worse, p, p, test)


def mcnemar_p(first_better: int, second_better: int) -> float:
    """McNemar's exact test: of the items on which two systems differ, each is right on half if they are
    equally good.

    >>> round(mcnemar_p(9, 2), 4), mcnemar_p(0, 0)
    (0.0654, 1.0)
    """
    both = first_better + second_better
    return min(1.0, 2 * float(bdtr(min(first_better, second_better), both, 0.5))) if both else 1.0


def _randomization(
    differences: Floats, places: np.ndarray, samples: int, seed: int
) -> tuple[PairTest, float]:
    """Groups without a difference stay the same whatever is exchanged."""
    sums = np.bincount(places, weights=differences)
    sums = sums[sums != 0]
    if not len(sums):
        return "exact randomization", 1.0
    exchanged = swap_signs(len(sums), samples=samples, seed=seed) @ sums
    if is_exhaustive(len(sums), samples):
        return "exact randomization", exhaustive_p(float(sums.sum()), exchanged)
    return "approximate randomization", randomization_p(float(sums.sum()), exchanged)
