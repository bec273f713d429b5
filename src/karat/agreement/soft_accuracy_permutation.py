"""Permutation tests of two metrics' soft accuracies.

A soft accuracy rests on p-values that are found by permutation themselves. Where whole systems are exchanged,
the p-values of all mixtures of two metrics are found once. Where inputs are exchanged, they would be needed
anew for each exchange; there the permutation distribution of a difference d is taken as normal, with the
variance Σ d² that it has. Both sums, Σ d and Σ d², are those of the inputs that either metric gives.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from karat.agreement.permutation import Exchange, of_cells, standardized
from karat.agreement.soft_accuracy import confidences, p_values
from karat.resampling.draws import swap_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.agreement.permutation import Design
    from karat.arrays import Floats


def soft_differences(
    metrics: Sequence[Floats], human: Floats, *, design: Design, samples: int, seed: int
) -> list[float]:
    """The p-value of each pair of metrics, whose scores are systems × segments, in the order of pairs."""
    scores = [np.where(np.isnan(human), np.nan, standardized(metric)) for metric in metrics]
    exchange = Exchange.of(design, *human.shape, samples=samples, seed=seed)
    if design == "systems":
        # Another seed: which systems change sides must not decide which segments do.
        exchanged = swap_signs(human.shape[1], samples=samples, seed=seed + 1)
        return _by_systems(scores, human, exchanged, exchange)
    return _by_inputs(scores, human, exchange)


def _by_systems(
    scores: Sequence[Floats], human: Floats, exchanged: Floats, exchange: Exchange
) -> list[float]:
    i, j = np.triu_indices(len(human), 1)
    of_people = confidences(human, exchanged)
    errors = [np.abs(confidences(of_metric, exchanged) - of_people) for of_metric in scores]

    def error(one: Floats, other: Floats) -> Floats:
        return np.abs(p_values(one[i] - other[j], exchanged) - of_people)

    weights = []
    for a, b in combinations(range(len(scores)), 2):
        pure = errors[b] - errors[a]
        cross = error(scores[b], scores[a]) - error(scores[a], scores[b])
        there = ~np.isnan(pure)
        share = 0.5 / max(int(there.sum()), 1)
        weights.append(of_cells(np.where(there, pure, 0.0), np.where(there, cross, 0.0), len(human)) * share)
    together = np.stack(weights)[..., None]
    return exchange.two_sided(together.sum(axis=(1, 2)), exchange.moved(together))


def _by_inputs(scores: Sequence[Floats], human: Floats, exchange: Exchange) -> list[float]:
    i, j = np.triu_indices(len(human), 1)
    people = _Sums(human[i] - human[j])
    of_people = people.tails(people.sums[:, None], people.squares[:, None])
    found = [_Sums(of_metric[i] - of_metric[j]) for of_metric in scores]
    moved = [(one.between @ exchange.kept.T, one.between**2 @ exchange.kept.T) for one in found]
    observed, null = [], []
    for a, b in combinations(range(len(scores)), 2):
        first, second = found[a], found[b]
        errors = []
        # After an exchange a metric has half of both sums, and what moved.
        for sign in (1, -1):
            shift = sign * (moved[a][0] - moved[b][0]) / 2
            shift_of_squares = sign * (moved[a][1] - moved[b][1]) / 2
            tails = first.tails(
                ((first.sums + second.sums) / 2)[:, None] + shift,
                ((first.squares + second.squares) / 2)[:, None] + shift_of_squares,
            )
            errors.append(np.abs(tails - of_people))
        null.append(np.nanmean(errors[1] - errors[0], axis=0))
        plain = [
            np.abs(one.tails(one.sums[:, None], one.squares[:, None]) - of_people) for one in (second, first)
        ]
        observed.append(float(np.nanmean(plain[0] - plain[1])))
    # Where both metrics are surer than the permutations of soft accuracy can tell, they do not differ.
    told = np.array(observed)
    told[np.abs(told) < 1 / len(exchange.kept)] = 0.0
    return exchange.two_sided(told, np.stack(null))


class _Sums:
    """Differences of pairs of systems, pairs × segments, and the sums that their p-values follow from."""

    def __init__(self, between: Floats) -> None:
        self.missing = np.asarray(np.isnan(between).all(axis=1))
        self.between = np.nan_to_num(between)
        self.sums = self.between.sum(axis=1)
        self.squares = (self.between**2).sum(axis=1)

    def tails(self, sums: Floats, squares: Floats) -> Floats:
        """One-sided p-values, pairs × draws; a pair without segments has none."""
        spread = np.sqrt(np.maximum(squares, 0.0))
        z = np.divide(sums, spread, out=np.zeros(sums.shape), where=spread > 0)
        return np.where(self.missing[:, None], np.nan, ndtr(-z))
