"""Pairs of systems that a metric and people scored on the same text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from karat.arrays import rounded
from karat.errors import InvalidOption
from karat.resampling import TextUnits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from karat.agreement import Rater
    from karat.arrays import Floats

# Two systems make one pair, whose resamples are all alike; of three systems most hold one pair or none.
LEAST_SYSTEMS = 4


@dataclass(frozen=True, slots=True, eq=False)
class JudgedPairs:
    """Every two systems of one text: which the metric and which people prefer, and by how much.

    `first` and `second` are places in `systems`. `difference` is first minus second in the metric's points,
    with the sign changed where lower is better; so is `human`. `sure` is the probability that the first is
    better for people, given the noise of the documents: ½ for a tie. Where the scores of segments are not
    known, it is 0 or 1.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.points import judged_pairs
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 26.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4]))
    >>> found = judged_pairs(metric, human)
    >>> found.difference.tolist(), found.agrees.tolist()
    ([-4.0, -7.0, -6.0, -3.0, -2.0, 1.0], [1.0, 1.0, 1.0, 1.0, 1.0, 0.0])
    """

    systems: tuple[str, ...]
    first: NDArray[np.intp]
    second: NDArray[np.intp]
    difference: Floats
    human: Floats
    sure: Floats
    data: str = ""
    units: str = ""

    @property
    def agrees(self) -> Floats:
        """1 where people prefer what the metric prefers, 0 where they do not, ½ where either ties."""
        return np.asarray((1 + np.sign(self.difference) * np.sign(self.human)) / 2)

    @property
    def chances(self) -> Floats:
        """The probability that people prefer what the metric prefers."""
        return np.where(self.difference < 0, 1 - self.sure, self.sure)


def judged_pairs(
    metric: Rater, human: Rater, *, documents: Sequence[str] | None = None, data: str = ""
) -> JudgedPairs:
    """The pairs of all systems that both have scored."""
    shared = [name for name in human.systems if name in metric.systems]
    scores = metric.only(shared).whole + human.only(shared).whole
    systems = [name for name, score in zip(shared, scores, strict=True) if not np.isnan(score)]
    if len(systems) < LEAST_SYSTEMS:
        raise InvalidOption(
            f"{metric.name} and {human.name} both have scores of {len(systems)} systems; pairs of at least "
            f"{LEAST_SYSTEMS} are needed, of ten or more for a result of use."
        )
    metric, human = metric.only(systems), human.only(systems)
    first, second = np.triu_indices(len(systems), 1)
    difference = rounded(metric.sign * (metric.whole[first] - metric.whole[second]), axis=None)
    preferred = rounded(human.sign * (human.whole[first] - human.whole[second]), axis=None)
    sure, units = (np.sign(preferred) + 1) / 2, ""
    if human.segments is not None and human.follows_from_segments:
        drawn = TextUnits.of(human.segments.shape[1], documents)
        sure = _sure(human.sign * human.segments, first, second, preferred, drawn)
        there = np.zeros(human.segments.shape[1], dtype=np.bool_)
        there[human.scored_segments] = True
        units = drawn.only(there).counted
    return JudgedPairs(tuple(systems), first, second, difference, preferred, sure, data, units)


def _sure(
    scores: Floats,
    first: NDArray[np.intp],
    second: NDArray[np.intp],
    preferred: Floats,
    units: TextUnits,
) -> Floats:
    """Φ of each human difference in standard errors, which come from how it varies between units."""
    found = np.empty(len(preferred))
    for place, (one, other) in enumerate(zip(first, second, strict=True)):
        between = scores[one] - scores[other]
        there = ~np.isnan(between)
        error = _error(between[there], units.only(there)) if there.any() else np.nan
        with np.errstate(divide="ignore", invalid="ignore"):
            found[place] = ndtr(np.divide(preferred[place], error))
    # Without any variation, or with one unit, all there is to know is the sign.
    return np.where(np.isnan(found), (np.sign(preferred) + 1) / 2, found)


def _error(between: Floats, units: TextUnits) -> float:
    """The standard error of the mean over segments, of which whole units are drawn."""
    if units.number < 2:
        return float("nan")
    sums = np.bincount(units.places, weights=between - between.mean(), minlength=units.number)
    return float(np.sqrt(units.number / (units.number - 1) * (sums**2).sum()) / len(between))
