"""A metric's and people's scores side by side, and statistics of their agreement by name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import nan
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.agreement.correlation import kendall, kendall_c, pearson, spearman
from karat.agreement.pair_counts import calibrate_ties, count_pairs
from karat.agreement.soft_accuracy import soft_accuracy
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MisalignedCorpus
from karat.option_checks import check_choice

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from karat.arrays import Floats
    from karat.resampling import Interval

    Measure = Callable[[Floats, Floats], Floats]
    from karat.score_table import ScoreTable


Grouping: TypeAlias = Literal["none", "item", "system"]
Statistic: TypeAlias = Literal[
    "pearson",
    "spearman",
    "kendall",
    "kendall-c",
    "r-squared",
    "prediction-error",
    "accuracy",
    "tau-10",
    "tau-13",
    "tau-14",
    "tau-23",
    "kendall-like",
    "calibrated-accuracy",
    "soft-accuracy",
]


# Points of a direct assessment that WMT took for a difference.
_FAR_APART = 25.0


def _accuracy(metric: Floats, human: Floats) -> Floats:
    return count_pairs(metric, human).accuracy


def _tau(year: int) -> Measure:
    def tau(metric: Floats, human: Floats) -> Floats:
        found: Floats = getattr(count_pairs(metric, human), f"tau_{year}")
        return found

    return tau


def _kendall_like(metric: Floats, human: Floats) -> Floats:
    return count_pairs(metric, human, threshold=_FAR_APART).tau_10


def group_weights(statistic: str, metric: Floats, human: Floats) -> Floats:
    """How much each group (row) counts in the mean: all the same, or by its pairs.

    Deliberate: WMT's Kendall-like τ is of the pairs of all segments together.
    """
    if statistic != "kendall-like":
        return np.ones(len(metric))
    counts = count_pairs(metric, human, threshold=_FAR_APART)
    return np.asarray(counts.concordant + counts.discordant + counts.metric_ties, dtype=np.float64)


def _r_squared(metric: Floats, human: Floats) -> Floats:
    return pearson(metric, human) ** 2


def _prediction_error(metric: Floats, human: Floats) -> Floats:
    return 100 * (1 - pearson(metric, human) ** 2)


# What is computed from vectors along the last axis, many at once.
OF_VECTORS: dict[str, Measure] = {
    "pearson": pearson,
    "spearman": spearman,
    "kendall": kendall,
    "kendall-c": kendall_c,
    "r-squared": _r_squared,
    "prediction-error": _prediction_error,
    "accuracy": _accuracy,
    **{f"tau-{year}": _tau(year) for year in (10, 13, 14, 23)},
    "kendall-like": _kendall_like,
}
# The less of it, the better.
ERRORS = ("prediction-error",)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Agreement(Equal, Shown):
    """One statistic of (metric, human), and what it was computed over.

    With a grouping it is the mean over `groups`; `undefined` others have no value, such as those in which all
    scores are equal. `epsilon` is the tie threshold of calibrated accuracy. `drawn` has the units that the
    interval was drawn from, and their number. `design_effect` is the variance by documents ÷ that by
    segments, NaN where it is not known.

    >>> import numpy as np
    >>> from karat.agreement import Rater, agree, pair
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 29.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.0, 4.2, 3.9]))
    >>> found = agree(pair(metric.table("system"), human.table("system")), "kendall")
    >>> found.statistic, found.level, round(found.value, 3), len(found.systems)
    ('kendall', 'system', 0.667, 4)
    """

    statistic: str
    grouping: str
    value: float
    metric: str
    human: str
    recipes: tuple[str, str]
    level: str
    systems: tuple[str, ...]
    observations: int
    groups: int
    undefined: int = 0
    epsilon: float | None = None
    interval: Interval | None = None
    part: str = ""
    drawn: tuple[tuple[str, int], ...] = ()
    design_effect: float = nan

    def to_dict(self, *, metric: str = "metric", human: str = "human") -> dict[str, Any]:
        """The agreement as plain values, in a stable order.

        `metric` and `human` are what the two sides are called, where they are something else.
        """
        interval = None
        if self.interval is not None:
            interval = {
                "low": self.interval.low,
                "high": self.interval.high,
                "confidence": self.interval.confidence,
            }
        return {
            metric: self.metric,
            human: self.human,
            "level": self.level,
            "part": self.part,
            "statistic": self.statistic,
            "grouping": self.grouping,
            "value": self.value,
            "interval": interval,
            "drawn": dict(self.drawn),
            "design_effect": self.design_effect,
            "epsilon": self.epsilon,
            "systems": list(self.systems),
            "observations": self.observations,
            "groups": self.groups,
            "undefined_groups": self.undefined,
            f"{metric}_recipe": self.recipes[0],
            f"{human}_recipe": self.recipes[1],
        }

    def _row(self) -> dict[str, Any]:
        plain = self.to_dict()
        del plain["interval"]
        ends = (None, None) if self.interval is None else (self.interval.low, self.interval.high)
        return {**plain, "drawn": self.units, "low": ends[0], "high": ends[1]}

    @property
    def units(self) -> str:
        """What the interval was drawn from, such as `190 documents`; empty where there is none."""
        return " and ".join(f"{number} {unit}{'' if number == 1 else 's'}" for unit, number in self.drawn)


def agree(
    paired: PairedScores,
    statistic: Statistic = "pearson",
    *,
    grouping: Grouping = "none",
    samples: int = 1000,
    seed: int = 12345,
) -> Agreement:
    """A statistic of (metric, human).

    The grouping `none` takes all scores together; `item` the systems' scores of each row, and `system` the
    rows of each system, and averages. Soft accuracy is of whole systems and has no groups; `samples` and
    `seed` are for it alone.

    >>> import numpy as np
    >>> from karat.agreement import Rater, agree, pair
    >>> ours = np.array([[20.0, 22.0, 18.0], [25.0, 30.0, 21.0], [31.0, 28.0, 33.0]])
    >>> theirs = np.array([[3.0, 3.0, 2.0], [3.0, 4.0, 3.0], [4.0, 4.0, 5.0]])
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), theirs.mean(axis=1), theirs)
    >>> paired = pair(metric.table("segment"), human.table("segment"))
    >>> round(agree(paired, "pearson").value, 3), round(agree(paired, "accuracy", grouping="item").value, 3)
    (0.939, 0.778)
    """
    check_statistic(statistic, grouping)
    value, groups, undefined, epsilon = _computed(paired, statistic, grouping, samples, seed)
    present = (paired.metric == paired.metric).any(axis=1)
    systems = tuple(name for name, there in zip(paired.systems, present, strict=True) if there)
    return Agreement(
        statistic=statistic,
        grouping=grouping,
        value=value,
        metric=paired.metric_name,
        human=paired.human_name,
        recipes=paired.recipes,
        level="system" if statistic == "soft-accuracy" else paired.level,
        systems=systems,
        observations=paired.observations,
        groups=groups,
        undefined=undefined,
        epsilon=epsilon,
    )


def check_statistic(statistic: str, grouping: str) -> None:
    """Refuse names that do not exist, and groupings that a statistic does not have."""
    check_choice("statistic", statistic, Statistic)
    check_choice("grouping", grouping, Grouping)
    if statistic == "soft-accuracy" and grouping != "none":
        raise InvalidOption(
            "Soft accuracy compares whole systems by their segments; it has no grouping but 'none'."
        )


def grouped(paired: PairedScores, grouping: str) -> tuple[Floats, Floats]:
    """Metric and human scores as groups × scores."""
    metric, human = paired.metric, paired.human
    if grouping == "none":
        return metric.reshape(1, -1), human.reshape(1, -1)
    return (metric.T, human.T) if grouping == "item" else (metric, human)


def _computed(
    paired: PairedScores, statistic: str, grouping: str, samples: int, seed: int
) -> tuple[float, int, int, float | None]:
    """Value, groups, groups without a value, and ε."""
    if statistic == "soft-accuracy":
        return soft_accuracy(paired.metric, paired.human, samples=samples, seed=seed), 1, 0, None
    metric, human = grouped(paired, grouping)
    if statistic == "calibrated-accuracy":
        found = calibrate_ties(metric, human)
        used = int(((~np.isnan(metric)).sum(axis=1) > 1).sum())
        return found.accuracy, used, len(metric) - used, found.epsilon
    values = OF_VECTORS[statistic](metric, human)
    defined = ~np.isnan(values)
    used = int(defined.sum())
    weights = group_weights(statistic, metric, human)[defined]
    mean = float(np.average(values[defined], weights=weights)) if used else float("nan")
    return mean, used, len(values) - used, None


_SHOWN = 5


@dataclass(frozen=True, slots=True, eq=False)
class PairedScores:
    """Scores of a metric and of people, systems × rows, NaN in both where one of them is missing.

    Where lower is better, the sign of the metric's values is changed, so that agreement is always positive.

    >>> import numpy as np
    >>> from karat.agreement import Rater, pair
    >>> ours = np.array([[20.0, 22.0, 18.0], [25.0, 30.0, 21.0], [31.0, 28.0, 33.0]])
    >>> theirs = np.array([[3.0, 3.0, 2.0], [3.0, 4.0, 3.0], [4.0, 4.0, 5.0]])
    >>> metric = Rater("BLEU", "made up", ("A", "B", "C"), ours.mean(axis=1), ours)
    >>> human = Rater("adequacy", "made up", ("A", "B", "C"), theirs.mean(axis=1), theirs)
    >>> pair(metric.table("segment"), human.table("segment")).observations
    9
    """

    metric_name: str
    human_name: str
    recipes: tuple[str, str]
    level: str
    systems: tuple[str, ...]
    rows: tuple[str, ...]
    metric: Floats
    human: Floats
    higher_is_better: bool = True

    @property
    def observations(self) -> int:
        """How many texts have both scores."""
        return int((self.metric == self.metric).sum())

    @property
    def scored_rows(self) -> NDArray[np.bool_]:
        """For each row whether some system has both scores."""
        return np.asarray((self.metric == self.metric).any(axis=0))

    def within(self, rows: NDArray[np.int64]) -> PairedScores:
        """The scores of some rows."""
        return replace(
            self,
            rows=tuple(self.rows[row] for row in rows),
            metric=self.metric[:, rows],
            human=self.human[:, rows],
        )


def pair(metric: ScoreTable, human: ScoreTable, *, higher_is_better: bool = True) -> PairedScores:
    """The scores of a metric and of people side by side, by the names of systems and rows.

    Both tables must have the same systems and rows, in any order; single values may be missing (NaN).

    >>> import numpy as np
    >>> from karat.agreement import Rater, pair
    >>> systems = ("A", "B", "C", "D")
    >>> metric = Rater("BLEU", "made up", systems, np.array([20.0, 25.0, 31.0, 29.0]))
    >>> human = Rater("adequacy", "made up", systems, np.array([3.1, 3.0, 4.2, 3.9]))
    >>> pair(metric.table("system"), human.table("system")).human.ravel().tolist()
    [3.1, 3.0, 4.2, 3.9]
    """
    if metric.level != human.level:
        raise MisalignedCorpus(
            f"{metric.metric} has scores of the level {metric.level}, {human.metric} of the level "
            f"{human.level}. Only scores of one level can be compared."
        )
    systems = _order(metric, human, "systems", metric.systems, human.systems)
    rows = _order(metric, human, f"{metric.level}s", metric.rows, human.rows)
    ours = np.array(metric.values, dtype=np.float64)
    theirs = np.array(human.values, dtype=np.float64)[np.ix_(systems, rows)]
    missing = ~(np.isfinite(ours) & np.isfinite(theirs))
    ours[missing] = theirs[missing] = np.nan
    return PairedScores(
        metric.metric,
        human.metric,
        (metric.recipe, human.recipe),
        metric.level,
        metric.systems,
        metric.rows,
        ours if higher_is_better else -ours,
        theirs,
        higher_is_better,
    )


def _order(
    metric: ScoreTable, human: ScoreTable, what: str, first: tuple[str, ...], second: tuple[str, ...]
) -> list[int]:
    """Where the metric's names stand among the human ones."""
    for having, names, lacking, others in (
        (metric.metric, first, human.metric, second),
        (human.metric, second, metric.metric, first),
    ):
        there = set(others)
        if missing := [name for name in names if name not in there]:
            shown = ", ".join(missing[:_SHOWN]) + (" …" if len(missing) > _SHOWN else "")
            raise MisalignedCorpus(
                f"{having} has {len(missing)} of its {len(names)} {what} that {lacking} does not have: "
                f"{shown}. "
                "Take them out of one table, or add them to the other with NaN where there is no score."
            )
    place = {name: position for position, name in enumerate(second)}
    return [place[name] for name in first]
