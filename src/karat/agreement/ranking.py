"""Metrics in the order of their agreement with people, and which of them differ."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from karat.agreement.measures import OF_VECTORS, agree, pair
from karat.agreement.pair_counts import calibrate_ties
from karat.agreement.permutation import (
    Design,
    Exchange,
    correlation_differences,
    mean_differences,
    pair_weights,
    soft_differences,
    standardized,
)
from karat.display import Shown
from karat.equality import Equal
from karat.errors import InvalidOption, MisalignedCorpus
from karat.frames import stacked
from karat.option_checks import check_choice
from karat.resampling import benjamini_hochberg, holm
from karat.resampling.draws import is_exhaustive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from karat.agreement.raters import Rater
    from karat.arrays import Floats
    from karat.frames import Columns


Correction: TypeAlias = Literal["holm", "bh", "none"]

_CORRECTIONS: dict[str, Callable[[Sequence[float]], list[float]]] = {
    "holm": holm,
    "bh": benjamini_hochberg,
    "none": list,
}


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RankedMetric(Equal, Shown):
    """A metric's place: the statistic, and the cluster that the tests leave it in."""

    metric: str
    value: float
    cluster: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ranking(Equal, Shown):
    """Metrics, the best first, with the p-value of every pair, plain and corrected.

    p-values are two-sided, of (better, worse), and rest on a permutation test of the given design, which
    exchanges so many `units` between two metrics. `unranked` are metrics for which the statistic is not
    defined, such as a constant.

    >>> import numpy as np
    >>> from karat.agreement import Rater, rank_metrics
    >>> rng = np.random.default_rng(2)
    >>> human = rng.normal(size=(6, 80)) + np.arange(6)[:, None] / 4
    >>> systems = tuple("ABCDEF")
    >>> scores = {"close": human + rng.normal(0, 0.3, human.shape), "far": rng.normal(size=human.shape)}
    >>> metrics = [Rater(name, "made up", systems, v.mean(axis=1), v) for name, v in scores.items()]
    >>> people = Rater("adequacy", "made up", systems, human.mean(axis=1), human)
    >>> ranking = rank_metrics(metrics, people, statistic="pearson", samples=500)
    >>> [(place.metric, place.cluster) for place in ranking.places], ranking.corrected["close", "far"] < 0.05
    ([('close', 1), ('far', 2)], True)
    """

    human: str
    level: str
    statistic: str
    design: str
    units: int
    permutations: int
    correction: str
    alpha: float
    places: tuple[RankedMetric, ...]
    p_values: Mapping[tuple[str, str], float]
    corrected: Mapping[tuple[str, str], float]
    unranked: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The ranking as plain values, in a stable order."""
        return {
            "human": self.human,
            "level": self.level,
            "statistic": self.statistic,
            "design": self.design,
            "units": self.units,
            "permutations": self.permutations,
            "correction": self.correction,
            "alpha": self.alpha,
            "metrics": [
                {"metric": place.metric, "value": place.value, "cluster": place.cluster}
                for place in self.places
            ],
            "pairs": [
                {"better": a, "worse": b, "p": p, "p_corrected": self.corrected[a, b]}
                for (a, b), p in self.p_values.items()
            ],
            "unranked": list(self.unranked),
        }

    def _columns(self) -> Columns:
        """A row for each metric, the best first."""
        about = ("human", "level", "statistic")
        count = len(self.places)
        return {
            **{name: [getattr(self, name)] * count for name in about},
            **stacked(place._columns() for place in self.places),
        }


def rank_metrics(
    metrics: Sequence[Rater],
    human: Rater,
    *,
    level: Literal["system", "segment"] = "system",
    statistic: str = "accuracy",
    design: Design | None = None,
    samples: int = 1000,
    seed: int = 12345,
    correction: Correction = "bh",
    alpha: float = 0.05,
    documents: Sequence[str] | None = None,
) -> Ranking:
    """Rank metrics by their agreement with people, and test every pair of them by permutation.

    At system level the statistic is any but `calibrated-accuracy`; at segment level it is `pearson` of all
    segments together, or `accuracy` or `calibrated-accuracy` by item.

    The default design exchanges whole `documents`, where their labels are given (one for each segment), else
    `inputs`, which are segments; or `systems`, where a metric's score of a system is not known by segment.
    The design `both` is that of WMT: it exchanges single scores, and finds too many differences.

    >>> import numpy as np
    >>> from karat.agreement import Rater
    >>> rng = np.random.default_rng(2)
    >>> human = rng.normal(size=(6, 80)) + np.arange(6)[:, None] / 4
    >>> systems = tuple("ABCDEF")
    >>> scores = {"close": human + rng.normal(0, 0.3, human.shape), "far": rng.normal(size=human.shape)}
    >>> metrics = [Rater(name, "made up", systems, v.mean(axis=1), v) for name, v in scores.items()]
    >>> people = Rater("adequacy", "made up", systems, human.mean(axis=1), human)
    >>> [place.metric for place in rank_metrics(metrics, people, level="segment", samples=200).places]
    ['close', 'far']
    """
    if correction not in _CORRECTIONS:
        raise InvalidOption.choice("correction", correction, _CORRECTIONS)
    check_ranking(level, statistic)
    metrics = _comparable(metrics, human)
    settled = _settled(metrics, human, level, statistic, design, documents)
    values = statistics_of(metrics, human, level, statistic, samples=samples, seed=seed)
    order = sorted(
        (place for place, value in enumerate(values) if value == value),  # noqa: PLR0124 (NaN has no place)
        key=values.__getitem__,
        reverse=statistic != "prediction-error",
    )
    ranked = [metrics[place] for place in order]
    _check_permutations(len(ranked) * (len(ranked) - 1) // 2, samples, correction, alpha)
    exchanged = Exchanged(settled, samples, seed, documents if settled == "documents" else None)
    p_values = differences_of(ranked, human, level, statistic, exchanged)
    names = [metric.name for metric in ranked]
    pairs = list(combinations(names, 2))
    corrected = dict(zip(pairs, _CORRECTIONS[correction](p_values), strict=True))
    clusters = metric_clusters(names, lambda a, b: corrected[a, b] <= alpha)
    return Ranking(
        human.name,
        level,
        statistic,
        settled,
        exchanged.units(human),
        exchanged.permutations(human),
        correction,
        alpha,
        tuple(
            RankedMetric(name, values[place], clusters[name])
            for name, place in zip(names, order, strict=True)
        ),
        dict(zip(pairs, p_values, strict=True)),
        corrected,
        tuple(metric.name for metric in metrics if metric.name not in names),
    )


def metric_clusters(ranked: Sequence[str], differs: Callable[[str, str], bool]) -> dict[str, int]:
    """Ranks as the WMT Metrics task gives them, of metrics with the best first.

    Going down the list, a new rank begins with the first metric that is significantly worse than any that has
    the current rank.

    >>> metric_clusters(["A", "B", "C"], lambda better, worse: worse == "C")
    {'A': 1, 'B': 1, 'C': 2}
    """
    ranks: dict[str, int] = {}
    rank, sharing = 1, list[str]()
    for name in ranked:
        if any(differs(above, name) for above in sharing):
            rank, sharing = rank + 1, []
        ranks[name] = rank
        sharing.append(name)
    return ranks


def _check_permutations(pairs: int, samples: int, correction: str, alpha: float) -> None:
    """No p-value is below 1 / (samples + 1); corrected by Holm, it must still be able to pass."""
    if correction == "holm" and pairs and (samples + 1) * alpha < pairs:
        raise InvalidOption(
            f"{samples} permutations cannot show any difference between {pairs} pairs of metrics at "
            f"{alpha:g} after Holm's correction; that takes at least {ceil(pairs / alpha)}. Raise it, or "
            "take the correction 'bh'."
        )


def _comparable(metrics: Sequence[Rater], human: Rater) -> list[Rater]:
    names = [metric.name for metric in metrics]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidOption(f"Two metrics are called {twice!r}. Give each a name of its own.")
    for metric in metrics:
        if set(metric.systems) != set(human.systems):
            only = set(metric.systems) ^ set(human.systems)
            raise MisalignedCorpus(
                f"{metric.name} and {human.name} do not have the same systems: {', '.join(sorted(only))} "
                "is in one of them alone. Take systems out with only(…)."
            )
    return [metric.only(human.systems) for metric in metrics]


def _settled(
    metrics: Sequence[Rater],
    human: Rater,
    level: str,
    statistic: str,
    design: Design | None,
    documents: Sequence[str] | None,
) -> Design:
    without = [rater.name for rater in (*metrics, human) if rater.segments is None]
    if design is not None:
        check_choice("design", design, Design)
    by_segment = level == "segment" or statistic == "soft-accuracy"
    if without and (by_segment or design not in (None, "systems")):
        raise InvalidOption(f"{without[0]} has scores of whole systems only; this takes scores of segments.")
    if statistic == "soft-accuracy" and design == "both":
        raise InvalidOption("Soft accuracy is tested by exchanging inputs or systems, not single cells.")
    if design == "documents" and documents is None:
        raise InvalidOption("The documents of the segments are not known, so the design is 'inputs'.")
    if documents is not None and human.segments is not None and len(documents) != human.segments.shape[1]:
        raise MisalignedCorpus(
            f"There are {len(documents)} labels of documents, and {human.name} has scores of "
            f"{human.segments.shape[1]} segments; each segment needs one."
        )
    if design is not None:
        return design
    # Exchanged segments tell nothing of a score that does not follow from them.
    if not by_segment and (without or any(metric.contributions is None for metric in metrics)):
        return "systems"
    # One document is all or nothing, and documents of a single segment are segments.
    return "documents" if 1 < len(set(documents or ())) < len(documents or ()) else "inputs"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What is exchanged between two metrics, and how often; `documents` where these are."""

    design: Design
    samples: int
    seed: int
    documents: Sequence[str] | None = None

    def units(self, human: Rater) -> int:
        """How many there are."""
        systems, inputs = len(human.systems), 0 if human.segments is None else human.segments.shape[1]
        documents = len(set(self.documents or ()))
        return {"systems": systems, "inputs": inputs, "documents": documents, "both": systems * inputs}[
            self.design
        ]

    def permutations(self, human: Rater) -> int:
        """How often they are exchanged: in every possible way, where there are few."""
        units = self.units(human)
        return 2**units if is_exhaustive(units, self.samples) else self.samples


_OF_SEGMENTS = ("pearson", "accuracy", "calibrated-accuracy")


def check_ranking(level: str, statistic: str) -> None:
    """Refuse what metrics cannot be ranked by."""
    if level not in ("system", "segment"):
        raise InvalidOption.choice("level", level, ("system", "segment"))
    allowed = _OF_SEGMENTS if level == "segment" else (*OF_VECTORS, "soft-accuracy")
    if statistic not in allowed:
        raise InvalidOption.choice(f"The statistic to rank by at {level} level", statistic, allowed)


def statistics_of(
    metrics: Sequence[Rater], human: Rater, level: str, statistic: str, *, samples: int, seed: int
) -> list[float]:
    """The statistic of each metric with people, as `agree` gives it."""
    grouping = "item" if level == "segment" and statistic != "pearson" else "none"
    table = "segment" if level == "segment" or statistic == "soft-accuracy" else "system"
    people = human.table(table)
    return [
        agree(
            pair(metric.table(table), people, higher_is_better=metric.agrees_upwards(human)),
            statistic,  # type: ignore[arg-type]
            grouping=grouping,  # type: ignore[arg-type]
            samples=samples,
            seed=seed,
        ).value
        for metric in metrics
    ]


def differences_of(
    metrics: Sequence[Rater], human: Rater, level: str, statistic: str, exchanged: Exchanged
) -> list[float]:
    """The two-sided p-value of each pair of metrics, in the order of `combinations`."""
    if len(metrics) < 2:
        return []
    how: dict[str, Any] = {
        "samples": exchanged.samples,
        "seed": exchanged.seed,
        "documents": exchanged.documents,
    }
    if statistic == "soft-accuracy":
        return soft_differences(
            [metric.sign * human.sign * metric.segment_scores for metric in metrics],
            human.segment_scores,
            design=exchanged.design,
            **how,
        )
    # Whole systems that are exchanged are cells too: systems × 1.
    as_cells = level == "system" and exchanged.design == "systems"
    scores = [
        standardized(metric.sign * human.sign * _cells(metric, level, as_cells=as_cells))
        for metric in metrics
    ]
    exchange = Exchange.of(exchanged.design, *scores[0].shape, **how)
    pairs = list(combinations(range(len(scores)), 2))
    by_cells = level == "segment" or as_cells
    if by_cells and statistic in ("accuracy", "calibrated-accuracy"):
        people = human.whole[:, None] if as_cells else human.segment_scores
        epsilons = [0.0] * len(scores)
        if statistic == "calibrated-accuracy":
            epsilons = [_threshold(of_metric, people) for of_metric in scores]
        weights = [pair_weights(scores[a], scores[b], people, (epsilons[a], epsilons[b])) for a, b in pairs]
        return _linear(weights, exchange)
    both = [(scores[a], scores[b]) for a, b in pairs]
    if by_cells and statistic == "pearson":
        people = human.whole[:, None] if as_cells else human.segment_scores
        return exchange.two_sided(*correlation_differences(both, people, exchange))
    return exchange.two_sided(*mean_differences(both, human.whole, statistic, exchange))


def _cells(metric: Rater, level: str, *, as_cells: bool) -> Floats:
    """Scores that can be exchanged, systems × inputs: their means are the systems' scores where asked."""
    if as_cells:
        return metric.whole[:, None]
    contributions = metric.contributions if level == "system" else None
    return metric.segment_scores if contributions is None else contributions


def _linear(weights: Sequence[Floats], exchange: Exchange) -> list[float]:
    """p-values of differences that are sums of weights with signs."""
    together = np.stack(weights)
    return exchange.two_sided(together.sum(axis=(1, 2)), exchange.moved(together))


def _threshold(metric: Floats, human: Floats) -> float:
    missing = np.isnan(metric) | np.isnan(human)
    found = calibrate_ties(np.where(missing, np.nan, metric).T, np.where(missing, np.nan, human).T)
    return found.epsilon
