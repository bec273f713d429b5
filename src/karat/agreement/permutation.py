"""Permutation tests of two metrics: what if they were one, and chance had dealt out their scores?

Following Deutsch, Dror & Roth (2021), both metrics are brought to the same mean and deviation, and their
scores are exchanged at random: of single cells (systems × inputs; PERM-BOTH), of whole inputs
(PERM-INPUTS), or of whole systems (PERM-SYSTEMS). Inputs of one document are not independent, so they may
also be exchanged together: `documents`.

Deliberate: PERM-BOTH is not the default, though WMT uses it. It takes the systems' scores of one segment for
independent of each other. They are not, so it finds too many differences.

The difference of two statistics that count pairs is a sum over cells in which each exchange turns a sign.
For a pair (i, j), let a be 1 if both scores are the first metric's and it is right, b the same of the second,
c if i's is the first's and j's the second's, d the reverse. With signs s (1: kept, −1: exchanged), the pair
adds (a − b)(s_i + s_j)/2 + (c − d)(s_i − s_j)/2 to the difference. So a thousand permutations of all pairs of
metrics are one product of matrices. The sums that Pearson's r and means are made of move in the same way.
That is why this is by hand: scipy.stats.permutation_test computes every statistic anew for each exchange.

A soft accuracy rests on p-values that are found by permutation themselves. Where whole systems are exchanged,
the p-values of all mixtures of two metrics are found once. Where inputs are exchanged, they would be needed
anew for each exchange; there the permutation distribution of a difference d is taken as normal, with the
variance Σ d² that it has. Both sums, Σ d and Σ d², are those of the inputs that either metric gives.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import isnan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from scipy.special import ndtr

from karat.agreement.measures import OF_VECTORS
from karat.agreement.pair_counts import signs
from karat.agreement.soft_accuracy import confidences, p_values
from karat.arrays import quotient, rounded
from karat.ordered_sums import added
from karat.resampling.draws import is_exhaustive, swap_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats

Design: TypeAlias = Literal["documents", "inputs", "systems", "both"]

# Differences that are equal on paper differ in their last bits.
_SAME = 1e-9
# 1,000 exchanges of 12 systems for so many pairs of metrics take 12 MB.
_PAIRS_AT_ONCE = 128


@dataclass(frozen=True, slots=True, eq=False)
class Exchange:
    """Random exchanges between two metrics of systems × inputs: draws × what is exchanged, 1 kept, −1 not.

    Where whole documents are exchanged, all inputs of one have the same sign.
    """

    design: Design
    kept: Floats
    units: int
    exhaustive: bool
    # The unit that each input belongs to, where units are inputs or documents.
    places: NDArray[np.intp]

    @classmethod
    def of(
        cls,
        design: Design,
        systems: int,
        inputs: int,
        *,
        samples: int,
        seed: int,
        documents: Sequence[str] | None = None,
    ) -> Exchange:
        """Exchanges of a design; all of them where these are no more than `samples`."""
        places = np.unique(np.arange(inputs) if documents is None else documents, return_inverse=True)[1]
        units = {
            "both": systems * inputs,
            "documents": int(places.max(initial=-1)) + 1,
            "inputs": inputs,
            "systems": systems,
        }[design]
        kept = swap_signs(units, samples=samples, seed=seed)
        whole = kept[:, places] if design == "documents" else kept
        return cls(design, whole, units, is_exhaustive(units, samples), places)

    def moved(self, weights: Floats) -> Floats:
        """Sums of weights (… × systems × inputs) after each exchange: … × draws."""
        if self.design == "both":
            cells = weights.reshape(*weights.shape[:-2], -1)
        else:
            cells = weights.sum(axis=-1 if self.design == "systems" else -2)
        found: Floats = cells @ self.kept.T
        return found

    def moved_rows(self, rows: Floats) -> Floats:
        """Sums over the inputs of rows that are exchanged together: rows × draws."""
        if self.design != "documents":
            found: Floats = rows @ self.kept.T
            return found
        # A document moves as one: of ten segments each, that is a tenth of the work.
        order = np.argsort(self.places, kind="stable")
        first = np.searchsorted(self.places[order], np.arange(self.units))
        by_document: Floats = np.add.reduceat(rows[:, order], first, axis=1)
        moved: Floats = by_document @ self.kept[:, order[first]].T
        return moved

    def moved_systems(self, weights: Floats) -> Floats:
        """The same for each system: … × draws × systems."""
        systems, inputs = weights.shape[-2:]
        if self.design == "systems":
            return np.asarray(weights.sum(axis=-1)[..., None, :] * self.kept)
        if self.design != "both":
            return np.moveaxis(weights @ self.kept.T, -2, -1)
        kept = self.kept.reshape(-1, systems, inputs)
        by_system = [weights[..., system, :] @ kept[:, system].T for system in range(systems)]
        return np.stack(by_system, axis=-1)

    def two_sided(self, observed: Floats, null: Floats) -> list[float]:
        """For each difference the share of exchanges that give one as large; the observed is among them."""
        reached = np.abs(null) >= np.abs(observed)[:, None] * (1 - _SAME) - _SAME * 1e-3
        # What is not defined after an exchange must not make a difference significant.
        counts = (reached | np.isnan(null)).sum(axis=1)
        draws = null.shape[1]
        found = counts / draws if self.exhaustive else (counts + 1) / (draws + 1)
        return [value if isnan(value) else float(p) for p, value in zip(found, observed, strict=True)]


def standardized(scores: Floats) -> Floats:
    """Scores with mean 0 and deviation 1; a constant stays one."""
    if np.isnan(scores).all():
        return scores
    deviation = float(np.nanstd(scores))
    centred: Floats = scores - np.nanmean(scores)
    return centred / deviation if deviation > 0 else centred


def pair_weights(first: Floats, second: Floats, human: Floats, epsilons: tuple[float, float]) -> Floats:
    """What each cell (systems × inputs) adds to the difference of two accuracies, averaged over inputs.

    `epsilons` are the tie thresholds of both metrics; where their scores meet, it is the mean of them.
    """
    i, j = np.triu_indices(len(human), 1)
    of_people = human[j] - human[i]
    there = ~np.isnan(of_people) & ~np.isnan((first + second)[j] - (first + second)[i])
    wanted = signs(of_people)

    def right(one: Floats, other: Floats, epsilon: float) -> NDArray[np.int8]:
        return np.asarray((signs(other[j] - one[i], epsilon) == wanted) & there, dtype=np.int8)

    mixed = added(epsilons) / 2
    pure = right(first, first, epsilons[0]) - right(second, second, epsilons[1])
    cross = right(first, second, mixed) - right(second, first, mixed)
    in_input = there.sum(axis=0)
    share = 0.5 / (np.maximum(in_input, 1) * max(int((in_input > 0).sum()), 1))
    return np.asarray(of_cells(pure, cross, len(human)) * share)


def of_cells(pure: Any, cross: Any, systems: int) -> Floats:
    """From what pairs add to what their cells add."""
    i, j = np.triu_indices(systems, 1)
    first, second = np.zeros((systems, len(i))), np.zeros((systems, len(i)))
    first[i, np.arange(len(i))] = second[j, np.arange(len(j))] = 1.0
    found: Floats = first @ (pure + cross) + second @ (pure - cross)
    return found


def correlation_differences(
    pairs: Sequence[tuple[Floats, Floats]], human: Floats, exchange: Exchange
) -> tuple[Floats, Floats]:
    """Observed and exchanged differences of Pearson's r over all cells, pairs of metrics (× draws)."""
    first, second, people = (
        np.stack(parts) for parts in zip(*(_shared(*p, human) for p in pairs), strict=True)
    )
    count = (people != 0).sum(axis=(1, 2))[:, None]
    parts = (
        (first + second, first - second),
        (first**2 + second**2, first**2 - second**2),
        ((first + second) * people, (first - second) * people),
    )
    sums = [whole.sum(axis=(1, 2))[:, None] / 2 for whole, _ in parts]
    halves = [half / 2 for _, half in parts]

    def difference(shifts: Sequence[Floats]) -> Floats:
        of_both = []
        for sign in (1, -1):
            total, square, product = (sum_ + sign * shift for sum_, shift in zip(sums, shifts, strict=True))
            spread = np.maximum(square - total**2 / np.maximum(count, 1), 0.0)
            of_both.append(quotient(product, np.sqrt(spread)))
        return of_both[0] - of_both[1]

    # The deviation of people's scores is the same on both sides and in every exchange: it is left out.
    observed = difference([half.sum(axis=(1, 2))[:, None] for half in halves])[:, 0]
    return observed, difference([exchange.moved(half) for half in halves])


def mean_differences(
    pairs: Sequence[tuple[Floats, Floats]], human: Floats, statistic: str, exchange: Exchange
) -> tuple[Floats, Floats]:
    """Observed and exchanged differences of a statistic of the systems' means, pairs of metrics (× draws)."""
    observed, null = [], []
    for start in range(0, len(pairs), _PAIRS_AT_ONCE):
        means = [_means_of(*both) for both in pairs[start : start + _PAIRS_AT_ONCE]]
        centre, half = (np.stack(parts) for parts in zip(*means, strict=True))
        observed.append(_mean_difference(statistic, centre, half.sum(axis=-1)[:, None], human)[:, 0])
        null.append(_mean_difference(statistic, centre, exchange.moved_systems(half), human))
    return np.concatenate(observed), np.concatenate(null)


def _means_of(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """The mean of both metrics for each system, and what each input adds to half of their difference."""
    there = ~np.isnan(first + second)
    count = np.maximum(there.sum(axis=1), 1)
    centre = np.where(there, (first + second) / 2, 0.0).sum(axis=1) / count
    half = np.where(there, (first - second) / 2, 0.0) / count[:, None]
    return np.where(there.any(axis=1), centre, np.nan), half


def _mean_difference(statistic: str, centre: Floats, moved: Floats, human: Floats) -> Floats:
    """The difference of the metrics' statistics, pairs × draws, from means (pairs × systems) and moves."""
    measure = OF_VECTORS[statistic]
    missing = np.isnan(centre + human)[:, None, :]
    people = np.broadcast_to(np.where(missing, np.nan, human), moved.shape)
    centre = np.where(missing, np.nan, centre[:, None, :])
    first, second = rounded(centre + moved), rounded(centre - moved)
    return measure(first, people) - measure(second, people)


def _shared(first: Floats, second: Floats, human: Floats) -> tuple[Floats, Floats, Floats]:
    """The scores where all are there, 0 elsewhere; people's are centred."""
    there = ~np.isnan(first + second + human)
    centre = human[there].mean() if there.any() else 0.0
    return np.where(there, first, 0.0), np.where(there, second, 0.0), np.where(there, human - centre, 0.0)


def soft_differences(
    metrics: Sequence[Floats],
    human: Floats,
    *,
    design: Design,
    samples: int,
    seed: int,
    documents: Sequence[str] | None = None,
) -> list[float]:
    """The p-value of each pair of metrics, whose scores are systems × segments, in the order of pairs."""
    scores = [np.where(np.isnan(human), np.nan, standardized(metric)) for metric in metrics]
    exchange = Exchange.of(design, *human.shape, samples=samples, seed=seed, documents=documents)
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
    of_people = people.tails()
    found = [_Sums(of_metric[i] - of_metric[j]) for of_metric in scores]
    moved = [(exchange.moved_rows(one.between), exchange.moved_rows(one.between**2)) for one in found]
    plain = [np.abs(one.tails() - of_people) for one in found]
    # The loop runs for each pair of metrics: arrays of this size are slow to make and fast to fill.
    work = _Work((len(i), len(exchange.kept)))
    observed, null = [], []
    for a, b in combinations(range(len(scores)), 2):
        first, second = found[a], found[b]
        # After an exchange a metric has half of both sums, and what moved.
        halves = (first.sums + second.sums) / 2, (first.squares + second.squares) / 2
        shift, shift_of_squares = work.shifts(moved[a], moved[b])
        missing = first.missing | people.missing
        total = np.zeros(len(exchange.kept))
        for sign in (-1, 1):
            work.tails(halves, shift, shift_of_squares, sign)
            errors = work.errors(of_people)
            errors[missing] = 0.0
            total -= sign * errors.sum(axis=0)
        null.append(total / (len(i) - missing.sum() or np.nan))
        observed.append(float(np.nanmean(plain[b] - plain[a])))
    # Where both metrics are surer than the permutations of soft accuracy can tell, they do not differ.
    told = np.array(observed)
    told[np.abs(told) < 1 / len(exchange.kept)] = 0.0
    return exchange.two_sided(told, np.stack(null))


class _Work:
    """Arrays of pairs of systems × draws that are filled again and again."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._shifts = np.empty(shape), np.empty(shape)
        self._values, self._spread = np.empty(shape), np.empty(shape)

    def shifts(self, first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
        """Half of what moves between two metrics, for sums and squares."""
        for one, other, out in zip(first, second, self._shifts, strict=True):
            np.subtract(one, other, out=out)
            np.divide(out, 2, out=out)
        return self._shifts

    def tails(
        self, halves: tuple[Floats, Floats], shift: Floats, shift_of_squares: Floats, sign: int
    ) -> Floats:
        """One-sided p-values after the draws."""
        move = np.add if sign > 0 else np.subtract
        move(halves[0][:, None], shift, out=self._values)
        move(halves[1][:, None], shift_of_squares, out=self._spread)
        return _tails(self._values, self._spread)

    def errors(self, of_people: Floats) -> Floats:
        """How far these are from people's."""
        np.subtract(self._values, of_people, out=self._values)
        return np.abs(self._values, out=self._values)


def _tails(sums: Floats, squares: Floats) -> Floats:
    """One-sided p-values of sums of differences, written over the sums."""
    np.sqrt(np.maximum(squares, 0.0, out=squares), out=squares)
    constant = squares <= 0
    with np.errstate(divide="ignore", invalid="ignore"):
        np.divide(sums, squares, out=sums)
    if constant.any():
        sums[constant] = 0.0
    np.negative(sums, out=sums)
    found: Floats = ndtr(sums, out=sums)
    return found


class _Sums:
    """Differences of pairs of systems, pairs × segments, and the sums that their p-values follow from."""

    def __init__(self, between: Floats) -> None:
        self.missing = np.asarray(np.isnan(between).all(axis=1))
        self.between = np.nan_to_num(between)
        self.sums = self.between.sum(axis=1)
        self.squares = (self.between**2).sum(axis=1)

    def tails(self) -> Floats:
        """One-sided p-values, one column; a pair without segments has none."""
        found = _tails(self.sums[:, None].copy(), self.squares[:, None].copy())
        found[self.missing] = np.nan
        return found
