"""What is found: human scores of systems and differences, each from judgements alone and with the metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from karat.display import Shown
from karat.equality import Equal
from karat.frames import stacked
from karat.score_table import ScoreTable

if TYPE_CHECKING:
    from karat.agreement.judged_sample import SampleTest
    from karat.estimation.sample_design import Target
    from karat.frames import Columns


@dataclass(frozen=True, slots=True)
class EstimatedValue:
    """A value, its standard error, and the ends of its confidence interval.

    >>> from karat.estimation import EstimatedValue
    >>> EstimatedValue(-4.1, 0.5, -5.3, -3.2).width
    2.1
    """

    value: float
    error: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """The width of the interval."""
        return round(self.high - self.low, 12)

    def moved(self, by: float) -> EstimatedValue:
        """The same about another value."""
        return EstimatedValue(self.value + by, self.error, self.low + by, self.high + by)

    def to_dict(self) -> dict[str, float]:
        """The figures as plain values."""
        return {name: getattr(self, name) for name in self.__match_args__}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HumanEstimate(Equal, Shown):
    """The human score of a system, or the difference between two: from judgements alone, and with the metric.

    `second` is None for a system. Of `segments`, so many were `judged`, in `units` of `population` documents
    or segments. `paired` says that both systems were judged on the same segments. `weights` are the human
    points that a point of each metric is worth here.

    >>> from karat import Bleu, demo, evaluate, people, read, read_judgements
    >>> corpus = read(demo.segments_path())
    >>> found = people(evaluate(corpus, Bleu()), read_judgements(demo.judgements_path(), corpus))
    >>> first = found[0].systems[0]
    >>> first.human, first.system, first.judged, round(first.alone.value, 2)
    ('adequacy', 'aurora', 48, 4.81)
    """

    human: str
    part: str
    system: str
    second: str | None
    judged: int
    segments: int
    units: int
    population: int | None
    unit: str
    paired: bool
    alone: EstimatedValue
    with_metric: EstimatedValue
    weights: tuple[tuple[str, float], ...]

    @property
    def name(self) -> str:
        """Whose score it is."""
        return self.system if self.second is None else f"{self.system} − {self.second}"

    @property
    def is_significant(self) -> bool:
        """Whether the interval leaves out 0; of differences."""
        return self.with_metric.low > 0 or self.with_metric.high < 0

    def to_dict(self) -> dict[str, Any]:
        """The facts as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        plain["alone"], plain["with_metric"] = self.alone.to_dict(), self.with_metric.to_dict()
        plain["weights"] = dict(self.weights)
        return plain

    def _columns(self) -> Columns:
        both = {"alone": self.alone, "with_metric": self.with_metric}
        return {
            **{
                name: [getattr(self, name)]
                for name in ("human", "part", "system", "second", "judged", "segments", "unit", "units")
            },
            **{
                f"{which}_{name}": np.array([value])
                for which, figure in both.items()
                for name, value in figure.to_dict().items()
            },
        }


@dataclass(frozen=True, slots=True)
class Saving:
    """What the metric is worth: the variance that it leaves, and the judgements that it stands for.

    `variance` is the share of the variance of the judgements alone, with an interval. A saving counts where
    the interval lies below 1 and the saving is 5 % or more.

    >>> from karat.estimation import Saving
    >>> found = Saving(0.6, 0.5, 0.7, judged=50, segments=500)
    >>> found.is_some, round(found.equivalent, 1), round(found.saved, 1)
    (True, 78.1, 28.1)
    """

    variance: float
    low: float
    high: float
    judged: float
    segments: float | None

    @property
    def is_some(self) -> bool:
        """Whether the metric saves judgements beyond chance."""
        return self.high < 1 and self.variance <= 1 - _LEAST_SAVING

    @property
    def equivalent(self) -> float:
        """How many judged segments would say as much without the metric."""
        if self.segments is None:
            return self.judged / self.variance
        rest = 1 / self.segments
        return 1 / (rest + self.variance * max(1 / self.judged - rest, 0.0))

    @property
    def saved(self) -> float:
        """How many judged segments the metric stands for; 0 where it saves none."""
        return self.equivalent - self.judged if self.is_some else 0.0

    @property
    def share(self) -> float:
        """The share of judgements that need not be collected; 0 where the metric saves none."""
        return self.saved / self.equivalent if self.is_some else 0.0

    def to_dict(self) -> dict[str, Any]:
        """The figures as plain values."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        return {**plain, "equivalent": self.equivalent, "saved": self.saved, "share": self.share}


_LEAST_SAVING = 0.05


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class PeopleEstimates(Equal, Shown):
    """Human scores of one dimension: of every system and every difference, and what the metric saved.

    `metrics` are those that could be used, `chosen` those that all judgements choose for scores and for
    differences. `uncovered` are text types that nobody judged: the scores are those of the others.
    """

    human: str
    part: str
    target: Target
    confidence: float
    metrics: tuple[str, ...]
    chosen: tuple[str, ...]
    chosen_of_differences: tuple[str, ...]
    systems: tuple[HumanEstimate, ...]
    differences: tuple[HumanEstimate, ...]
    saving: Saving
    saving_of_differences: Saving | None
    strata: str
    sample: SampleTest | None
    uncovered: tuple[str, ...]
    higher_is_better: bool
    recipe: str

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values, in a stable order."""
        plain: dict[str, Any] = {name: getattr(self, name) for name in self.__match_args__}
        for name in ("systems", "differences"):
            plain[name] = [one.to_dict() for one in plain[name]]
        for name in ("saving", "saving_of_differences"):
            plain[name] = None if plain[name] is None else plain[name].to_dict()
        test = self.sample
        plain["sample"] = (
            None if test is None else {name: getattr(test, name) for name in test.__match_args__}
        )
        return plain

    @property
    def table(self) -> ScoreTable:
        """The human scores of systems with their standard errors, for whatever takes human scores."""
        values = np.array([[one.with_metric.value] for one in self.systems])
        errors = np.array([[one.with_metric.error] for one in self.systems])
        names = tuple(one.system for one in self.systems)
        return ScoreTable(
            self.human, self.recipe, "system", names, ("all",), values, self.higher_is_better, errors
        )

    def _columns(self) -> Columns:
        return stacked(one._columns() for one in self.systems)
