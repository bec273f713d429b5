"""Means of strata, their standard errors, and intervals by the bootstrap-t.

Scores of errors such as MQM are skewed: most segments have none, a few have many. The mean and its standard
error then move together, and an interval of so many standard errors on both sides misses the truth too often,
always on one side. The bootstrap-t takes the distribution of (mean − truth) / standard error from texts that
are drawn from the sample as the sample was drawn from the text: whole units, by stratum, without replacement
where the text is finite (Hall 1988; Booth, Butler & Hall 1994).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import stdtrit

from karat.arrays import quotient
from karat.estimation.human_estimates import EstimatedValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.estimation.sample_design import Stratum

# A resample that drew the same value everywhere has no standard error.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """Means of several columns: values, standard errors, ends of intervals, and each draw's variance."""

    values: Floats
    errors: Floats
    low: Floats
    high: Floats
    drawn_variances: Floats

    def moved(self, by: Floats) -> Measured:
        """The same about other values."""
        return replace(self, values=self.values + by, low=self.low + by, high=self.high + by)


def means(strata: Sequence[Stratum], values: Floats) -> Floats:
    """The mean over the text of each column of `values`."""
    parts = [one.share * one.totals(values).sum(axis=0) / one.sizes.sum() for one in strata]
    return np.asarray(np.sum(parts, axis=0))


def measured(
    strata: Sequence[Stratum], values: Floats, *, confidence: float, samples: int, seed: int
) -> Measured:
    """The mean over the text of each column of `values`, which has a row for each segment of the text.

    Each end of an interval is the further one of the bootstrap-t's and Student's t's. The first follows the
    skew; of the few large residuals that a metric leaves, a resample has too few to show their weight.
    """
    rng = np.random.default_rng(seed)
    pieces = [(one, one.totals(values), one.sizes) for one in strata]
    mean, variance, freedom = _now(pieces)
    off = np.zeros((samples, values.shape[1]))
    variances = np.zeros_like(off)
    for one, totals, sizes in pieces:
        if one.left <= 0:
            continue
        weights, pool = draws(one, samples, rng)
        found, theirs = _mean_and_variance(weights, totals, sizes, one.left)
        off += one.share * (found - (pool @ totals) / (pool @ sizes)[:, None])
        variances += one.share**2 * theirs
    error = np.sqrt(variance)
    tail = (1 - confidence) / 2
    usable = variances > _ROUNDING * np.maximum(variance, _ROUNDING)
    ratios = np.where(usable, quotient(off, np.sqrt(variances)), np.nan)
    student = stdtrit(freedom, 1 - tail)
    lower, upper = np.empty_like(mean), np.empty_like(mean)
    for column, of_column in enumerate(ratios.T):
        known = of_column[~np.isnan(of_column)]
        ends = np.quantile(known, [tail, 1 - tail]) if len(known) else np.zeros(2)
        lower[column] = min(ends[0], -student[column])
        upper[column] = max(ends[1], student[column])
    return Measured(mean, error, mean - upper * error, mean - lower * error, variances)


def _now(pieces: Sequence[tuple[Stratum, Floats, Floats]]) -> tuple[Floats, Floats, Floats]:
    """The means, their variances, and the degrees of freedom of these (Satterthwaite 1946)."""
    columns = pieces[0][1].shape[1]
    mean, variance, squares = np.zeros(columns), np.zeros(columns), np.zeros(columns)
    for one, totals, sizes in pieces:
        found, theirs = _mean_and_variance(np.ones((1, one.drawn)), totals, sizes, one.left)
        part = one.share**2 * theirs[0]
        mean += one.share * found[0]
        variance += part
        squares += part**2 / max(_freedom(sizes), 1.0)
    return mean, variance, np.maximum(np.nan_to_num(quotient(variance**2, squares), nan=1e6), 1.0)


def _freedom(sizes: Floats) -> float:
    """Of units of unequal size, as many as units of equal size that say as much; less one."""
    return float(sizes.sum() ** 2 / (sizes**2).sum()) - 1


def _mean_and_variance(weights: Floats, totals: Floats, sizes: Floats, left: float) -> tuple[Floats, Floats]:
    """The mean of segments in each draw, and the variance of this ratio of sums by linearization."""
    number, judged = weights.sum(axis=1)[:, None], (weights @ sizes)[:, None]
    mean = (weights @ totals) / judged
    if len(sizes) < 2 or left <= 0:
        return mean, np.zeros_like(mean)
    squares = (
        weights @ (totals * totals)
        - 2 * mean * (weights @ (totals * sizes[:, None]))
        + mean**2 * (weights @ (sizes * sizes))[:, None]
    )
    return mean, left * number / (number - 1) * np.maximum(squares, 0.0) / judged**2


def draws(stratum: Stratum, samples: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """How often each unit is in each resample, and in the population that it was drawn from: draws × units.

    A finite population is made of the sample, each unit as often as needed to be as large as the real one.
    """
    drawn = stratum.drawn
    if stratum.population is None:
        often = rng.multinomial(drawn, np.full(drawn, 1 / drawn), size=samples)
        return often.astype(np.float64), np.ones((samples, drawn))
    times, more = divmod(stratum.population, drawn)
    pool = np.full((samples, drawn), times, dtype=np.int64)
    if more:
        added = np.argsort(rng.random((samples, drawn)), axis=1)[:, :more]
        np.add.at(pool, (np.arange(samples)[:, None], added), 1)
    weights = np.zeros((samples, drawn))
    others, wanted = pool.sum(axis=1), np.full(samples, drawn)
    for unit, copies in enumerate(pool.T):
        others = others - copies
        weights[:, unit] = rng.hypergeometric(copies, others, wanted)
        wanted = wanted - weights[:, unit].astype(np.int64)
    return weights, pool.astype(np.float64)


def student_measured(
    parts: Sequence[tuple[Sequence[Stratum], Floats]], units: NDArray[np.int64], *, confidence: float
) -> EstimatedValue:
    """The first mean minus the second, of systems judged on different segments, by Student's t.

    Units that both share are counted once: what they add to both means is correlated.
    """
    influence = np.zeros((2, int(units.max()) + 1))
    means, freedom = [], np.inf
    for row, (strata, values) in enumerate(parts):
        pieces = [(one, one.totals(values), one.sizes) for one in strata]
        mean, _, theirs = _now(pieces)
        means.append(float(mean[0]))
        freedom = min(freedom, float(theirs[0]))
        for one, totals, sizes in pieces:
            if one.left <= 0 or one.drawn < 2:
                continue
            own = totals[:, 0] - totals[:, 0].sum() / sizes.sum() * sizes
            scale = one.share / sizes.sum() * np.sqrt(one.left * one.drawn / (one.drawn - 1))
            label = np.zeros(one.drawn, dtype=np.int64)
            label[one.unit] = units[one.rows]
            influence[row, label] += scale * own
    error = float(np.sqrt(((influence[0] - influence[1]) ** 2).sum()))
    value = means[0] - means[1]
    width = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return EstimatedValue(value, error, value - width, value + width)
