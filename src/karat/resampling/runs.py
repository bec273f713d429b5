"""Several runs of a system: how far apart they come, and what that adds to the error of their mean.

The same training with other seeds gives other systems. A score that is a mean over runs varies for two
reasons: the test set might have had other segments, and there might have been other runs (Clark et al. 2011).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, inf, sqrt
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import chdtri

from karat.errors import InvalidOption
from karat.ordered_sums import added
from karat.resampling.draws import generator
from karat.resampling.intervals import Interval, defined
from karat.resampling.p_values import exhaustive_p, randomization_p

if TYPE_CHECKING:
    from collections.abc import Sequence

    from karat.arrays import Floats

# So many ways to deal runs to two systems are tried one by one; beyond, as many are drawn.
_ALL_WAYS = 10_000


@dataclass(frozen=True, slots=True)
class RunError:
    """What runs add to the error of a mean over runs, or of the difference of two such means.

    `error` is the standard error that comes from runs, with so many degrees of `freedom`. Each run also errs
    in segments of its own, which is in that error already; `kept` is the part of the deviation under
    resampled segments that is not.

    >>> import numpy as np
    >>> from karat.resampling import run_error
    >>> rng = np.random.default_rng(0)
    >>> runs = np.array([30.0, 30.8, 29.6])
    >>> resampled = runs[:, None] + rng.normal(0, 0.4, (3, 500))
    >>> found = run_error([runs], [resampled])
    >>> round(found.error, 2), found.freedom
    (0.35, 2.0)
    """

    error: float
    freedom: float
    kept: float

    def added(self, values: Floats, *, seed: int) -> Floats:
        """Values under chance of segments, with the chance of runs added: Student's t, times the error."""
        if self.error == 0 or not len(defined(values)):
            return values
        centre = defined(values).mean()
        moved = generator(seed).standard_t(self.freedom, size=len(values))
        varied: Floats = centre + self.kept * (values - centre) + self.error * moved
        return varied


def run_error(values: Sequence[Sequence[float]], resampled: Sequence[Floats]) -> RunError:
    """The standard error of a mean over runs, or of the difference of two such means.

    `values` has the score of every run of one or two systems, `resampled` the same over resampled corpora: a
    row for each run, a column for each corpus.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> runs = np.array([30.0, 30.8, 29.6])
    >>> resampled = runs[:, None] + rng.normal(0, 0.4, (3, 500))
    >>> round(run_error([runs], [resampled]).error, 2)
    0.35
    """
    variances, freedoms, own = [], [], 0.0
    for of_runs, draws in zip(values, resampled, strict=True):
        count = len(of_runs)
        variances.append(float(np.var(of_runs, ddof=1)) / count)
        freedoms.append(count - 1)
        apart = draws - draws.mean(axis=0)
        own += added(_variance(row) for row in apart) / (count - 1) / count
    means = [draws.mean(axis=0) for draws in resampled]
    whole = _variance(means[0] if len(means) == 1 else means[0] - means[1])
    total = added(variances)
    below = added(part**2 / freedom for part, freedom in zip(variances, freedoms, strict=True))
    return RunError(
        error=sqrt(total),
        # Welch's: the runs of two systems need not vary alike.
        freedom=total**2 / below if below > 0 else inf,
        kept=sqrt(max(1 - own / whole, 0.0)) if whole > 0 else 0.0,
    )


def run_permutation_p(first: Sequence[float], second: Sequence[float], *, seed: int) -> float:
    """A permutation test of whole runs of two systems: how often their means differ as much.

    Exact for the null hypothesis that all runs come from the same distribution, such as one training with
    several seeds.
    Of three and three runs no p-value is below .1, of four and four none below .03.

    >>> run_permutation_p([30.1, 30.4, 30.2], [28.9, 29.0, 29.3], seed=1)
    0.1
    """
    both = np.array([*first, *second])
    if np.isnan(both).any():
        return float("nan")
    size, observed = len(first), float(np.mean(first) - np.mean(second))
    if comb(len(both), size) <= _ALL_WAYS:
        chosen = np.array(list(combinations(range(len(both)), size)))
    else:
        chosen = np.argsort(generator(seed).random((_ALL_WAYS, len(both))), axis=1)[:, :size]
    sums = both[chosen].sum(axis=1)
    differences = sums / size - (both.sum() - sums) / (len(both) - size)
    if comb(len(both), size) > _ALL_WAYS:
        return randomization_p(observed, differences)
    return exhaustive_p(observed, differences)


def deviation_interval(deviation: float, freedom: int, confidence: float) -> Interval:
    """The confidence interval of a standard deviation, by the χ² distribution, for normal values.

    >>> found = deviation_interval(0.6, 4, 0.95)
    >>> round(found.low, 2), round(found.high, 2)
    (0.36, 1.72)
    """
    if freedom < 1:
        raise InvalidOption("One run does not show how much runs vary. Give two or more.")
    tail = (1 - confidence) / 2
    ends = [sqrt(freedom / chdtri(freedom, above)) for above in (tail, 1 - tail)]
    return Interval(deviation * ends[0], deviation * ends[1], confidence, "chi-square")


def _variance(values: Floats) -> float:
    values = defined(values)
    return float(values.var(ddof=1)) if len(values) > 1 else 0.0
