"""What is known of a metric's differences: how probably people agree with them."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log

from karat.display import Shown
from karat.errors import InvalidOption
from karat.option_checks import check_number


@dataclass(frozen=True, slots=True)
class PointsPair:
    """Two systems on one text: the difference of the metric, which is 0 or more, and whether people agree.

    `agrees` is 1, 0, or ½ for a tie of the metric; `chance` is the probability that people agree, given the
    noise of the documents.
    """

    better: str
    worse: str
    difference: float
    agrees: float
    chance: float


@dataclass(frozen=True, slots=True)
class AgreementStep:
    """The isotonic probability from this difference on, with its interval."""

    difference: float
    probability: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, repr=False)
class PointsFit(Shown):
    """The probability that people agree with a difference of a metric, fitted on judged pairs of systems.

    `slope` is that of the logistic curve, with its interval; `soft_slope` the same with each pair counted by
    how sure its human difference is. `units` says what the human differences are of.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> from karat.points import fit_pairs, judged_pairs
    >>> systems = ("A", "B", "C", "D", "E")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 24.0, 27.0, 26.0, 31.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([2.6, 2.9, 3.3, 3.4, 3.9]))
    >>> found = fit_pairs([judged_pairs(metric, human)], metric, human)
    >>> round(found.probability(3.0), 2), round(found.difference_for(0.9), 1)
    (0.84, 3.9)
    """

    metric: str
    recipe: str
    higher_is_better: bool
    human: str
    data: tuple[str, ...]
    language_pairs: tuple[str, ...]
    text_type: str | None
    systems: int
    units: tuple[str, ...]
    pairs: tuple[PointsPair, ...]
    human_ties: int
    slope: float
    slope_low: float
    slope_high: float
    soft_slope: float
    steps: tuple[AgreementStep, ...]
    confidence: float
    date: str
    version: str

    @property
    def largest(self) -> float:
        """The largest difference of a judged pair: beyond it nothing is known."""
        return max(pair.difference for pair in self.pairs)

    @property
    def unsure_pairs(self) -> int:
        """How many pairs people order, but not with a probability of 95 %."""
        return sum(0.05 < pair.chance < 0.95 for pair in self.pairs)

    @property
    def agreeing(self) -> float:
        """The share of pairs on which people agree with the metric."""
        return sum(pair.agrees for pair in self.pairs) / len(self.pairs)

    def probability(self, difference: float) -> float:
        """That people prefer the system which the metric prefers by this much, by the logistic curve."""
        return _logistic(self.slope * abs(difference))

    def interval(self, difference: float) -> tuple[float, float]:
        """The confidence interval of that probability."""
        size = abs(difference)
        return _logistic(self.slope_low * size), _logistic(self.slope_high * size)

    def isotonic_probability(self, difference: float) -> float:
        """The same by isotonic regression; ½ below the smallest difference that was judged."""
        below = [step.probability for step in self.steps if step.difference <= abs(difference)]
        return below[-1] if below else 0.5

    def difference_for(self, probability: float = 0.9) -> float | None:
        """The difference from which on people agree so probably; None if never within the data."""
        return self._within(probability, self.slope)

    def soft_difference_for(self, probability: float = 0.9) -> float | None:
        """The same with each pair counted by how sure its human difference is."""
        return self._within(probability, self.soft_slope)

    def difference_interval(self, probability: float = 0.9) -> tuple[float | None, float | None]:
        """The interval of that difference; None for an end that lies beyond the data."""
        return self._within(probability, self.slope_high), self._within(probability, self.slope_low)

    def isotonic_difference_for(self, probability: float = 0.9) -> float | None:
        """The same by isotonic regression."""
        _check(probability)
        return next((step.difference for step in self.steps if step.probability >= probability), None)

    def _within(self, probability: float, slope: float) -> float | None:
        _check(probability)
        if slope <= 0:
            return None
        found = log(probability / (1 - probability)) / slope
        return found if found <= self.largest else None


def _check(probability: float) -> None:
    check_number("probability", probability)
    if not 0.5 < probability < 1:
        raise InvalidOption(
            f"The probability is {probability:g}; a number between 0.5 and 1 was expected, such as 0.9."
        )


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value >= 0 else exp(value) / (1 + exp(value))
