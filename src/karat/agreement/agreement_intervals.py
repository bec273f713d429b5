"""Intervals of agreement: what is drawn, and what follows from it.

*Systems drawn.* A system's score holds the noise of its text already. So drawing systems alone tells how far
a statistic varies with other systems like these, each with as much text; drawing text as well would count
that noise twice. Resampled values of few systems lie too close, so they are stretched about the observed one
(Hesterberg 2015). Ranks need no such thing: a resample holds some systems twice, which makes ranks vary more
than a new sample would.

*Text drawn, systems fixed.* Noise lowers a correlation, and a resampled text has it twice. So what is drawn
are scores as an endless text would give them: `endless_text`. Soft accuracy depends on the length of the text
by its definition; its interval is for texts as long as this one.

*Segments or documents as observations.* Whole documents are drawn, and shares are expanded by the effective
number of documents.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, nan, sqrt
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from scipy.special import stdtrit

from karat.agreement.correlation import pearson
from karat.agreement.endless_text import endless_text
from karat.agreement.measures import agree, grouped
from karat.agreement.pair_counts import right_pairs
from karat.agreement.resampled import ResampledAgreement, resample, row_draws, system_draws
from karat.agreement.soft_accuracy import mean_shares, resampled_shares, right_shares
from karat.arrays import quotient
from karat.resampling.draws import row_weights
from karat.resampling.intervals import Interval, check_confidence, defined, expanded_tail, expansion

if TYPE_CHECKING:
    from karat.agreement.measures import Agreement, PairedScores
    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.resampling import TextUnits

# What chance is taken to be: see `Plan`.
Draw: TypeAlias = Literal["system", "document", "segment", "both"]

# Of fewer units nothing can be drawn that would show how chance varies them.
LEAST_DRAWN = 3
# Of three systems, a resample has the observed correlation or that of two points, ±1, which says nothing.
_LEAST_SYSTEMS = 4
# Statistics of values; all others are of ranks.
_OF_VALUES = ("pearson", "r-squared", "prediction-error")
_ACCURACIES = ("accuracy", "calibrated-accuracy", "soft-accuracy")
_GROUPS = 20
_ALMOST_ONE = 1 - 1e-12


def expanded_percentiles(
    draws: Floats, *, units: float, freedom: float, confidence: float = 0.95
) -> Interval | None:
    """Percentiles at shares that make up for few units; None where nothing is defined.

    >>> import numpy as np
    >>> found = expanded_percentiles(np.arange(1001.0), units=10, freedom=9)
    >>> round(found.low), round(found.high)
    (9, 991)
    """
    check_confidence(confidence)
    values = defined(draws)
    if not len(values):
        return None
    freedom = max(freedom, 1.0)
    share = expanded_tail(max(units, freedom), freedom, confidence)
    low, high = np.quantile(values, [share, 1 - share])
    return Interval(float(low), float(high), confidence, "expanded")


@dataclass(frozen=True, eq=False)
class SystemChance:
    """What chance does to the agreement of a metric and people about whole systems.

    `units` are those of the text, None where no segments are known; then systems are drawn.
    """

    metric: Rater
    human: Rater
    units: TextUnits | None
    draw: Draw
    samples: int
    seed: int
    confidence: float

    @property
    def drawn(self) -> tuple[tuple[str, int], ...]:
        """What is drawn, and how many of them there are."""
        found: list[tuple[str, int]] = []
        if self._systems is not None:
            found.append(("system", len(self.metric.systems)))
        if self.units is not None and self._text is not None:
            found.append((self.units.unit, self.units.number))
        return tuple(found)

    def interval(self, agreement: Agreement) -> Interval | None:
        """Where the agreement lies; None where nothing can be drawn, or nothing is defined."""
        draws = self.draws(agreement)
        if draws is None:
            return None
        units, freedom = self.worth(agreement.statistic)
        interval = expanded_percentiles(draws, units=units, freedom=freedom, confidence=self.confidence)
        of_ranks = agreement.statistic not in (*_OF_VALUES, "soft-accuracy")
        if interval is None or interval.low < interval.high or self._systems is None or not of_ranks:
            return interval
        return of_perfect_order(
            interval, agreement.value, len(self.metric.systems), statistic=agreement.statistic
        )

    def draws(self, agreement: Agreement) -> Floats | None:
        """What chance makes of the agreement, as far apart as it is with so few systems."""
        least = LEAST_DRAWN if self._systems is None else _LEAST_SYSTEMS
        if len(self.metric.systems) < least or agreement.grouping == "system":
            return None
        if agreement.statistic == "soft-accuracy":
            return self._of_soft_accuracy(agreement.value)
        if self._resampled is None:
            return None
        draws = system_draws(self._resampled, agreement.statistic, epsilon=agreement.epsilon or 0.0)
        return draws if self._systems is None else self._of_systems(agreement, draws)

    def worth(self, statistic: str) -> tuple[float, float]:
        """The units that percentiles of the draws have to allow for, and their degrees of freedom."""
        if statistic == "soft-accuracy" and self._text is not None and self._systems is None:
            return self._effective, self._effective - 1
        return inf, inf

    @cached_property
    def _text(self) -> Floats | None:
        """How often each segment is drawn."""
        if self.units is None or self.draw == "system":
            return None
        return self.units.weights(samples=self.samples, seed=self.seed)

    @cached_property
    def _systems(self) -> Floats | None:
        """How often each system is drawn."""
        if not self.metric.systems or (self._text is not None and self.draw != "both"):
            return None
        return row_weights(len(self.metric.systems), samples=self.samples, seed=self.seed + 1)

    @cached_property
    def _resampled(self) -> ResampledAgreement | None:
        found = resample(self.metric, self.human, segments=self._text, systems=self._systems)
        if found is None or self._systems is not None:
            return found
        sign = self.metric.sign * self.human.sign
        endless = endless_text(
            (sign * self.metric.whole, self.human.whole),
            (found.metric, found.human),
            units=self._effective,
            seed=self.seed + 1,
        )
        return None if endless is None else ResampledAgreement(*endless, None)

    @property
    def _effective(self) -> float:
        """The effective number of the text's units."""
        if self.units is None:
            return 0.0
        return self.units.effective(~np.isnan(self.metric.segment_scores + self.human.segment_scores))

    def _of_systems(self, agreement: Agreement, draws: Floats) -> Floats:
        if agreement.statistic not in _OF_VALUES or self._resampled is None:
            return draws
        number = len(self.metric.systems)
        r = system_draws(self._resampled, "pearson")
        observed = pearson(self.metric.sign * self.human.sign * self.metric.whole, self.human.whole)
        further = stretched(r, float(observed), expansion(number, number - 2, self.confidence))
        return _of_r(further, agreement.statistic)

    def _of_soft_accuracy(self, value: float) -> Floats | None:
        ours = self.metric.sign * self.human.sign * self.metric.segment_scores
        theirs = self.human.segment_scores
        if self._text is None:
            shares = right_shares(ours, theirs, samples=self.samples, seed=self.seed)
            return self._of_few_systems(mean_shares(shares, self._systems), value)
        draws = mean_shares(resampled_shares(ours, theirs, self._text), self._systems)
        if np.isnan(draws).all():
            return None
        # A resampled text has the noise twice, which moves the mean of the draws.
        centred = np.clip(draws - np.nanmean(draws) + value, 0.0, 1.0)
        return centred if self._systems is None else self._of_few_systems(centred, value)

    def _of_few_systems(self, shares: Floats, value: float) -> Floats:
        """Shares between 0 and 1, stretched as correlations are."""
        number = len(self.metric.systems)
        factor = expansion(number, number - 2, self.confidence)
        return (stretched(2 * shares - 1, 2 * value - 1, factor) + 1) / 2


def stretched(r: Floats, observed: float, factor: float) -> Floats:
    """Correlations, or what ends at ±1 like them, further from the observed one, on Fisher's scale.

    Of five systems there are 126 resamples, and all may lie close: percentiles alone, however extreme, cannot
    reach beyond them.
    """
    z, centre = (np.arctanh(np.clip(values, -_ALMOST_ONE, _ALMOST_ONE)) for values in (r, observed))
    return np.asarray(np.tanh(centre + factor * (z - centre)))


def _of_r(r: Floats, statistic: str) -> Floats:
    """Pearson's r, or what follows from it."""
    if statistic == "pearson":
        return r
    return r**2 if statistic == "r-squared" else 100 * (1 - r**2)


def of_perfect_order(interval: Interval, value: float, systems: int, *, statistic: str) -> Interval:
    """Where every resample has the same order as people, or its reverse: as if each system were one trial.

    The end is the share of right pairs at which so many trials would all be right with probability α/2.
    """
    least = ((1 - interval.confidence) / 2) ** (1 / systems)
    if statistic not in _ACCURACIES:
        least = 2 * least - 1
    if value >= 1:
        return replace(interval, low=least)
    if value <= -1:
        return replace(interval, high=-least)
    return interval


def interval_of_rows(
    paired: PairedScores,
    agreement: Agreement,
    units: TextUnits,
    *,
    samples: int,
    seed: int,
    confidence: float,
) -> Interval | None:
    """The interval of a statistic of segments or documents, of which whole `units` are drawn."""
    there = ~np.isnan(paired.metric)
    effective = units.effective(there)
    draws = row_draws(paired, agreement, units.weights(samples=samples, seed=seed))
    if draws is None:
        return _by_jackknife(paired, agreement, units, confidence)
    return expanded_percentiles(draws, units=effective, freedom=effective - 1, confidence=confidence)


def _by_jackknife(
    paired: PairedScores, agreement: Agreement, units: TextUnits, confidence: float
) -> Interval | None:
    """The delete-a-group jackknife with Student's t, for what would take too long to compute 1,000 times.

    On Fisher's scale, for statistics that end at ±1.
    """
    groups = units.groups(_GROUPS)
    values = []
    for group in groups:
        kept = np.setdiff1d(np.arange(len(paired.rows)), group)
        values.append(value_again(paired.within(kept), agreement))
    scaled = to_fisher(np.array([agreement.value, *values]), agreement.statistic)
    if not np.isfinite(scaled).all():
        return None
    number = len(groups)
    error = sqrt((number - 1) / number * float(((scaled[1:] - scaled[1:].mean()) ** 2).sum()))
    reach = -float(stdtrit(number - 1, (1 - confidence) / 2)) * error
    low, high = from_fisher(np.array([scaled[0] - reach, scaled[0] + reach]), agreement.statistic)
    return Interval(float(low), float(high), confidence, "expanded")


def value_again(paired: PairedScores, agreement: Agreement) -> float:
    """The same statistic of other rows; the threshold of ties is kept."""
    if agreement.statistic == "calibrated-accuracy":
        right, pairs = right_pairs(*grouped(paired, agreement.grouping), agreement.epsilon or 0.0)
        return float(np.nanmean(quotient(right, pairs))) if pairs.any() else nan
    return agree(paired, agreement.statistic, grouping=agreement.grouping).value  # type: ignore[arg-type]


def to_fisher(values: Floats, statistic: str) -> Floats:
    """A statistic that ends at ±1, or a share, on the scale that has no ends."""
    if statistic in ("r-squared", "prediction-error"):
        return values
    with np.errstate(divide="ignore"):
        return np.asarray(np.arctanh(2 * values - 1 if statistic in _ACCURACIES else values))


def from_fisher(values: Floats, statistic: str) -> Floats:
    """The way back from there."""
    if statistic in ("r-squared", "prediction-error"):
        return np.clip(values, 0.0, 1.0 if statistic == "r-squared" else 100.0)
    found = np.tanh(values)
    return np.asarray((found + 1) / 2 if statistic in _ACCURACIES else found)
